// What tests compare with. Not all of the module: its names for what goes on inside a device (event,
// message, effect) are those that apps use for other things.
@_exported import struct Multitasking.AppID
@_exported import enum Multitasking.AppState
@_exported import enum Multitasking.ExitReason
@_exported import struct Multitasking.ExitRecord
@_exported import struct Multitasking.Explanation
@_exported import enum Multitasking.MemoryKill
@_exported import struct Multitasking.Profile
@_exported import enum Multitasking.Reason
@_exported import enum Multitasking.Watchdog
