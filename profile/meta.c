#include "profile/meta.h"

#include "base/bailout.h"

#include "Zend/zend_smart_str.h"
#include "ext/date/php_date.h"
#include "ext/json/php_json.h"
#include "php_globals.h"

#define META_DEPTH 129 /* the description, and 128 levels below it */
#define META_TOO_DEEP "it is nested deeper than 128 levels"
#define META_NS_PER_SECOND 1000000000

static const struct {
	const char *name;
	uint8_t type;
	const char *error;
} meta_fields[] = {
	{"url", IS_STRING, "\"url\" is not a string"},
	{"get", IS_ARRAY, "\"get\" is not an array"},
	{"env", IS_ARRAY, "\"env\" is not an array"},
	{"SERVER", IS_ARRAY, "\"SERVER\" is not an array"},
	{"simple_url", IS_STRING, "\"simple_url\" is not a string"},
	{"request_ts_micro", IS_ARRAY, "\"request_ts_micro\" is not an array"},
	{"request_ts", IS_ARRAY, "\"request_ts\" is not an array"},
	{"request_date", IS_STRING, "\"request_date\" is not a string"},
};

#define META_FIELDS_COUNT (sizeof(meta_fields) / sizeof(meta_fields[0]))

/* Returns an int up to `most`; -1 if it is greater, missing or something else. */
static int64_t meta_number(const HashTable *table, const char *key, int64_t most)
{
	const zval *number = zend_hash_str_find(table, key, strlen(key));

	if (number == NULL) {
		return -1;
	}
	ZVAL_DEREF(number);

	return Z_TYPE_P(number) == IS_LONG && Z_LVAL_P(number) <= most ? Z_LVAL_P(number) : -1;
}

int64_t hp_profile_meta_started_ns(HashTable *known)
{
	const zval *micro = zend_hash_str_find(known, ZEND_STRL("request_ts_micro"));
	int64_t sec, usec;

	if (micro == NULL) {
		return -1;
	}
	ZVAL_DEREF(micro);
	if (Z_TYPE_P(micro) != IS_ARRAY) {
		return -1;
	}
	sec = meta_number(Z_ARRVAL_P(micro), "sec", INT64_MAX / META_NS_PER_SECOND - 1);
	usec = meta_number(Z_ARRVAL_P(micro), "usec", 999999);

	return sec < 0 || usec < 0 ? -1 : sec * META_NS_PER_SECOND + usec * 1000;
}

static void meta_add_time(zval *meta, const char *key, int64_t sec, int64_t usec)
{
	zval time;

	array_init_size(&time, 2);
	add_assoc_long(&time, "sec", (zend_long) sec);
	add_assoc_long(&time, "usec", (zend_long) usec);
	add_assoc_zval(meta, key, &time);
}

/* Makes simple_url, by which XHGui groups runs: the URL without numbers after "=", as in
 * php-profiler. */
static zend_string *meta_simple_url(const zend_string *url)
{
	smart_str simple = {NULL, 0};

	for (size_t i = 0; i < ZSTR_LEN(url); i++) {
		size_t digits = 0;

		while (ZSTR_VAL(url)[i] == '=' && i + 1 + digits < ZSTR_LEN(url) &&
			ZSTR_VAL(url)[i + 1 + digits] >= '0' && ZSTR_VAL(url)[i + 1 + digits] <= '9') {
			digits++;
		}
		if (digits > 0) {
			i += digits;
		} else {
			smart_str_appendc(&simple, ZSTR_VAL(url)[i]);
		}
	}

	return smart_str_extract(&simple);
}

/* Adds the times by which XHGui sorts and dates runs. */
static void meta_fill_server(zval *meta, int64_t started_ns)
{
	zval *server = zend_hash_str_find(Z_ARRVAL_P(meta), ZEND_STRL("SERVER"));
	int64_t started_us = started_ns / 1000;

	SEPARATE_ARRAY(server);
	if (!zend_hash_str_exists(Z_ARRVAL_P(server), ZEND_STRL("REQUEST_TIME"))) {
		add_assoc_long(server, "REQUEST_TIME", (zend_long) (started_ns / META_NS_PER_SECOND));
	}
	if (!zend_hash_str_exists(Z_ARRVAL_P(server), ZEND_STRL("REQUEST_TIME_FLOAT"))) {
		add_assoc_double(server, "REQUEST_TIME_FLOAT", (double) started_us / 1e6);
	}
}

