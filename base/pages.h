/* pages.h: memory straight from the system.
 *
 * A snapshot works on it: not on ZendMM, whose heap is being read, and not on malloc(): in a forked process,
 * a lock that another thread held would never be released. The system provides a page when it is used. */
#ifndef HP_BASE_PAGES_H
#define HP_BASE_PAGES_H

#include "base/compat.h"

/* Zeroed memory, or NULL. It is released with the same size; NULL is fine. */
void *hp_pages_take(size_t size_bytes);
void hp_pages_release(void *memory, size_t size_bytes);

/* Makes room for the wanted number of items, at least twice as many as before if it has to grow.
 * False if there is no memory; nothing changes then. */
bool hp_pages_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes);

/* Zeroed memory of any size, as pecalloc() has it, which ends the process if there is none. pecalloc() writes to all of
 * it at once: in a large one hundreds of pages are then provided during one call of the program. */
void *hp_pages_allocate(size_t size_bytes);
void hp_pages_free(void *memory);

#endif /* HP_BASE_PAGES_H */
