#include "request/request.h"

#include "base/assoc.h"
#include "base/memory_limit.h"
#include "base/nearest.h"
#include "base/quiet.h"
#include "base/words.h"
#include "format/format.h"
#include "hook/run.h"
#include "request/after.h"
#include "request/failure.h"
#include "request/folder.h"
#include "request/job.h"
#include "request/sapi.h"
#include "request/save.h"
#include "request/settings.h"
#include "request/signal.h"
#include "request/trace.h"
#include "hp_timer.h"
#include "php_xhprof.h"

/* For what does not depend on the size of the run. */
#define REQUEST_SAVE_BYTES ((uint64_t) 16 * 1024 * 1024)

/* The runs that xhprof.auto_mode asks for. */
typedef struct request_runs {
	bool has_calls;
	bool has_samples;
	bool has_run_init;
	uint32_t flags; /* of the calls */
	const char *refused; /* why there are no samples beside the calls, or NULL */
} request_runs;

static void request_log_word(const char *error, const char *word, size_t length, const char *known)
{
	hp_nearest nearest;
	char *reason;

	hp_nearest_among(&nearest, word, length, known);
	spprintf(&reason, 0, "%.*s%s", (int) length, word, hp_nearest_hint(&nearest));
	hp_quiet_log(error, reason);
	efree(reason);
}

/* "tree", "sample", or both: "tree, sample", for which "both" is short. */
static bool request_check_mode(const hp_request *request, request_runs *runs, const char **error)
{
	const char *list = request->settings->auto_mode, *word;
	bool is_both, is_sample;
	size_t length;

	runs->has_calls = runs->has_samples = false;
	while ((word = hp_words_next(&list, &length)) != NULL) {
		uint32_t flag = HP_PROFILE_TREE;

		is_both = hp_words_is(word, length, "both");
		is_sample = hp_words_is(word, length, "sample");
		if (!is_both && !is_sample && !hp_trace_options_flag(word, length, &flag)) {
			*error = "xhprof.auto_mode has an unknown word";
			request_log_word(*error, word, length, "hier, tree, timeline, sample, both");
			return false;
		}
		runs->has_samples |= is_both || is_sample;
		runs->has_calls |= !is_sample;
		runs->flags |= is_sample ? 0 : flag;
	}
	runs->has_calls |= !runs->has_samples;

	return true;
}

static bool request_check_flags(const hp_request *request, request_runs *runs, const char **error)
{
	const char *list = request->settings->auto_flags, *word;
	size_t length;

	runs->has_run_init = false;
	while ((word = hp_words_next(&list, &length)) != NULL) {
		bool is_run_init = hp_words_is(word, length, "run_init");
		uint32_t flag = 0;

		if (!is_run_init && !hp_trace_options_flag(word, length, &flag)) {
			*error = "xhprof.auto_flags has an unknown word";
			request_log_word(*error, word, length, "cpu, memory, alloc, no_builtins, run_init");
			return false;
		}
		runs->has_run_init |= is_run_init;
		runs->flags |= flag;
	}

	return true;
}

static zend_result request_start_calls(const request_runs *runs, const char **error)
{
	hp_trace_options options;
	const char *lines = XHPROF_G(settings).auto_lines, *word;
	size_t length;

	if (hp_trace_options_parse(&options, (zend_long) runs->flags, NULL, error) == SUCCESS) {
		hp_settings_apply(&options);
		options.is_beside = runs->has_samples;
		options.has_run_init = runs->has_run_init;
		while ((word = hp_words_next(&lines, &length)) != NULL) {
			hp_targets_add(&options.lines, word, length);
		}
		if (hp_run_start_calls(XHPROF_G(run), &options, error) == SUCCESS) {
			return SUCCESS;
		}
	}
	hp_trace_options_free(&options);

	return FAILURE;
}

static zend_result request_start_samples(const request_runs *runs, const char **error)
{
	hp_sample_options options;

	hp_settings_sampling(&options);
	if (hp_sample_options_parse(&options, NULL, error) == SUCCESS) {
		hp_sample_options_clamp(&options);
		options.has_memory = (runs->flags & HP_METRIC_MEMORY) != 0;
		options.is_beside = runs->has_calls;
		options.has_run_init = runs->has_run_init;
		if (hp_run_start_samples(XHPROF_G(run), &options, error) == SUCCESS) {
			return SUCCESS;
		}
	}
	hp_sample_options_free(&options);

	return FAILURE;
}

