/* xhprof.c: the functions that PHP sees, and the module. */
#include "php_xhprof.h"

#include "attach/attachment.h"
#include "base/assoc.h"
#include "base/bailout.h"
#include "base/interrupt.h"
#include "base/log_file.h"
#include "base/nearest.h"
#include "base/text.h"
#include "class/attachment.h"
#include "class/profile.h"
#include "class/ring.h"
#include "class/tally.h"
#include "format/format.h"
#include "format/load_limits.h"
#include "heap/block.h"
#include "heap/function.h"
#include "hook/allocator.h"
#include "hook/calibrate.h"
#include "hook/bypass.h"
#include "hook/lines.h"
#include "hook/run.h"
#include "hook/start.h"
#include "hook/state.h"
#include "live/tags.h"
#include "request/after.h"
#include "request/failure.h"
#include "request/header.h"
#include "request/ini.h"
#include "request/limit.h"
#include "request/live.h"
#include "request/meta.h"
#include "request/opcache.h"
#include "request/request.h"
#include "request/sapi.h"
#include "request/settings.h"
#include "request/signal.h"
#include "request/trace.h"
#include "request/worker.h"
#include "sampler/sample_run.h"
#include "trace/call_run.h"

#include "ext/standard/info.h"

#include "xhprof_arginfo.h"

ZEND_DECLARE_MODULE_GLOBALS(xhprof)

#ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
#endif

/* Releases the message, which may be NULL. Silent once a handler has thrown. The program's handler
 * of errors may start and stop runs: warn where nothing is half done. */
static void xhprof_warn(const char *prefix, zend_string *message)
{
	if (message != NULL && EG(exception) == NULL) {
		php_error_docref(NULL, E_WARNING, "%s%s", prefix, ZSTR_VAL(message));
	}
	if (message != NULL) {
		zend_string_release(message);
	}
}

/* Names the calls that the log of the run lacks; NULL: none. */
static zend_string *xhprof_lost_rows(const hp_run *run)
{
	const hp_log_file *log = hp_call_run_log(run->tracer);

	if (log == NULL || log->lost_rows == 0) {
		return NULL;
	}

	return zend_strpprintf(0, "the log %s lacks %" PRIu64 " calls: %s", ZSTR_VAL(log->path),
		log->lost_rows, log->error == 0 ? "max_log_bytes is reached" : hp_compat_error(log->error));
}

/* Once the result of a run is delivered: what it lacks. A handler of the first warning may have
 * begun another run. */
static void xhprof_warn_of_run(hp_run *run)
{
	const char *warning = hp_run_take_warning(run);
	zend_string *lost;

	if (EG(exception) != NULL || hp_bailout_is_due()) {
		return;
	}
	lost = xhprof_lost_rows(run);
	if (warning != NULL) {
		php_error_docref(NULL, E_WARNING, "%s", warning);
	}
	xhprof_warn("", lost);
}

/* The result of a run. Where PHP is about to raise an error instead of returning it, the run stays,
 * for a shutdown function. */
static void xhprof_deliver_rows(hp_run_kind kind, zval *result)
{
	hp_run *run = XHPROF_G(run);

	kind = hp_run_ended_by(run, kind);
	if (!hp_run_stop(run, kind)) {
		ZVAL_NULL(result);
		return;
	}
	hp_run_rows(run, kind, result);
	if (!hp_bailout_is_due()) {
		hp_run_release(run, kind);
	}
	xhprof_warn_of_run(run);
}

/* Warns before the run of unknown options, and of the events that the system refuses, which it
 * takes out. False: a handler has thrown, or begun a run of its own. */
static bool xhprof_check_options(hp_trace_options *options, const HashTable *array)
{
	xhprof_warn("", hp_trace_options_unknown(array));
	if (EG(exception) == NULL) {
		xhprof_warn("not counted: ", hp_event_set_check(&options->events));
	}

	return EG(exception) == NULL &&
		hp_run_may_start(XHPROF_G(run), HP_RUN_CALLS, options->is_beside);
}

