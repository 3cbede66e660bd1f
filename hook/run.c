#include "hook/run.h"

#include "hook/hook.h"
#include "profile/rows.h"
#include "sample/profile.h"
#include "sample/sampler.h"
#include "trace/tracer.h"

void hp_run_init(hp_run *run, hp_tracer *tracer, hp_sampler *sampler)
{
	run->tracer = tracer;
	run->sampler = sampler;
}

/* After the run has started, or could not. */
static zend_result run_begin(hp_run *run, bool is_sampling, zend_result result)
{
	if (result == SUCCESS) {
		run->is_sampling = is_sampling;
		run->state = HP_RUN_RUNNING;
		run->is_of_request = false;
	}

	return result;
}

zend_result hp_run_start_calls(hp_run *run, const hp_trace_options *options, const char **error)
{
	hp_run_release(run);

	return run_begin(run, false, hp_hook_enable(run->tracer, options, error));
}

zend_result hp_run_start_samples(hp_run *run, const hp_sample_options *options, const char **error)
{
	hp_run_release(run);

	return run_begin(run, true, hp_sampler_enable(run->sampler, options, error));
}

/* A profile of the finished run, for the caller to free. */
static hp_profile *run_make_profile(hp_run *run)
{
	hp_sampler *sampler = run->sampler;

	return run->is_sampling
		? hp_sample_profile(&sampler->store, &sampler->options, &sampler->summary)
		: hp_tracer_profile(run->tracer);
}

bool hp_run_pause(hp_run *run)
{
	if (run->state != HP_RUN_RUNNING || run->is_sampling) {
		return false;
	}
	hp_tracer_pause(run->tracer);
	run->state = HP_RUN_PAUSED;

	return true;
}

bool hp_run_resume(hp_run *run)
{
	if (run->state != HP_RUN_PAUSED) {
		return false;
	}
	hp_tracer_resume(run->tracer);
	run->state = HP_RUN_RUNNING;

	return true;
}

bool hp_run_stop(hp_run *run)
{
	if (hp_run_is_open(run)) {
		if (run->is_sampling) {
			hp_sampler_disable(run->sampler);
		} else {
			hp_hook_disable(run->tracer);
		}
		run->state = HP_RUN_FINISHED;
		if (run->is_of_request) {
			run->of_request = run_make_profile(run);
		}
	}

	return run->state == HP_RUN_FINISHED;
}

void hp_run_rows(hp_run *run, zval *result)
{
	hp_sampler *sampler = run->sampler;

	ZEND_ASSERT(run->state == HP_RUN_FINISHED);
	if (run->is_sampling) {
		hp_sample_result(&sampler->store, &sampler->options, &sampler->summary, result);
	} else if (run->is_of_request) {
		hp_profile_rows(run->of_request, result);
	} else {
		hp_tracer_rows(run->tracer, result);
	}
}

hp_profile *hp_run_profile(hp_run *run)
{
	ZEND_ASSERT(run->state == HP_RUN_FINISHED);

	return run->is_of_request ? hp_profile_share(run->of_request) : run_make_profile(run);
}

void hp_run_release(hp_run *run)
{
	ZEND_ASSERT(!hp_run_is_open(run));
	if (run->state == HP_RUN_FINISHED && run->is_sampling) {
		hp_sampler_release(run->sampler);
	}
	run->state = HP_RUN_IDLE;
}

bool hp_run_has_snapshot(const hp_run *run)
{
	return hp_run_is_open(run) && !run->is_sampling;
}

hp_profile *hp_run_snapshot(hp_run *run)
{
	ZEND_ASSERT(hp_run_has_snapshot(run));

	return hp_tracer_snapshot(run->tracer);
}

hp_profile *hp_run_of_request(hp_run *run)
{
	if (run->is_of_request && hp_run_is_open(run)) {
		hp_run_stop(run);
		hp_run_release(run);
	}

	return run->of_request;
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
