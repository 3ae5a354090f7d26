#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

/// Has the pipes of standard output and standard error, if they are pipes, hold as much as they can.
void widen_output(void);

#endif
