/* site.h: the allocation sites of blocks, as the running profile knows them. */
#ifndef HP_HEAP_SITE_H
#define HP_HEAP_SITE_H

#include "base/compat.h"

/* has_any: true if the running profile records allocations. of: the allocation site of a block; 0:
 * unknown. name: sets text to a site's name, of up to size bytes with the terminator. */
bool hp_heap_site_has_any(void);
uint32_t hp_heap_site_of(const void *block);
void hp_heap_site_name(uint32_t site, char *text, size_t size);

#endif /* HP_HEAP_SITE_H */