/* Opens the log that the options ask for. False: it has warned. */
static bool xhprof_open_log(hp_trace_options *options)
{
	const char *error;

	if (options->log_path == NULL) {
		return true;
	}
	options->log = hp_log_file_open(options->log_path, options->max_log_bytes, &error);
	if (options->log == NULL) {
		php_error_docref(NULL, E_WARNING, "profiling is off: the log %s cannot be written: %s",
			ZSTR_VAL(options->log_path), error);
	}

	return options->log != NULL;
}

/* Starts a run of calls, which takes the options over. False: it has not started; *error says why,
 * NULL: a warning has said so, or a run is on. */
static bool xhprof_start_calls(
	hp_trace_options *options, const HashTable *array, const char **error)
{
	*error = NULL;
	if (!hp_run_may_start(XHPROF_G(run), HP_RUN_CALLS, options->is_beside)) {
		return false;
	}
	hp_settings_apply(options);

	return xhprof_check_options(options, array) && xhprof_open_log(options) &&
		hp_run_start_calls(XHPROF_G(run), options, error) == SUCCESS;
}

PHP_FUNCTION(xhprof_enable)
{
	zend_long flags = 0;
	HashTable *array = NULL;
	hp_trace_options options;
	const char *error;
	bool is_valid;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(flags)
		Z_PARAM_ARRAY_HT_OR_NULL(array)
	ZEND_PARSE_PARAMETERS_END();

	if (!hp_run_may_start(XHPROF_G(run), HP_RUN_CALLS, true)) {
		return;
	}
	is_valid = hp_trace_options_parse(&options, flags, array, &error) == SUCCESS;
	if (is_valid && xhprof_start_calls(&options, array, &error)) {
		return;
	}
	hp_trace_options_free(&options);
	if (!is_valid) {
		zend_argument_type_error(2, "%s", error);
	} else if (error != NULL) {
		php_error_docref(NULL, E_WARNING, "profiling is off: %s", error);
	}
}

PHP_FUNCTION(xhprof_disable)
{
	ZEND_PARSE_PARAMETERS_NONE();

	xhprof_deliver_rows(HP_RUN_CALLS, return_value);
}

/* Without an argument it stays silent, as the first xhprof does. */
static bool xhprof_may_sample(bool has_options, bool is_beside)
{
	const hp_run *run = XHPROF_G(run);

	if (hp_run_may_start(run, HP_RUN_SAMPLES, is_beside)) {
		return true;
	}
	if (has_options && !hp_run_is_open_of(run, HP_RUN_SAMPLES)) {
		php_error_docref(NULL, E_WARNING,
			"sampling is off: a profile of calls is running; "
			"the option \"beside\" => true takes samples beside it");
	}

	return false;
}

/* Warns before the run of unknown options, and of an interval out of bounds, which it corrects.
 * False: a handler has thrown, or begun a run of its own. */
static bool xhprof_check_sampling(hp_sample_options *options, const HashTable *array)
{
	xhprof_warn("", hp_sample_options_unknown(array));
	if (EG(exception) == NULL && !hp_sample_options_clamp(options)) {
		php_error_docref(NULL, E_WARNING,
			"the interval must be between %d and %d microseconds; using " ZEND_LONG_FMT,
			HP_SAMPLE_MIN_INTERVAL_US, HP_SAMPLE_MAX_INTERVAL_US, options->interval_us);
	}

	return EG(exception) == NULL &&
		hp_run_may_start(XHPROF_G(run), HP_RUN_SAMPLES, options->is_beside);
}

/* As xhprof_start_calls(). */
static bool xhprof_start_samples(
	hp_sample_options *options, const HashTable *array, const char **error)
{
	*error = NULL;

	return xhprof_may_sample(array != NULL, options->is_beside) &&
		xhprof_check_sampling(options, array) &&
		hp_run_start_samples(XHPROF_G(run), options, error) == SUCCESS;
}

