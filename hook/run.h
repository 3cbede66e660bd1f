/* run.h: the one home of a thread's runs. A run is one profile from its start to its stop.
 *
 *   idle -- start --> running <-- pause, resume --> paused
 *    ^                   |                             |
 *    |                   +------------ stop -----------+
 *    +-- release -- finished
 *
 * A thread has at most one run of each kind: calls are recorded by trace/ and seen by hook/, samples are
 * taken by sampler/. A run of allocations alone is one of calls that records no calls. A finished run stays
 * until its result is delivered: if memory_limit is hit while the result is made, the program can ask for
 * it again.
 *
 * Runs of both kinds are open at once only if one of them was started with "beside". Then each is ended by
 * its own functions. Otherwise a second start does nothing, and either function ends the run that is there,
 * as in the first xhprof. */
#ifndef HP_HOOK_RUN_H
#define HP_HOOK_RUN_H

#include "hook/gc.h"
#include "sampler/options.h"
#include "trace/options.h"
#include "profile/profile.h"

typedef enum hp_run_state {
	HP_RUN_IDLE,
	HP_RUN_RUNNING,
	HP_RUN_PAUSED,
	HP_RUN_FINISHED
} hp_run_state;

typedef enum hp_run_kind {
	HP_RUN_CALLS,
	HP_RUN_SAMPLES,
	HP_RUN_KINDS
} hp_run_kind;

typedef struct hp_run_part {
	hp_run_state state;
	bool is_beside; /* one of the other kind may be open, too; its own functions end it */
	bool is_of_request; /* it was started for the whole request, and will be saved */
	hp_gc_status gc_before; /* when it began */
	hp_gc_status gc_after; /* and ended */
	hp_profile *of_request; /* what will be saved, from the stop of that run on */
} hp_run_part;

typedef struct hp_run {
	hp_run_part parts[HP_RUN_KINDS]; /* the newest run of each kind */
	struct hp_tracer *tracer; /* records calls */
	struct hp_sample_run *samples; /* takes samples */
	const char *warning; /* see hp_run_take_warning() */
} hp_run;

void hp_run_init(hp_run *run, struct hp_tracer *tracer, struct hp_sample_run *samples);

static inline bool hp_run_is_open_of(const hp_run *run, hp_run_kind kind)
{
	return run->parts[kind].state == HP_RUN_RUNNING || run->parts[kind].state == HP_RUN_PAUSED;
}

static inline bool hp_run_is_open(const hp_run *run)
{
	return hp_run_is_open_of(run, HP_RUN_CALLS) || hp_run_is_open_of(run, HP_RUN_SAMPLES);
}

/* True if no open run is in the way of one of that kind. */
bool hp_run_may_start(const hp_run *run, hp_run_kind kind, bool is_beside);

/* Start a run, which takes the options over, and give up a result that was not delivered. The run may
 * start. FAILURE: the options are the caller's, and *error is in English. */
zend_result hp_run_start_calls(hp_run *run, const hp_trace_options *options, const char **error);
zend_result hp_run_start_samples(hp_run *run, const hp_sample_options *options, const char **error);

/* Pause what is running, and resume what is paused, of both kinds. False: there is nothing. */
bool hp_run_pause(hp_run *run);
bool hp_run_resume(hp_run *run);

/* The kind of run that the classic functions of a kind end: the other one if only that is there. */
hp_run_kind hp_run_ended_by(const hp_run *run, hp_run_kind kind);

/* Stops the run if it is open. False if there is no result. It warns of nothing, as the program's handler of errors may
 * start and stop runs. */
bool hp_run_stop(hp_run *run, hp_run_kind kind);

/* A warning in English of the run that was stopped, once, for when its result is delivered; NULL: none. That of a
 * request's run is in the log already. */
const char *hp_run_take_warning(hp_run *run);

/* The result of a finished run as the classic array. It is delivered once the caller releases the run. */
void hp_run_rows(hp_run *run, hp_run_kind kind, zval *result);
void hp_run_release(hp_run *run, hp_run_kind kind);

/* Likewise for all runs: the calls as a profile for the caller to free, in it the samples that were taken
 * beside them; or the samples. */
bool hp_run_stop_all(hp_run *run);
hp_profile *hp_run_profile(hp_run *run);
void hp_run_release_all(hp_run *run);

/* True if hp_run_profile() is the profile of the whole request. */
bool hp_run_is_of_request(const hp_run *run);

/* The same of the open run, as if it were stopped now; it continues unchanged. Needs
 * nothing of PHP's allocator. */
hp_profile *hp_run_snapshot(hp_run *run);

/* The newest runs are for the whole request. */
void hp_run_start_request(hp_run *run);

/* The profile of the whole request's runs, which end if they are open: as that of hp_run_profile(), but the
 * run's own. NULL if there was no such run. */
hp_profile *hp_run_of_request(hp_run *run);

/* After its profile was saved, in a process that continues: the run is forgotten. Any other run stays as it is. */
void hp_run_forget_request(hp_run *run);

/* At the end of a request: ends open runs, and frees all. */
void hp_run_deactivate(hp_run *run);

#endif /* HP_HOOK_RUN_H */
