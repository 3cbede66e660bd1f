#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/trigger.h"

#include "format/format.h"
#include "request/cidr.h"
#include "request/glob.h"
#include "request/mangle.h"
#include "request/sapi.h"

#include "Zend/zend_smart_str.h"
#include "php_globals.h"

#define TRIGGER_ENVIRONMENT "XHPROF"

/* How long it takes says nothing of the secret, only of what was given. */
static bool trigger_is_secret(const char *secret, const zend_string *given)
{
	size_t length = strlen(secret);
	volatile unsigned char difference = (unsigned char) (length != ZSTR_LEN(given));

	for (size_t i = 0; i < ZSTR_LEN(given); i++) {
		difference |= (unsigned char) (secret[i % (length + 1)] ^ ZSTR_VAL(given)[i]);
	}

	return difference == 0;
}

zend_string *hp_trigger_header(const char *name)
{
	smart_str header = {NULL, 0};

	smart_str_appends(&header, "HTTP_X_");
	for (; *name != '\0'; name++) {
		char byte = *name >= 'a' && *name <= 'z' ? (char) (*name - 'a' + 'A') : *name;

		smart_str_appendc(&header, byte == '-' ? '_' : byte);
	}

	return smart_str_extract(&header);
}

/* PHP makes another name of some: of "xhprof.trigger" and of 7. */
static const zval *trigger_find_input(const HashTable *input, const char *name)
{
	char *sent = estrdup(name);
	const char *key = hp_mangle_name(sent);
	const zval *value = zend_symtable_str_find((HashTable *) input, key, strlen(key));

	efree(sent);

	return value;
}

static zend_string *trigger_input(int source, const char *name)
{
	const zval *input = &PG(http_globals)[source];
	const zval *value =
		Z_TYPE_P(input) == IS_ARRAY ? trigger_find_input(Z_ARRVAL_P(input), name) : NULL;

	return value != NULL && Z_TYPE_P(value) == IS_STRING ? zend_string_copy(Z_STR_P(value)) : NULL;
}

static zend_string *trigger_input_header(const char *name)
{
	zend_string *header = hp_trigger_header(name);
	zend_string *value = hp_sapi_variable(ZSTR_VAL(header));

	zend_string_release(header);

	return value;
}

/* Whether the value is there, and is the secret. */
static bool trigger_check(zend_string *given, const char *secret, bool *is_there)
{
	bool is_right = false;

	if (given != NULL) {
		*is_there = true;
		is_right = secret[0] != '\0' && trigger_is_secret(secret, given);
		zend_string_release(given);
	}

	return is_right;
}

static const char *trigger_asked_by(const php_xhprof_settings *settings, bool *is_there)
{
	const char *name = settings->trigger_name, *secret = settings->trigger_secret;

	*is_there = false;
	if (trigger_check(trigger_input(TRACK_VARS_GET, name), secret, is_there)) {
		return "asked for by the query parameter";
	}
	if (trigger_check(trigger_input(TRACK_VARS_COOKIE, name), secret, is_there)) {
		return "asked for by the cookie";
	}
	if (trigger_check(trigger_input_header(name), secret, is_there)) {
		return "asked for by the header";
	}

	return NULL;
}

static bool trigger_is_from_there(const char *ips)
{
	zend_string *address;
	bool is_in;

	if (ips[0] == '\0') {
		return true;
	}
	address = hp_sapi_variable("REMOTE_ADDR");
	is_in = address != NULL && hp_cidr_has(ips, ZSTR_VAL(address));
	if (address != NULL) {
		zend_string_release(address);
	}

	return is_in;
}

static void trigger_ask_web(hp_trigger *trigger, const php_xhprof_settings *settings)
{
	bool is_there;
	const char *by = trigger_asked_by(settings, &is_there);

	if (!is_there) {
		trigger->reason = "not asked for";
	} else if (settings->trigger_secret[0] == '\0') {
		trigger->reason = "asked for, but xhprof.trigger_secret is not set";
	} else if (!trigger_is_from_there(settings->trigger_ips)) {
		trigger->reason = "asked for from an address that is not in xhprof.trigger_ips";
	} else if (by == NULL) {
		trigger->reason = "asked for with a wrong secret";
	} else {
		trigger->is_wanted = trigger->is_asked = true;
		trigger->reason = by;
	}
}

