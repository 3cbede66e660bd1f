/* stacks.h: what was sampled as a result shows it: names instead of addresses, levels of
 * recursion, and without what is ignored. */
#ifndef HP_SAMPLE_STACKS_H
#define HP_SAMPLE_STACKS_H

#include "trace/options.h"
#include "sample/store.h"
#include "trace/symbol.h"

/* A visible frame of a path. */
typedef struct hp_sample_visible {
	hp_symbol *symbol;
	uint32_t level; /* of recursion */
	uint32_t function; /* HP_SAMPLE_NONE: main() without code */
	uint32_t line;
} hp_sample_visible;

typedef struct hp_sample_stacks {
	const hp_sample_store *store;
	const hp_trace_options *options;
	hp_symbols symbols;
	hp_symbol *root;
	hp_symbol **of_function; /* by number; NULL: the function is transparent */
	hp_sample_visible *frames; /* of the path looked at, the outermost first */
	uint32_t *nodes;
	uint32_t frames_size;
} hp_sample_stacks;

/* Names all functions of a store, which has to stay as it is until the end. */
void hp_sample_stacks_begin(
	hp_sample_stacks *stacks, const hp_sample_store *store, const hp_trace_options *options);
void hp_sample_stacks_end(hp_sample_stacks *stacks);

/* Puts the visible frames of a path into stacks->frames; returns how many, main() included. */
uint32_t hp_sample_stacks_expand(hp_sample_stacks *stacks, uint32_t node);

#endif /* HP_SAMPLE_STACKS_H */
