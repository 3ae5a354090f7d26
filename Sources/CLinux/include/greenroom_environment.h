#ifndef GREENROOM_ENVIRONMENT_H
#define GREENROOM_ENVIRONMENT_H

/// The environment of this process: "NAME=value" strings up to a NULL. Swift 6 cannot name
/// `environ`. Valid until somebody calls setenv: copy at once.
char *_Nullable *_Nullable greenroom_environment(void);

#endif
