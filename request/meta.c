#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/meta.h"

#include "format/meta.h"
#include "request/redact.h"
#include "request/sapi.h"

#include "SAPI.h"
#include "Zend/zend_smart_str.h"
#include "ext/standard/basic_functions.h"
#include "php_globals.h"

/* Of what the client and the server sent, what tells requests apart; neither who it is nor any secret. */
static const char *const request_server[] = {"REQUEST_METHOD", "HTTP_HOST", "SERVER_NAME",
	"SERVER_PORT", "SERVER_PROTOCOL", "HTTPS", "SCRIPT_NAME", "CONTENT_TYPE", "CONTENT_LENGTH"};

static void request_add_url(zval *meta, const char *trigger)
{
	zend_string *uri = hp_sapi_uri();

	add_assoc_str(meta, "url", hp_redact_uri(uri, trigger));
	zend_string_release(uri);
}

static void request_add_get(zval *meta, const char *trigger)
{
	const zval *input = &PG(http_globals)[TRACK_VARS_GET];
	zval get;

	if (Z_TYPE_P(input) == IS_ARRAY) {
		hp_redact_array(&get, Z_ARRVAL_P(input), trigger);
		add_assoc_zval(meta, "get", &get);
	}
}

static void request_add_server(zval *meta)
{
	zval server;

	array_init(&server);
	for (size_t i = 0; i < sizeof(request_server) / sizeof(request_server[0]); i++) {
		zend_string *value = hp_sapi_variable(request_server[i]);

		if (value != NULL) {
			add_assoc_str(&server, request_server[i], value);
		}
	}
	add_assoc_zval(meta, "SERVER", &server);
}

/* The script and its arguments, from what PHP was started with: $argv is the program's to change. The
 * first of them would be the code itself of php -r. */
static void request_add_command(zval *meta, const char *trigger)
{
	smart_str text = {NULL, 0};
	zend_string *script = hp_sapi_uri();
	zval given, shown, *word;

	array_init(&given);
	array_init(&shown);
	for (int i = 1; i < SG(request_info).argc; i++) {
		add_next_index_string(&given, SG(request_info).argv[i]);
	}
	hp_redact_arguments(&shown, Z_ARRVAL(given), trigger);
	smart_str_append(&text, script);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(shown), word) {
		smart_str_appendc(&text, ' ');
		smart_str_append(&text, Z_STR_P(word));
	}
	ZEND_HASH_FOREACH_END();
	add_assoc_str(meta, "url", smart_str_extract(&text));
	zend_string_release(script);
	zval_ptr_dtor(&given);
	zval_ptr_dtor(&shown);
}

static void request_add_own(
	zval *meta, const hp_request_facts *facts, const php_xhprof_settings *settings)
{
	zend_string *host = hp_sapi_host();
	zval own;

	array_init(&own);
	add_assoc_string(&own, "run", facts->run);
	add_assoc_string(&own, "reason", facts->reason);
	add_assoc_string(&own, "mode", settings->auto_mode);
	add_assoc_string(&own, "flags", settings->auto_flags);
	add_assoc_str(&own, "host", host);
	if (hp_sapi_is_web()) {
		add_assoc_string(&own, "method", SG(request_info).request_method);
	} else {
		add_assoc_null(&own, "method");
	}
	add_assoc_long(&own, "status", facts->status);
	add_assoc_bool(&own, "failed", facts->has_failed);
	add_assoc_long(&own, "wall_ns", (zend_long) facts->wall_ns);
	add_assoc_long(&own, "peak_bytes", (zend_long) facts->peak_bytes);
	add_assoc_string(&own, "php", PHP_VERSION);
	add_assoc_string(&own, "sapi", sapi_module.name);
	add_assoc_long(&own, "pid", (zend_long) getpid());
	add_assoc_zval(meta, "xhprof", &own);
}

zend_string *hp_request_meta(const hp_request_facts *facts, const php_xhprof_settings *settings)
{
	const char *trigger = settings->trigger_name;
	const char *error;
	zend_string *text;
	zval meta;

	array_init(&meta);
	if (hp_sapi_is_web()) {
		request_add_url(&meta, trigger);
		request_add_get(&meta, trigger);
		request_add_server(&meta);
	} else {
		request_add_command(&meta, trigger);
	}
	request_add_own(&meta, facts, settings);
	text = hp_meta_json(Z_ARRVAL(meta), facts->started_ns, &error);
	zval_ptr_dtor(&meta);

	return text;
}
