/* run.h: the one home of a run, one profile from its start to its stop.
 *
 *   idle -- start --> running <-- pause, resume --> paused
 *    ^                   |                             |
 *    |                   +------------ stop -----------+
 *    +-- release -- finished
 *
 * A thread has one run at a time. A finished run stays until its result is delivered: if memory_limit
 * is hit while the result is made, the program can ask for it again.
 *
 * Both kinds of a run meet here: calls are recorded by trace/ and seen by hook/, samples are taken by
 * sample/. A run of allocations alone is one of calls that records no calls. */
#ifndef HP_HOOK_RUN_H
#define HP_HOOK_RUN_H

#include "sample/options.h"
#include "trace/options.h"
#include "profile/profile.h"

typedef enum hp_run_state {
	HP_RUN_IDLE,
	HP_RUN_RUNNING,
	HP_RUN_PAUSED,
	HP_RUN_FINISHED
} hp_run_state;

typedef struct hp_run hp_run;

typedef struct hp_run_kind {
	void (*stop)(hp_run *run);
	void (*pause)(hp_run *run); /* NULL, and resume as well: cannot be paused */
	void (*resume)(hp_run *run);
	void (*rows)(hp_run *run, zval *result); /* the classic array of a finished run */
	hp_profile *(*profile)(hp_run *run); /* of a finished run; for the caller to free */
	hp_profile *(*snapshot)(hp_run *run); /* NULL: there is none */
	void (*release)(hp_run *run); /* frees what the result was made of; NULL: nothing */
} hp_run_kind;

struct hp_run {
	hp_run_state state;
	const hp_run_kind *kind; /* of the newest run */
	struct hp_tracer *tracer; /* records calls */
	struct hp_sampler *sampler; /* takes samples */
	bool is_of_request; /* it was started for the whole request, and will be saved */
	hp_profile *of_request; /* what will be saved, from the stop of that run on */
};

void hp_run_init(hp_run *run, struct hp_tracer *tracer, struct hp_sampler *sampler);

static inline bool hp_run_is_open(const hp_run *run)
{
	return run->state == HP_RUN_RUNNING || run->state == HP_RUN_PAUSED;
}

/* Start a run, which takes the options over, and give up a result that was not delivered. No run may
 * be open. FAILURE: the options are the caller's, and *error is in English. */
zend_result hp_run_start_calls(hp_run *run, const hp_trace_options *options, const char **error);
zend_result hp_run_start_samples(hp_run *run, const hp_sample_options *options, const char **error);

/* False if the state or the kind does not allow it. */
bool hp_run_pause(hp_run *run);
bool hp_run_resume(hp_run *run);

/* Stops the run if it is open. False if there is no result. */
bool hp_run_stop(hp_run *run);

/* The result of a finished run, as the classic array or as a profile for the caller to free. It is
 * delivered once the caller releases the run. */
void hp_run_rows(hp_run *run, zval *result);
hp_profile *hp_run_profile(hp_run *run);
void hp_run_release(hp_run *run);

/* A profile of an open run as if it were stopped now; the run is left as it was. Needs nothing of PHP's
 * allocator. */
bool hp_run_has_snapshot(const hp_run *run);
hp_profile *hp_run_snapshot(hp_run *run);

/* The profile of the whole request's run, which ends if it is open. The run's; NULL if there was no
 * such run. */
hp_profile *hp_run_of_request(hp_run *run);

/* After its profile was saved, in a process that goes on: there was no such run. Any other run stays as it is. */
void hp_run_forget_request(hp_run *run);

/* At the end of a request: ends a run that is open, and frees all. */
void hp_run_deactivate(hp_run *run);

#endif /* HP_HOOK_RUN_H */
