#include "request/sapi.h"

#include "request/job.h"
#include "request/parameter.h"
#include "php_xhprof.h"

#include "SAPI.h"
#include "php_globals.h"

/* Opcache removes the SAPI's callbacks while it preloads. Only some PHPs say so otherwise. */
bool hp_sapi_is_preload(void)
{
	return php_during_module_startup() || sapi_module.register_server_variables == NULL;
}

/* The job that the program has described; NULL: the SAPI knows. */
static const hp_job *sapi_job(void)
{
	const hp_job *job = XHPROF_G(job);

	return job->is_described ? job : NULL;
}

const char *hp_sapi_method(void)
{
	const hp_job *job = sapi_job();

	if (job != NULL) {
		return job->method == NULL ? NULL : ZSTR_VAL(job->method);
	}

	return SG(request_info).request_method;
}

bool hp_sapi_is_web(void)
{
	return hp_sapi_method() != NULL;
}

bool hp_sapi_is_script(void)
{
	const hp_job *job = sapi_job();

	return !hp_sapi_is_web() && (job == NULL || job->url == NULL);
}

/* FrankenPHP's worker handles each request in a callback of this function. */
bool hp_sapi_is_whole(void)
{
	if (SG(request_info).request_method == NULL) {
		return false;
	}
	for (const zend_execute_data *call = EG(current_execute_data); call != NULL;
		 call = call->prev_execute_data) {
		const zend_string *name = call->func == NULL ? NULL : call->func->common.function_name;

		if (name != NULL && zend_string_equals_literal(name, "frankenphp_handle_request")) {
			return false;
		}
	}

	return true;
}

static const zval *sapi_array(HashTable *array, zval *place)
{
	if (array == NULL) {
		ZVAL_NULL(place);
	} else {
		ZVAL_ARR(place, array);
	}

	return place;
}

const zval *hp_sapi_parameters(zval *place)
{
	const hp_job *job = sapi_job();

	return job == NULL ? &PG(http_globals)[TRACK_VARS_GET] : sapi_array(job->get, place);
}

const zval *hp_sapi_cookies(zval *place)
{
	const hp_job *job = sapi_job();

	return job == NULL ? &PG(http_globals)[TRACK_VARS_COOKIE] : sapi_array(job->cookie, place);
}

static zend_string *sapi_find(const HashTable *array, const char *name)
{
	const zval *value = zend_hash_str_find(array, name, strlen(name));

	return value == NULL || Z_TYPE_P(value) != IS_STRING ? NULL : zend_string_copy(Z_STR_P(value));
}

/* From $_SERVER, which PHP fills in now. */
static zend_string *sapi_server_variable(const char *name)
{
	zend_is_auto_global(ZSTR_KNOWN(ZEND_STR_AUTOGLOBAL_SERVER));
	if (Z_TYPE(PG(http_globals)[TRACK_VARS_SERVER]) != IS_ARRAY) {
		return NULL;
	}

	return sapi_find(Z_ARRVAL(PG(http_globals)[TRACK_VARS_SERVER]), name);
}

/* True if the SAPI's getenv has the request's variables. FrankenPHP's has only the environment. */
static bool sapi_has_variables(void)
{
	return sapi_module.getenv != NULL && strcmp(sapi_module.name, "frankenphp") != 0;
}

zend_string *hp_sapi_variable(const char *name)
{
	const hp_job *job = sapi_job();
	zend_string *copy;
	char *value;

	if (job != NULL) {
		return job->server == NULL ? NULL : sapi_find(job->server, name);
	}
	if (!sapi_has_variables()) {
		return sapi_server_variable(name);
	}
	value = sapi_getenv(name, strlen(name));
	if (value == NULL) {
		return NULL;
	}
	copy = zend_string_init(value, strlen(value), false);
	efree(value);

	return copy;
}

zend_string *hp_sapi_traceparent(void)
{
	const char *value;

	if (sapi_job() != NULL || hp_sapi_is_web()) {
		return hp_sapi_variable("HTTP_TRACEPARENT");
	}
	value = getenv("TRACEPARENT"); /* NOLINT(concurrency-mt-unsafe) */

	return value == NULL ? NULL : zend_string_init(value, strlen(value), false);
}

static zend_string *sapi_text(const char *text)
{
	text = text == NULL ? "" : text;

	return zend_string_init(text, strlen(text), false);
}

/* The request_uri of CGI is the script's, so that its variable goes first. */
static zend_string *sapi_uri(void)
{
	const hp_job *job = sapi_job();
	zend_string *uri;

	if (job != NULL && job->url != NULL) {
		return zend_string_copy(job->url);
	}
	uri = job == NULL && hp_sapi_is_web() ? hp_sapi_variable("REQUEST_URI") : NULL;
	if (uri != NULL) {
		return uri;
	}
	if (job == NULL && hp_sapi_is_web() && SG(request_info).request_uri != NULL) {
		return sapi_text(SG(request_info).request_uri);
	}
	if (SG(request_info).path_translated == NULL && SG(request_info).argc > 0) {
		return sapi_text(SG(request_info).argv[0]); /* php-cgi on the command line */
	}

	return sapi_text(SG(request_info).path_translated);
}

zend_string *hp_sapi_uri(void)
{
	return hp_parameter_strip_uri(sapi_uri());
}

/* Some clients, and all proxies, send the URI with its host: "http://user:password@host/path". */
zend_string *hp_sapi_path(void)
{
	zend_string *uri = hp_sapi_uri(), *path;
	const char *start = ZSTR_VAL(uri);
	size_t length = strcspn(start, "/?#");

	if (!hp_sapi_is_web()) {
		return uri;
	}
	if (length > 0 && strncmp(start + length - 1, "://", 3) == 0) {
		start += length + 2;
		start += strcspn(start, "/?#");
		start = *start == '/' ? start : "/";
	}
	path = zend_string_init(start, strcspn(start, "?#"), false);
	zend_string_release(uri);

	return path;
}

zend_string *hp_sapi_host(void)
{
	const hp_job *job = sapi_job();
	zend_string *host = NULL;

	if (job != NULL && job->host != NULL) {
		return zend_string_copy(job->host);
	}
	if (!hp_sapi_is_web()) {
		return sapi_text("cli");
	}
	host = hp_sapi_variable("HTTP_HOST");
	if (host == NULL) {
		host = hp_sapi_variable("SERVER_NAME");
	}

	return host != NULL ? host : sapi_text(NULL);
}

/* Returns the status of a job that the program ended without one. FrankenPHP's requests have a
 * status of their own. */
static int sapi_status_of_job(const hp_job *job)
{
	return job->is_abandoned || hp_sapi_is_web() ? HP_SAPI_NO_STATUS : 0;
}

int hp_sapi_status(void)
{
	const hp_job *job = XHPROF_G(job);
	int status = SG(sapi_headers).http_response_code;

	if (job->has_status) {
		return job->status;
	}
	if (job->is_ended && (job->is_described || !hp_sapi_is_web())) {
		return sapi_status_of_job(job);
	}

	return !hp_sapi_is_web() ? EG(exit_status) : status == 0 ? 200 : status;
}