PHP_FUNCTION(xhprof_sample_enable)
{
	HashTable *array = NULL;
	hp_sample_options options;
	const char *error;
	bool is_valid;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(array)
	ZEND_PARSE_PARAMETERS_END();

	if (!hp_run_may_start(XHPROF_G(run), HP_RUN_SAMPLES, array != NULL)) {
		return;
	}
	hp_settings_sampling(&options);
	is_valid = hp_sample_options_parse(&options, array, &error) == SUCCESS;
	if (is_valid && xhprof_start_samples(&options, array, &error)) {
		return;
	}
	hp_sample_options_free(&options);
	if (!is_valid) {
		zend_argument_type_error(1, "%s", error);
	} else if (error != NULL) {
		php_error_docref(NULL, E_WARNING, "sampling is off: %s", error);
	}
}

PHP_FUNCTION(xhprof_sample_disable)
{
	ZEND_PARSE_PARAMETERS_NONE();

	xhprof_deliver_rows(HP_RUN_SAMPLES, return_value);
}

/* False: it has thrown an error. */
static bool xhprof_check_name(const zend_string *text, uint32_t argument)
{
	if (ZSTR_LEN(text) == 0) {
		zend_argument_value_error(argument, "must not be empty");
		return false;
	}

	return true;
}

/* More would not fit into the time of a run that is saved. */
#define XHPROF_MAX_WEIGHT 1000000000

PHP_FUNCTION(xhprof_sample)
{
	zend_string *label = NULL;
	zend_long weight = 1;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR_OR_NULL(label)
		Z_PARAM_LONG(weight)
	ZEND_PARSE_PARAMETERS_END();

	if (label != NULL && !xhprof_check_name(label, 1)) {
		RETURN_THROWS();
	}
	if (weight < 1 || weight > XHPROF_MAX_WEIGHT) {
		zend_argument_value_error(2, "must be between 1 and %d", XHPROF_MAX_WEIGHT);
		RETURN_THROWS();
	}
	label = label == NULL ? NULL : hp_text_without_zero(label);
	hp_sample_run_sample(
		XHPROF_G(samples), execute_data->prev_execute_data, label, (uint64_t) weight);
	if (label != NULL) {
		zend_string_release(label);
	}
}

/* With the tags of now. The run of a whole request gets its meta when it is saved. */
static hp_profile *xhprof_profile_of(hp_run *run)
{
	zend_string *meta = hp_run_is_of_request(run) || hp_bailout_is_due()
		? NULL
		: hp_request_meta_of_run(
			  XHPROF_G(tags), hp_request_trace_get(XHPROF_G(trace)), &XHPROF_G(settings));
	hp_profile *profile = hp_run_profile(run);

	if (meta != NULL) {
		profile->meta = meta;
	}

	return profile;
}

PHP_FUNCTION(xhprof_stop)
{
	hp_run *run = XHPROF_G(run);

	ZEND_PARSE_PARAMETERS_NONE();

	if (!hp_run_stop_all(run)) {
		RETURN_NULL();
	}
	hp_class_profile_wrap(return_value, xhprof_profile_of(run));
	if (!hp_bailout_is_due()) {
		hp_run_release_all(run);
	}
	xhprof_warn_of_run(run);
}

PHP_FUNCTION(xhprof_pause)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(hp_run_pause(XHPROF_G(run)));
}

PHP_FUNCTION(xhprof_resume)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(hp_run_resume(XHPROF_G(run)));
}

PHP_FUNCTION(xhprof_tag)
{
	zend_string *key, *value;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(key)
		Z_PARAM_STR(value)
	ZEND_PARSE_PARAMETERS_END();

	if (!xhprof_check_name(key, 1)) {
		RETURN_THROWS();
	}
	hp_live_tags_set(XHPROF_G(tags), key, value);
	hp_live_thread_tag(XHPROF_G(live), XHPROF_G(tags));
}

