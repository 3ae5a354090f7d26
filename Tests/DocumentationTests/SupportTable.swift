import Foundation

/// What is there and what is not, read from the sources that prove it.
struct SupportTable {
  struct Member {
    var name: String
    var repositories: Int
    /// Nil: it is there.
    var missing: String?
  }

  struct Section {
    var name: String
    var members: [Member] = []
  }

  var sections: [Section] = []

  /// Reads `Tests/CompileOnly/Support`: files that use every member that is there, and a list of those
  /// that are not.
  init(root: URL) throws {
    let support = root.appending(path: "Tests/CompileOnly/Support")
    for file in ["SupportedMembers", "SupportedSound"] {
      read(try String(contentsOf: support.appending(path: "\(file).swift"), encoding: .utf8))
    }
    let list = try String(contentsOf: support.appending(path: "not-yet.txt"), encoding: .utf8)
    for line in list.split(separator: "\n") where !line.hasPrefix("#") {
      let cells = line.components(separatedBy: " | ")
      guard cells.count == 4, let repositories = Int(cells[2]) else { continue }
      add(Member(name: cells[1], repositories: repositories, missing: cells[3]), to: cells[0])
    }
  }

  /// Reads a file that uses members, each below a line with its name.
  private mutating func read(_ source: String) {
    var section = ""
    var hasBegun = false
    for line in source.split(separator: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("import ") { hasBegun = true }
      if text.hasPrefix("// MARK: ") { section = String(text.dropFirst(9)) }
      guard hasBegun, text.hasPrefix("// "), let bar = text.range(of: " | ", options: .backwards),
        let repositories = Int(text[bar.upperBound...])
      else { continue }
      let name = text[..<bar.lowerBound].dropFirst(3)
      add(Member(name: String(name), repositories: repositories), to: section)
    }
  }

  private mutating func add(_ member: Member, to section: String) {
    // Declared and not called yet stands in both files: what is missing counts.
    for index in sections.indices {
      sections[index].members.removeAll { $0.name == member.name }
    }
    if let index = sections.firstIndex(where: { $0.name == section }) {
      sections[index].members.append(member)
    } else {
      sections.append(Section(name: section, members: [member]))
    }
  }

  /// The page `Documentation/support.md`.
  var page: String {
    var text = """
      # What is there

      Members of Apple's API by how many of 150 open-source repositories use them. Those that are
      there are used, each once, by a source that has to compile
      (`Tests/CompileOnly/Support/Supported….swift`). `UPDATE_DOCUMENTS=1 swift test --filter
      DocumentationTests` writes this page anew.

      """
    for section in sections {
      text += "\n## \(section.name)\n| member | repositories | |\n|---|--:|---|\n"
      let ordered = section.members.sorted {
        ($1.repositories, $0.name) < ($0.repositories, $1.name)
      }
      for member in ordered {
        let state = member.missing.map { "not yet: \($0)" } ?? "yes"
        text += "| `\(member.name)` | \(member.repositories) | \(state) |\n"
      }
    }
    return text
  }

  /// The row for the README: members that five repositories or more use.
  var summary: String {
    let used = sections.flatMap(\.members).filter { $0.repositories >= 5 }
    let there = used.count { $0.missing == nil }
    return "\(there) of \(used.count)"
  }
}
