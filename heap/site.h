/* site.h: the allocation sites of blocks, by the running profile. */
#ifndef HP_HEAP_SITE_H
#define HP_HEAP_SITE_H

#include "base/compat.h"

/* The allocation site of a block, from the running profile; 0: unknown. And its name, up to size bytes. */
bool hp_heap_site_has_any(void);
uint32_t hp_heap_site_of(const void *block);
void hp_heap_site_name(uint32_t site, char *text, size_t size);

#endif /* HP_HEAP_SITE_H */
