#ifndef GREENROOM_ERROR_H
#define GREENROOM_ERROR_H

/// The name of an errno value ("EACCES"), or NULL. Safe in all threads, never translated.
const char *_Nullable greenroom_error_name(int error);

/// The sentence for an errno value ("Permission denied"), or NULL. Safe in all threads, never
/// translated.
const char *_Nullable greenroom_error_text(int error);

#endif
