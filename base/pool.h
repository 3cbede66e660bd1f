/* pool.h: memory that is freed all at once. It comes from malloc(): the profiler's memory is neither measured as the
 * program's nor stopped by its memory_limit. */
#ifndef HP_BASE_POOL_H
#define HP_BASE_POOL_H

#include "base/compat.h"

typedef struct hp_pool_chunk hp_pool_chunk; /* only base/pool.c sees inside */

typedef struct hp_pool {
	char *next; /* where the next allocation starts */
	char *end; /* of the newest chunk */
	hp_pool_chunk *chunks; /* the newest first; NULL in an empty pool, and all zeros is one */
	size_t chunks_bytes; /* of all chunks together */
	size_t first_bytes; /* of the first chunk; 0: 32 KiB */
} hp_pool;

/* The rare half of hp_pool_alloc(). */
void *hp_pool_alloc_slow(hp_pool *pool, size_t size_bytes);

/* Frees everything; the pool is empty again. */
void hp_pool_free(hp_pool *pool);

/* Zeroed memory, aligned to 16 bytes; to a cache line if all sizes taken from the pool are multiples of one. Never
 * NULL: out of memory, the process ends, as in the engine's persistent allocator. */
static zend_always_inline void *hp_pool_alloc(hp_pool *pool, size_t size_bytes)
{
	char *result = pool->next;

	size_bytes = (size_bytes + 15) & ~(size_t) 15;
	if (UNEXPECTED((size_t) (pool->end - result) < size_bytes)) {
		return hp_pool_alloc_slow(pool, size_bytes);
	}
	pool->next = result + size_bytes;

	return result;
}

/* The same, aligned to 8 bytes. A pool gives either these or those. */
static zend_always_inline void *hp_pool_alloc_packed(hp_pool *pool, size_t size_bytes)
{
	char *result = pool->next;

	size_bytes = (size_bytes + 7) & ~(size_t) 7;
	if (UNEXPECTED((size_t) (pool->end - result) < size_bytes)) {
		result = hp_pool_alloc_slow(pool, size_bytes);
	}
	pool->next = result + size_bytes;

	return result;
}

#endif /* HP_BASE_POOL_H */
