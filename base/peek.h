/* peek.h: reads memory that may go meanwhile, as another thread or process runs on: the kernel copies it, and says if it cannot. */
#ifndef HP_BASE_PEEK_H
#define HP_BASE_PEEK_H

#include "base/compat.h"

#ifdef __linux__

# include <sys/types.h>

/* False: not all of it could be read; errno says why. Async-signal-safe. */
bool hp_peek(pid_t process, const void *from, void *to, size_t bytes);

#endif

#endif /* HP_BASE_PEEK_H */
