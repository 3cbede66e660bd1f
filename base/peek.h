/* peek.h: reads memory that may go meanwhile, as another thread or process runs on: the kernel copies it, and says if it cannot. */
#ifndef HP_BASE_PEEK_H
#define HP_BASE_PEEK_H

#include "base/compat.h"

#ifdef __linux__

# include <sys/types.h>
# include <sys/uio.h>

/* False: not all of it could be read; errno says why. Async-signal-safe once hp_seccomp_kills() has been asked. */
bool hp_peek(pid_t process, const void *from, void *to, size_t bytes);

/* Likewise of several pieces at once, up to the first one that is not there. Returns how many bytes, or -1. */
ssize_t hp_peek_pieces(
	pid_t process, const struct iovec *here, const struct iovec *there, unsigned long count);

#endif

#endif /* HP_BASE_PEEK_H */
