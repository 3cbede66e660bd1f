/* wait_own.h: the file about the system call of this process's first thread, opened while that was
 * still permitted.
 *
 * If a server's master runs as root, its children change their user after the fork, and may then
 * not open that file any more. So each child opens it right after the fork. The process owns it:
 * there is one for all rings and runs, and no thread closes it. */
#ifndef HP_SAMPLER_WAIT_OWN_H
#define HP_SAMPLER_WAIT_OWN_H

#include "base/descriptor.h"
#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* In MINIT: opens the file after each fork from now on. */
void hp_wait_own_startup(void);

/* Returns the file if it is about this thread, else one without a number. */
hp_descriptor_kept hp_wait_own_call(pid_t tid);

/* Returns true if the file of that number is this one, which the caller must not close. */
bool hp_wait_own_has(int number);

/* Returns the file's number, which a thread that closes all other files must keep; -1: there is no
 * such file, or the program has closed it. */
int hp_wait_own_file(void);

#endif

#endif /* HP_SAMPLER_WAIT_OWN_H */
