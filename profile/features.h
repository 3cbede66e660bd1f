/* features.h: the bits that say what a profile measures and holds. They are disjoint, and those below
 * 128 have the values of the XHPROF_FLAGS_* constants. */
#ifndef HP_PROFILE_FEATURES_H
#define HP_PROFILE_FEATURES_H

/* Beside wall time. */
#define HP_METRIC_CPU 2u
#define HP_METRIC_MEMORY 4u
#define HP_METRIC_ALLOC 16u /* allocations; not read at each call */

#define HP_RUN_TREE 32u /* keeps call paths, and the shortest and the longest call of each */
#define HP_RUN_TIMELINE 64u /* keeps each begin and end */
#define HP_RUN_COMPENSATED 128u /* takes its own weight out: trace/overhead.h */
#define HP_RUN_SAMPLED 0x20000000u /* has seen no calls: samples are counted in their place */
#define HP_RUN_LINES 0x40000000u /* tells call paths apart by their lines, too */
#define HP_RUN_PAUSED 0x80000000u /* its clock stands still */

#endif /* HP_PROFILE_FEATURES_H */
