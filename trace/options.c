#include "trace/options.h"

#include "base/log_file.h"
#include "base/option.h"
#include "base/words.h"
#include "profile/features.h"

/* The modes "alloc" and "none" are not in hp_trace_mode. */
#define OPTIONS_ALLOC 3

static const char *const options_modes[] = {"hier", "tree", "timeline", "alloc", "none", NULL};
static const char *const options_alloc_modes[] = {"", "full", "sampled", NULL};

#define OPTIONS_LOG_BYTES (UINT64_C(1) << 30)
#define OPTIONS_POSITIVE "an int greater than 0"

static const hp_option options_known[] = {
	{HP_OPTION_BOOL(hp_trace_options, has_run_init, "run_init")},
	{HP_OPTION_BOOL(hp_trace_options, is_beside, "beside")},
	{HP_OPTION_WORD(hp_trace_options, mode, "mode", options_modes,
		"\"hier\", \"tree\", \"timeline\", \"alloc\" or \"none\"")},
	{HP_OPTION_BOOL(hp_trace_options, is_compensated, "compensate"),
		.given_offset = offsetof(hp_trace_options, has_compensate)},
	{HP_OPTION_BOOL(hp_trace_options, has_details, "texts"),
		.given_offset = offsetof(hp_trace_options, has_texts)},
	{HP_OPTION_INT(hp_trace_options, max_nodes, "max_nodes", 1, MIN(UINT32_MAX / 2, ZEND_LONG_MAX),
		OPTIONS_POSITIVE)},
	{HP_OPTION_INT(hp_trace_options, max_depth, "max_depth", 1, MIN(UINT32_MAX / 2, ZEND_LONG_MAX),
		OPTIONS_POSITIVE)},
	{HP_OPTION_INT(hp_trace_options, max_timeline_bytes, "max_timeline_bytes", 1, ZEND_LONG_MAX,
		OPTIONS_POSITIVE)},
	{HP_OPTION_INT(
		hp_trace_options, max_log_bytes, "max_log_bytes", 1, ZEND_LONG_MAX, OPTIONS_POSITIVE)},
	{HP_OPTION_WORD(
		hp_trace_options, alloc_mode, "alloc", options_alloc_modes, "\"full\" or \"sampled\"")},
	{HP_OPTION_INT(
		hp_trace_options, alloc_interval, "alloc_interval", 1, ZEND_LONG_MAX, OPTIONS_POSITIVE)},
	{HP_OPTION_WORD(hp_trace_options, closure_names, "closure_names", hp_closure_names_words,
		"\"engine\" or \"location\"")},
};

/* Turns the mode "alloc" into a mode of the enum. A sampled block knows its whole stack and
 * therefore its path; other blocks know only their function. */
static void options_without_calls(hp_trace_options *options)
{
	if (options->alloc_mode == HP_LIVE_OFF) {
		options->alloc_mode = HP_LIVE_FULL;
	}
	options->mode = options->alloc_mode == HP_LIVE_SAMPLED ? HP_TRACE_TREE : HP_TRACE_HIER;
}

/* Reads the option "log", which needs a timeline. Returns the error, or NULL. */
static const char *options_read_log(hp_trace_options *options, const HashTable *array)
{
	zval *path = zend_hash_str_find(array, ZEND_STRL("log"));

	if (path == NULL) {
		return NULL;
	}
	ZVAL_DEREF(path);
	if (Z_TYPE_P(path) != IS_STRING) {
		return "option \"log\" must be of type string";
	}
	if (options->mode != HP_TRACE_TIMELINE) {
		return "option \"log\" must be used with XHPROF_FLAGS_TIMELINE";
	}
	options->log_path = zend_string_init(Z_STRVAL_P(path), Z_STRLEN_P(path), true);

	return NULL;
}