/* False: it has thrown an error. */
static bool xhprof_read_id(
	uint8_t *id, size_t bytes, const zend_string *text, uint32_t argument, const char *or_empty)
{
	if (ZSTR_LEN(text) == 0 || hp_live_trace_read_id(id, bytes, ZSTR_VAL(text), ZSTR_LEN(text))) {
		return true;
	}
	zend_argument_value_error(argument,
		"must be %zu lower-case hexadecimal digits, not all of them 0, as in a header traceparent, "
		"or \"\" for %s",
		2 * bytes, or_empty);

	return false;
}

PHP_FUNCTION(xhprof_trace)
{
	hp_live_trace trace = {{0}, {0}};
	zend_string *id, *span = ZSTR_EMPTY_ALLOC();

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_STR(id)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(span)
	ZEND_PARSE_PARAMETERS_END();

	if (!xhprof_read_id(trace.id, sizeof(trace.id), id, 1, "no trace") ||
		!xhprof_read_id(trace.span, sizeof(trace.span), span, 2, "no span")) {
		RETURN_THROWS();
	}
	if (ZSTR_LEN(id) == 0 && ZSTR_LEN(span) > 0) {
		zend_argument_value_error(2, "must be \"\" if there is no trace");
		RETURN_THROWS();
	}
	hp_request_trace_set(XHPROF_G(trace), &trace);
	hp_live_thread_trace(XHPROF_G(live), &trace);
}

/* False: it has thrown an error. */
static bool xhprof_describe(hp_job *job, const HashTable *meta)
{
	const zend_string *key;
	const char *type, *name;
	hp_nearest nearest;

	memset(job, 0, sizeof(*job));
	if (hp_job_describe(job, meta, &key, &type) == SUCCESS) {
		return true;
	}
	if (type != NULL) {
		zend_argument_type_error(1, "must have %s for the key \"%s\"", type, ZSTR_VAL(key));
	} else {
		name = key == NULL ? "(an integer)" : ZSTR_VAL(key);
		hp_nearest_among(&nearest, name, strlen(name), "url method host get cookie SERVER");
		zend_argument_value_error(1,
			"has the unknown key \"%s\"; known are url, method, host, get, cookie and SERVER%s",
			name, hp_nearest_hint(&nearest));
	}

	return false;
}

PHP_FUNCTION(xhprof_request_begin)
{
	HashTable *meta = (HashTable *) &zend_empty_array;
	hp_job job;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(meta)
	ZEND_PARSE_PARAMETERS_END();

	if (!xhprof_describe(&job, meta)) {
		RETURN_THROWS();
	}
	RETURN_BOOL(hp_worker_begin(XHPROF_G(request), &job));
}

PHP_FUNCTION(xhprof_request_end)
{
	zend_long status = 0;
	bool is_null = true;
	zend_string *run;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG_OR_NULL(status, is_null)
	ZEND_PARSE_PARAMETERS_END();

	if (status < 0 || status > 999) {
		zend_argument_value_error(1, "must be between 0 and 999");
		RETURN_THROWS();
	}
	run = hp_worker_end(XHPROF_G(request), is_null ? HP_SAPI_NO_STATUS : (int) status);
	if (run == NULL) {
		RETURN_NULL();
	}
	RETURN_STR(run);
}

/* Each event, and how it is read here, or why it cannot be. */
static void xhprof_info_events(zval *result)
{
	const hp_event *event;
	zval events;

	array_init(&events);
	for (uint32_t i = 0; (event = hp_event_at(i)) != NULL; i++) {
		const char *refusal, *means = hp_event_set_try(i, &refusal);
		zval row;

		array_init_size(&row, 3);
		add_assoc_string(&row, "unit", hp_event_unit_name(event->unit));
		hp_assoc_text(&row, "by", means);
		hp_assoc_text(&row, "refused", refusal);
		add_assoc_zval(&events, event->name, &row);
	}
	add_assoc_zval(result, "events", &events);
}

static void xhprof_add_lines(zval *result)
{
	zval row;

	array_init_size(&row, 1);
	hp_assoc_text(&row, "refused", hp_hook_lines_refused());
	add_assoc_zval(result, "lines", &row);
}

