/* pages.h: memory directly from the system.
 *
 * A snapshot uses it. ZendMM's heap is being read then, and malloc() may hang in a forked process,
 * where a lock that another thread held is never released. The system provides a page when it is
 * first used. */
#ifndef HP_BASE_PAGES_H
#define HP_BASE_PAGES_H

#include "base/compat.h"

/* Returns zeroed memory, or NULL. Release it with the same size; NULL is fine. */
void *hp_pages_take(size_t size_bytes);
void hp_pages_release(void *memory, size_t size_bytes);

/* Makes room for the wanted number of items, and at least doubles it if it has to grow. Returns
 * false, and changes nothing, if there is no memory. */
bool hp_pages_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes);

/* Returns zeroed memory of any size, like pecalloc(), and like that ends the process if there is
 * none. pecalloc() writes to all of it at once: for a large block, the system then provides
 * hundreds of pages during one call of the program. */
void *hp_pages_allocate(size_t size_bytes);
void hp_pages_free(void *memory);

#endif /* HP_BASE_PAGES_H */
