#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "sample/options.h"

/* The index of a name in an enum's words, which end with NULL; -1 if it is none of them. */
static int sample_options_word(const char *const *words, const char *name)
{
	for (int i = 0; words[i] != NULL; i++) {
		if (strcmp(words[i], name) == 0) {
			return i;
		}
	}

	return -1;
}

zend_result hp_sample_options_clock(hp_sample_clock *clock, const char *name)
{
	static const char *const words[] = {"wall", "cpu", NULL};
	int word = sample_options_word(words, name);

	*clock = word < 0 ? *clock : (hp_sample_clock) word;

	return word < 0 ? FAILURE : SUCCESS;
}

zend_result hp_sample_options_engine(hp_sample_engine *engine, const char *name)
{
	static const char *const words[] = {"auto", "signal", "interrupt", NULL};
	int word = sample_options_word(words, name);

	*engine = word < 0 ? *engine : (hp_sample_engine) word;

	return word < 0 ? FAILURE : SUCCESS;
}

static zval *sample_options_find(const HashTable *array, const char *name)
{
	zval *value = zend_hash_str_find(array, name, strlen(name));

	if (value != NULL) {
		ZVAL_DEREF(value);
	}

	return value;
}

/* False if it is there and no int. */
static bool sample_options_int(
	const HashTable *array, const char *name, zend_long *number, bool *is_set)
{
	const zval *value = sample_options_find(array, name);

	*is_set = value != NULL && Z_TYPE_P(value) == IS_LONG;
	if (*is_set) {
		*number = Z_LVAL_P(value);
	}

	return *is_set || value == NULL;
}

/* False if it is there and no bool. */
static bool sample_options_bool(const HashTable *array, const char *name, bool *flag)
{
	const zval *value = sample_options_find(array, name);

	*flag = value != NULL && Z_TYPE_P(value) == IS_TRUE;

	return value == NULL || *flag || Z_TYPE_P(value) == IS_FALSE;
}

/* A value of another type is no valid name. */
static const char *sample_options_string(const HashTable *array, const char *name)
{
	const zval *value = sample_options_find(array, name);

	return value == NULL ? NULL : Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
}

static const char *sample_options_read(hp_sample_options *options, const HashTable *array)
{
	const char *clock = sample_options_string(array, "clock");
	const char *engine = sample_options_string(array, "engine");
	bool has_interval;

	if (!sample_options_int(array, "interval", &options->interval_us, &has_interval)) {
		return "option \"interval\" must be of type int";
	}
	if (!sample_options_int(array, "depth", &options->depth, &options->has_depth)) {
		return "option \"depth\" must be of type int";
	}
	if (clock != NULL && hp_sample_options_clock(&options->clock, clock) == FAILURE) {
		return "option \"clock\" must be \"wall\" or \"cpu\"";
	}
	if (engine != NULL && hp_sample_options_engine(&options->engine, engine) == FAILURE) {
		return "option \"engine\" must be \"auto\", \"signal\" or \"interrupt\"";
	}
	if (!sample_options_bool(array, "paths", &options->has_paths)) {
		return "option \"paths\" must be of type bool";
	}
	if (!sample_options_bool(array, "run_init", &options->has_run_init)) {
		return "option \"run_init\" must be of type bool";
	}

	return NULL;
}

zend_result hp_sample_options_parse(
	hp_sample_options *options, const HashTable *array, const char **error)
{
	*error = NULL;
	hp_filter_init(&options->ignored);
	if (array != NULL) {
		hp_filter_add_option(&options->ignored, array);
		*error = sample_options_read(options, array);
	}

	return *error == NULL ? SUCCESS : FAILURE;
}

void hp_sample_options_free(hp_sample_options *options)
{
	hp_filter_free(&options->ignored);
}

bool hp_sample_options_clamp(hp_sample_options *options)
{
	zend_long wanted_us = options->interval_us;

	options->interval_us =
		MAX(HP_SAMPLE_MIN_INTERVAL_US, MIN(HP_SAMPLE_MAX_INTERVAL_US, wanted_us));

	return options->interval_us == wanted_us;
}
