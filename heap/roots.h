/* roots.h: where the walk begins. */
#ifndef HP_HEAP_ROOTS_H
#define HP_HEAP_ROOTS_H

#include "heap/walk.h"

/* Records all roots and visits everything reachable from them. from: the innermost frame to record;
 * is_exact: as in hp_heap_snapshot_write(). */
void hp_heap_roots_visit(hp_heap_walk *walk, const zend_execute_data *from, bool is_exact);

#endif /* HP_HEAP_ROOTS_H */
