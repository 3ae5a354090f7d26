#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/// Has the pipes of standard output and standard error, if they are pipes, hold as much as they can.
void widen_output(void);
/// Remembers where the output of the world's first process goes.
void note_outside_output(void);

#endif
