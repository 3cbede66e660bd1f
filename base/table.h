/* table.h: a hash table with open addressing and rows of one size.
 *
 * The caller reads and writes rows in place. A row is free while its first 8 bytes are zero (4 in
 * rows of 4 bytes), so it begins with a pointer, or a number counted from one. At most half of the
 * rows are in use. A pointer to a row is valid until the next hp_table_add() or hp_table_remove().
 *
 * The kind is a constant of the file that uses the table, passed to each call: so the compiler
 * inlines its functions, and a search is as fast as one written by hand. */
#ifndef HP_BASE_TABLE_H
#define HP_BASE_TABLE_H

#include "base/compat.h"

/* All zeros is an empty table. */
typedef struct hp_table {
	char *rows;
	size_t mask; /* rows minus one */
	size_t used;
	const void *context; /* for the kind's functions; most need no context */
} hp_table;

typedef struct hp_table_kind {
	size_t row_bytes; /* 4, or at least 8 */
	size_t first_rows; /* number of rows allocated at first; a power of two */
	/* The hash of a row's key; its lowest bits must depend on all of the key: see hp_table_mix().
	 * NULL, like is_same: the key is an address at the start of the row. */
	uint64_t (*hash)(const hp_table *table, const void *row);
	/* True for rows with the same key. In wanted, only the key need be filled in. */
	bool (*is_same)(const hp_table *table, const void *row, const void *wanted);
	/* Return zeroed memory, or NULL if there is none; and release it. Both NULL: the engine's
	 * persistent allocator is used, which ends the process if there is no memory. */
	void *(*allocate)(size_t bytes);
	void (*release)(void *memory, size_t bytes);
} hp_table_kind;

/* Makes room for this many rows in use. Returns false, and changes nothing, if there is no memory.
 * A caller that must not allocate later, such as a signal handler, reserves first and then searches
 * with hp_table_slot(). */
bool hp_table_reserve(hp_table *table, const hp_table_kind *kind, size_t count);

/* Releases the memory; the table is empty again, and keeps its context. */
void hp_table_free(hp_table *table, const hp_table_kind *kind);

/* Frees a row in use. The rows after it close the gap. */
void hp_table_remove(hp_table *table, const hp_table_kind *kind, void *row);

/* The golden ratio times 2 to the 64: the upper bits of a product depend on all bits of the other
 * factor. */
#define HP_TABLE_GOLDEN UINT64_C(0x9E3779B97F4A7C15)

/* Adds a part of a key to a hash, which starts as 0. */
static zend_always_inline uint64_t hp_table_mix(uint64_t hash, uint64_t part)
{
	hash = (hash ^ part) * HP_TABLE_GOLDEN;

	return hash ^ (hash >> 32);
}

/* Mixes a run of bytes into a hash, eight at a time. The last piece is filled up with zeros. */
static zend_always_inline uint64_t hp_table_mix_bytes(
	uint64_t hash, const char *bytes, size_t count)
{
	for (size_t at = 0; at < count; at += sizeof(uint64_t)) {
		uint64_t piece = 0;

		memcpy(&piece, bytes + at, MIN(sizeof(piece), count - at));
		hash = hp_table_mix(hash, piece);
	}

	return hash;
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

/* Returns the row with wanted's key, or the free row where it belongs. The table must have rows.
 * Neither allocates nor counts: a caller that fills rows without hp_table_add() must leave at least
 * one free. */
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

/* Returns the row with wanted's key; NULL if there is none. */
static zend_always_inline void *hp_table_find(
	const hp_table *table, const hp_table_kind *kind, const void *wanted)
{
	void *row = table->rows == NULL ? NULL : hp_table_slot(table, kind, wanted);

	return row == NULL || hp_table_is_free(kind, row) ? NULL : row;
}

/* Returns the row with wanted's key, or a new row of zeros, in which the caller must set the key at
 * once. NULL if there is no memory, which happens only with kind->allocate. */
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

/* Returns the next row in use, in no particular order. row is NULL for the first. NULL after the
 * last. */
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
