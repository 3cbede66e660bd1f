/* pipe.h: writing to what may be a pipe. */
#ifndef HP_BASE_PIPE_H
#define HP_BASE_PIPE_H

#include "base/compat.h"

/* write(). A pipe whose reader went away raises SIGPIPE, whose disposition is the program's: here it is EPIPE alone. */
ssize_t hp_pipe_write(int descriptor, const void *bytes, size_t length);

#endif /* HP_BASE_PIPE_H */
