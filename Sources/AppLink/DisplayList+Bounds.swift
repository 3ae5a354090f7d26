#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// An app may send anything that is JSON. What is drawn of it has bounds, so that no list can take a
// renderer's time or memory.
extension DisplayList {
  /// The list, cut to what ``LinkLimits`` allows: too many items are left out, and it says so;
  /// lengths are moved into their range, texts cut, images that are too large left out.
  public var bounded: DisplayList {
    var list = self
    let side = 1...LinkLimits.displaySideMax
    list.width = width.moved(into: side)
    list.height = height.moved(into: side)
    if items.count > LinkLimits.displayItemsMax {
      list.items.removeLast(items.count - LinkLimits.displayItemsMax)
      list.isTruncated = true
    }
    list.items = list.items.map(\.bounded)
    return list
  }
}

extension DisplayList.Item {
  fileprivate var bounded: Self {
    var item = self
    item.frame = frame.bounded
    item.clip = clip?.bounded
    item.alpha = alpha?.moved(into: 0...1)
    item.cornerRadius = cornerRadius?.moved(into: 0...LinkLimits.displaySideMax)
    item.border?.width = (border?.width ?? 0).moved(into: 0...LinkLimits.displaySideMax)
    item.text = text?.bounded
    if case .png(let data) = image?.source, data.count > LinkLimits.displayImageBytesMax {
      item.image = nil
    }
    return item
  }
}

extension DisplayList.Rectangle {
  fileprivate var bounded: Self {
    let place = -LinkLimits.displaySideMax...LinkLimits.displaySideMax
    return Self(
      x: x.moved(into: place), y: y.moved(into: place),
      width: width.moved(into: 0...LinkLimits.displaySideMax),
      height: height.moved(into: 0...LinkLimits.displaySideMax))
  }
}

extension DisplayList.Text {
  fileprivate var bounded: Self {
    var text = self
    // Scalars: a character may be made of any number of them.
    let scalars = string.unicodeScalars
    if scalars.count > LinkLimits.displayTextLengthMax {
      text.string = String(
        String.UnicodeScalarView(scalars.prefix(LinkLimits.displayTextLengthMax - 1)) + ["…"])
    }
    text.size = size.moved(into: 1...LinkLimits.displayFontSizeMax)
    text.weight = min(max(weight, 100), 900)
    text.linesMax = min(max(linesMax, 0), LinkLimits.displayTextLengthMax)
    return text
  }
}

extension Double {
  /// What is no number counts as the least.
  fileprivate func moved(into range: ClosedRange<Double>) -> Double {
    isNaN ? range.lowerBound : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
