/* reach.h: gives owners to memory that only C code knows.
 *
 * A stream, a date or a list of the SPL is a value, but most of its memory is in blocks that only its
 * extension knows. They are found as a conservative garbage collector finds them, without knowing any
 * layout: a word in a value's own memory that is the address of a block belongs to it. Each such block
 * becomes a node, and is searched in turn; so are the variables of the engine and of extensions.
 *
 * A number may look like an address. So only blocks that nothing else claims are found, and the only
 * values that get a holder by it are those that no other root leads to. */
#ifndef HP_HEAP_REACH_H
#define HP_HEAP_REACH_H

#include "heap/area.h"
#include "heap/walk.h"

/* Memory of a node, to be searched later. */
void hp_heap_reach_part(hp_heap_walk *walk, uint32_t owner, const char *start, size_t bytes);

/* Searches, after all values and regions are recorded. */
void hp_heap_reach_visit(hp_heap_walk *walk, const hp_heap_areas *areas);

/* Searches the parts that were added since, for what nothing else has. */
void hp_heap_reach_rest(hp_heap_walk *walk);

#endif /* HP_HEAP_REACH_H */
