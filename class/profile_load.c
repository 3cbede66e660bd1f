/* profile_load.c: load(), parse() and head() of XHProf\Profile. */
#include "class/profile.h"

#include "base/bailout.h"
#include "format/head.h"
#include "format/head_values.h"
#include "format/load.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_smart_str.h"
#include "ext/json/php_json.h"
#include "ext/spl/spl_exceptions.h"

typedef struct profile_loaded {
	const zend_string *path;
	size_t max_bytes;
	smart_str bytes; /* persistent: outside memory_limit, as the run is */
	hp_profile *run; /* NULL: error says why */
	hp_load_error error;
} profile_loaded;

/* Opening a pipe waits for its writer, and a folder opens but gives a notice for each read. */
static bool profile_is_readable(profile_loaded *loaded)
{
	const char *path = ZSTR_VAL(loaded->path);
	zend_stat_t status;

	path += strncasecmp(path, "file://", 7) == 0 ? 7 : 0;
	if (strstr(path, "://") != NULL || php_check_open_basedir_ex(path, 0) != 0 ||
		VCWD_STAT(path, &status) != 0 || S_ISREG(status.st_mode)) {
		return true;
	}
	loaded->error.reason = (status.st_mode & S_IFMT) == S_IFDIR
		? "it is a folder"
		: "it is a pipe or a device, not a file; php://stdin can be read";

	return false;
}

/* Doubles the room: not every realloc() moves pages. */
static void profile_append(smart_str *bytes, const char *part, size_t length)
{
	size_t used = bytes->s == NULL ? 0 : ZSTR_LEN(bytes->s);

	if (used + length >= bytes->a) {
		smart_str_alloc(bytes, used + length, true);
	}
	smart_str_appendl_ex(bytes, part, length, true);
}

/* Stops after more than max_bytes. */
static void profile_read(profile_loaded *loaded, php_stream *stream)
{
	char part[8192];
	ssize_t got;

	stream->flags |= PHP_STREAM_FLAG_NO_FCLOSE; /* see base/writer.c */
	do {
		got = php_stream_read(stream, part, sizeof(part));
		if (got > 0) {
			profile_append(&loaded->bytes, part, (size_t) got);
		}
	} while (got > 0 && ZSTR_LEN(loaded->bytes.s) <= loaded->max_bytes);
	php_stream_close(stream);
}

static void profile_load(void *context)
{
	profile_loaded *loaded = context;
	php_stream *stream = profile_is_readable(loaded)
		? php_stream_open_wrapper(ZSTR_VAL(loaded->path), "rb", 0, NULL)
		: NULL;

	if (stream != NULL) {
		profile_read(loaded, stream);
	}
	if (loaded->bytes.s != NULL) {
		smart_str_0(&loaded->bytes);
		loaded->run = hp_load(loaded->bytes.s, loaded->max_bytes, &loaded->error);
	}
}

static void profile_end_load(void *context)
{
	smart_str_free_ex(&((profile_loaded *) context)->bytes, true);
}

ZEND_METHOD(XHProf_Profile, load)
{
	profile_loaded loaded = {.max_bytes = (size_t) XHPROF_G(settings).max_load_bytes,
		.error.reason = "it cannot be read"};
	zend_string *path;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_PATH_STR(path)
	ZEND_PARSE_PARAMETERS_END();

	loaded.path = path;
	hp_bailout(profile_load, profile_end_load, &loaded);
	if (loaded.run == NULL) {
		if (!EG(exception)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, loaded.error.code,
				"Could not load a profile from %s: %s", ZSTR_VAL(path), loaded.error.reason);
		}
		RETURN_THROWS();
	}
	hp_class_profile_wrap(return_value, loaded.run);
}

ZEND_METHOD(XHProf_Profile, parse)
{
	hp_load_error error;
	zend_string *bytes;
	hp_profile *run;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();

	run = hp_load(bytes, (size_t) XHPROF_G(settings).max_load_bytes, &error);
	if (run == NULL) {
		zend_argument_value_error(1, "must be a run as json or json.gz: %s", error.reason);
		hp_class_profile_set_code(error.code);
		RETURN_THROWS();
	}
	hp_class_profile_wrap(return_value, run);
}

static void profile_add_file(zval *head, const hp_head_file *file)
{
	zval about;

	array_init(&about);
	add_assoc_long(&about, "bytes", (zend_long) file->bytes);
	add_assoc_long(&about, "time", (zend_long) file->time_s);
	add_assoc_bool(&about, "whole", file->has_end);
	add_assoc_zval(head, "file", &about);
}

static void profile_decode_head(zend_string *text, const HashTable *only, zval *head)
{
	if (only != NULL) {
		hp_head_values(text, only, head);
	} else {
		php_json_decode_ex(head, ZSTR_VAL(text), ZSTR_LEN(text), PHP_JSON_OBJECT_AS_ARRAY,
			PHP_JSON_PARSER_DEFAULT_DEPTH);
	}
}

ZEND_METHOD(XHProf_Profile, head)
{
	zend_string *path;
	HashTable *only = NULL;
	hp_head_file file;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_PATH_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(only)
	ZEND_PARSE_PARAMETERS_END();

	if (php_check_open_basedir_ex(ZSTR_VAL(path), 0) != 0 || !hp_head_read(ZSTR_VAL(path), &file) ||
		file.text == NULL) {
		RETURN_NULL();
	}
	profile_decode_head(file.text, only, return_value);
	zend_string_release(file.text);
	if (Z_TYPE_P(return_value) == IS_ARRAY) {
		profile_add_file(return_value, &file);
	}
}
