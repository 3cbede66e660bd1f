/* growth.h: notices that PHP's heap takes more memory from the system than a threshold.
 *
 * The heap takes chunks of 2 MB and large blocks through a zend_mm_storage, if it has one. While a threshold is watched
 * it has ours, which gives the same memory as the engine does; when the threshold is passed, the heap is left as it
 * was before. Blocks in a chunk never come here: they cost what they cost without it. */
#ifndef HP_HOOK_GROWTH_H
#define HP_HOOK_GROWTH_H

#include "base/compat.h"

/* By memory_get_usage(true), which is what memory_limit limits. */
typedef struct hp_growth_threshold {
	uint64_t bytes; /* 0: percent counts */
	uint32_t percent; /* of memory_limit, as it is then */
} hp_growth_threshold;

/* Each thread's. All zeros: nothing is watched. */
typedef struct hp_growth {
	hp_growth_threshold threshold;
	zend_mm_heap *heap; /* has our storage; NULL: none has */
	zend_mm_storage storage;
	bool is_passed; /* for the owner to reset; the engine was asked to come to a safe point */
} hp_growth;

/* The reason why the threshold cannot be watched; NULL: it can. */
const char *hp_growth_refusal(const hp_growth_threshold *threshold);

/* Watches until the threshold is passed. Chunks above it that PHP keeps unused since an earlier request go back to the
 * system, as to use one again is no growth. The growth must not move meanwhile. No refusal may be there. */
void hp_growth_watch(hp_growth *growth, const hp_growth_threshold *threshold);

/* Nothing is watched any more. Also twice. */
void hp_growth_unwatch(hp_growth *growth);

/* In bytes; UINT64_MAX: of no memory_limit. */
uint64_t hp_growth_bytes(const hp_growth_threshold *threshold);

#endif /* HP_HOOK_GROWTH_H */
