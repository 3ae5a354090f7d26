#ifndef UIKIT_MAIN_H
#define UIKIT_MAIN_H

// What `@UIApplicationMain` calls: the compiler looks this declaration up, by name, in the Clang
// module `UIKit`. Everything else uses the Swift function of the same name.
int UIApplicationMain(int argc, char **argv, void *principalClassName, void *delegateClassName)
    __attribute__((availability(swift, unavailable, message = "use the function of the Swift module")));

#endif
