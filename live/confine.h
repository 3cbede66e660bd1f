/* confine.h: takes away from a process what a reader of rings does not need. */
#ifndef HP_LIVE_CONFINE_H
#define HP_LIVE_CONFINE_H

#include "base/compat.h"

/* More memory than the process has already. */
#define HP_LIVE_CONFINE_BYTES (UINT64_C(1) << 27)

/* For the calling process, for good: of its files only these stay, one of which is the peer. It has so many
 * seconds of CPU time and HP_LIVE_CONFINE_BYTES, and ends with its parent. Then seccomp: pread(), read() and write() of the peer, memory,
 * sleep and exit, else the kernel kills it. False: seccomp is not available. */
bool hp_live_confine(int *files, uint32_t count, int peer, uint32_t cpu_s);

#endif /* HP_LIVE_CONFINE_H */