/* How many calls of the current or last run found their edge in no cache. */
static void xhprof_add_edges(zval *result)
{
	const hp_graph *graph = &XHPROF_G(tracer)->graph;
	uint64_t calls = hp_call_run_calls(XHPROF_G(tracer));
	zval row;

	array_init_size(&row, 3);
	add_assoc_long(&row, "calls", (zend_long) calls);
	add_assoc_long(&row, "misses", (zend_long) graph->cost.lookups);
	add_assoc_double(
		&row, "misses_per_1000", 1000 * (double) graph->cost.lookups / (double) MAX(calls, 1));
	add_assoc_zval(result, "edges", &row);
}

/* The log of the current or last run; null: it has none. */
static void xhprof_add_log(zval *result)
{
	const hp_log_file *log = hp_call_run_log(XHPROF_G(tracer));
	zval row;

	if (log == NULL) {
		add_assoc_null(result, "log");
		return;
	}
	array_init(&row);
	add_assoc_stringl(&row, "file", ZSTR_VAL(log->path), ZSTR_LEN(log->path));
	add_assoc_long(&row, "calls", (zend_long) log->rows);
	add_assoc_long(&row, "lost_calls", (zend_long) log->lost_rows);
	hp_assoc_text(&row, "error", log->error == 0 ? NULL : hp_compat_error(log->error));
	add_assoc_zval(result, "log", &row);
}

PHP_FUNCTION(xhprof_info)
{
	const hp_tracer *tracer = XHPROF_G(tracer);
	hp_sample_summary summary;
	zval request, live, memory;

	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	add_assoc_string(return_value, "version", PHP_XHPROF_VERSION);
	add_assoc_string(return_value, "hook", hp_hook_name());
	add_assoc_string(return_value, "hook_reason", hp_hook_reason());
	add_assoc_string(return_value, "hook_cost", hp_hook_cost());
	add_assoc_string(return_value, "clock", hp_timer_name());
	add_assoc_string(return_value, "clock_reason", hp_timer_reason());
	add_assoc_bool(return_value, "running", hp_run_is_open(XHPROF_G(run)));
	add_assoc_long(return_value, "unrecorded_calls", (zend_long) tracer->unrecorded_calls);
	add_assoc_long(
		return_value, "truncated_calls", (zend_long) hp_call_run_truncated_calls(tracer));
	add_assoc_long(
		return_value, "compensated_us", (zend_long) (hp_call_run_compensated_ns(tracer) / 1000));
	xhprof_add_edges(return_value);
	hp_request_info(XHPROF_G(request), &request);
	add_assoc_zval(return_value, "auto", &request);
	hp_live_thread_info(XHPROF_G(live), &live);
	add_assoc_zval(return_value, "live", &live);
	xhprof_add_log(return_value);
	hp_limit_info(XHPROF_G(limit), &XHPROF_G(settings), &memory);
	add_assoc_zval(return_value, "on_memory", &memory);
	hp_sample_run_summary(XHPROF_G(samples), &summary);
	xhprof_info_events(return_value);
	xhprof_add_lines(return_value);
	if (summary.clock != NULL) {
		zval sampling;

		hp_sample_result_summary(&summary, &sampling);
		add_assoc_zval(return_value, "sampling", &sampling);
	}
}

#ifdef XHPROF_FAKE_CLOCK
PHP_FUNCTION(xhprof_fake_clock_advance)
{
	zend_long ns[3] = {0}; /* wall, CPU, switch */

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_LONG(ns[0])
		Z_PARAM_LONG(ns[1])
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(ns[2])
	ZEND_PARSE_PARAMETERS_END();

	for (uint32_t i = 0; i < 3; i++) {
		if (ns[i] < 0) {
			zend_argument_value_error(i + 1, "must be greater than or equal to 0");
			RETURN_THROWS();
		}
	}
	hp_timer_fake_advance((uint64_t) ns[0], (uint64_t) ns[1]);
	hp_timer_fake_switch((uint64_t) ns[2]);
}

