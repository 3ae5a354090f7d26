// Swift Testing announces a module of this name to every file that imports both Testing and UIKit,
// and no toolchain for Linux has it. It adds nothing.