static void meta_make_up(zval *meta, const char *name, int64_t started_ns)
{
	time_t sec = (time_t) (started_ns / META_NS_PER_SECOND);

	if (strcmp(name, "url") == 0) {
		add_assoc_string(meta, name, "unknown");
	} else if (strcmp(name, "simple_url") == 0) {
		const zval *url = zend_hash_str_find(Z_ARRVAL_P(meta), ZEND_STRL("url"));

		add_assoc_str(meta, name, meta_simple_url(Z_STR_P(url)));
	} else if (strcmp(name, "request_ts_micro") == 0) {
		meta_add_time(meta, name, sec, started_ns % META_NS_PER_SECOND / 1000);
	} else if (strcmp(name, "request_ts") == 0) {
		meta_add_time(meta, name, sec, 0);
	} else if (strcmp(name, "request_date") == 0) {
		add_assoc_str(meta, name, php_format_date(ZEND_STRL("Y-m-d"), sec, false));
	} else {
		zval empty;

		ZVAL_EMPTY_ARRAY(&empty);
		add_assoc_zval(meta, name, &empty);
	}
}

static zend_result meta_add_field(
	zval *meta, size_t field, HashTable *known, int64_t started_ns, const char **error)
{
	const char *name = meta_fields[field].name;
	zval *value = known == NULL ? NULL : zend_hash_str_find(known, name, strlen(name));

	if (value == NULL) {
		meta_make_up(meta, name, started_ns);
		return SUCCESS;
	}
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != meta_fields[field].type) {
		*error = meta_fields[field].error;
		return FAILURE;
	}
	Z_TRY_ADDREF_P(value);
	add_assoc_zval(meta, name, value);

	return SUCCESS;
}

