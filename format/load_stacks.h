/* load_stacks.h: makes a run of samples of a list of stacks, which is not trusted. */
#ifndef HP_FORMAT_LOAD_STACKS_H
#define HP_FORMAT_LOAD_STACKS_H

#include "format/load_pairs.h"

/* Each stack is an array{frames: list<string>, samples: int, wall_ns: int, cpu_ns: int}, the
 * outermost frame first. Paths that do not begin with main() go below it, and equal ones are added
 * up. Returns the run, for the caller to free; or NULL, and *fault says why. Calls no code of the
 * program and allocates nothing of PHP's, so that nothing changes the array meanwhile. */
hp_profile *hp_load_stacks(HashTable *stacks, hp_load_fault *fault);

#endif /* HP_FORMAT_LOAD_STACKS_H */