/* Reads the option "lines". Returns the error, or NULL. */
static const char *options_read_lines(hp_trace_options *options, const HashTable *array)
{
	zval *lines = zend_hash_str_find(array, ZEND_STRL("lines"));

	if (lines == NULL) {
		return NULL;
	}
	ZVAL_DEREF(lines);
	if (!hp_targets_add_array(&options->lines, lines)) {
		return "option \"lines\" must be a list of functions and files, each a string that is not "
			   "empty";
	}

	return (int) options->mode == OPTIONS_ALLOC && options->lines.all.count > 0
		? "option \"lines\" must not be given with the mode \"alloc\", which records no calls"
		: NULL;
}

static void options_start(hp_trace_options *options, zend_long flags)
{
	memset(options, 0, sizeof(*options)); /* also makes the list of lines empty */
	hp_filter_init(&options->ignored);
	options->max_log_bytes = OPTIONS_LOG_BYTES;
	options->metrics = (uint32_t) flags & (HP_METRIC_CPU | HP_METRIC_MEMORY);
	options->mode = (uint32_t) flags & HP_PROFILE_TIMELINE ? HP_TRACE_TIMELINE
		: (uint32_t) flags & HP_PROFILE_TREE               ? HP_TRACE_TREE
														   : HP_TRACE_HIER;
	options->has_builtins = ((uint32_t) flags & HP_TRACE_NO_BUILTINS) == 0;
	if ((uint32_t) flags & HP_METRIC_ALLOC) {
		options->alloc_mode = HP_LIVE_FULL;
	}
}

/* Reads all options. Returns the error, or NULL. */
static const char *options_read(hp_trace_options *options, const HashTable *array)
{
	const char *error = hp_filter_add_option(&options->ignored, array);

	if (error == NULL) {
		error = hp_option_read(options_known, sizeof(options_known) / sizeof(options_known[0]),
			array, options, NULL, options->error);
	}
	if (error == NULL) {
		error = hp_event_choice_read(&options->events, HP_EVENT_COUNTED, array, options->error);
	}
	if (error == NULL) {
		error = options_read_log(options, array);
	}

	return error == NULL ? options_read_lines(options, array) : error;
}

zend_result hp_trace_options_parse(
	hp_trace_options *options, zend_long flags, const HashTable *array, const char **error)
{
	options_start(options, flags);
	if (array == NULL) {
		return SUCCESS;
	}
	*error = options_read(options, array);
	if (*error != NULL) {
		return FAILURE;
	}
	options->is_untraced = (int) options->mode >= OPTIONS_ALLOC;
	if ((int) options->mode == OPTIONS_ALLOC) {
		options_without_calls(options);
	} else if (options->is_untraced) {
		options->mode = HP_TRACE_HIER;
		options->alloc_mode = HP_LIVE_OFF;
	}

	return SUCCESS;
}

zend_string *hp_trace_options_unknown(const HashTable *array)
{
	static const char *const others[] = {"ignored_functions", "events", "log", "lines", NULL};

	return hp_option_unknown(options_known, sizeof(options_known) / sizeof(options_known[0]),
		others, array, ", which is ignored");
}

void hp_trace_options_free(hp_trace_options *options)
{
	hp_filter_free(&options->ignored);
	if (options->log_path != NULL) {
		zend_string_release(options->log_path);
		options->log_path = NULL;
	}
	if (options->log != NULL) {
		hp_log_file_free(options->log);
		options->log = NULL;
	}
	hp_targets_free(&options->lines);
	hp_subject_choice_free(&options->subjects);
}

bool hp_trace_options_flag(const char *word, size_t length, uint32_t *flag)
{
	static const struct {
		const char *name;
		uint32_t flag;
	} words[] = {
		{"hier", 0},
		{"no_builtins", HP_TRACE_NO_BUILTINS},
		{"no-builtins", HP_TRACE_NO_BUILTINS},
		{"cpu", HP_METRIC_CPU},
		{"memory", HP_METRIC_MEMORY},
		{"alloc", HP_METRIC_ALLOC},
		{"tree", HP_PROFILE_TREE},
		{"timeline", HP_PROFILE_TREE | HP_PROFILE_TIMELINE},
	};
	char *end;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (hp_words_is(word, length, words[i].name)) {
			*flag = words[i].flag;
			return true;
		}
	}
	*flag = (uint32_t) ZEND_STRTOUL(word, &end, 0);

	return end == word + length;
}
