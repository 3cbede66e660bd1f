/* gc.h: the garbage collector: records each collection as a call and in samples, and its numbers
 * for a run. */
#ifndef HP_HOOK_GC_H
#define HP_HOOK_GC_H

#include "profile/profile.h"

/* The counts and times of gc_status() since the request began, and the state now. Times are 0
 * before PHP 8.3. */
typedef struct hp_gc_status {
	uint64_t runs;
	uint64_t collected; /* values freed */
	uint64_t collector_ns;
	uint64_t destructor_ns;
	uint64_t free_ns;
	uint64_t threshold; /* number of roots at which it runs next */
	uint64_t roots;
} hp_gc_status;

/* In MINIT and MSHUTDOWN; also without a hook for calls. */
void hp_hook_gc_startup(void);
void hp_hook_gc_shutdown(void);

void hp_hook_gc_read(hp_gc_status *status);

/* Adds to a profile what the collector did between two readings. */
void hp_hook_gc_describe(
	hp_profile *profile, const hp_gc_status *before, const hp_gc_status *after);

#endif /* HP_HOOK_GC_H */
