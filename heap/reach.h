/* reach.h: gives owners to memory that only C code knows.
 *
 * A stream, a date or a list of the SPL is a value, but most of its memory is in blocks that only
 * its extension knows. They are found as a conservative garbage collector finds them, without
 * knowing any layout: if a word in a value's own memory is the address of a block, the block
 * belongs to the value. Each such block becomes a node, and is searched in turn. The variables of
 * the engine and of extensions are searched, too.
 *
 * A number may look like an address. So only blocks that nothing else claims are found, and only
 * values that no other root leads to get a holder in this way. */
#ifndef HP_HEAP_REACH_H
#define HP_HEAP_REACH_H

#include "heap/area.h"
#include "heap/walk.h"

/* Adds memory of a node or of a region, to be searched later. owner: as in hp_heap_part. */
void hp_heap_reach_part(hp_heap_walk *walk, uint32_t owner, const char *start, size_t bytes);

/* Searches the parts and the areas. Call it after all values and regions are recorded. */
void hp_heap_reach_visit(hp_heap_walk *walk, const hp_heap_areas *areas);

/* Searches the parts that were added since then, for memory and values without a holder. */
void hp_heap_reach_rest(hp_heap_walk *walk);

#endif /* HP_HEAP_REACH_H */
