/* pprof_options.c: the options of XHProf\Profile::export() to pprof. */
#include "class/pprof_options.h"

#include "base/option.h"

#include "Zend/zend_exceptions.h"

/* The argument of export(). */
#define PPROF_ARGUMENT 4

#define PPROF_NUMBER(member, least, text) \
 { \
  HP_OPTION_INT(hp_pprof_options, member, #member, least, ZEND_LONG_MAX, "of type int"), \
	  .range_error = "option \"" #member "\" must be " text \
 }

static const char *const pprof_words[] = {"all", "times", "allocations", NULL};

static const hp_option pprof_options[] = {
	{HP_OPTION_WORD(
		hp_pprof_options, values, "values", pprof_words, "\"all\", \"times\" or \"allocations\"")},
	PPROF_NUMBER(started_ns, 0, "0 or greater"),
	PPROF_NUMBER(duration_ns, 0, "0 or greater"),
	PPROF_NUMBER(max_samples, 1, "1 or greater"),
	PPROF_NUMBER(max_bytes, 1, "1 or greater"),
};

#define PPROF_OPTIONS (sizeof(pprof_options) / sizeof(pprof_options[0]))

/* False if it threw: there is a key that is no option. */
static bool pprof_knows_all(const HashTable *array)
{
	static const char *const others[] = {"labels", NULL};
	zend_string *unknown = hp_option_unknown(pprof_options, PPROF_OPTIONS, others, array, "");

	if (unknown != NULL) {
		zend_argument_value_error(PPROF_ARGUMENT, "is invalid: %s", ZSTR_VAL(unknown));
		zend_string_release(unknown);
	}

	return unknown == NULL;
}

/* NULL, or what is wrong. */
static const char *pprof_labels(hp_pprof_options *options, const HashTable *array)
{
	zval *labels = zend_hash_str_find(array, ZEND_STRL("labels")), *label;

	if (labels == NULL) {
		return NULL;
	}
	ZVAL_DEREF(labels);
	if (Z_TYPE_P(labels) != IS_ARRAY) {
		return "option \"labels\" must be an array of strings";
	}
	options->labels = Z_ARRVAL_P(labels);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(labels), label) {
		ZVAL_DEREF(label);
		if (Z_TYPE_P(label) != IS_STRING) {
			return "option \"labels\" must be an array of strings";
		}
	}
	ZEND_HASH_FOREACH_END();

	return NULL;
}

bool hp_class_pprof_options(hp_pprof_options *options, const HashTable *array, bool *is_many)
{
	char text[HP_OPTION_ERROR_BYTES];
	bool is_range = false;
	const char *error;

	*options = (hp_pprof_options) HP_PPROF_DEFAULTS;
	error = hp_option_read(pprof_options, PPROF_OPTIONS, array, options, &is_range, text);
	if (error == NULL) {
		error = pprof_labels(options, array);
	}
	if (error != NULL) {
		zend_argument_error(
			is_range ? zend_ce_value_error : zend_ce_type_error, PPROF_ARGUMENT, "%s", error);
	}
	*is_many = zend_hash_str_exists(array, ZEND_STRL("max_samples")) ||
		zend_hash_str_exists(array, ZEND_STRL("max_bytes"));

	return error == NULL && pprof_knows_all(array);
}
