/* charge.h: adds the samples of CPU time, and sets the pause until the next one. All functions are
 * called with the lock, some in the signal handler. */
#ifndef HP_SAMPLER_CHARGE_H
#define HP_SAMPLER_CHARGE_H

#include "sampler/due.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Passes the kept stack to the reader that asked for it. */
void hp_charge_answer(hp_sampler *sampler, bool is_own, hp_sampler_activity state);

/* With the lock: notes that a stack of this many frames was read. */
void hp_charge_note_depth(hp_sampler *sampler, uint32_t frames);

/* With the lock: keeps the stack of the calling thread. Returns false if that failed, which is
 * counted. */
bool hp_charge_keep_own(hp_sampler *sampler, const zend_execute_data *top, const void *context);

/* The clock of cooldowns: CPU time, or the monotonic clock if the thread has no CPU clock. */
static inline uint64_t hp_charge_cooldown_clock_ns(const hp_sampler *sampler, uint64_t cpu_ns)
{
	return sampler->cpu.thread->has_cpu_clock ? cpu_ns : hp_sampler_now_ns();
}

/* Starts the cooldown, at the end of a sample that began at this CPU time. */
void hp_charge_cool_down(hp_sampler *sampler, uint64_t began_cpu_ns);

/* With the lock: takes over the time that earlier requests of this kind left open, and empties
 * their account. */
void hp_charge_settle(hp_sampler *sampler);

/* With the lock: adds a sample of CPU time, which stands for the owed time as well. Returns false
 * if the sink did not take it. */
bool hp_charge_add_own(hp_sampler *sampler, const hp_sampler_sample *sample);

/* With the lock, in the thread or its signal handler: takes a sample of CPU time, and the stack
 * that a reader waits for. Returns false if the stack could not be kept. */
bool hp_charge_take_own(hp_sampler *sampler, uint64_t cpu_ns, hp_sampler_sample *sample,
	const zend_execute_data *top, const void *context);

/* True if the cooldown of the last sample has not ended, even with the time that the thread waited
 * added to its clock. Never true while a reader waits for a stack. */
static inline bool hp_charge_is_too_soon(
	const hp_sampler *sampler, uint64_t cpu_ns, uint64_t waited_ns)
{
	return hp_charge_cooldown_clock_ns(sampler, cpu_ns) + waited_ns <
		sampler->thread.cooldown_until_ns &&
		!hp_sampler_has_stack_asked(sampler);
}

#endif

#endif /* HP_SAMPLER_CHARGE_H */
