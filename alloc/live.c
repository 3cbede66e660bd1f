#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "alloc/live.h"

#include "hp_timer.h"

#include <math.h>

static void ledger_next_gap(hp_ledger *ledger);

void hp_ledger_open(hp_ledger *ledger, hp_ledger_mode mode, bool is_measured, zend_mm_heap *heap,
	uint64_t interval_bytes)
{
	memset(ledger, 0, sizeof(*ledger));
	ledger->mode = mode;
	ledger->is_measured = is_measured;
	ledger->heap = heap;
	hp_account_init(&ledger->accounts);
	hp_block_init(&ledger->blocks);
	if (mode == HP_LEDGER_FULL && !is_measured) {
		hp_shadow_init(&ledger->shadow);
	}
	if (mode == HP_LEDGER_SAMPLED) {
		ledger->interval_bytes = (double) interval_bytes;
		ledger->random = (hp_timer_ticks() ^ (uintptr_t) ledger) | 1;
		ledger_next_gap(ledger);
	}
	ledger->is_recording = true;
}

void hp_ledger_close(hp_ledger *ledger)
{
	ledger->is_recording = false;
	hp_block_free(&ledger->blocks);
	hp_shadow_free(&ledger->shadow);
}

void hp_ledger_free(hp_ledger *ledger)
{
	hp_ledger_close(ledger);
	hp_account_free(&ledger->accounts);
	ledger->mode = HP_LEDGER_OFF;
}

void hp_ledger_add(
	hp_ledger *ledger, uint32_t account, uintptr_t address, uint64_t count, uint64_t bytes)
{
	hp_block *block = hp_block_add(&ledger->blocks, address);

	block->account = account;
	block->count = (uint32_t) count;
	block->bytes = bytes;
	hp_account_charge(&ledger->accounts, account, count, bytes);
}

void hp_ledger_outside(hp_ledger *ledger, uint64_t bytes)
{
	if (ledger->is_recording) {
		ledger->outside_frees++;
		ledger->outside_bytes += bytes;
		ledger->accounts.change_bytes -= (int64_t) bytes;
	}
}

bool hp_ledger_take(hp_ledger *ledger, uintptr_t address)
{
	hp_block block;

	if (!hp_block_take(&ledger->blocks, address, &block)) {
		return false;
	}
	hp_account_discharge(&ledger->accounts, block.account, block.count, block.bytes,
		ledger->mode == HP_LEDGER_FULL &&
			(address == ledger->newest[0] || address == ledger->newest[1]));

	return true;
}

/* Greater than 0 and not greater than 1. */
static double ledger_random(hp_ledger *ledger)
{
	ledger->random ^= ledger->random << 13;
	ledger->random ^= ledger->random >> 7;
	ledger->random ^= ledger->random << 17;

	return (double) ((ledger->random >> 11) + 1) * (1.0 / 9007199254740992.0); /* 2 to the 53 */
}

static void ledger_next_gap(hp_ledger *ledger)
{
	ledger->left_bytes = (int64_t) (-log(ledger_random(ledger)) * ledger->interval_bytes);
}

/* The fraction becomes one or nothing by chance, so that sums are right on average. */
uint64_t hp_ledger_sample(hp_ledger *ledger, size_t size)
{
	double taken = -expm1(-(double) size / ledger->interval_bytes);
	double blocks = 1 / taken + ledger_random(ledger);

	ledger_next_gap(ledger);

	return blocks < (double) UINT32_MAX ? (uint64_t) blocks : UINT32_MAX;
}

/* What is first in the heap says whether it has handlers: see hook/allocator.c. */
uint64_t hp_ledger_block_bytes(const hp_ledger *ledger, void *block)
{
	int mark = *(volatile int *) ledger->heap;
	size_t bytes;

	*(volatile int *) ledger->heap = 0;
	bytes = zend_mm_block_size(ledger->heap, block);
	*(volatile int *) ledger->heap = mark;

	return bytes;
}

uint32_t hp_ledger_class_of_bytes(hp_ledger *ledger, uint64_t bytes)
{
	uint8_t *class;

	if (bytes < (1u << HP_SHADOW_GRAIN_BITS)) {
		return HP_LEDGER_CLASS_TABLE;
	}
	if (bytes > HP_LEDGER_SMALL_BYTES) {
		return HP_LEDGER_CLASS_LARGE;
	}
	class = &ledger->class_with[bytes / 8];
	if (*class == 0 && ledger->classes_count + 1 < HP_LEDGER_CLASS_TABLE) {
		*class = (uint8_t) ++ledger->classes_count;
		ledger->class_bytes[*class] = (uint32_t) bytes;
	}

	return *class == 0 ? HP_LEDGER_CLASS_LARGE : *class;
}

uint32_t hp_ledger_class_slow(hp_ledger *ledger, void *block, size_t size)
{
	uint32_t class = hp_ledger_class_of_bytes(ledger, hp_ledger_block_bytes(ledger, block));

	if (size <= HP_LEDGER_SMALL_BYTES) {
		ledger->class_of[(size + 7) / 8] = (uint8_t) class;
	}

	return class;
}
