/* pool.h: memory that is freed all at once. It does not come from PHP's allocator, so the
 * profiler's memory is neither measured as the program's nor limited by its memory_limit. */
#ifndef HP_BASE_POOL_H
#define HP_BASE_POOL_H

#include "base/compat.h"

typedef struct hp_pool_chunk hp_pool_chunk; /* only base/pool.c sees inside */

typedef struct hp_pool {
	char *next; /* where the next allocation starts */
	char *end; /* end of the newest chunk */
	hp_pool_chunk *chunks; /* the newest first; NULL in an empty pool. All zeros is an empty pool */
	size_t chunks_bytes; /* size of all chunks together */
	size_t first_bytes; /* size of the first chunk; 0: 32 KiB */
} hp_pool;

/* Does the rare part of hp_pool_alloc(): adds a chunk. */
void *hp_pool_alloc_slow(hp_pool *pool, size_t size_bytes);

/* Frees everything; the pool is empty again. */
void hp_pool_free(hp_pool *pool);

/* Returns zeroed memory, aligned to 16 bytes, or to a cache line if all sizes taken from the pool
 * are multiples of one. Never NULL: the process ends if there is no memory, as in the engine's
 * persistent allocator. */
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

/* Returns the same, aligned to 8 bytes. Use only one of these two functions for a pool. */
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
