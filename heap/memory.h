/* memory.h: the working memory of a snapshot, straight from the system.
 *
 * Not from ZendMM, whose heap is being read, and not from malloc(): in a forked process, a lock that
 * another thread held would never be released. */
#ifndef HP_HEAP_MEMORY_H
#define HP_HEAP_MEMORY_H

#include "base/compat.h"

/* Zeroed memory, or NULL. It is released with the same size; NULL is fine. */
void *hp_heap_memory_take(size_t size_bytes);
void hp_heap_memory_release(void *memory, size_t size_bytes);

/* Makes room for the wanted number of items, at least twice as many as before if it has to grow.
 * False if there is no memory; nothing changes then. */
bool hp_heap_memory_grow(void **memory, size_t *count, size_t wanted, size_t item_bytes);

#endif /* HP_HEAP_MEMORY_H */
