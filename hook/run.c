#include "hook/run.h"

#include "base/quiet.h"
#include "hook/start.h"
#include "hook/stop.h"
#include "profile/rows.h"
#include "sampler/own_code.h"
#include "sampler/profile.h"
#include "sampler/sample_run.h"
#include "trace/call_run.h"
#include "trace/result.h"

static hp_profile *run_profile_samples(hp_sample_run *samples, bool is_open)
{
	hp_sample_summary summary;
	hp_profile *profile;

	if (!is_open) {
		return hp_sample_profile(&samples->store, &samples->options, &samples->summary);
	}
	hp_sample_run_summary(samples, &summary);
	hp_sample_run_lock(samples);
	profile = hp_sample_profile(&samples->store, &samples->options, &summary);
	hp_sample_run_unlock(samples);

	return profile;
}

static hp_run_kind run_other(hp_run_kind kind)
{
	return kind == HP_RUN_CALLS ? HP_RUN_SAMPLES : HP_RUN_CALLS;
}

void hp_run_init(hp_run *run, hp_tracer *tracer, hp_sample_run *samples)
{
	run->tracer = tracer;
	run->samples = samples;
}

bool hp_run_may_start(const hp_run *run, hp_run_kind kind, bool is_beside)
{
	hp_run_kind other = run_other(kind);

	return !hp_run_is_open_of(run, kind) &&
		(!hp_run_is_open_of(run, other) || is_beside || run->parts[other].is_beside);
}

/* Prepares a start: drops a result that was not fetched. */
static void run_prepare(hp_run *run, hp_run_kind kind)
{
	run->warning = NULL;
	hp_run_release(run, kind);
	if (!hp_run_is_open_of(run, run_other(kind))) {
		hp_run_release(run, run_other(kind));
	}
	hp_hook_gc_read(&run->parts[kind].gc_before);
}

/* Makes the profile of an open or finished run, with what the garbage collector did up to gc_now.
 * The caller frees it. */
static hp_profile *run_make_profile(hp_run *run, hp_run_kind kind, const hp_gc_status *gc_now)
{
	bool is_open = hp_run_is_open_of(run, kind);
	hp_profile *profile = kind == HP_RUN_SAMPLES ? run_profile_samples(run->samples, is_open)
		: is_open                                ? hp_result_snapshot(run->tracer)
												 : hp_result_profile(run->tracer);

	hp_hook_gc_describe(profile, &run->parts[kind].gc_before, gc_now);

	return profile;
}

static void run_note_start(hp_run *run, hp_run_kind kind, bool is_beside)
{
	hp_run_part *part = &run->parts[kind];
	hp_run_part *other = &run->parts[run_other(kind)];

	part->state = HP_RUN_RUNNING;
	part->is_of_request = false;
	part->is_beside = is_beside;
	if (other->state != HP_RUN_IDLE) {
		part->is_beside = other->is_beside = true;
	}
}

/* Starts recording calls. Samples are paused meanwhile, because calibration is no work of the
 * program. */
static zend_result run_enable_calls(
	hp_run *run, const hp_trace_options *options, const char **error)
{
	bool is_sampled = run->parts[HP_RUN_SAMPLES].state == HP_RUN_RUNNING;
	zend_result result;

	if (is_sampled) {
		hp_sample_run_pause(run->samples);
	}
	result = hp_hook_enable(run->tracer, options, error);
	hp_own_code_watch(result == SUCCESS);
	if (is_sampled) {
		hp_sample_run_resume(run->samples);
	}

	return result;
}

zend_result hp_run_start_calls(hp_run *run, const hp_trace_options *options, const char **error)
{
	bool is_beside = options->is_beside;

	ZEND_ASSERT(hp_run_may_start(run, HP_RUN_CALLS, is_beside));
	run_prepare(run, HP_RUN_CALLS);
	if (run_enable_calls(run, options, error) == FAILURE) {
		return FAILURE;
	}
	run_note_start(run, HP_RUN_CALLS, is_beside);

	return SUCCESS;
}