PHP_FUNCTION(xhprof_fake_clock_cost)
{
	zend_long inner_ns, all_ns, least_ns;

	ZEND_PARSE_PARAMETERS_START(3, 3)
		Z_PARAM_LONG(inner_ns)
		Z_PARAM_LONG(all_ns)
		Z_PARAM_LONG(least_ns)
	ZEND_PARSE_PARAMETERS_END();

	if (inner_ns < 0 || all_ns < inner_ns || least_ns < 0) {
		zend_value_error("Costs must not be negative, nor the inclusive cost below the own cost");
		RETURN_THROWS();
	}
	hp_hook_calibrate_fake((uint64_t) inner_ns, (uint64_t) all_ns, (uint64_t) least_ns);
}
#endif

static PHP_GINIT_FUNCTION(xhprof)
{
#if defined(COMPILE_DL_XHPROF) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(xhprof_globals, 0, sizeof(*xhprof_globals));
	xhprof_globals->tracer = pecalloc(1, sizeof(*xhprof_globals->tracer), true);
	xhprof_globals->hook = pecalloc(1, sizeof(*xhprof_globals->hook), true);
	xhprof_globals->lines = pecalloc(1, sizeof(*xhprof_globals->lines), true);
	xhprof_globals->bypass = pecalloc(1, sizeof(*xhprof_globals->bypass), true);
	xhprof_globals->samples = pecalloc(1, sizeof(*xhprof_globals->samples), true);
	xhprof_globals->allocator = pecalloc(1, sizeof(*xhprof_globals->allocator), true);
	xhprof_globals->job = pecalloc(1, sizeof(*xhprof_globals->job), true);
	xhprof_globals->request = pecalloc(1, sizeof(*xhprof_globals->request), true);
	xhprof_globals->limit = pecalloc(1, sizeof(*xhprof_globals->limit), true);
	xhprof_globals->tags = pecalloc(1, sizeof(*xhprof_globals->tags), true);
	xhprof_globals->trace = pecalloc(1, sizeof(*xhprof_globals->trace), true);
	xhprof_globals->run = pecalloc(1, sizeof(*xhprof_globals->run), true);
	xhprof_globals->live = hp_live_thread_new(&xhprof_globals->settings);
	hp_hook_bypass_add_thread();
	hp_tracer_init(xhprof_globals->tracer, &xhprof_globals->open);
	hp_run_init(xhprof_globals->run, xhprof_globals->tracer, xhprof_globals->samples);
	hp_request_init(xhprof_globals->request, &xhprof_globals->settings);
}

static PHP_GSHUTDOWN_FUNCTION(xhprof)
{
	hp_live_thread_free(xhprof_globals->live);
	hp_hook_bypass_free(xhprof_globals->bypass);
	hp_hook_free(xhprof_globals->hook);
	hp_request_free(xhprof_globals->request);
	hp_live_tags_free(xhprof_globals->tags);
	pefree(xhprof_globals->tracer, true);
	pefree(xhprof_globals->hook, true);
	pefree(xhprof_globals->lines, true);
	pefree(xhprof_globals->bypass, true);
	pefree(xhprof_globals->samples, true);
	pefree(xhprof_globals->allocator, true);
	pefree(xhprof_globals->limit, true);
	pefree(xhprof_globals->tags, true);
	pefree(xhprof_globals->trace, true);
	pefree(xhprof_globals->run, true);
	pefree(xhprof_globals->request, true);
	pefree(xhprof_globals->job, true);
}

