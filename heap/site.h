/* site.h: who allocated a block, if a run knows it. */
#ifndef HP_HEAP_SITE_H
#define HP_HEAP_SITE_H

#include "heap/walk.h"

/* Of the run that goes on and keeps an account of memory; none if there is no such run. */
void hp_heap_site_init(hp_heap_site *sites);

#endif /* HP_HEAP_SITE_H */
