/* view.h: reads what a look needs to know of the thread: its stack, and for what fraction of the
 * look it ran. */
#ifndef HP_SAMPLER_VIEW_H
#define HP_SAMPLER_VIEW_H

#include "sampler/off_cpu.h"
#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* With the lock: returns the fraction of the time since the look began for which the thread ran,
 * from 0 to 1. It is 1 for a thread that only the helper keeps off the CPU. */
double hp_view_part(const hp_sampler *sampler);

/* With the lock: reads the stack, once in each look. The stack is copied at once, and the copy is
 * compared with the memory afterwards, because the thread may run. Only if that fails is the stack
 * of a sleeping thread read frame by frame. */
void hp_view_see(hp_sampler *sampler);

/* With the lock: true if the thread has used more CPU time since the look began than time has
 * passed. Then it was not asleep: its CPU clock showed nothing yet as it woke up. */
bool hp_view_was_on(const hp_sampler *sampler);

/* With the lock: keeps the stack of the thread, which did not run when the look began. Returns
 * false if it cannot be read. */
bool hp_view_keep(void *owner, uint64_t cpu_ns);

/* Keeps stacks and adds samples for the accounts of time off the CPU, whose owner is the
 * sampler. */
extern const hp_off_cpu_sink hp_view_off_cpu_sink;

#endif

#endif /* HP_SAMPLER_VIEW_H */
