/* part.h: builds a part of a run from stacks and the sums of their samples. The result is a profile
 * with a call path for each stack.
 *
 * Times are in nanoseconds. The struct is part of its owner; all zeros is no part. One thread uses
 * it, and calls hp_live_part_begin() first and hp_live_part_end() last. */
#ifndef HP_LIVE_PART_H
#define HP_LIVE_PART_H

#include "base/vector.h"
#include "live/samples.h"
#include "live/symbols.h"
#include "profile/profile.h"

/* A frame of the last stack, and the node of the path down to it. */
typedef struct hp_live_part_frame {
	hp_live_frame frame;
	uint32_t node;
} hp_live_part_frame;

typedef struct hp_live_part {
	hp_profile *profile; /* owned until hp_live_part_end(); NULL: none has begun */
	double squares;
	/* The last stack, outermost frame first. The next stack mostly begins with the same frames. */
	HP_VECTOR(hp_live_part_frame) frames;
	bool is_cut;
} hp_live_part;

/* Where a part finds the functions of its stacks. */
typedef struct hp_live_part_functions {
	/* Returns the function with that number, valid until the next call. */
	const hp_live_symbol *(*symbol)(void *context, uint32_t number);
	void *context;
	/* The profile's numbers of these functions; HP_PROFILE_NONE: not there yet. NULL: none are
	 * kept. */
	uint32_t *numbers;
	/* How many more nodes all parts together may have; NULL: any number. */
	uint32_t *room;
} hp_live_part_functions;

/* Begins a part without samples, whose only function is main(). features: flags of hp_profile_new()
 * beside those of all parts. */
void hp_live_part_begin(hp_live_part *part, uint32_t features, int64_t interval_ns);

/* Returns the node of a stack, innermost frame first. is_cut: outer frames are missing. If there is
 * no room for more nodes, the rest of the stack is left out, and counted as truncated. */
uint32_t hp_live_part_path(hp_live_part *part, const hp_live_part_functions *functions,
	const hp_live_frame *frames, uint32_t count, bool is_cut);

/* Adds samples to a node. Until hp_live_part_end() a node has only its own time, without its
 * callees. */
void hp_live_part_add(hp_live_part *part, uint32_t node, const hp_live_amount *amount);

/* Adds time that no sample stands for to HP_LIVE_REST, a callee of main(). */
void hp_live_part_add_rest(hp_live_part *part, int64_t wall_ns, int64_t cpu_ns);

/* Returns the profile, complete. The caller owns it. */
hp_profile *hp_live_part_end(hp_live_part *part);

/* Frees a part, which may have begun. */
void hp_live_part_free(hp_live_part *part);

#endif /* HP_LIVE_PART_H */
