/* profile_sends.c: sends() and outside() of XHProf\Profile: which service a function asks, and
 * what it does outside of the process. */
#include "class/profile.h"

#include "base/assoc.h"
#include "base/detail_kind.h"
#include "base/outside.h"

/* Names of functions in the table are shorter. */
#define PROFILE_NAME_BYTES 64

static void profile_add_sends(
	zval *row, const char *function, const char *service, const char *text, size_t length)
{
	array_init_size(row, 3);
	add_assoc_string(row, "function", function);
	add_assoc_string(row, "kind", service);
	if (text == NULL) {
		add_assoc_null(row, "text");
	} else {
		add_assoc_stringl(row, "text", text, length);
	}
}

ZEND_METHOD(XHProf_Profile, sends)
{
	char function[PROFILE_NAME_BYTES];
	const char *mark, *text, *service;
	zend_string *name;
	uint16_t kind;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(name)
	ZEND_PARSE_PARAMETERS_END();

	mark = memchr(ZSTR_VAL(name), '#', ZSTR_LEN(name));
	text = mark == NULL ? NULL : mark + 1;
	mark = mark == NULL ? ZSTR_VAL(name) + ZSTR_LEN(name) : mark;
	if ((size_t) (mark - ZSTR_VAL(name)) >= sizeof(function)) {
		RETURN_NULL();
	}
	memcpy(function, ZSTR_VAL(name), (size_t) (mark - ZSTR_VAL(name)));
	function[mark - ZSTR_VAL(name)] = '\0';
	if (text == NULL && (text = hp_detail_fixed_text(function)) != NULL) {
		profile_add_sends(return_value, function, "sql", text, strlen(text));
		return;
	}
	kind = hp_detail_kind_of(function);
	service = hp_detail_kind_service(kind);
	if (service != NULL && (text != NULL || hp_detail_kind_action(kind) != HP_DETAIL_URL)) {
		profile_add_sends(return_value, function, service, text,
			text == NULL ? 0 : (size_t) (ZSTR_VAL(name) + ZSTR_LEN(name) - text));
	}
}

ZEND_METHOD(XHProf_Profile, outside)
{
	const char *wait;
	char *function;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(function, length)
	ZEND_PARSE_PARAMETERS_END();

	wait = hp_outside_wait(function);
	array_init_size(return_value, 5);
	hp_assoc_text(return_value, "waits_for", wait);
	add_assoc_bool(return_value, "changes", hp_outside_is_change(function));
	add_assoc_bool(return_value, "takes", hp_outside_takes(function));
	add_assoc_bool(return_value, "handles_statement", hp_outside_handles_statement(function));
	add_assoc_bool(return_value, "serves_many", hp_outside_serves_many(function));
}
