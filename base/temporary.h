/* temporary.h: what a file is called, beside its own name, until all of it is written. */
#ifndef HP_BASE_TEMPORARY_H
#define HP_BASE_TEMPORARY_H

#include "base/compat.h"

#include <fcntl.h>

#ifndef O_BINARY
# define O_BINARY 0
#endif
#ifndef O_CLOEXEC
# define O_CLOEXEC 0
#endif
#ifndef O_NOFOLLOW
# define O_NOFOLLOW 0
#endif

/* By how much the name is longer than the file's own, with the 0 at its end. */
#define HP_TEMPORARY_BYTES 32

/* So many names may be taken. */
#define HP_TEMPORARY_TRIES 1000

/* "PATH.PID-NUMBER.tmp", another number for each. What a killed process left may be called the same, for
 * in a container the processes have the same few numbers each time it starts: so it is to be opened with
 * O_EXCL, and where it is taken by another name. */
void hp_temporary_name(char *name, size_t size, const char *path);

#endif /* HP_BASE_TEMPORARY_H */
