#include "base/vector.h"

#include <stdlib.h>

#define VECTOR_FIRST_ROWS 64u

void *hp_vector_grow(void *rows, uint32_t *size, uint32_t count, uint32_t more, size_t row_bytes)
{
	uint64_t wanted = (uint64_t) count + more;
	uint64_t larger = MAX((uint64_t) *size * 2, VECTOR_FIRST_ROWS);

	if (wanted > UINT32_MAX) {
		zend_error_noreturn(E_ERROR, "xhprof: more than 4294967295 rows of %zu bytes", row_bytes);
	}
	if (wanted <= *size) {
		return rows;
	}
	larger = MIN(MAX(larger, wanted), UINT32_MAX);
	rows = safe_perealloc(rows, (size_t) larger, row_bytes, 0, true);
	*size = (uint32_t) larger;

	return rows;
}

void hp_vector_sort(
	void *rows, size_t count, size_t row_bytes, int (*compare)(const void *one, const void *other))
{
	if (count > 0) {
		qsort(rows, count, row_bytes, compare);
	}
}

void hp_vector_rotate(void *rows, size_t count, size_t row_bytes)
{
	size_t rest_bytes = (count - 1) * row_bytes;
	void *first = pemalloc(row_bytes, true);

	memcpy(first, rows, row_bytes);
	memmove(rows, (char *) rows + row_bytes, rest_bytes);
	memcpy((char *) rows + rest_bytes, first, row_bytes);
	pefree(first, true);
}