static PHP_MINIT_FUNCTION(xhprof)
{
	register_xhprof_symbols(module_number);
	hp_class_profile_startup(register_class_XHProf_Profile());
	hp_class_ring_startup(register_class_XHProf_Ring());
	hp_class_tally_startup(register_class_XHProf_Tally());
	hp_class_attachment_startup(register_class_XHProf_Attachment());
	hp_ini_startup(type, module_number);
	hp_header_startup();
	hp_after_startup(hp_request_save_late);
	hp_signal_startup();
	hp_request_meta_startup();
	hp_limit_startup(type == MODULE_PERSISTENT);
	hp_timer_startup();
	hp_heap_block_startup();
	if (type == MODULE_PERSISTENT) {
		hp_live_thread_startup();
		hp_opcache_startup();
		hp_request_live_startup();
		hp_failure_startup();
		hp_worker_startup();
		hp_metric_startup();
		hp_hook_startup(hp_ini_hook());
	} else {
		hp_hook_startup_late();
	}

	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(xhprof)
{
	hp_hook_shutdown(); /* before others whose hooks it has replaced */
	hp_failure_shutdown();
	hp_interrupt_shutdown();
	hp_sample_source_shutdown();
	hp_header_shutdown();
	hp_live_thread_sweep(XHPROF_G(live));
	hp_after_shutdown();
	hp_ini_shutdown(type, module_number);

	return SUCCESS;
}

static PHP_RINIT_FUNCTION(xhprof)
{
#if defined(COMPILE_DL_XHPROF) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	hp_interrupt_begin();
	hp_signal_begin();
	hp_request_live_begin(XHPROF_G(live), &XHPROF_G(settings));
	hp_hook_bypass_activate();
	hp_limit_begin(XHPROF_G(limit), &XHPROF_G(settings));
	hp_request_begin(XHPROF_G(request));

	return SUCCESS;
}

/* After shutdown functions, destructors and the callbacks of output buffers. */
static PHP_RSHUTDOWN_FUNCTION(xhprof)
{
	hp_limit_shutdown(XHPROF_G(limit));
	hp_worker_shutdown(XHPROF_G(request));
	hp_signal_end();
	if (!hp_worker_is_idle()) {
		hp_opcache_look();
		hp_live_thread_shutdown(XHPROF_G(live));
	}
	/* From here on the engine gives everything back, faster where nobody watches. */
	hp_allocator_remove(XHPROF_G(tracer));

	return SUCCESS;
}

/* After all RSHUTDOWNs: in these the session's handlers, for one, still run the user's code. */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(xhprof)
{
	hp_heap_function_deactivate();
	hp_limit_deactivate(XHPROF_G(limit));
	hp_run_deactivate(XHPROF_G(run));
	hp_request_deactivate(XHPROF_G(request));
	hp_failure_deactivate();
	hp_live_tags_clear(XHPROF_G(tags));
	hp_request_trace_clear(XHPROF_G(trace));
	if (!hp_worker_is_idle()) {
		hp_live_thread_end(XHPROF_G(live), hp_sapi_status());
	}
	hp_worker_deactivate();

	return SUCCESS;
}

static PHP_MINFO_FUNCTION(xhprof)
{
	php_info_print_table_start();
	php_info_print_table_row(2, "xhprof support", "enabled");
	php_info_print_table_row(2, "Version", PHP_XHPROF_VERSION);
	php_info_print_table_row(2, "Hook", hp_hook_name());
	php_info_print_table_row(2, "Clock", hp_timer_name());
#ifdef HAVE_XHPROF_ZLIB
	php_info_print_table_row(2, "zlib", "yes");
#else
	php_info_print_table_row(2, "zlib", "no: pprof and compressed runs are not available");
#endif
	php_info_print_table_end();

	hp_ini_display(zend_module);
}

zend_module_entry xhprof_module_entry = {
	STANDARD_MODULE_HEADER,
	"xhprof",
	ext_functions,
	PHP_MINIT(xhprof),
	PHP_MSHUTDOWN(xhprof),
	PHP_RINIT(xhprof),
	PHP_RSHUTDOWN(xhprof),
	PHP_MINFO(xhprof),
	PHP_XHPROF_VERSION,
	PHP_MODULE_GLOBALS(xhprof),
	PHP_GINIT(xhprof),
	PHP_GSHUTDOWN(xhprof),
	ZEND_MODULE_POST_ZEND_DEACTIVATE_N(xhprof),
	STANDARD_MODULE_PROPERTIES_EX,
};

#ifdef COMPILE_DL_XHPROF
ZEND_DLEXPORT zend_module_entry *get_module(void);
ZEND_GET_MODULE(xhprof)
#endif
