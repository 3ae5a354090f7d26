// As on iOS: a file that imports UIKit needs no other import for dates, files or queues.
@_exported import Dispatch
@_exported import Foundation
