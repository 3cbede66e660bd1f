#include "base/table.h"

static char *table_allocate(const hp_table_kind *kind, size_t count)
{
	if (kind->allocate == NULL) {
		return pecalloc(count, kind->row_bytes, true);
	}

	return count > SIZE_MAX / kind->row_bytes ? NULL : kind->allocate(count * kind->row_bytes);
}

static void table_release(const hp_table *table, const hp_table_kind *kind)
{
	if (table->rows == NULL) {
		return;
	}
	if (kind->allocate == NULL) {
		pefree(table->rows, true);
	} else {
		kind->release(table->rows, (table->mask + 1) * kind->row_bytes);
	}
}

static bool table_resize(hp_table *table, const hp_table_kind *kind, size_t count)
{
	hp_table old = *table;

	table->rows = table_allocate(kind, count);
	if (table->rows == NULL) {
		table->rows = old.rows;
		return false;
	}
	table->mask = count - 1;
	for (void *row = hp_table_next(&old, kind, NULL); row != NULL;
		 row = hp_table_next(&old, kind, row)) {
		memcpy(hp_table_slot(table, kind, row), row, kind->row_bytes);
	}
	table_release(&old, kind);

	return true;
}

bool hp_table_reserve(hp_table *table, const hp_table_kind *kind, size_t count)
{
	size_t rows = table->rows == NULL ? kind->first_rows : table->mask + 1;

	while (rows / 2 < count) {
		if (rows > SIZE_MAX / 2) {
			return false;
		}
		rows *= 2;
	}

	return (table->rows != NULL && rows == table->mask + 1) || table_resize(table, kind, rows);
}

void hp_table_free(hp_table *table, const hp_table_kind *kind)
{
	const void *context = table->context;

	table_release(table, kind);
	*table = (hp_table){.context = context};
}

/* True if the row at a place may move back to the hole, which must not be before the row's home. */
static bool table_may_move(const hp_table *table, size_t home, size_t hole, size_t at)
{
	return ((at - home) & table->mask) >= ((at - hole) & table->mask);
}

void hp_table_remove(hp_table *table, const hp_table_kind *kind, void *row)
{
	size_t hole = (size_t) ((char *) row - table->rows) / kind->row_bytes;
	size_t at = hole;

	for (;;) {
		char *next;

		at = (at + 1) & table->mask;
		next = table->rows + at * kind->row_bytes;
		if (hp_table_is_free(kind, next)) {
			break;
		}
		if (table_may_move(table, (size_t) hp_table_hash(table, kind, next), hole, at)) {
			memcpy(table->rows + hole * kind->row_bytes, next, kind->row_bytes);
			hole = at;
		}
	}
	memset(table->rows + hole * kind->row_bytes, 0, kind->row_bytes);
	table->used--;
}
