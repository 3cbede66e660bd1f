/* profile_formats.c: formats() of XHProf\Profile: the table of formats, for the command. */
#include "class/profile.h"

#include "format/format.h"

static void formats_add_ending(zval *endings, const char *extension)
{
	if (extension != NULL) {
		add_next_index_str(endings, zend_strpprintf(0, ".%s", extension));
	}
}

static void formats_add_need(zval *needs, const char *what, bool is_needed)
{
	if (is_needed) {
		add_next_index_string(needs, what);
	}
}

/* Samples have neither allocations nor, without a track for each process, a timeline. */
static bool formats_shows_samples(const hp_format *format)
{
	return !(format->needs & HP_METRIC_ALLOC) &&
		(!(format->needs & HP_PROFILE_TIMELINE) || (format->bits & HP_FORMAT_TRACKS));
}

static void formats_row(zval *row, const hp_format *format)
{
	zval endings, needs;

	array_init(&endings);
	formats_add_ending(&endings, format->extension);
	formats_add_ending(&endings, format->other_extension);
	array_init(&needs);
	formats_add_need(&needs, "paths", format->needs & HP_PROFILE_TREE);
	formats_add_need(&needs, "allocations", format->needs & HP_METRIC_ALLOC);
	formats_add_need(&needs, "timeline", format->needs & HP_PROFILE_TIMELINE);
	array_init_size(row, 6);
	add_assoc_zval(row, "endings", &endings);
	add_assoc_zval(row, "needs", &needs);
	add_assoc_bool(row, "keeps_run", format->bits & HP_FORMAT_RUN);
	add_assoc_bool(row, "shows_samples", formats_shows_samples(format));
	add_assoc_bool(row, "is_packed", format->bits & HP_FORMAT_PACKED);
	add_assoc_bool(row, "is_available", hp_format_is_available(format));
}

ZEND_METHOD(XHProf_Profile, formats)
{
	const hp_format *format;

	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	for (size_t i = 0; (format = hp_format_at(i)) != NULL; i++) {
		zval row;

		formats_row(&row, format);
		add_assoc_zval(return_value, format->name, &row);
	}
}
