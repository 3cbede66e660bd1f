/* vector.h: an array that grows, outside PHP's allocator.
 *
 *   typedef struct stack {
 *       HP_VECTOR(hp_call) calls;      all zeros is an empty one
 *   } stack;
 *
 *   *hp_vector_add(&stack->calls) = call;
 *   for (uint32_t i = 0; i < stack->calls.count; i++) { use(&stack->calls.rows[i]); }
 *   hp_vector_free(&stack->calls);
 *
 * Rows move when the array grows. If there is no memory, or the count exceeds a uint32_t, the
 * process ends, as in the engine's persistent allocator. */
#ifndef HP_BASE_VECTOR_H
#define HP_BASE_VECTOR_H

#include "base/compat.h"

#define HP_VECTOR(type) \
 struct { \
  type *rows; \
  uint32_t count; /* in use */ \
  uint32_t size; /* allocated */ \
 }

/* Returns the rows with room for `more` after `count`, and sets *size. At least doubles the room if
 * it must grow. For arrays without HP_VECTOR(). */
void *hp_vector_grow(void *rows, uint32_t *size, uint32_t count, uint32_t more, size_t row_bytes);

/* Makes room for more rows. */
#define hp_vector_reserve(vector, more) \
 ((vector)->size - (vector)->count >= (more) \
		 ? (void) 0 \
		 : (void) ((vector)->rows = hp_vector_grow((vector)->rows, &(vector)->size, \
					   (vector)->count, (more), sizeof(*(vector)->rows))))

/* Adds an uninitialized row, and returns its address. */
#define hp_vector_add(vector) (hp_vector_reserve((vector), 1), &(vector)->rows[(vector)->count++])

/* Releases the memory; the array is empty again. */
#define hp_vector_free(vector) \
 do { \
  hp_vector_release((vector)->rows); \
  (vector)->rows = NULL; \
  (vector)->count = (vector)->size = 0; \
 } while (0)

/* Sorts rows, which may be NULL if there are none. Equal rows get any order. */
void hp_vector_sort(
	void *rows, size_t count, size_t row_bytes, int (*compare)(const void *one, const void *other));

/* Moves the first row behind the others. */
void hp_vector_rotate(void *rows, size_t count, size_t row_bytes);

/* For hp_vector_sort(): compares two numbers and, if they are equal, two others. */
static inline int hp_vector_order(int64_t one, int64_t other, int64_t then_one, int64_t then_other)
{
	return one != other ? (one < other ? -1 : 1)
						: (then_one > then_other) - (then_one < then_other);
}

/* Releases rows, which may be NULL. */
static inline void hp_vector_release(void *rows)
{
	pefree(rows, true);
}

#endif /* HP_BASE_VECTOR_H */
