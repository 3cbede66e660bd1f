#include "alloc/live.h"

#include <math.h>

/* A larger block may need more than a chunk. */
#define LIVE_HUGE_BYTES ((size_t) 1024 * 1024)

static void live_next_gap(hp_live *live)
{
	live->left_bytes = (int64_t) (-log(hp_random_unit(&live->random)) * live->interval_bytes);
}

void hp_live_open(
	hp_live *live, hp_live_mode mode, bool is_measured, zend_mm_heap *heap, uint64_t interval_bytes)
{
	memset(live, 0, sizeof(*live));
	live->mode = mode;
	live->is_measured = is_measured;
	live->table_bytes = is_measured ? 0 : LIVE_HUGE_BYTES + 1;
	live->heap = heap;
	hp_site_init(&live->sites);
	hp_block_init(&live->blocks);
	if (mode == HP_LIVE_FULL && !is_measured) {
		hp_shadow_init(&live->shadow);
	}
	if (mode == HP_LIVE_SAMPLED) {
		live->interval_bytes = (double) interval_bytes;
		hp_random_bytes(&live->random, sizeof(live->random));
		live_next_gap(live);
	}
	live->is_recording = true;
}

void hp_live_close(hp_live *live)
{
	live->is_recording = false;
	hp_block_free(&live->blocks);
	hp_shadow_free(&live->shadow);
}

void hp_live_free(hp_live *live)
{
	hp_live_close(live);
	hp_site_free(&live->sites);
	live->mode = HP_LIVE_OFF;
}

void hp_live_add(hp_live *live, uint32_t site, uintptr_t address, uint64_t count, uint64_t bytes)
{
	hp_block *block = hp_block_add(&live->blocks, address);

	block->site = site;
	block->count = (uint32_t) count;
	block->bytes = bytes;
	hp_site_charge(&live->sites, site, count, bytes);
}

void hp_live_outside(hp_live *live, uint64_t bytes)
{
	if (live->is_recording) {
		live->outside_frees++;
		live->outside_bytes += bytes;
		live->sites.change_bytes -= (int64_t) bytes;
	}
}

bool hp_live_take(hp_live *live, uintptr_t address)
{
	hp_block block;

	if (!hp_block_take(&live->blocks, address, &block)) {
		return false;
	}
	hp_site_discharge(&live->sites, block.site, block.count, block.bytes,
		live->mode == HP_LIVE_FULL && (address == live->newest[0] || address == live->newest[1]));

	return true;
}

bool hp_live_site(hp_live *live, const void *block, uint32_t *site)
{
	const uint32_t *slot = hp_live_is_in_table(live, block) ? NULL : hp_live_known(live, block);
	const hp_block *entry;

	if (slot != NULL && (*slot & HP_LIVE_CLASS_MASK) != HP_LIVE_CLASS_TABLE) {
		*site = *slot >> HP_LIVE_CLASS_BITS;
		return true;
	}
	entry = hp_block_find(&live->blocks, (uintptr_t) block);
	*site = entry == NULL ? 0 : entry->site;

	return entry != NULL;
}

/* A fraction is rounded up or down at random, so that sums are right on average. */
uint64_t hp_live_sample(hp_live *live, size_t size)
{
	double taken = -expm1(-(double) size / live->interval_bytes);
	double blocks = 1 / taken + hp_random_unit(&live->random);

	live_next_gap(live);

	return blocks < (double) UINT32_MAX ? (uint64_t) blocks : UINT32_MAX;
}

/* The heap's first field flags custom handlers: see hook/allocator.c. */
uint64_t hp_live_block_bytes(const hp_live *live, void *block)
{
	int mark = *(volatile int *) live->heap;
	const hp_block *entry;
	size_t bytes;

	if (live->is_measured) {
		entry = hp_block_find(&live->blocks, (uintptr_t) block);
		return entry == NULL ? 0 : entry->bytes;
	}
	*(volatile int *) live->heap = 0;
	bytes = zend_mm_block_size(live->heap, block);
	*(volatile int *) live->heap = mark;

	return bytes;
}

uint32_t hp_live_class_of_bytes(hp_live *live, uint64_t bytes)
{
	uint8_t *class;

	if (bytes < (1u << HP_SHADOW_GRAIN_BITS)) {
		return HP_LIVE_CLASS_TABLE;
	}
	if (bytes > HP_LIVE_SMALL_BYTES) {
		return HP_LIVE_CLASS_LARGE;
	}
	class = &live->class_with[bytes / 8];
	if (*class == 0 && live->classes_count + 1 < HP_LIVE_CLASS_TABLE) {
		*class = (uint8_t) ++live->classes_count;
		live->class_bytes[*class] = (uint32_t) bytes;
	}

	return *class == 0 ? HP_LIVE_CLASS_LARGE : *class;
}

uint32_t hp_live_class_slow(hp_live *live, void *block, size_t size)
{
	uint32_t class = hp_live_class_of_bytes(live, hp_live_block_bytes(live, block));

	if (size <= HP_LIVE_SMALL_BYTES) {
		live->class_of[(size + 7) / 8] = (uint8_t) class;
	}

	return class;
}
