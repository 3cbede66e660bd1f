#include "heap/options.h"

#include "base/option.h"

void hp_heap_options_init(hp_heap_options *options)
{
	*options = (hp_heap_options){.has_keys = true, .is_forked = true};
}

static const hp_option options_known[] = {
	{HP_OPTION_BOOL(hp_heap_options, has_values, "values")},
	{HP_OPTION_BOOL(hp_heap_options, has_keys, "keys")},
	{HP_OPTION_BOOL(hp_heap_options, is_forked, "fork")},
	{HP_OPTION_BOOL(hp_heap_options, has_wait, "wait")},
	{HP_OPTION_INT(hp_heap_options, max_nodes, "max_nodes", 1, MIN(UINT32_MAX - 1, ZEND_LONG_MAX),
		 "of type int"),
		.range_error = "option \"max_nodes\" must be between 1 and 4294967294"},
};

zend_result hp_heap_options_parse(
	hp_heap_options *options, HashTable *array, const char **error, bool *is_type)
{
	size_t count = sizeof(options_known) / sizeof(options_known[0]);
	bool is_range = false;

	hp_heap_options_init(options);
	*error = hp_option_read(options_known, count, array, options, &is_range);
	if (*error == NULL && array != NULL && !hp_option_knows_all(options_known, count, array)) {
		*error = "options are \"values\", \"keys\", \"fork\", \"wait\" and \"max_nodes\"";
		is_range = true;
	}
	*is_type = !is_range;

	return *error == NULL ? SUCCESS : FAILURE;
}