/* Samples first: what starting them takes is in neither run then. Calls are recorded without them
 * where the system refuses them. */
static zend_result request_start_runs(request_runs *runs, const char **error)
{
	runs->refused = NULL;
	if (runs->has_samples && request_start_samples(runs, error) == FAILURE) {
		if (!runs->has_calls) {
			return FAILURE;
		}
		hp_quiet_log("no samples in the run of this request", *error);
		runs->refused = *error;
		runs->has_samples = false;
	}
	if (!runs->has_calls || request_start_calls(runs, error) == SUCCESS) {
		return SUCCESS;
	}
	if (hp_run_stop(XHPROF_G(run), HP_RUN_SAMPLES)) {
		hp_run_release(XHPROF_G(run), HP_RUN_SAMPLES);
	}

	return FAILURE;
}

static void request_name(hp_request *request)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t number;

	hp_random_bytes(&number, sizeof(number));
	for (size_t i = 0; i < HP_REQUEST_RUN_LENGTH; i++) {
		request->run_id[i] = digits[(number >> (4 * i)) & 15];
	}
	request->run_id[HP_REQUEST_RUN_LENGTH] = '\0';
}

/* Before the run: one that cannot be saved would be for nothing, and the program may change the
 * setting and where it leads to. */
static zend_result request_open_folder(hp_request *request, const char **error)
{
	const char *path = XHPROF_G(settings).output_dir;

	if (request->trigger.path != NULL) {
		return SUCCESS;
	}
	if (path == NULL || path[0] == '\0') {
		*error = "xhprof.output_dir is not set";
		hp_quiet_log("no run of this request", *error);
		return FAILURE;
	}
	request->folder = hp_descriptor_keep(hp_folder_open(path, error));
	if (request->folder.number == HP_FOLDER_NONE) {
		hp_quiet_log(path, *error);
		*error = "the folder of xhprof.output_dir cannot be used: the error log says why";
		return FAILURE;
	}

	return SUCCESS;
}

/* Fills in the flags that the formats need. */
static zend_result request_check_formats(
	const hp_request *request, uint32_t *flags, const char **error)
{
	const hp_format *format;
	const char *formats = hp_save_formats(&request->trigger, request->settings);
	zend_string *unknown = NULL;
	hp_nearest nearest;

	*flags = 0;
	while ((format = hp_format_next(&formats, &unknown)) != NULL) {
		*flags |= format->needs;
	}
	if (unknown == NULL) {
		return SUCCESS;
	}
	*error = "xhprof.auto_formats has an unknown format";
	hp_format_nearest(&nearest, unknown);
	request_log_word(*error, ZSTR_VAL(unknown), ZSTR_LEN(unknown), nearest.best);
	zend_string_release(unknown);

	return FAILURE;
}

bool hp_request_save_at_signal(void)
{
	hp_request_end_request(XHPROF_G(request));

	return true;
}

static zend_result request_start(hp_request *request, const char **error)
{
	request_runs runs;

	if (hp_run_is_open(XHPROF_G(run))) {
		*error = "the program itself has started a run";
		return FAILURE;
	}
	if (request_check_formats(request, &runs.flags, error) == FAILURE ||
		!request_check_mode(request, &runs, error) || !request_check_flags(request, &runs, error) ||
		request_open_folder(request, error) == FAILURE) {
		return FAILURE;
	}
	request_name(request);
	request->pid = (int64_t) getpid();
	request->started_ns = hp_timer_unix_ns();
	request->started_ticks = hp_timer_ticks();
	if (request_start_runs(&runs, error) == FAILURE) {
		hp_quiet_log("no run of this request", *error);
		hp_descriptor_drop(&request->folder);
		hp_request_deactivate(request);
		return FAILURE;
	}
	hp_run_start_request(XHPROF_G(run));
	request->samples_refused = runs.refused;
	request->is_profiled = true;
	hp_failure_begin();
	if (!XHPROF_G(job)->is_open) {
		EG(exit_status) = 0; /* a worker of FPM still has the status of the request before */
	}
	hp_signal_catch(hp_request_save_at_signal);

	return SUCCESS;
}