zend_result hp_run_start_samples(hp_run *run, const hp_sample_options *options, const char **error)
{
	bool is_beside = options->is_beside;

	ZEND_ASSERT(hp_run_may_start(run, HP_RUN_SAMPLES, is_beside));
	run_prepare(run, HP_RUN_SAMPLES);
	if (hp_sample_run_enable(run->samples, options, error) == FAILURE) {
		return FAILURE;
	}
	run_note_start(run, HP_RUN_SAMPLES, is_beside);

	return SUCCESS;
}

bool hp_run_pause(hp_run *run)
{
	bool has_paused = false;

	for (int kind = 0; kind < HP_RUN_KINDS; kind++) {
		if (run->parts[kind].state == HP_RUN_RUNNING) {
			if (kind == HP_RUN_CALLS) {
				hp_call_run_pause(run->tracer);
			} else {
				hp_sample_run_pause(run->samples);
			}
			run->parts[kind].state = HP_RUN_PAUSED;
			has_paused = true;
		}
	}

	return has_paused;
}

bool hp_run_resume(hp_run *run)
{
	bool has_resumed = false;

	for (int kind = HP_RUN_KINDS - 1; kind >= 0; kind--) {
		if (run->parts[kind].state == HP_RUN_PAUSED) {
			if (kind == HP_RUN_CALLS) {
				hp_call_run_resume(run->tracer);
			} else {
				hp_sample_run_resume(run->samples);
			}
			run->parts[kind].state = HP_RUN_RUNNING;
			has_resumed = true;
		}
	}

	return has_resumed;
}

hp_run_kind hp_run_ended_by(const hp_run *run, hp_run_kind kind)
{
	hp_run_kind other = run_other(kind);
	bool is_there = run->parts[other].state != HP_RUN_IDLE && !run->parts[other].is_beside;

	return run->parts[kind].state == HP_RUN_IDLE && is_there ? other : kind;
}

/* Stops the run. Its state is complete before anything is logged: a line in the log takes PHP's
 * memory, and the limit may be hit. */
static void run_stop(hp_run *run, hp_run_kind kind)
{
	hp_run_part *part = &run->parts[kind];
	const char *warning = NULL;

	if (kind == HP_RUN_CALLS) {
		warning = hp_hook_disable(run->tracer);
		hp_own_code_watch(false);
	} else {
		hp_sample_run_disable(run->samples);
	}
	part->state = HP_RUN_FINISHED;
	hp_hook_gc_read(&part->gc_after);
	if (!part->is_of_request) {
		run->warning = warning;
		return;
	}
	part->of_request = run_make_profile(run, kind, &part->gc_after);
	if (warning != NULL) {
		hp_quiet_log("the run of this request is incomplete", warning);
	}
}

bool hp_run_stop(hp_run *run, hp_run_kind kind)
{
	if (hp_run_is_open_of(run, kind)) {
		run_stop(run, kind);
	}

	return run->parts[kind].state == HP_RUN_FINISHED;
}

const char *hp_run_take_warning(hp_run *run)
{
	const char *warning = run->warning;

	run->warning = NULL;

	return warning;
}

void hp_run_rows(hp_run *run, hp_run_kind kind, zval *result)
{
	hp_sample_run *samples = run->samples;

	ZEND_ASSERT(run->parts[kind].state == HP_RUN_FINISHED);
	if (kind == HP_RUN_SAMPLES) {
		hp_sample_result(&samples->store, &samples->options, &samples->summary, result);
	} else if (run->parts[kind].is_of_request) {
		hp_profile_rows(run->parts[kind].of_request, result, true);
	} else {
		hp_result_rows(run->tracer, result);
	}
}

void hp_run_release(hp_run *run, hp_run_kind kind)
{
	ZEND_ASSERT(!hp_run_is_open_of(run, kind));
	if (run->parts[kind].state == HP_RUN_FINISHED && kind == HP_RUN_SAMPLES) {
		hp_sample_run_release(run->samples);
	}
	run->parts[kind].state = HP_RUN_IDLE;
}

/* Stops the samples first, as making the profile of the calls is no work of the program. */
bool hp_run_stop_all(hp_run *run)
{
	bool has_samples = hp_run_stop(run, HP_RUN_SAMPLES);

	return hp_run_stop(run, HP_RUN_CALLS) || has_samples;
}

