#include "sampler/options.h"

#include "base/option.h"

static const char *const options_clocks[] = {"wall", "cpu", "custom", NULL};
static const char *const options_engines[] = {"auto", "signal", "interrupt", NULL};

static const hp_option options_known[] = {
	{HP_OPTION_INT(
		hp_sample_options, interval_us, "interval", ZEND_LONG_MIN, ZEND_LONG_MAX, "of type int")},
	{HP_OPTION_INT(hp_sample_options, depth, "depth", ZEND_LONG_MIN, ZEND_LONG_MAX, "of type int"),
		.given_offset = offsetof(hp_sample_options, has_depth)},
	{HP_OPTION_WORD(
		 hp_sample_options, clock, "clock", options_clocks, "\"wall\", \"cpu\" or \"custom\""),
		.given_offset = offsetof(hp_sample_options, has_clock)},
	{HP_OPTION_WORD(hp_sample_options, engine, "engine", options_engines,
		"\"auto\", \"signal\" or \"interrupt\"")},
	{HP_OPTION_BOOL(hp_sample_options, has_paths, "paths")},
	{HP_OPTION_BOOL(hp_sample_options, has_memory, "memory")},
	{HP_OPTION_BOOL(hp_sample_options, has_run_init, "run_init")},
	{HP_OPTION_BOOL(hp_sample_options, is_beside, "beside")},
	{HP_OPTION_WORD(hp_sample_options, closure_names, "closure_names", hp_closure_names_words,
		"\"engine\" or \"location\"")},
};

const char *hp_sample_options_clock_name(hp_sample_clock clock)
{
	return options_clocks[clock];
}

zend_result hp_sample_options_parse(
	hp_sample_options *options, const HashTable *array, const char **error)
{
	*error = NULL;
	hp_filter_init(&options->ignored);
	if (array != NULL) {
		*error = hp_filter_add_option(&options->ignored, array);
	}
	if (*error == NULL) {
		*error = hp_option_read(options_known, sizeof(options_known) / sizeof(options_known[0]),
			array, options, NULL, options->error);
	}
	if (*error == NULL && array != NULL) {
		*error = hp_event_choice_read(&options->events,
			options->has_clock ? HP_EVENT_SAMPLED_BESIDE : HP_EVENT_SAMPLED, array, options->error);
	}
	for (uint32_t i = 0; *error == NULL && i < options->events.count; i++) {
		if (options->events.events[i]->is_of_samples && options->clock == HP_SAMPLE_CUSTOM) {
			*error = "option \"events\" has an event that is read with samples of a clock, but "
					 "\"clock\" is \"custom\"";
		}
	}

	return *error == NULL ? SUCCESS : FAILURE;
}

zend_string *hp_sample_options_unknown(const HashTable *array)
{
	static const char *const others[] = {"ignored_functions", "events", NULL};

	return hp_option_unknown(options_known, sizeof(options_known) / sizeof(options_known[0]),
		others, array, ", which is ignored");
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
