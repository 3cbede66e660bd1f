/* table.h: a hash table with open addressing and rows of one size.
 *
 * The rows are the table: a search compares rows, and the caller reads and writes them in place. A row is free
 * while its first 8 bytes are zero (all 4 where a row is 4 bytes), so a row begins with a pointer, or a number
 * counted from one. At most half of the rows are in use. Rows move when the table grows, and when one is
 * removed: a pointer to a row is valid until the next hp_table_add() or hp_table_remove().
 *
 * The kind is a constant of the file that uses the table. It is passed to each call so that the compiler
 * inlines its functions: a search is as fast as one written by hand. */
#ifndef HP_BASE_TABLE_H
#define HP_BASE_TABLE_H

#include "base/compat.h"

/* All zeros is an empty table. */
typedef struct hp_table {
	char *rows;
	size_t mask; /* rows minus one */
	size_t used;
	const void *context; /* for the kind's functions; most need none */
} hp_table;

typedef struct hp_table_kind {
	size_t row_bytes; /* 4, or at least 8 */
	size_t first_rows; /* of a table that gets its first row; a power of two */
	/* The hash of a row's key, mixed so that the lowest bits depend on all of it: see hp_table_mix(). NULL: the
	 * row begins with an address, which is its key; then is_same is NULL, too. */
	uint64_t (*hash)(const hp_table *table, const void *row);
	/* Whether both rows have the same key. wanted may be a row of which only the key is filled in. */
	bool (*is_same)(const hp_table *table, const void *row, const void *wanted);
	/* Zeroed memory, or NULL if there is none; and its release. NULL: malloc, and the process ends where the
	 * system has no memory left, as the engine's own persistent allocator has it. */
	void *(*allocate)(size_t bytes);
	void (*release)(void *memory, size_t bytes);
} hp_table_kind;

/* Makes the table large enough for this many rows in use. False: no memory, and the table is as it was.
 * A caller that must not allocate later (a signal handler) reserves, and searches with hp_table_slot(). */
bool hp_table_reserve(hp_table *table, const hp_table_kind *kind, size_t count);

/* Releases the memory; the table is empty again, and keeps its context. */
void hp_table_free(hp_table *table, const hp_table_kind *kind);

/* Frees a row in use. The rows behind it close the gap. */
void hp_table_remove(hp_table *table, const hp_table_kind *kind, void *row);

/* The golden ratio, as a fraction of 2 to the 64: a product's upper bits depend on all bits of the other factor. */
#define HP_TABLE_GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* Adds a part of a key to a hash, which starts as 0. */
static zend_always_inline uint64_t hp_table_mix(uint64_t hash, uint64_t part)
{
	hash = (hash ^ part) * HP_TABLE_GOLDEN;

	return hash ^ (hash >> 32);
}

static zend_always_inline bool hp_table_is_free(const hp_table_kind *kind, const void *row)
{
	uint64_t words = 0;

	if (kind->row_bytes < sizeof(words)) {
		uint32_t word;

		memcpy(&word, row, sizeof(word));
		return word == 0;
	}
	memcpy(&words, row, sizeof(words));

	return words == 0;
}

static zend_always_inline uint64_t hp_table_hash(
	const hp_table *table, const hp_table_kind *kind, const void *row)
{
	uintptr_t address;

	if (kind->hash != NULL) {
		return kind->hash(table, row);
	}
	memcpy(&address, row, sizeof(address));

	return hp_table_mix(0, (uint64_t) address);
}

static zend_always_inline bool hp_table_is_same(
	const hp_table *table, const hp_table_kind *kind, const void *row, const void *wanted)
{
	return kind->is_same != NULL ? kind->is_same(table, row, wanted)
								 : memcmp(row, wanted, sizeof(uintptr_t)) == 0;
}

/* The row of wanted's key, or the free row where it belongs. The table must have rows. Neither allocates nor
 * counts: whoever fills a free row without hp_table_add() sees to it that there always is one. */
static zend_always_inline void *hp_table_slot(
	const hp_table *table, const hp_table_kind *kind, const void *wanted)
{
	size_t at = (size_t) hp_table_hash(table, kind, wanted) & table->mask;
	char *row = table->rows + at * kind->row_bytes;

	while (!hp_table_is_free(kind, row) && !hp_table_is_same(table, kind, row, wanted)) {
		at = (at + 1) & table->mask;
		row = table->rows + at * kind->row_bytes;
	}

	return row;
}

/* The row of wanted's key; NULL if there is none. */
static zend_always_inline void *hp_table_find(
	const hp_table *table, const hp_table_kind *kind, const void *wanted)
{
	void *row = table->rows == NULL ? NULL : hp_table_slot(table, kind, wanted);

	return row == NULL || hp_table_is_free(kind, row) ? NULL : row;
}

/* The row of wanted's key, made if there is none: then it is all zeros, and the caller fills in the key at
 * once. NULL: no memory, with a kind that allocates its own. */
static zend_always_inline void *hp_table_add(
	hp_table *table, const hp_table_kind *kind, const void *wanted)
{
	void *row;

	if (UNEXPECTED(table->used >= (table->mask + 1) / 2) &&
		!hp_table_reserve(table, kind, table->used + 1) && kind->allocate != NULL) {
		return NULL;
	}
	row = hp_table_slot(table, kind, wanted);
	table->used += hp_table_is_free(kind, row);

	return row;
}

/* Steps through the rows in use, in no order: the row after this one (NULL: the first); NULL after the last. */
static zend_always_inline void *hp_table_next(
	const hp_table *table, const hp_table_kind *kind, const void *row)
{
	const char *next = row == NULL ? table->rows : (const char *) row + kind->row_bytes;
	const char *end =
		table->rows == NULL ? NULL : table->rows + (table->mask + 1) * kind->row_bytes;

	while (next < end && hp_table_is_free(kind, next)) {
		next += kind->row_bytes;
	}

	return next < end ? (void *) (uintptr_t) next : NULL;
}

#endif /* HP_BASE_TABLE_H */
