// For exhaustive exploration: times of location count from now, and what it has cost does not count.
extension LocationConditions {
  mutating func rebase(_ policy: Policy) {
    chargedUntil = .zero
    last = last?.rebased(policy)
    anchor = anchor?.rebased(policy)
    stay = stay?.rebased(policy)
    // It counts for those alone who had begun before.
    lostAt = lostAt.map { policy.locators.isEmpty ? .zero : policy.relative($0) }
    movedAt = movedAt.map(policy.relative)
  }
}

extension LocationRecord {
  mutating func rebase(_ policy: Policy) {
    significant = significant?.rebased(policy)
    significantAt = significantAt.map(policy.relative)
    if let told = visit {
      visit = Visit(
        place: told.place.rebased(policy), arrival: policy.relative(told.arrival), departure: nil)
    }
    for index in regions.indices {
      regions[index].crossing = regions[index].crossing.map(policy.relative)
    }
  }
}

extension LocationUser {
  mutating func rebase(_ policy: Policy) {
    for index in managers.indices {
      managers[index].since = policy.relative(managers[index].since)
      managers[index].last = managers[index].last?.rebased(policy)
      managers[index].onceUntil = managers[index].onceUntil.map(policy.relative)
      managers[index].queue = managers[index].queue.map { $0.rebased(policy) }
      let until = managers[index].deferral?.until.map(policy.relative)
      managers[index].deferral?.until = until
    }
    pending = pending.map { message in
      guard case .locations(let manager, let fixes) = message else { return message }
      return .locations(manager: manager, fixes.map { $0.rebased(policy) })
    }
  }
}

extension Fix {
  fileprivate func rebased(_ policy: Policy) -> Fix {
    var copy = self
    copy.at = policy.relative(at)
    return copy
  }
}
