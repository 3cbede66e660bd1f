/* seccomp.h: finds the system calls that this process must not even try, as a filter would kill it.
 * systemd's SystemCallFilter= does so unless SystemCallErrorNumber= is set. */
#ifndef HP_BASE_SECCOMP_H
#define HP_BASE_SECCOMP_H

#include "base/compat.h"

#ifdef __linux__

/* Finds the filters now, in a server's master process, so that its workers need not. */
void hp_seccomp_startup(void);

/* True if the call would kill the process. Only for the calls that seccomp.c lists. A filter that
 * is added later is not noticed. Async-signal-safe. */
bool hp_seccomp_kills(long number);

/* True if any of the calls that POSIX timers need, from creation to deletion, would kill the
 * process. */
bool hp_seccomp_kills_timers(void);

#else
# define hp_seccomp_startup() ((void) 0)
# define hp_seccomp_kills(number) (false)
#endif

#endif /* HP_BASE_SECCOMP_H */