/* "format" or "format:path". */
static bool trigger_read_format(hp_trigger *trigger, const char *text)
{
	size_t length = strcspn(text, ":");
	zend_string *format = zend_string_init(text, length, false);

	if (hp_format_find(format) == NULL || (text[length] == ':' && text[length + 1] == '\0')) {
		zend_string_release(format);
		return false;
	}
	trigger->format = format;
	if (text[length] == ':') {
		const char *path = text + length + 1;
		char *absolute = strstr(path, "://") != NULL ? NULL : expand_filepath(path, NULL);

		path = absolute == NULL ? path : absolute;
		trigger->path = zend_string_init(path, strlen(path), false);
		if (absolute != NULL) {
			efree(absolute);
		}
	}

	return true;
}

/* False: it asks for no run whatever the settings are. */
static bool trigger_ask_environment(hp_trigger *trigger)
{
	const char *asked = getenv(TRIGGER_ENVIRONMENT); /* NOLINT(concurrency-mt-unsafe) */

	if (asked == NULL || asked[0] == '\0') {
		trigger->reason = "not asked for";
		return true;
	}
	if (strcmp(asked, "0") == 0) {
		trigger->reason = "XHPROF=0";
		return false;
	}
	if (strcmp(asked, "1") != 0 && !trigger_read_format(trigger, asked)) {
		trigger->reason = "XHPROF is neither 0 nor 1 nor a format, nor format:file";
		hp_sapi_log(trigger->reason, asked);
		return false;
	}
	trigger->is_wanted = trigger->is_asked = true;
	trigger->reason = "asked for by XHPROF in the environment";

	return true;
}

/* NULL: the URI is one that may be profiled. */
static const char *trigger_leave_uri(const php_xhprof_settings *settings)
{
	const char *reason = NULL;
	zend_string *uri;
	size_t length;

	if (settings->include_uri[0] == '\0' && settings->exclude_uri[0] == '\0') {
		return NULL;
	}
	uri = hp_sapi_uri();
	length = strcspn(ZSTR_VAL(uri), "?#");
	if (settings->include_uri[0] != '\0' &&
		!hp_glob_has(settings->include_uri, ZSTR_VAL(uri), length)) {
		reason = "the URI is not in xhprof.include_uri";
	} else if (hp_glob_has(settings->exclude_uri, ZSTR_VAL(uri), length)) {
		reason = "the URI is in xhprof.exclude_uri";
	}
	zend_string_release(uri);

	return reason;
}

static void trigger_draw(hp_trigger *trigger, zend_long sample_rate, hp_random *dice)
{
	if (sample_rate > 0 && hp_random_is_one_in(dice, (uint64_t) sample_rate)) {
		trigger->is_wanted = true;
		trigger->reason = "drawn by xhprof.sample_rate";
	}
}

void hp_trigger_decide(hp_trigger *trigger, const php_xhprof_settings *settings, hp_random *dice)
{
	memset(trigger, 0, sizeof(*trigger));
	if (hp_sapi_is_web()) {
		trigger->reason = trigger_leave_uri(settings);
		if (trigger->reason != NULL) {
			return;
		}
		trigger_ask_web(trigger, settings);
	} else if (!trigger_ask_environment(trigger)) {
		return;
	}
	if (trigger->is_wanted) {
		return;
	}
	if (settings->auto_when == HP_TRIGGER_ALWAYS) {
		trigger->is_wanted = true;
		trigger->reason = "xhprof.auto=always";
	} else {
		trigger_draw(trigger, settings->sample_rate, dice);
	}
}

void hp_trigger_free(hp_trigger *trigger)
{
	if (trigger->format != NULL) {
		zend_string_release(trigger->format);
	}
	if (trigger->path != NULL) {
		zend_string_release(trigger->path);
	}
	trigger->format = trigger->path = NULL;
}
