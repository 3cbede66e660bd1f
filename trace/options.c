#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "trace/options.h"

#include "profile/features.h"

static zend_result options_parse_run_init(
	hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		*error = "option \"run_init\" must be of type bool";
		return FAILURE;
	}
	options->has_run_init = Z_TYPE_P(value) == IS_TRUE;

	return SUCCESS;
}

static const char *const options_modes[] = {
	[HP_TRACE_HIER] = "hier",
	[HP_TRACE_TREE] = "tree",
	[HP_TRACE_TIMELINE] = "timeline",
};

static bool options_is(const zval *value, const char *text)
{
	return Z_TYPE_P(value) == IS_STRING &&
		zend_string_equals_cstr(Z_STR_P(value), text, strlen(text));
}

/* The mode by its name, which is as good as the flag. */
static zend_result options_parse_mode(hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (options_is(value, "alloc")) {
		options->is_untraced = true;
		return SUCCESS;
	}
	for (uint32_t i = 0; i < sizeof(options_modes) / sizeof(options_modes[0]); i++) {
		if (options_is(value, options_modes[i])) {
			options->mode = (hp_trace_mode) i;
			return SUCCESS;
		}
	}
	*error = "option \"mode\" must be \"hier\", \"tree\", \"timeline\" or \"alloc\"";

	return FAILURE;
}

static zend_result options_parse_compensate(
	hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_TRUE && Z_TYPE_P(value) != IS_FALSE) {
		*error = "option \"compensate\" must be of type bool";
		return FAILURE;
	}
	options->is_compensated = Z_TYPE_P(value) == IS_TRUE;
	options->has_compensate = true;

	return SUCCESS;
}

static zend_result options_parse_max_nodes(
	hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < 1 || Z_LVAL_P(value) > UINT32_MAX / 2) {
		*error = "option \"max_nodes\" must be an int greater than 0";
		return FAILURE;
	}
	options->max_nodes = (uint32_t) Z_LVAL_P(value);

	return SUCCESS;
}

static zend_result options_parse_max_timeline(
	hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < 1) {
		*error = "option \"max_timeline_bytes\" must be an int greater than 0";
		return FAILURE;
	}
	options->max_timeline_bytes = (uint64_t) Z_LVAL_P(value);

	return SUCCESS;
}

static zend_result options_parse_alloc(hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (options_is(value, "full")) {
		options->alloc_mode = HP_LIVE_FULL;
	} else if (options_is(value, "sampled")) {
		options->alloc_mode = HP_LIVE_SAMPLED;
	} else {
		*error = "option \"alloc\" must be \"full\" or \"sampled\"";
		return FAILURE;
	}

	return SUCCESS;
}

static zend_result options_parse_alloc_interval(
	hp_trace_options *options, zval *value, const char **error)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < 1) {
		*error = "option \"alloc_interval\" must be an int greater than 0";
		return FAILURE;
	}
	options->alloc_interval = (uint64_t) Z_LVAL_P(value);

	return SUCCESS;
}

static const struct {
	const char *name;
	zend_result (*parse)(hp_trace_options *options, zval *value, const char **error);
} options_known[] = {
	{"run_init", options_parse_run_init},
	{"mode", options_parse_mode},
	{"compensate", options_parse_compensate},
	{"max_nodes", options_parse_max_nodes},
	{"max_timeline_bytes", options_parse_max_timeline},
	{"alloc", options_parse_alloc},
	{"alloc_interval", options_parse_alloc_interval},
};

/* A sampled block knows its whole stack, and so its path; any other knows its function only. */
static void options_without_calls(hp_trace_options *options)
{
	if (options->alloc_mode == HP_LIVE_OFF) {
		options->alloc_mode = HP_LIVE_FULL;
	}
	options->mode = options->alloc_mode == HP_LIVE_SAMPLED ? HP_TRACE_TREE : HP_TRACE_HIER;
}

zend_result hp_trace_options_parse(
	hp_trace_options *options, zend_long flags, const HashTable *array, const char **error)
{
	zval *value;

	memset(options, 0, sizeof(*options));
	hp_filter_init(&options->ignored);
	options->metrics = (uint32_t) flags & (HP_METRIC_CPU | HP_METRIC_MEMORY);
	options->mode = (uint32_t) flags & HP_PROFILE_TIMELINE ? HP_TRACE_TIMELINE
		: (uint32_t) flags & HP_PROFILE_TREE               ? HP_TRACE_TREE
														   : HP_TRACE_HIER;
	options->has_builtins = ((uint32_t) flags & HP_TRACE_NO_BUILTINS) == 0;
	if ((uint32_t) flags & HP_METRIC_ALLOC) {
		options->alloc_mode = HP_LIVE_FULL;
	}
	if (array == NULL) {
		return SUCCESS;
	}

	hp_filter_add_option(&options->ignored, array);
	for (size_t i = 0; i < sizeof(options_known) / sizeof(options_known[0]); i++) {
		value = zend_hash_str_find(array, options_known[i].name, strlen(options_known[i].name));
		if (value != NULL && options_known[i].parse(options, value, error) == FAILURE) {
			return FAILURE;
		}
	}
	if (options->is_untraced) {
		options_without_calls(options);
	}

	return SUCCESS;
}

void hp_trace_options_free(hp_trace_options *options)
{
	hp_filter_free(&options->ignored);
}