void hp_run_release_all(hp_run *run)
{
	hp_run_release(run, HP_RUN_CALLS);
	hp_run_release(run, HP_RUN_SAMPLES);
}

/* Returns the profile of the finished run of a kind; NULL if there is none. The caller frees it. */
static hp_profile *run_profile_of(hp_run *run, hp_run_kind kind)
{
	const hp_run_part *part = &run->parts[kind];

	if (part->state != HP_RUN_FINISHED) {
		return NULL;
	}

	return part->is_of_request ? hp_profile_share(part->of_request)
							   : run_make_profile(run, kind, &part->gc_after);
}

/* Puts the samples into the profile of the calls, which then owns them. Returns that profile, or
 * the only one there is. */
static hp_profile *run_join(hp_profile *calls, hp_profile *samples)
{
	if (calls == NULL || samples == NULL) {
		return calls == NULL ? samples : calls;
	}
	if (calls->sampled == NULL) {
		calls->sampled = samples;
	} else {
		hp_profile_free(samples);
	}

	return calls;
}

hp_profile *hp_run_profile(hp_run *run)
{
	hp_profile *samples = run_profile_of(run, HP_RUN_SAMPLES);
	hp_profile *profile = run_join(run_profile_of(run, HP_RUN_CALLS), samples);

	ZEND_ASSERT(profile != NULL);

	return profile;
}

bool hp_run_is_of_request(const hp_run *run)
{
	bool has_calls = run->parts[HP_RUN_CALLS].state == HP_RUN_FINISHED;

	return run->parts[has_calls ? HP_RUN_CALLS : HP_RUN_SAMPLES].is_of_request;
}

static hp_profile *run_snapshot_of(hp_run *run, hp_run_kind kind)
{
	hp_gc_status now;

	if (!hp_run_is_open_of(run, kind)) {
		return NULL;
	}
	hp_hook_gc_read(&now);

	return run_make_profile(run, kind, &now);
}

hp_profile *hp_run_snapshot(hp_run *run)
{
	hp_profile *samples = run_snapshot_of(run, HP_RUN_SAMPLES);
	hp_profile *profile = run_join(run_snapshot_of(run, HP_RUN_CALLS), samples);

	ZEND_ASSERT(profile != NULL);

	return profile;
}

void hp_run_start_request(hp_run *run)
{
	for (int kind = 0; kind < HP_RUN_KINDS; kind++) {
		run->parts[kind].is_of_request = hp_run_is_open_of(run, kind);
	}
}

static void run_stop_of_request(hp_run *run, hp_run_kind kind)
{
	if (run->parts[kind].is_of_request && hp_run_is_open_of(run, kind)) {
		hp_run_stop(run, kind);
		hp_run_release(run, kind);
	}
}

hp_profile *hp_run_of_request(hp_run *run)
{
	hp_run_part *calls = &run->parts[HP_RUN_CALLS], *samples = &run->parts[HP_RUN_SAMPLES];

	run_stop_of_request(run, HP_RUN_SAMPLES);
	run_stop_of_request(run, HP_RUN_CALLS);
	if (calls->of_request != NULL && samples->of_request != NULL) {
		run_join(calls->of_request, samples->of_request);
		samples->of_request = NULL;
	}

	return calls->of_request != NULL ? calls->of_request : samples->of_request;
}

static void run_free_of_request(hp_run *run)
{
	for (int kind = 0; kind < HP_RUN_KINDS; kind++) {
		hp_profile_free(run->parts[kind].of_request);
		run->parts[kind].of_request = NULL;
	}
}

void hp_run_forget_request(hp_run *run)
{
	for (int kind = 0; kind < HP_RUN_KINDS; kind++) {
		if (run->parts[kind].is_of_request) {
			run_stop_of_request(run, kind);
			hp_run_release(run, kind);
			run->parts[kind].is_of_request = false;
		}
	}
	run_free_of_request(run);
}

void hp_run_deactivate(hp_run *run)
{
	hp_sample_run_deactivate(run->samples);
	hp_hook_deactivate(run->tracer);
	hp_own_code_watch(false);
	run_free_of_request(run);
	memset(run->parts, 0, sizeof(run->parts));
	run->warning = NULL;
}
