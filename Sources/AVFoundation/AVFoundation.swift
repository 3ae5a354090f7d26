// What apps mean by `import AVFoundation` here: sound. Pictures and films are not built; an app that
// uses them does not compile.
@_exported import AVFAudio
@_exported import Foundation
