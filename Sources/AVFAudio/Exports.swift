// As on iOS: a file that imports AVFAudio needs no other import for URLs, data and notifications.
@_exported import Dispatch
@_exported import Foundation
