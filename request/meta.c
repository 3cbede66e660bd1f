#include "request/meta.h"

#include "base/assoc.h"
#include "profile/meta.h"
#include "live/tags.h"
#include "live/trace.h"
#include "request/engine.h"
#include "request/failure.h"
#include "request/job.h"
#include "request/parameter.h"
#include "request/sapi.h"

#include "SAPI.h"
#include "Zend/zend_smart_str.h"
#include "ext/standard/url.h"
#include "php_globals.h"
#include "php_ini.h"

#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

#define META_NS_PER_SECOND 1e9
#define META_COMMAND_MAX 8192 /* bytes: a longer one is a list of files, which nobody types again */

/* These keys tell requests apart, and reveal neither a person nor a secret. */
static const char *const meta_server[] = {"REQUEST_METHOD", "HTTP_HOST", "SERVER_NAME",
	"SERVER_PORT", "SERVER_PROTOCOL", "HTTPS", "SCRIPT_NAME", "CONTENT_TYPE", "CONTENT_LENGTH"};

static void meta_append_name(smart_str *url, const zend_string *name, zend_ulong number)
{
	zend_string *encoded;

	if (name == NULL) {
		smart_str_append_long(url, (zend_long) number);
		return;
	}
	encoded = php_raw_url_encode(ZSTR_VAL(name), ZSTR_LEN(name));
	smart_str_append(url, encoded);
	zend_string_release(encoded);
}

static void meta_add_name(zval *names, zend_string *name, zend_ulong number)
{
	zval empty;

	ZVAL_EMPTY_STRING(&empty);
	if (name != NULL) {
		zend_hash_update(Z_ARRVAL_P(names), name, &empty);
	} else {
		zend_hash_index_update(Z_ARRVAL_P(names), number, &empty);
	}
}

/* The names that PHP reads, and no keys below them. A parameter without a value may be a value
 * itself: "/confirm?4f2a". */
static void meta_add_names(zval *names, smart_str *url)
{
	zval place, *value;
	const zval *get = hp_sapi_parameters(&place);
	char separator = '?';
	zend_ulong number;
	zend_string *name;

	if (Z_TYPE_P(get) != IS_ARRAY) {
		return;
	}
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(get), number, name, value) {
		if (Z_TYPE_P(value) == IS_STRING && Z_STRLEN_P(value) == 0) {
			continue;
		}
		smart_str_appendc(url, separator);
		meta_append_name(url, name, number);
		meta_add_name(names, name, number);
		separator = '&';
	}
	ZEND_HASH_FOREACH_END();
}

static void meta_add_path(zval *meta)
{
	zend_string *path = hp_sapi_path();
	smart_str url = {NULL, 0};
	zval names;

	array_init(&names);
	smart_str_append(&url, path);
	meta_add_names(&names, &url);
	add_assoc_str(meta, "url", smart_str_extract(&url));
	add_assoc_zval(meta, "get", &names);
	zend_string_release(path);
}

/* All but the secret that requests a run. */
static void meta_add_full(zval *meta)
{
	zval place, others;
	const zval *get = hp_sapi_parameters(&place);

	add_assoc_str(meta, "url", hp_sapi_uri());
	if (Z_TYPE_P(get) == IS_ARRAY) {
		ZVAL_ARR(&others, hp_parameter_strip(Z_ARRVAL_P(get)));
		add_assoc_zval(meta, "get", &others);
	}
}

static void meta_add_server(zval *meta)
{
	zval server;

	array_init(&server);
	for (size_t i = 0; i < sizeof(meta_server) / sizeof(meta_server[0]); i++) {
		zend_string *value = hp_sapi_variable(meta_server[i]);

		if (value != NULL) {
			add_assoc_str(&server, meta_server[i], value);
		}
	}
	add_assoc_zval(meta, "SERVER", &server);
}

/* The arguments that PHP was started with: the program may change $argv. argv[0] would be the code
 * itself of php -r, so that the script comes from the SAPI. */
static void meta_add_command(zval *meta, bool is_full)
{
	zend_string *script = hp_sapi_uri();
	smart_str text = {NULL, 0};

	smart_str_append(&text, script);
	is_full = is_full && hp_sapi_is_script();
	for (int i = 1; is_full && i < SG(request_info).argc; i++) {
		smart_str_appendc(&text, ' ');
		smart_str_appends(&text, SG(request_info).argv[i]);
	}
	add_assoc_str(meta, "url", smart_str_extract(&text));
	zend_string_release(script);
}

/* The words of the command, which its text does not tell apart. */
static void meta_add_words(zval *own)
{
	size_t bytes = 0;
	zval words;

	for (int i = 1; i < SG(request_info).argc; i++) {
		bytes += strlen(SG(request_info).argv[i]);
	}
	if (!hp_sapi_is_script() || bytes > META_COMMAND_MAX) {
		return;
	}
	array_init(&words);
	add_next_index_str(&words, hp_sapi_uri());
	for (int i = 1; i < SG(request_info).argc; i++) {
		add_next_index_string(&words, SG(request_info).argv[i]);
	}
	add_assoc_zval(own, "command", &words);
}

static void meta_add_tags(zval *own, const hp_live_tags *tags)
{
	zval array;

	if (hp_live_tags_are_set(tags)) {
		hp_live_tags_array(tags, &array);
		add_assoc_zval(own, "tags", &array);
		add_assoc_long(own, "tags_lost", (zend_long) tags->lost);
	}
}

