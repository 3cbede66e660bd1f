/* run.h: owns a thread's runs. A run is one profile from its start to its stop.
 *
 *   idle -- start --> running <-- pause, resume --> paused
 *    ^                   |                             |
 *    |                   +------------ stop -----------+
 *    +-- release -- finished
 *
 * A thread has at most one run of each kind: calls are seen by hook/ and recorded by trace/,
 * samples are taken by sampler/. A run of allocations alone is a run of calls that records no
 * calls. A finished run stays until its result is delivered: if memory_limit is hit while the
 * result is made, the program can ask for it again.
 *
 * Runs of both kinds are open at the same time only if one of them was started with "beside". Then
 * each is ended by the functions of its kind. Otherwise a second start does nothing, and either
 * function ends the open run, as in the original xhprof. */
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
	/* a run of the other kind may be open too; only the functions of its kind end this run */
	bool is_beside;
	bool is_of_request; /* it was started for the whole request, and will be saved */
	hp_gc_status gc_before; /* the collector's status when the run began */
	hp_gc_status gc_after; /* the status when it ended */
	hp_profile *of_request; /* the profile that will be saved, once that run has stopped; owned */
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

/* True if a run of that kind may start: no open run prevents it. */
bool hp_run_may_start(const hp_run *run, hp_run_kind kind, bool is_beside);

/* Start a run, which takes the options over, and drop a result that was not delivered.
 * hp_run_may_start() must be true. On FAILURE the caller still owns the options, and *error is the
 * reason in English. */
zend_result hp_run_start_calls(hp_run *run, const hp_trace_options *options, const char **error);
zend_result hp_run_start_samples(hp_run *run, const hp_sample_options *options, const char **error);

/* Pause the running runs and resume the paused ones, of both kinds. Return false if there are
 * none. */
bool hp_run_pause(hp_run *run);
bool hp_run_resume(hp_run *run);

/* Returns the kind of run that the classic functions of a kind end: the other kind if only that has
 * a run. */
hp_run_kind hp_run_ended_by(const hp_run *run, hp_run_kind kind);

/* Stops the run if it is open. Returns false if there is no result. Emits no warning, as the
 * program's error handler could start and stop runs. */
bool hp_run_stop(hp_run *run, hp_run_kind kind);

/* Returns the warning about the stopped run, in English, to emit when its result is delivered;
 * NULL if there is none, or it was taken already. The warning about a request's run was already
 * logged. */
const char *hp_run_take_warning(hp_run *run);

/* Makes the result of a finished run as the classic array. It counts as delivered when the caller
 * releases the run. */
void hp_run_rows(hp_run *run, hp_run_kind kind, zval *result);
void hp_run_release(hp_run *run, hp_run_kind kind);

/* The same for all runs. hp_run_profile() returns the profile of the calls, with the samples taken
 * beside them in it, or else the profile of the samples. The caller frees it. */
bool hp_run_stop_all(hp_run *run);
hp_profile *hp_run_profile(hp_run *run);
void hp_run_release_all(hp_run *run);

/* True if hp_run_profile() returns the profile of the whole request. */
bool hp_run_is_of_request(const hp_run *run);

/* Returns the profile of the open runs as if they stopped now. They continue unchanged. The caller
 * frees it. Does not use PHP's allocator. */
hp_profile *hp_run_snapshot(hp_run *run);

/* Declares the open runs to be for the whole request. */
void hp_run_start_request(hp_run *run);

/* Returns the profile of the whole request's runs, which are ended if they are open. It is like
 * that of hp_run_profile(), but the run owns it. NULL if there was no such run. */
hp_profile *hp_run_of_request(hp_run *run);

/* Drops the request's run after its profile was saved, in a process that continues. Other runs stay
 * as they are. */
void hp_run_forget_request(hp_run *run);

/* At the end of a request: ends open runs, and frees everything. */
void hp_run_deactivate(hp_run *run);

#endif /* HP_HOOK_RUN_H */
