/* features.h: the bits that say what a profile measures and what it holds. No bit is in both sets, and a
 * format needs some of either. The bits that xhprof_enable() takes are its XHPROF_FLAGS_*. */
#ifndef HP_PROFILE_FEATURES_H
#define HP_PROFILE_FEATURES_H

/* Metrics, beside wall time. */
#define HP_METRIC_CPU 2u
#define HP_METRIC_MEMORY 4u
#define HP_METRIC_PEAK 8u /* of memory: of all with memory but parts of timelines */
#define HP_METRIC_ALLOC 16u /* allocations; not read at each call */

/* Features, beside pairs. */
#define HP_PROFILE_TREE 32u /* call paths, with the shortest and the longest call of each */
#define HP_PROFILE_TIMELINE 64u /* the begin and end of each call */
/* Events of its timeline have lanes: there were fibers. Or moments have: there were several processes. */
#define HP_PROFILE_LANES 0x00100000u
/* How often lines of chosen functions ran, and their times. */
#define HP_PROFILE_LINE_COUNTS 0x00200000u
#define HP_PROFILE_SPANS \
 0x00040000u /* of one process, moments stand for other times than their intervals */
#define HP_PROFILE_SQUARES 0x00080000u /* how far weights differ is known: hp_profile.squares */
#define HP_PROFILE_CUSTOM 0x01000000u /* xhprof_sample() took samples: hp_profile.custom */
#define HP_PROFILE_GC 0x02000000u /* what the garbage collector did: hp_profile.gc */
#define HP_PROFILE_GC_TIMES 0x04000000u /* and its times */
#define HP_PROFILE_REDUCED \
 0x08000000u /* some functions have no rows of their own: profile/reduce.h */
#define HP_PROFILE_LOST_MARKS 0x10000000u /* of a recording: hp_profile.lost_marks */
#define HP_PROFILE_COSTS 0x00400000u /* what recording a call costs is known: hp_profile.costs */
#define HP_PROFILE_CPU_CLOCK 0x00800000u /* all times of a sampled run are of CPU time */
#define HP_PROFILE_SAMPLED 0x20000000u /* counts are of samples, not of calls */
#define HP_PROFILE_LINES 0x40000000u /* call paths differ by their lines, too */

#endif /* HP_PROFILE_FEATURES_H */
