/* features.h: the bits that say what a profile measures and what it holds. No bit is in both sets,
 * and a format needs some of either. The bits that xhprof_enable() takes are its XHPROF_FLAGS_*. */
#ifndef HP_PROFILE_FEATURES_H
#define HP_PROFILE_FEATURES_H

/* Metrics, besides wall time. */
#define HP_METRIC_CPU 2u
#define HP_METRIC_MEMORY 4u
#define HP_METRIC_PEAK 8u /* peak of memory; comes with memory, except in parts of timelines */
#define HP_METRIC_ALLOC 16u /* allocations, which are not read at each call */

/* Features, besides pairs. */
#define HP_PROFILE_TREE 32u /* call paths, with the shortest and the longest call of each */
#define HP_PROFILE_TIMELINE 64u /* the begin and end of each call */
/* Events of the timeline have lanes, because there were fibers; or moments have, because there were
 * several processes. */
#define HP_PROFILE_LANES 0x00100000u
/* How often lines of chosen functions ran, and their times. */
#define HP_PROFILE_LINE_COUNTS 0x00200000u
#define HP_PROFILE_SPANS \
 0x00040000u /* the moments of a process stand for other times than their intervals */
#define HP_PROFILE_SQUARES \
 0x00080000u /* the squares of weights are known: hp_profile_samples.squares */
#define HP_PROFILE_CUSTOM 0x01000000u /* xhprof_sample() took samples: hp_profile_samples.custom */
#define HP_PROFILE_GC 0x02000000u /* what the garbage collector did: hp_profile.gc */
#define HP_PROFILE_GC_TIMES 0x04000000u /* the collector's times are known too */
#define HP_PROFILE_REDUCED \
 0x08000000u /* some functions have no rows of their own: profile/reduce.h */
#define HP_PROFILE_LOST_MARKS 0x10000000u /* marks were lost: hp_profile_timeline.lost_marks */
#define HP_PROFILE_COSTS \
 0x00400000u /* the cost of recording a call is known: hp_profile_calls.costs */
#define HP_PROFILE_CPU_CLOCK 0x00800000u /* all times of a sampled run are CPU time */
#define HP_PROFILE_SAMPLED 0x20000000u /* counts are of samples, not of calls */
#define HP_PROFILE_LINES 0x40000000u /* call paths differ by their lines too */

#endif /* HP_PROFILE_FEATURES_H */
