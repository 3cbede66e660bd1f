#include "request/trigger.h"

#include "base/pattern.h"
#include "base/quiet.h"
#include "base/random.h"
#include "base/words.h"
#include "format/format.h"
#include "request/cidr.h"
#include "request/parameter.h"
#include "request/sapi.h"

#include "Zend/zend_smart_str.h"
#include "php_globals.h"

#define TRIGGER_ENVIRONMENT "XHPROF"
#define TRIGGER_HEADER "HTTP_X_" HP_PARAMETER_TRIGGER

/* Takes a time that depends on the given string, not on the secret. */
static bool trigger_is_secret(const char *secret, const zend_string *given)
{
	size_t length = strlen(secret);
	volatile unsigned char difference = (unsigned char) (length != ZSTR_LEN(given));

	for (size_t i = 0; i < ZSTR_LEN(given); i++) {
		difference |= (unsigned char) (secret[i % (length + 1)] ^ ZSTR_VAL(given)[i]);
	}

	return difference == 0;
}

static zend_string *trigger_from_array(const zval *input)
{
	const zval *value =
		Z_TYPE_P(input) == IS_ARRAY ? hp_parameter_trigger(Z_ARRVAL_P(input)) : NULL;

	return value != NULL && Z_TYPE_P(value) == IS_STRING ? zend_string_copy(Z_STR_P(value)) : NULL;
}

/* True if given is the secret; notes that there was a value. Releases it. */
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
	const char *secret = settings->trigger_secret;
	const zval *get, *cookies;
	zval place;

	*is_there = false;
	get = hp_sapi_parameters(&place);
	if (trigger_check(trigger_from_array(get), secret, is_there)) {
		return "requested by the query parameter";
	}
	cookies = hp_sapi_cookies(&place);
	if (trigger_check(trigger_from_array(cookies), secret, is_there)) {
		return "requested by the cookie";
	}
	if (trigger_check(hp_sapi_variable(TRIGGER_HEADER), secret, is_there)) {
		return "requested by the header";
	}

	return NULL;
}

static bool trigger_is_from(const char *ips)
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
		trigger->reason = "not requested";
	} else if (settings->trigger_secret[0] == '\0') {
		trigger->reason = "requested, but xhprof.trigger_secret is not set";
	} else if (!trigger_is_from(settings->trigger_ips)) {
		trigger->is_excluded = true;
		trigger->reason = "requested from an address that is not in xhprof.trigger_ips";
	} else if (by == NULL) {
		trigger->reason = "requested with a wrong secret";
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

/* Returns false if the environment refuses a run, which overrides the settings. */
static bool trigger_ask_environment(hp_trigger *trigger)
{
	const char *asked = getenv(TRIGGER_ENVIRONMENT); /* NOLINT(concurrency-mt-unsafe) */

	if (asked == NULL || asked[0] == '\0') {
		trigger->reason = "not requested";
		return true;
	}
	if (strcmp(asked, "0") == 0) {
		trigger->reason = "XHPROF=0";
		return false;
	}
	if (strcmp(asked, "1") != 0 && !trigger_read_format(trigger, asked)) {
		trigger->reason = "XHPROF must be 0, 1, a format, or format:file";
		hp_quiet_log(trigger->reason, asked);
		return false;
	}
	trigger->is_wanted = trigger->is_asked = true;
	trigger->reason = "requested by XHPROF in the environment";

	return true;
}

bool hp_trigger_matches(const char *patterns, const zend_string *path)
{
	const char *word;
	size_t length;

	while ((word = hp_words_next(&patterns, &length)) != NULL) {
		if (hp_pattern_matches_glob(
				word, length, ZSTR_VAL(path), ZSTR_LEN(path), HP_PATTERN_TEXT)) {
			return true;
		}
	}

	return false;
}

const char *hp_trigger_refuse_uri(const php_xhprof_settings *settings)
{
	const char *reason = NULL;
	zend_string *path;

	if ((settings->include_uri[0] == '\0' && settings->exclude_uri[0] == '\0') ||
		hp_sapi_is_script()) {
		return NULL;
	}
	path = hp_sapi_path();
	if (settings->include_uri[0] != '\0' && !hp_trigger_matches(settings->include_uri, path)) {
		reason = "the URI is not in xhprof.include_uri";
	} else if (hp_trigger_matches(settings->exclude_uri, path)) {
		reason = "the URI is in xhprof.exclude_uri";
	}
	zend_string_release(path);

	return reason;
}

static void trigger_draw(hp_trigger *trigger, zend_long sample_rate)
{
	if (sample_rate > 0 && hp_random_is_one_in((uint64_t) sample_rate)) {
		trigger->is_wanted = true;
		trigger->reason = "drawn by xhprof.sample_rate";
	}
}

void hp_trigger_decide(hp_trigger *trigger, const php_xhprof_settings *settings)
{
	memset(trigger, 0, sizeof(*trigger));
	if ((trigger->reason = hp_trigger_refuse_uri(settings)) != NULL) {
		trigger->is_excluded = true;
		return;
	}
	if (hp_sapi_is_web()) {
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
		trigger_draw(trigger, settings->sample_rate);
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