/* True if it is one of those that a reader of the live ring wants. */
static bool request_take_armed(void)
{
	struct hp_live_thread *live = XHPROF_G(live);
	const char *pattern = hp_live_answer_armed(live);
	zend_string *path;
	bool is_armed;

	if (pattern == NULL) {
		return false;
	}
	path = hp_sapi_path();
	is_armed = pattern[0] == '\0' || hp_trigger_matches(pattern, path);
	zend_string_release(path);
	if (is_armed) {
		hp_live_answer_take_armed(live);
	}

	return is_armed;
}

static void request_decide(hp_request *request)
{
	hp_trigger *trigger = &request->trigger;

	memset(trigger, 0, sizeof(*trigger));
	if (request->settings->auto_when != HP_TRIGGER_OFF) {
		hp_trigger_decide(trigger, request->settings);
	}
	if (trigger->path != NULL && XHPROF_G(job)->is_open) {
		trigger->is_wanted = trigger->is_asked = false;
		trigger->reason = "XHPROF names a file, which is for the run of the whole command";
	}
	if (request_take_armed()) {
		trigger->reason =
			trigger->is_wanted ? trigger->reason : "requested by a reader of the live ring";
		trigger->is_wanted = trigger->is_asked = trigger->is_armed = true;
		trigger->is_excluded = false;
	}
}

/* FPM's log is a part of its answer to a request. */
static void request_log(hp_request *request)
{
	if (UNEXPECTED(request->log != NULL)) {
		hp_quiet_log("the request before", ZSTR_VAL(request->log));
		zend_string_release(request->log);
		request->log = NULL;
	}
}

void hp_request_begin_request(hp_request *request)
{
	const char *error;

	if (hp_sapi_is_preload()) {
		return;
	}
	request_log(request);
	request_decide(request);
	if (request->trigger.is_wanted && request_start(request, &error) == FAILURE) {
		request->trigger.reason = error;
	}
}

uint64_t hp_request_wall_ns(const hp_request *request)
{
	return (
		uint64_t) ((double) (hp_timer_ticks() - request->started_ticks) / hp_timer_ticks_per_ns());
}

static void request_set_outcome(hp_request *request, zend_string *outcome)
{
	if (request->outcome != NULL) {
		zend_string_release(request->outcome);
	}
	request->outcome = outcome;
}

static hp_request_facts request_facts(const hp_request *request)
{
	const hp_job *job = XHPROF_G(job);
	hp_request_facts facts = {
		.run_id = request->run_id,
		.reason = request->trigger.reason,
		.samples_refused = request->samples_refused,
		.started_ns = request->started_ns,
		.wall_ns = hp_request_wall_ns(request),
		.peak_bytes = zend_memory_peak_usage(false),
		.is_peak_known = true,
		.has_failed = hp_failure_has_failed(),
		.status = hp_sapi_status(),
		.tags = XHPROF_G(tags),
		.trace = hp_request_trace_get(XHPROF_G(trace)),
	};

	if (job->is_open) {
		facts.job = job;
		facts.is_peak_known = hp_job_peak(job, &facts.peak_bytes);
	}

	return facts;
}

/* A job's run has to be there when the job ends, and a fork may end at once. */
static bool request_is_late(const hp_request *request, const hp_save *save)
{
	return hp_after_is_there() && !save->is_forked && request->trigger.path == NULL &&
		!XHPROF_G(job)->is_open && request->late == NULL;
}

/* The folder is the late run's from here on. */
static void request_prepare(hp_request *request, hp_save *save)
{
	zend_string *outcome;

	request->late = hp_save_prepare(save, &outcome);
	if (request->late == NULL) {
		request_set_outcome(request, outcome);
	} else {
		request->folder = HP_DESCRIPTOR_NONE;
	}
}

