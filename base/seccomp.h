/* seccomp.h: system calls that this process must not even try, as a filter would end it: systemd's SystemCallFilter=
 * does so unless SystemCallErrorNumber= is set. */
#ifndef HP_BASE_SECCOMP_H
#define HP_BASE_SECCOMP_H

#include "base/compat.h"

#ifdef __linux__

/* Finds out now, in a server's master: its workers need not do so each for itself. */
void hp_seccomp_startup(void);

/* True: the process would be killed. For the calls that seccomp.c lists. A filter that is added later is
 * not noticed. Async-signal-safe. */
bool hp_seccomp_kills(long number);

/* For any call that POSIX timers need, from their creation to their end. */
bool hp_seccomp_kills_timers(void);

#else
# define hp_seccomp_startup() ((void) 0)
# define hp_seccomp_kills(number) (false)
#endif

#endif /* HP_BASE_SECCOMP_H */
