/* growth.h: notices when PHP's heap takes more memory from the system than a threshold.
 *
 * The heap takes chunks of 2 MB and large blocks through a zend_mm_storage, if it has one. While a
 * threshold is watched, the heap has ours, which allocates in the same way as the engine. When the
 * threshold is passed, the heap is restored. Blocks within a chunk never come here, so they cost
 * nothing extra. */
#ifndef HP_HOOK_GROWTH_H
#define HP_HOOK_GROWTH_H

#include "base/compat.h"

/* A threshold for memory_get_usage(true), which is what memory_limit limits. */
typedef struct hp_growth_threshold {
	uint64_t bytes; /* 0: percent is used */
	uint32_t percent; /* percent of the current memory_limit */
} hp_growth_threshold;

/* A thread's state. All zeros: nothing is watched. */
typedef struct hp_growth {
	hp_growth_threshold threshold;
	zend_mm_heap *heap; /* the heap that has our storage; NULL: none */
	zend_mm_storage storage;
	/* the threshold was passed, and an interrupt was requested; the owner resets it */
	bool is_passed;
} hp_growth;

#ifdef __linux__
/* Returns the reason in English why the threshold cannot be watched; NULL if it can. */
const char *hp_growth_refusal(const hp_growth_threshold *threshold);

/* Watches until the threshold is passed. Unused chunks above it, which PHP kept from an earlier
 * request, are given back to the system: using one again would not be seen as growth. `growth` must
 * not move meanwhile. hp_growth_refusal() must have returned NULL. */
void hp_growth_watch(hp_growth *growth, const hp_growth_threshold *threshold);

/* Stops watching. May be called twice. */
void hp_growth_unwatch(hp_growth *growth);
#else
# define hp_growth_refusal(threshold) ((void) (threshold), "only on Linux")
# define hp_growth_watch(growth, threshold) ((void) 0)
# define hp_growth_unwatch(growth) ((void) 0)
#endif

/* Returns the threshold in bytes; UINT64_MAX for a percentage without a memory_limit. */
uint64_t hp_growth_bytes(const hp_growth_threshold *threshold);

#endif /* HP_HOOK_GROWTH_H */
