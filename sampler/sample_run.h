/* sample_run.h: one sampling run of a thread, from xhprof_sample_enable() to the stop.
 *
 * Samples are taken by a clock, by events, or by both at once: then each sample of either is a
 * sample of its own in the same stream. */
#ifndef HP_SAMPLER_SAMPLE_RUN_H
#define HP_SAMPLER_SAMPLE_RUN_H

#include "sampler/sample_run_state.h"

/* Starts a run of the calling thread and takes the options over. FAILURE: the caller keeps the
 * options, and *error gives the reason in English. The run must not move until it is stopped. */
zend_result hp_sample_run_enable(
	hp_sample_run *run, const hp_sample_options *options, const char **error);

/* Sets how many frames samples have from now on, unless the options set it. */
void hp_sample_run_set_depth(hp_sample_run *run, zend_long depth);

#ifdef HP_SAMPLE_HAS_SOURCES

/* Called in MINIT. */
void hp_sample_run_startup(void);

/* Called in MINIT in place of hp_sample_run_startup(): no run can start in this process, for that
 * reason, which must stay valid. */
void hp_sample_run_refuse(const char *reason);
void hp_sample_run_post_startup(void); /* called when all modules have their functions */

/* Pauses and resumes the run. In between no sample is taken, and the time does not count. The
 * sources go on ticking. */
void hp_sample_run_pause(hp_sample_run *run);
void hp_sample_run_resume(hp_sample_run *run);

/* Ends the run. The samples stay until they are released, the summary until the next run. */
void hp_sample_run_disable(hp_sample_run *run);
void hp_sample_run_release(hp_sample_run *run);

/* Takes a sample of that frame, with a frame named label above it; label may be NULL. Does nothing
 * without a run, and in a pause. */
void hp_sample_run_sample(
	hp_sample_run *run, const zend_execute_data *top, const zend_string *label, uint64_t weight);

/* Copies the summary so far. The run may be going on. */
void hp_sample_run_summary(hp_sample_run *run, hp_sample_summary *summary);

/* The PHP thread holds the lock while it reads the samples of an open run, so that none is added.
 * Not for its signal handler. The helper thread holds the lock only briefly. */
void hp_sample_run_lock(hp_sample_run *run);
void hp_sample_run_unlock(hp_sample_run *run);

/* Called at the end of a request: ends a run that is still going on, and frees everything. */
void hp_sample_run_deactivate(hp_sample_run *run);

#else /* no run can start */
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
