#include "base/pool.h"

#include "base/pages.h"

/* The first chunk is small, so that a short run costs little; later chunks are larger. */
#define POOL_FIRST_BYTES ((size_t) 32 * 1024)
#define POOL_LARGEST_BYTES ((size_t) 1024 * 1024)
#define POOL_LINE_BYTES ((size_t) 64)

struct hp_pool_chunk {
	hp_pool_chunk *older;
};

static size_t pool_chunk_bytes(const hp_pool *pool, size_t size_bytes)
{
	size_t first_bytes = pool->first_bytes == 0 ? POOL_FIRST_BYTES : pool->first_bytes;
	size_t chunk_bytes = MIN(MAX(pool->chunks_bytes, first_bytes), POOL_LARGEST_BYTES);

	/* Room for the header and for the gap before the aligned start. */
	return MAX(chunk_bytes, size_bytes + 2 * POOL_LINE_BYTES);
}

void *hp_pool_alloc_slow(hp_pool *pool, size_t size_bytes)
{
	size_t chunk_bytes = pool_chunk_bytes(pool, size_bytes);
	hp_pool_chunk *chunk = hp_pages_allocate(chunk_bytes);
	uintptr_t start = (uintptr_t) (chunk + 1);

	chunk->older = pool->chunks;
	pool->chunks = chunk;
	pool->chunks_bytes += chunk_bytes;
	pool->next = (char *) ((start + POOL_LINE_BYTES - 1) & ~(uintptr_t) (POOL_LINE_BYTES - 1));
	pool->end = (char *) chunk + chunk_bytes;

	return hp_pool_alloc(pool, size_bytes);
}

void hp_pool_free(hp_pool *pool)
{
	hp_pool_chunk *chunk = pool->chunks;

	while (chunk != NULL) {
		hp_pool_chunk *older = chunk->older;

		hp_pages_free(chunk);
		chunk = older;
	}
	memset(pool, 0, sizeof(*pool));
}
