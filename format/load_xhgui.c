/* load_xhgui.c: reads a line that XHGui would import, of format/xhgui.c or of php-profiler. */
#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/load.h"
#include "format/meta.h"

#include "ext/json/php_json.h"
#include "ext/json/php_json_parser.h"

#define LOAD_XHGUI_DEPTH 128

static bool load_is_one_line(const zend_string *bytes)
{
	const char *end = ZSTR_VAL(bytes) + ZSTR_LEN(bytes);
	const char *line_end = memchr(ZSTR_VAL(bytes), '\n', ZSTR_LEN(bytes));

	while (line_end != NULL && line_end < end && strchr("\r\n\t ", *line_end) != NULL) {
		line_end++;
	}

	return line_end == NULL || line_end == end;
}

static hp_profile *load_envelope(HashTable *envelope, const char **error)
{
	const zval *pairs = zend_hash_str_find(envelope, ZEND_STRL("profile"));
	const zval *meta = zend_hash_str_find(envelope, ZEND_STRL("meta"));
	hp_profile *profile;

	*error = "it has no \"profile\" and \"meta\"";
	if (pairs == NULL || meta == NULL || Z_TYPE_P(meta) != IS_ARRAY) {
		return NULL;
	}
	profile = hp_load_pairs(pairs, error);
	if (profile == NULL) {
		return NULL;
	}
	profile->started_ns = hp_meta_started_ns(Z_ARRVAL_P(meta));
	profile->meta = hp_meta_json(Z_ARRVAL_P(meta), profile->started_ns, error);
	if (profile->meta == NULL) {
		hp_profile_free(profile);
		return NULL;
	}

	return profile;
}

hp_profile *hp_load_xhgui(const zend_string *bytes, const char **error)
{
	php_json_parser parser;
	hp_profile *profile = NULL;
	zval envelope;

	if (!load_is_one_line(bytes)) {
		*error = "it has more than one line, that is more than one run";
		return NULL;
	}
	*error = "it is damaged";
	php_json_parser_init(&parser, &envelope, ZSTR_VAL(bytes), ZSTR_LEN(bytes),
		PHP_JSON_OBJECT_AS_ARRAY, LOAD_XHGUI_DEPTH);
	if (php_json_parse(&parser) != 0) {
		return NULL;
	}
	if (Z_TYPE(envelope) == IS_ARRAY) {
		profile = load_envelope(Z_ARRVAL(envelope), error);
	}
	zval_ptr_dtor(&envelope);

	return profile;
}
