import Foundation
import Tones

// Writes the tracks of the recipe MusicPlayer into a folder, and prints their paths.
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, arguments.count == 1 else {
  print("usage: WriteTones FOLDER")
  exit(64)
}
do {
  let folder = URL(fileURLWithPath: path, isDirectory: true)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for tone in Tone.tracks { print(try tone.write(into: folder)) }
} catch {
  print("WriteTones: no tracks in \(path): \(error.localizedDescription)")
  exit(1)
}
