/* sampler.h: one sampling run of a thread, from xhprof_sample_enable() to the stop. */
#ifndef HP_SAMPLE_SAMPLER_H
#define HP_SAMPLE_SAMPLER_H

#include "sample/stack_walk.h"
#include "sample/result.h"
#include "sample/off_cpu.h"

/* The sampler's clocks at a moment. */
typedef struct hp_sampler_times {
	uint64_t events_ns[2];
	uint64_t waited_ns;
	uint64_t cpu_ns;
	uint64_t now_ns;
	int64_t now_us;
} hp_sampler_times;

typedef struct hp_sampler {
	bool is_running;
	bool has_samples; /* of a run that is over, until they are released */
	hp_sample_options options;
	hp_sample_store store;
	hp_sample_summary summary;
	hp_stack_walk walk;
	zend_long setting_depth; /* the helper thread may read it at any time */
	const zend_long *depth; /* that, or the options' */
	const size_t *usage; /* memory in use; NULL: not wanted */
	hp_sample_event events[2]; /* by CPU time, if by signals; by a helper thread */
	char error[HP_EVENT_ERROR_BYTES];
	hp_event_counter counter; /* instead of these: an event */
	uint32_t prepared_node; /* for its next tick; HP_SAMPLE_NONE: the stack as it is then */
	bool is_locked; /* guards the store */
	uint64_t hurry_until_ns; /* CPU time: ticks have been missing */
	uint64_t cooldown_ns; /* after the last sample */
	uint64_t cooldown_until_ns; /* on the clock of the event */
	hp_off_cpu off; /* for the source "blocked" */
	uint32_t kept_node; /* of the helper's last look that found it off the CPU */
	uint64_t interrupt_cpu_ns; /* used up at the last sample at a safe point */
	uint32_t pauses; /* begun and ended: odd while paused */
	hp_sampler_times paused_at;
} hp_sampler;

/* Starts a run and takes the options over. FAILURE: the caller keeps the options, and *error gives
 * the reason in English. The sampler must not move until the run is stopped. */
zend_result hp_sampler_enable(
	hp_sampler *sampler, const hp_sample_options *options, const char **error);

/* The frames of a sample from now on, unless the options set them. */
void hp_sampler_set_depth(hp_sampler *sampler, zend_long depth);

#ifdef HP_SAMPLE_HAS_SOURCES

/* In MINIT. */
void hp_sampler_startup(void);

/* In MINIT, in place of it: no run can start in this process, for that reason. */
void hp_sampler_refuse(const char *reason);
void hp_sampler_post_startup(void); /* when all modules have their functions */

/* Between them no sample is taken, and the time does not count. The sources go on ticking. */
void hp_sampler_pause(hp_sampler *sampler);
void hp_sampler_resume(hp_sampler *sampler);

/* Ends the run. The samples stay until they are released, the summary until the next run. */
void hp_sampler_disable(hp_sampler *sampler);
void hp_sampler_release(hp_sampler *sampler);

/* Takes a sample of that frame, with a frame of that name above it; label may be NULL. Without a run, nothing. */
void hp_sampler_sample(
	hp_sampler *sampler, const zend_execute_data *top, const zend_string *label, uint64_t weight);

/* The summary so far, of a run that may be going on. */
void hp_sampler_summary(hp_sampler *sampler, hp_sample_summary *summary);

/* While the PHP thread, outside its signal handler, reads the samples of a run that goes on: none is added. The helper
 * thread holds the lock briefly. */
void hp_sampler_lock(hp_sampler *sampler);
void hp_sampler_unlock(hp_sampler *sampler);

/* At the end of a request: ends a run that is still on, and frees all. */
void hp_sampler_deactivate(hp_sampler *sampler);

#else /* no run starts */
# define hp_sampler_startup() ((void) 0)
# define hp_sampler_refuse(reason) ((void) (reason))
# define hp_sampler_post_startup() ((void) 0)
# define hp_sampler_pause(sampler) ((void) (sampler))
# define hp_sampler_resume(sampler) ((void) (sampler))
# define hp_sampler_disable(sampler) ((void) (sampler))
# define hp_sampler_release(sampler) ((void) (sampler))
# define hp_sampler_lock(sampler) ((void) (sampler))
# define hp_sampler_unlock(sampler) ((void) (sampler))
# define hp_sampler_sample(sampler, top, label, weight) ((void) (weight))
# define hp_sampler_summary(sampler, to) (*(to) = (sampler)->summary)
# define hp_sampler_deactivate(sampler) ((void) (sampler))
#endif

#endif /* HP_SAMPLE_SAMPLER_H */
