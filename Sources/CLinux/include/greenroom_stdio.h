#ifndef GREENROOM_STDIO_H
#define GREENROOM_STDIO_H

/// Makes stdout and stderr write whole lines at once, even into files and pipes, so that what a
/// process printed before it was frozen or killed is there. Swift 6 cannot name the two streams.
void greenroom_set_line_buffered_stdout(void);

#endif
