#include "hook/run.h"

#include "hook/hook.h"
#include "profile/rows.h"
#include "sample/profile.h"
#include "sample/sampler.h"
#include "trace/tracer.h"

static void run_stop_calls(hp_run *run)
{
	hp_hook_disable(run->tracer);
}

static void run_pause_calls(hp_run *run)
{
	hp_tracer_pause(run->tracer);
}

static void run_resume_calls(hp_run *run)
{
	hp_tracer_resume(run->tracer);
}

static void run_rows_of_calls(hp_run *run, zval *result)
{
	if (run->is_of_request) {
		hp_profile_rows(run->of_request, result, true);
	} else {
		hp_tracer_rows(run->tracer, result);
	}
}

static hp_profile *run_profile_calls(hp_run *run)
{
	return hp_tracer_profile(run->tracer);
}

static hp_profile *run_snapshot_calls(hp_run *run)
{
	return hp_tracer_snapshot(run->tracer);
}

static const hp_run_kind run_calls = {
	.stop = run_stop_calls,
	.pause = run_pause_calls,
	.resume = run_resume_calls,
	.rows = run_rows_of_calls,
	.profile = run_profile_calls,
	.snapshot = run_snapshot_calls,
};

static void run_stop_samples(hp_run *run)
{
	hp_sampler_disable(run->sampler);
}

static void run_rows_of_samples(hp_run *run, zval *result)
{
	hp_sampler *sampler = run->sampler;

	hp_sample_result(&sampler->store, &sampler->options, &sampler->summary, result);
}

static hp_profile *run_profile_samples(hp_run *run)
{
	hp_sampler *sampler = run->sampler;

	return hp_sample_profile(&sampler->store, &sampler->options, &sampler->summary);
}

static hp_profile *run_snapshot_samples(hp_run *run)
{
	hp_sampler *sampler = run->sampler;
	hp_sample_summary summary;
	hp_profile *profile;

	hp_sampler_summary(sampler, &summary);
	hp_sampler_lock(sampler);
	profile = hp_sample_profile(&sampler->store, &sampler->options, &summary);
	hp_sampler_unlock(sampler);

	return profile;
}

static void run_release_samples(hp_run *run)
{
	hp_sampler_release(run->sampler);
}

static const hp_run_kind run_samples = {
	.stop = run_stop_samples,
	.rows = run_rows_of_samples,
	.profile = run_profile_samples,
	.snapshot = run_snapshot_samples,
	.release = run_release_samples,
};

void hp_run_init(hp_run *run, hp_tracer *tracer, hp_sampler *sampler)
{
	run->tracer = tracer;
	run->sampler = sampler;
}

static void run_begin(hp_run *run, const hp_run_kind *kind)
{
	run->kind = kind;
	run->state = HP_RUN_RUNNING;
	run->is_of_request = false;
}

zend_result hp_run_start_calls(hp_run *run, const hp_trace_options *options, const char **error)
{
	ZEND_ASSERT(!hp_run_is_open(run));
	hp_run_release(run);
	if (hp_hook_enable(run->tracer, options, error) == FAILURE) {
		return FAILURE;
	}
	run_begin(run, &run_calls);

	return SUCCESS;
}

zend_result hp_run_start_samples(hp_run *run, const hp_sample_options *options, const char **error)
{
	ZEND_ASSERT(!hp_run_is_open(run));
	hp_run_release(run);
	if (hp_sampler_enable(run->sampler, options, error) == FAILURE) {
		return FAILURE;
	}
	run_begin(run, &run_samples);

	return SUCCESS;
}

bool hp_run_pause(hp_run *run)
{
	if (run->state != HP_RUN_RUNNING || run->kind->pause == NULL) {
		return false;
	}
	run->kind->pause(run);
	run->state = HP_RUN_PAUSED;

	return true;
}

bool hp_run_resume(hp_run *run)
{
	if (run->state != HP_RUN_PAUSED) {
		return false;
	}
	run->kind->resume(run);
	run->state = HP_RUN_RUNNING;

	return true;
}

bool hp_run_stop(hp_run *run)
{
	if (hp_run_is_open(run)) {
		run->kind->stop(run);
		run->state = HP_RUN_FINISHED;
		if (run->is_of_request) {
			run->of_request = run->kind->profile(run);
		}
	}

	return run->state == HP_RUN_FINISHED;
}

void hp_run_rows(hp_run *run, zval *result)
{
	ZEND_ASSERT(run->state == HP_RUN_FINISHED);
	run->kind->rows(run, result);
}

hp_profile *hp_run_profile(hp_run *run)
{
	ZEND_ASSERT(run->state == HP_RUN_FINISHED);

	return run->is_of_request ? hp_profile_share(run->of_request) : run->kind->profile(run);
}

void hp_run_release(hp_run *run)
{
	ZEND_ASSERT(!hp_run_is_open(run));
	if (run->state == HP_RUN_FINISHED && run->kind->release != NULL) {
		run->kind->release(run);
	}
	run->state = HP_RUN_IDLE;
}

bool hp_run_has_snapshot(const hp_run *run)
{
	return hp_run_is_open(run) && run->kind->snapshot != NULL;
}

hp_profile *hp_run_snapshot(hp_run *run)
{
	ZEND_ASSERT(hp_run_has_snapshot(run));

	return run->kind->snapshot(run);
}

hp_profile *hp_run_of_request(hp_run *run)
{
	if (run->is_of_request && hp_run_is_open(run)) {
		hp_run_stop(run);
		hp_run_release(run);
	}

	return run->of_request;
}

void hp_run_forget_request(hp_run *run)
{
	if (run->is_of_request) {
		if (hp_run_is_open(run)) {
			hp_run_stop(run);
		}
		hp_run_release(run);
		run->is_of_request = false;
	}
	if (run->of_request != NULL) {
		hp_profile_free(run->of_request);
		run->of_request = NULL;
	}
}

void hp_run_deactivate(hp_run *run)
{
	hp_sampler_deactivate(run->sampler);
	hp_hook_deactivate(run->tracer);
	if (run->of_request != NULL) {
		hp_profile_free(run->of_request);
		run->of_request = NULL;
	}
	run->state = HP_RUN_IDLE;
	run->is_of_request = false;
}
