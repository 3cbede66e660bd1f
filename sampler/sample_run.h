/* sample_run.h: one sampling run of a thread, from xhprof_sample_enable() to the stop.
 *
 * Samples are taken by a clock, by events, or both at once: then each is a sample of its own in the same stream. */
#ifndef HP_SAMPLER_SAMPLE_RUN_H
#define HP_SAMPLER_SAMPLE_RUN_H

#include "sampler/helper.h"
#include "sampler/result.h"
#include "sampler/sampler.h"

struct hp_sample_run;

#ifdef HP_SAMPLE_HAS_SOURCES

/* An event by which samples are taken. */
typedef struct hp_sample_run_event {
	struct hp_sample_run *run;
	uint32_t number; /* in the options */
	hp_sample_event source; /* of the kernel; or */
	hp_event_counter counter; /* of PHP */
	uint32_t prepared_node; /* for its next tick; HP_SAMPLE_NONE: the stack as it is then */
	uint64_t paused_at; /* the count */
	uint64_t
		taken; /* of one that samples of the clock read: they account for the count up to here */
} hp_sample_run_event;

#endif

typedef struct hp_sample_run {
	bool is_running;
	bool has_samples; /* of a run that is over, until they are released */
	hp_sample_options options;
	hp_sample_store store;
	hp_sample_summary summary;
	zend_long setting_depth; /* the helper thread may read it at any time */
#ifdef HP_SAMPLE_HAS_SOURCES
	hp_sampler sampler;
	hp_sample_helper helper;
	const zend_long *depth; /* that, or the options' */
	const size_t *usage; /* memory in use; NULL: not wanted */
	hp_sample_run_event events[HP_EVENT_MAX];
	uint32_t
		kept[2]; /* nodes: of the last look from beside, and of the last sample in the thread */
	double estimates; /* squares of weights off the CPU that no look saw, less these weights */
	uint64_t began_ns; /* by the clock that samples are weighed by */
	uint64_t paused_ns; /* since then, in pauses that are over */
	char error[HP_EVENT_ERROR_BYTES];
#endif
} hp_sample_run;

/* Starts a run and takes the options over. FAILURE: the caller keeps the options, and *error gives
 * the reason in English. The run must not move until the run is stopped. */
zend_result hp_sample_run_enable(
	hp_sample_run *run, const hp_sample_options *options, const char **error);

/* The frames of a sample from now on, unless the options set them. */
void hp_sample_run_set_depth(hp_sample_run *run, zend_long depth);

#ifdef HP_SAMPLE_HAS_SOURCES

/* In MINIT. */
void hp_sample_run_startup(void);

/* In MINIT, in place of it: no run can start in this process, for that reason. */
void hp_sample_run_refuse(const char *reason);
void hp_sample_run_post_startup(void); /* when all modules have their functions */

/* Between them no sample is taken, and the time does not count. The sources go on ticking. */
void hp_sample_run_pause(hp_sample_run *run);
void hp_sample_run_resume(hp_sample_run *run);

/* Ends the run. The samples stay until they are released, the summary until the next run. */
void hp_sample_run_disable(hp_sample_run *run);
void hp_sample_run_release(hp_sample_run *run);

/* Takes a sample of that frame, with a frame of that name above it; label may be NULL. Without a run, nothing. */
void hp_sample_run_sample(
	hp_sample_run *run, const zend_execute_data *top, const zend_string *label, uint64_t weight);

/* The summary so far, of a run that may be going on. */
void hp_sample_run_summary(hp_sample_run *run, hp_sample_summary *summary);

/* While the PHP thread, outside its signal handler, reads the samples of an open run: none is added. The helper
 * thread holds the lock briefly. */
void hp_sample_run_lock(hp_sample_run *run);
void hp_sample_run_unlock(hp_sample_run *run);

/* At the end of a request: ends a run that is still on, and frees all. */
void hp_sample_run_deactivate(hp_sample_run *run);

#else /* no run starts */
# define hp_sample_run_startup() ((void) 0)
# define hp_sample_run_refuse(reason) ((void) (reason))
# define hp_sample_run_post_startup() ((void) 0)
# define hp_sample_run_pause(run) ((void) (run))
# define hp_sample_run_resume(run) ((void) (run))
# define hp_sample_run_disable(run) ((void) (run))
# define hp_sample_run_release(run) ((void) (run))
# define hp_sample_run_lock(run) ((void) (run))
# define hp_sample_run_unlock(run) ((void) (run))
# define hp_sample_run_sample(run, top, label, weight) ((void) (weight))
# define hp_sample_run_summary(run, to) (*(to) = (run)->summary)
# define hp_sample_run_deactivate(run) ((void) (run))
#endif

#endif /* HP_SAMPLER_SAMPLE_RUN_H */