static void request_finish(hp_request *request)
{
	hp_save save = {
		.settings = request->settings,
		.trigger = &request->trigger,
		.folder = hp_descriptor_is_kept(&request->folder) ? request->folder : HP_DESCRIPTOR_NONE,
		.is_forked = request->pid != (int64_t) getpid(),
		.files_seen = &request->files_seen,
		.bounds = hp_save_bounds(request->settings),
		.facts = request_facts(request),
	};

	if (save.is_forked) {
		request_name(request);
	}
	save.profile = hp_run_of_request(XHPROF_G(run));
	if (request_is_late(request, &save)) {
		request_prepare(request, &save);
		return;
	}
	request_set_outcome(request, hp_save_run(&save));
	request->is_last_saved = save.is_saved;
}

/* After a fatal error of the limit no memory would be left to save the run with. Some formats are
 * built in PHP's memory, which takes up to 8 times what is written. */
static size_t request_memory_limit(const hp_request *request)
{
	uint64_t most = request->settings->keep.run_bytes;
	bool is_limited = PG(memory_limit) > 0 && most > 0 && most < ZEND_LONG_MAX / 16;
	size_t needed = zend_memory_usage(true) + 8 * most + REQUEST_SAVE_BYTES;

	return is_limited ? MAX((size_t) PG(memory_limit), needed) : ZEND_LONG_MAX;
}

/* Does the work with memory to do it. False after a fatal error. */
static bool request_guard(hp_request *request, void (*work)(hp_request *request))
{
	int status = EG(exit_status); /* the program's, which a failure of ours must not change */
	volatile bool is_done = false;
	hp_memory_limit limit;

	request->is_last_saved = false;
	hp_memory_limit_lift(&limit, request_memory_limit(request));
	zend_try {
		work(request);
		is_done = true;
	}
	zend_catch {
		static const char outcome[] = "not saved: a fatal error, which the error log describes";

		request_set_outcome(request, zend_string_init(outcome, sizeof(outcome) - 1, true));
		EG(exit_status) = status;
	}
	zend_end_try();
	hp_memory_limit_restore(&limit);

	return is_done;
}

static bool request_save(hp_request *request)
{
	bool is_done = request_guard(request, request_finish);

	hp_descriptor_drop(&request->folder);
	request->is_profiled = false;

	return is_done;
}

static void request_finish_late(hp_request *request)
{
	request_set_outcome(request, hp_save_finish(request->late));
	request->is_last_saved = hp_save_of(request->late)->is_saved;
}

void hp_request_save_late(void)
{
	hp_request *request = XHPROF_G(request);
	hp_save_late *late = request->late;

	if (late == NULL) {
		return;
	}
	request_guard(request, request_finish_late);
	request->late = NULL;
	request->log = hp_save_of(late)->log;
	hp_descriptor_drop(&hp_save_of(late)->folder);
	hp_save_free(late);
}

bool hp_request_end_request(hp_request *request)
{
	bool is_done = !request->is_profiled || request_save(request);

	hp_trigger_free(&request->trigger);
	request->trigger.reason = NULL;

	return is_done;
}

static const char *request_reason(const hp_request *request)
{
	const char *reason = hp_job_reason(XHPROF_G(job));

	if (reason == NULL) {
		reason = request->trigger.reason;
	}

	return reason == NULL ? "xhprof.auto=off" : reason;
}

void hp_request_info(const hp_request *request, zval *info)
{
	static const char *const names[] = {"off", "trigger", "always"};
	bool is_profiled = request->is_profiled && hp_job_reason(XHPROF_G(job)) == NULL;

	array_init(info);
	add_assoc_string(info, "setting", names[request->settings->auto_when]);
	add_assoc_bool(info, "profiled", is_profiled);
	add_assoc_string(info, "reason", request_reason(request));
	add_assoc_bool(info, "requested", request->trigger.is_asked);
	add_assoc_bool(info, "excluded", request->trigger.is_excluded);
	hp_assoc_text(info, "run", is_profiled ? request->run_id : NULL);
	hp_assoc_string(info, "last", request->outcome);
}

void hp_request_init(hp_request *request, const php_xhprof_settings *settings)
{
	request->settings = settings;
	request->folder = HP_DESCRIPTOR_NONE;
}

void hp_request_free(hp_request *request)
{
	request_set_outcome(request, NULL);
}
