/* confine.h: takes away from a process what a reader of rings does not need. */
#ifndef HP_LIVE_CONFINE_H
#define HP_LIVE_CONFINE_H

#include "base/compat.h"

/* How many bytes of address space the process may add to those it has. */
#define HP_LIVE_CONFINE_BYTES (UINT64_C(1) << 27)

/* Confines the calling process for good. It keeps only these descriptors, one of which is peer; it
 * may use cpu_s seconds of CPU time and HP_LIVE_CONFINE_BYTES more memory; and it dies with its
 * parent. After that, seccomp allows pread(), read() and write() on peer, memory management, sleep
 * and exit, and the kernel kills the process for any other call. Returns false if seccomp is not
 * available. */
bool hp_live_confine(int *files, uint32_t count, int peer, uint32_t cpu_s);

#endif /* HP_LIVE_CONFINE_H */
