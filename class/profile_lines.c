/* profile_lines.c: lines() of XHProf\Profile. */
#include "class/profile.h"

#include "base/bailout.h"
#include "class/row.h"
#include "profile/lines.h"

typedef struct profile_lines {
	zval *result;
	const hp_profile *run;
	hp_lines lines;
} profile_lines;

static void profile_add_line(zval *result, const hp_profile *run, const hp_line_row *line)
{
	const zend_string *file = run->functions.rows[line->function].file;
	zval row;

	array_init_size(&row, 5);
	add_assoc_stringl(&row, "file", ZSTR_VAL(file), ZSTR_LEN(file));
	add_assoc_long(&row, "line", line->line);
	hp_class_row_add_function(&row, "function", run, line->function);
	if (run->features & HP_PROFILE_LINE_COUNTS) {
		add_assoc_long(&row, "ct", (zend_long) line->count);
		add_assoc_long(&row, "wall_ns", line->wall_ns);
	} else {
		add_assoc_long(&row, "samples", (zend_long) line->samples);
		add_assoc_long(&row, "own_samples", (zend_long) line->own_samples);
	}
	add_next_index_zval(result, &row);
}

static void profile_make_lines(void *context)
{
	const profile_lines *lines = context;

	array_init_size(lines->result, lines->lines.count);
	for (uint32_t i = 0; i < lines->lines.count && !hp_bailout_is_due(); i++) {
		const hp_line_row *line = &lines->lines.rows[i];

		/* Internal functions have no lines, and code without a known file cannot be shown. */
		if (line->line != 0 && lines->run->functions.rows[line->function].file != NULL) {
			profile_add_line(lines->result, lines->run, line);
		}
	}
}

static void profile_free_lines(void *context)
{
	hp_lines_free(&((profile_lines *) context)->lines);
}

ZEND_METHOD(XHProf_Profile, lines)
{
	profile_lines lines = {.result = return_value, .run = hp_class_profile_of(ZEND_THIS)};

	ZEND_PARSE_PARAMETERS_NONE();

	lines.lines = hp_lines_new(lines.run);
	hp_bailout(profile_make_lines, profile_free_lines, &lines);
}