/* Without one nothing is added. */
static void meta_add_trace(zval *own, const hp_live_trace *trace)
{
	if (hp_live_trace_is_set(trace)) {
		hp_live_trace_add(own, trace);
	}
}

/* Adds what the reader of a job's numbers must know: that it is a job, and what else the numbers
 * include. */
static void meta_add_job(zval *own, const hp_job *job)
{
	if (job == NULL) {
		return;
	}
	add_assoc_bool(own, "job", true);
	if (job->is_abandoned) {
		add_assoc_bool(own, "abandoned", true);
	}
	if (job->others > 0) {
		add_assoc_long(own, "other_jobs", (zend_long) job->others);
	}
}

static void meta_add_outcome(zval *own, int status, bool has_failed)
{
	hp_assoc_number(own, "status", status != HP_SAPI_NO_STATUS, status);
	add_assoc_bool(own, "failed", has_failed);
	if (has_failed) {
		hp_failure_add(own, status);
	}
}

static void meta_add_own(
	zval *meta, const hp_request_facts *facts, const php_xhprof_settings *settings)
{
	zend_string *host = hp_sapi_host();
	zval own;

	array_init(&own);
	add_assoc_string(&own, "run", facts->run_id);
	add_assoc_string(&own, "reason", facts->reason);
	add_assoc_string(&own, "mode", settings->auto_mode);
	add_assoc_string(&own, "flags", settings->auto_flags);
	if (facts->samples_refused != NULL) {
		add_assoc_string(&own, "samples_refused", (char *) facts->samples_refused);
	}
	add_assoc_str(&own, "host", host);
	hp_assoc_text(&own, "method", hp_sapi_method());
	if (!hp_sapi_is_web() && settings->meta == HP_REQUEST_META_FULL) {
		meta_add_words(&own);
	}
	meta_add_outcome(&own, facts->status, facts->has_failed);
	add_assoc_long(&own, "wall_ns", (zend_long) facts->wall_ns);
	hp_assoc_number(&own, "peak_bytes", facts->is_peak_known, (int64_t) facts->peak_bytes);
	hp_request_add_engine(&own);
	add_assoc_long(&own, "pid", (zend_long) getpid());
	meta_add_job(&own, facts->job);
	meta_add_tags(&own, facts->tags);
	meta_add_trace(&own, facts->trace);
	add_assoc_zval(meta, "xhprof", &own);
}

/* A job's parameters may be nested deeper than any reader of the run allows. */
static zend_string *meta_json(zval *meta, int64_t started_ns)
{
	const char *error;
	zend_string *text = hp_profile_meta_json(Z_ARRVAL_P(meta), started_ns, &error);

	if (text == NULL && !EG(exception)) {
		add_assoc_string(
			zend_hash_str_find(Z_ARRVAL_P(meta), ZEND_STRL("xhprof")), "get_lost", error);
		zend_hash_str_del(Z_ARRVAL_P(meta), ZEND_STRL("get"));
		text = hp_profile_meta_json(Z_ARRVAL_P(meta), started_ns, &error);
	}

	return text;
}

zend_string *hp_request_meta(const hp_request_facts *facts, const php_xhprof_settings *settings)
{
	bool is_full = settings->meta == HP_REQUEST_META_FULL;
	zend_string *text;
	zval meta;

	if (settings->meta == HP_REQUEST_META_OFF) {
		return NULL;
	}
	array_init(&meta);
	if (!hp_sapi_is_web()) {
		meta_add_command(&meta, is_full);
	} else {
		if (is_full) {
			meta_add_full(&meta);
		} else {
			meta_add_path(&meta);
		}
		meta_add_server(&meta);
	}
	meta_add_own(&meta, facts, settings);
	text = meta_json(&meta, facts->started_ns);
	zval_ptr_dtor(&meta);

	return text;
}

static bool meta_is_of_run;

void hp_request_meta_startup(void)
{
	char *file;

	meta_is_of_run = cfg_get_string("xhprof.run", &file) == SUCCESS && file[0] != '\0';
}

zend_string *hp_request_meta_of_run(
	const hp_live_tags *tags, const hp_live_trace *trace, const php_xhprof_settings *settings)
{
	bool has_command = meta_is_of_run && settings->meta != HP_REQUEST_META_OFF;
	const char *error;
	zend_string *text;
	zval meta, own;

	if (!has_command && !hp_live_tags_are_set(tags) && !hp_live_trace_is_set(trace)) {
		return NULL;
	}
	array_init(&meta);
	array_init(&own);
	if (has_command) {
		meta_add_command(&meta, settings->meta == HP_REQUEST_META_FULL);
		add_assoc_string(&own, "reason", "xhprof run");
		meta_add_words(&own);
		meta_add_outcome(&own, hp_sapi_status(), hp_failure_has_failed());
		hp_request_add_engine(&own);
	}
	meta_add_tags(&own, tags);
	meta_add_trace(&own, trace);
	add_assoc_zval(&meta, "xhprof", &own);
	text = hp_profile_meta_json(
		Z_ARRVAL(meta), (int64_t) (sapi_get_request_time() * META_NS_PER_SECOND), &error);
	zval_ptr_dtor(&meta);

	return text;
}