static void meta_add_others(zval *meta, HashTable *known)
{
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(known, key, value) {
		if (key != NULL && zend_hash_add(Z_ARRVAL_P(meta), key, value) != NULL) {
			Z_TRY_ADDREF_P(value);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static bool meta_is_deep(zval *value, uint32_t levels);

/* True if a table has values deeper than `levels`. A table within itself is a loop, which the
 * encoder breaks. */
/* NOLINTNEXTLINE(misc-no-recursion): bounded by META_DEPTH */
static bool meta_has_deep(HashTable *values, uint32_t levels)
{
	bool has_deep = levels == 0;
	zval *value;

	if (has_deep || GC_IS_RECURSIVE(values)) {
		return has_deep;
	}
	GC_TRY_PROTECT_RECURSION(values);
	ZEND_HASH_FOREACH_VAL(values, value) {
		if (meta_is_deep(value, levels - 1)) {
			has_deep = true;
			break;
		}
	}
	ZEND_HASH_FOREACH_END();
	GC_TRY_UNPROTECT_RECURSION(values);

	return has_deep;
}

/* True if arrays or objects are nested deeper than `levels`. PHP's encoder checks the depth only
 * when it comes back up; by then it has used the C stack. The depth of the value that a
 * JsonSerializable returns cannot be known here. */
/* NOLINTNEXTLINE(misc-no-recursion): bounded by META_DEPTH */
static bool meta_is_deep(zval *value, uint32_t levels)
{
	HashTable *properties;
	bool is_deep;

	ZVAL_DEINDIRECT(value); /* a declared property */
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) == IS_ARRAY) {
		return meta_has_deep(Z_ARRVAL_P(value), levels);
	}
	if (Z_TYPE_P(value) != IS_OBJECT ||
		instanceof_function(Z_OBJCE_P(value), php_json_serializable_ce)) {
		return false;
	}
	properties = zend_get_properties_for(value, ZEND_PROP_PURPOSE_JSON);
	is_deep = properties != NULL && meta_has_deep(properties, levels);
	zend_release_properties(properties);

	return is_deep;
}

typedef struct meta_encoding {
	zval *meta;
	smart_str text;
	const char *error; /* NULL: the text is whole */
	/* the program's settings, which are restored afterwards */
	zend_long precision;
	HP_LAST_JSON_TYPE last_error;
} meta_encoding;

/* Encodes, and returns the encoder's error if there was one. It may fail without a code: see
 * base/memory_limit.h. */
static php_json_error_code meta_encode_by(meta_encoding *encoding, int options)
{
	options |= PHP_JSON_UNESCAPED_SLASHES | PHP_JSON_INVALID_UTF8_SUBSTITUTE;

	if (php_json_encode_ex(&encoding->text, encoding->meta, options, META_DEPTH) == SUCCESS) {
		return PHP_JSON_ERROR_NONE;
	}

	return JSON_G(HP_LAST_JSON_CODE) == PHP_JSON_ERROR_NONE ? PHP_JSON_ERROR_STATE_MISMATCH
															: JSON_G(HP_LAST_JSON_CODE);
}

/* True if the text can be read back. It may contain a substitute for a part that JSON cannot
 * express, and only a reader finds how deep the rest is. */
static bool meta_is_readable(smart_str *text)
{
	bool is_readable;
	zval read;

	smart_str_0(text);
	is_readable = text->s != NULL &&
		php_json_decode_ex(&read, ZSTR_VAL(text->s), ZSTR_LEN(text->s), PHP_JSON_OBJECT_AS_ARRAY,
			META_DEPTH) == SUCCESS;

	if (is_readable) {
		zval_ptr_dtor(&read);
	}

	return is_readable;
}

/* The depth is checked first, as partial output may hide an error of depth behind another error. */
static void meta_encode_json(void *context)
{
	meta_encoding *encoding = context;
	php_json_error_code error;

	/* All digits: with few of them, the time of a request would change. */
	PG(serialize_precision) = -1;
	error = meta_is_deep(encoding->meta, META_DEPTH) ? PHP_JSON_ERROR_DEPTH
													 : meta_encode_by(encoding, 0);
	if (error == PHP_JSON_ERROR_DEPTH) {
		encoding->error = META_TOO_DEEP;
	} else if (error != PHP_JSON_ERROR_NONE && !EG(exception)) {
		smart_str_free(&encoding->text);
		meta_encode_by(encoding, PHP_JSON_PARTIAL_OUTPUT_ON_ERROR);
		encoding->error = meta_is_readable(&encoding->text) ? NULL : "it cannot be written as JSON";
	}
}

static void meta_end_encoding(void *context)
{
	const meta_encoding *encoding = context;

	PG(serialize_precision) = encoding->precision;
	JSON_G(HP_LAST_JSON_ERROR) = encoding->last_error;
}

static zend_string *meta_encode(zval *meta, const char **error)
{
	meta_encoding encoding = {.meta = meta,
		.precision = PG(serialize_precision),
		.last_error = JSON_G(HP_LAST_JSON_ERROR)};
	smart_str *text = &encoding.text;
	zend_string *kept;

	hp_bailout(meta_encode_json, meta_end_encoding, &encoding);
	if (encoding.error != NULL || EG(exception)) {
		smart_str_free(text);
		*error = encoding.error;
		return NULL;
	}
	smart_str_0(text);
	kept = zend_string_init(ZSTR_VAL(text->s), ZSTR_LEN(text->s), true);
	smart_str_free(text);

	return kept;
}

zend_string *hp_profile_meta_json(HashTable *known, int64_t started_ns, const char **error)
{
	int64_t began_ns = known == NULL ? -1 : hp_profile_meta_started_ns(known);
	zend_string *text = NULL;
	size_t field = 0;
	zval meta;

	if (began_ns < 0 && known != NULL &&
		zend_hash_str_exists(known, ZEND_STRL("request_ts_micro"))) {
		*error = "\"request_ts_micro\" is not an array of the ints \"sec\" and \"usec\"";
		return NULL;
	}
	began_ns = began_ns < 0 ? started_ns : began_ns;
	array_init(&meta);
	while (field < META_FIELDS_COUNT &&
		meta_add_field(&meta, field, known, began_ns, error) == SUCCESS) {
		field++;
	}
	if (field == META_FIELDS_COUNT) {
		if (known != NULL) {
			meta_add_others(&meta, known);
		}
		meta_fill_server(&meta, began_ns);
		text = meta_encode(&meta, error);
	}
	zval_ptr_dtor(&meta);

	return text;
}

/* Removes all that another array does not have too, also within nested arrays. */
static void meta_intersect(HashTable *array, const HashTable *other)
{
	zend_ulong index;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL(array, index, key, value) {
		zval *its = key != NULL ? zend_hash_find(other, key) : zend_hash_index_find(other, index);

		if (its != NULL && Z_TYPE_P(value) == IS_ARRAY && Z_TYPE_P(its) == IS_ARRAY) {
			meta_intersect(Z_ARRVAL_P(value), Z_ARRVAL_P(its));
		} else if (its != NULL && zend_is_identical(value, its)) {
			continue;
		} else if (key != NULL) {
			zend_hash_del(array, key);
		} else {
			zend_hash_index_del(array, index);
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* Returns the document of a run, an empty one if it has none. The caller releases it. */
static HashTable *meta_decode(const hp_profile *run)
{
	zval meta;

	if (run->meta == NULL) {
		return zend_new_array(0);
	}
	php_json_decode_ex(&meta, ZSTR_VAL(run->meta), ZSTR_LEN(run->meta), PHP_JSON_OBJECT_AS_ARRAY,
		PHP_JSON_PARSER_DEFAULT_DEPTH);
	if (Z_TYPE(meta) != IS_ARRAY) {
		zval_ptr_dtor(&meta);
		return zend_new_array(0);
	}

	return Z_ARRVAL(meta);
}

zend_string *hp_profile_meta_common(const hp_profile *const *runs, uint32_t count)
{
	const char *error;
	zend_string *json = NULL;
	HashTable *common = meta_decode(runs[0]), *meta;

	for (uint32_t i = 1; i < count; i++) {
		meta = meta_decode(runs[i]);
		meta_intersect(common, meta);
		zend_array_release(meta);
	}
	/* Runs that started in the same second have only half of it in common. */
	if (hp_profile_meta_started_ns(common) < 0) {
		zend_hash_str_del(common, ZEND_STRL("request_ts_micro"));
	}
	if (zend_hash_num_elements(common) > 0) {
		json = hp_profile_meta_json(common, runs[0]->started_ns, &error);
	}
	zend_array_release(common);

	return json;
}
