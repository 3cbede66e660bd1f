/* source_choice.h: which source ticks, perf or the timer, and why. Perf costs time at each switch
 * of the thread, and does not tick in the kernel; the timer is coarser. */
#ifndef HP_SAMPLER_SOURCE_CHOICE_H
#define HP_SAMPLER_SOURCE_CHOICE_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* The count of ticks that are missing starts again after this many intervals of CPU time. */
# define HP_SOURCE_CHOICE_KERNEL_INTERVALS 50u

/* True if signals of perf are permitted, and cost too much at that interval. */
bool hp_source_choice_is_expensive(uint64_t interval_ns);

/* Arms the best source of signals. Returns false if none is permitted: safe points take its
 * place. */
bool hp_source_choice_attach(hp_sampler *sampler);

/* The reason for the source that takes the samples now, and that source, which is asked with the
 * reason: a signal may arrive at any moment, and where signals are armed and none arrives, the
 * helper takes the samples. */
hp_why hp_source_choice_why(const hp_sampler *sampler);
hp_source hp_source_choice_source(const hp_sampler *sampler, hp_why why);

/* Accounts for the switches of the thread until now. */
void hp_source_choice_count_switches(hp_sampler *sampler);

/* With the lock: begins the window in which missing ticks are counted, at that CPU time. */
void hp_source_choice_begin_ticks(hp_sampler *sampler, uint64_t cpu_ns);

/* With the lock: changes the source from perf to the timer if too many ticks are missing. Perf does
 * not tick in the kernel, and the time of a missing tick goes to code that runs next. The timer's
 * tick comes as the system call ends. Only a thread that naps on one CPU keeps perf: the timer is
 * too coarse for naps, and no look sees them there. */
void hp_source_choice_mind_kernel(hp_sampler *sampler, uint64_t cpu_ns);

/* With the lock: chooses perf or the timer by what switches cost. Returns true if the source is to
 * change now. */
bool hp_source_choice_mind_switches(hp_sampler *sampler, uint64_t now_ns);

#endif

#endif /* HP_SAMPLER_SOURCE_CHOICE_H */
