/// Every number of the model, with what it means. Times are seconds.
///
/// Chosen on recorded traces of phones, by people's habits and not by taste; `Benchmarks/README.md`
/// tells how well they do, and on which traces they were never tried before.
public struct Parameters: Hashable, Sendable, Codable {
  // MARK: What a fetch is worth

  /// Content that has waited longer than this counts as stale, on three scales; the app must be
  /// opened within the same time for the fetch to have been of use.
  public var horizons: [Horizon] = [
    Horizon(seconds: 900, weight: 0.70), Horizon(seconds: 7_200, weight: 0.15),
    Horizon(seconds: 43_200, weight: 0.15),
  ]

  public struct Horizon: Hashable, Sendable, Codable {
    public var seconds: Double
    public var weight: Double

    public init(seconds: Double, weight: Double) {
      self.seconds = seconds
      self.weight = weight
    }
  }

  // MARK: What a wake costs

  /// The price is multiplied by this: a device that has just been unlocked is awake anyway, one in
  /// use has something better to do, one asleep would have to be woken.
  public var unlockFactor = 1.0
  public var inUseFactor = 2.0
  public var asleepFactor = 4.0
  /// The price to begin with, and its bounds.
  public var firstPrice = 0.03
  public var priceBounds = 0.001...0.95
  /// How fast the price follows the budget: by this much (as a logarithm) for a day's budget of wakes
  /// too many or too few.
  public var priceRate = 0.5

  // MARK: When wakes may be

  /// Between two looks while the device is in use.
  public var tick = 300.0
  /// The least time since the app last had its content, whatever it asks for.
  public var refreshFloor = 900.0
  /// After a fetch that failed, doubled each time up to the maximum.
  public var retryFirst = 900.0
  public var retryMax = 14_400.0
  /// An app that had no news for long is asked once again after this, doubled for each answer without
  /// news, if it is likely to be opened: its server may have become lively.
  public var probeAfter = 86_400.0
  public var probeDoublingsMax = 3
  public var probeLikelihood = 0.5
  /// How far ahead an alarm for a sleeping device is looked for.
  public var alarmHorizon = 43_200.0

  // MARK: How people open apps

  /// An app is opened once in this time, until it is known better.
  public var firstOpenInterval = 86_400.0
  /// After this time half of what was seen is forgotten.
  public var halfLife = 28 * 86_400.0
  /// Observations that one hour of the day, and one class of elapsed time, must outweigh.
  public var hourPrior = 1.5
  public var elapsedPrior = 2.0
  /// Use within this time after the app was left is the same use.
  public var sameUse = 300.0
  /// Classes of the time since the app was used last, and since the device was unlocked last.
  public var sinceUse: [Double] = [
    600, 1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 76_800, 153_600,
  ]
  public var sinceUnlock: [Double] = [0, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800]
  /// The future is looked at in these steps; the last ends with the longest horizon.
  public var forecastSteps: [Double] = [
    0, 300, 600, 900, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200,
  ]
  /// How long it matters when the device was unlocked last.
  public var unlockMemory = 3_600.0

  // MARK: How content arrives

  /// New content comes once in this time, until it is known better, which is worth as much as this
  /// time of watching.
  public var firstContentInterval = 7_200.0
  public var firstContentWeight = 14_400.0
  /// So many arrivals are remembered, within these bounds.
  public var contentMemory = 8.0
  public var contentHalfLife = 1.5 * 86_400.0...14 * 86_400.0

  // MARK: What a fetch costs

  /// A fetch of this length, processor time and size has the price as it is; F8: longer ones pay
  /// more, and short ones less, within the bounds.
  public var typicalSeconds = 10.0
  public var typicalProcessorSeconds = 1.0
  public var typicalBytes = 262_144.0
  public var costBounds = 0.8...4.0
  /// The part of a new observation in what is known of an app's costs.
  public var costRate = 0.2
  /// Watts of a processor that computes, and of a radio that is kept on for a fetch; joules for a
  /// byte. For the estimate of energy that people are shown.
  public var processorWatts = 1.5
  public var radioWatts = 0.8
  public var joulesPerByte = 2e-7
  /// F8: an answer that claims new data without any traffic makes the next wakes dearer.
  public var falseClaimFactor = 1.5

  public init() {}
}
