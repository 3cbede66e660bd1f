/* counts.h: how much is in a snapshot. */
#ifndef HP_HEAP_COUNTS_H
#define HP_HEAP_COUNTS_H

#include "base/compat.h"

typedef struct hp_heap_counts {
	uint64_t nodes;
	uint64_t edges;
	uint64_t roots;
	uint64_t frames;
	uint64_t bytes; /* of nodes and regions */
	uint64_t truncated; /* edges to nodes that max_nodes leaves out */
} hp_heap_counts;

#endif /* HP_HEAP_COUNTS_H */
