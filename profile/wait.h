/* wait.h: tells what a thread waited for from functions. Samples have both as innermost frames. */
#ifndef HP_PROFILE_WAIT_H
#define HP_PROFILE_WAIT_H

#include "profile/profile.h"

/* Frames in braces that are work, not waits: the garbage collector; work of the kernel during which
 * nobody can read the memory of the process, such as a fork; and the profiler itself. */
#define HP_PROFILE_GC_NAME "{gc}"
#define HP_PROFILE_KERNEL_NAME "{kernel}"
#define HP_PROFILE_OWN_NAME "{xhprof}"

/* True for what a thread waited for, such as "{sleep}" and "{tcp 10.0.0.5:3306}". Only samples have
 * waits: all names in braces but those above and those of closures. */
bool hp_profile_is_wait(const hp_profile *profile, const hp_profile_function *function);

#endif /* HP_PROFILE_WAIT_H */
