/* units.c: unit tests of trace/: times of lines, by given ticks. tests/base/units.c includes it. */
#include "trace/line_log.c"

#include "tests/base/units.h"

/* A function of lines 10 and up, and one call of it after the other. */
typedef struct line_run {
	hp_line_log log;
	hp_line_call *list;
	hp_symbol symbol;
	zend_op_array code;
} line_run;

static void line_run_init(line_run *run)
{
	memset(run, 0, sizeof(*run));
	run->symbol.file = zend_string_init(ZEND_STRL("/a.php"), true);
	run->code.filename = run->symbol.file;
	run->code.line_start = 10;
}

static void line_run_free(line_run *run)
{
	hp_line_log_free(&run->log);
	zend_string_release(run->symbol.file);
}

static hp_line_call *line_call(line_run *run)
{
	return hp_line_log_begin(&run->log, &run->list, &run->symbol, &run->code);
}

static void check_line(const hp_line_call *call, uint32_t line, uint64_t count, uint64_t ticks)
{
	const hp_line *row = &call->code->lines[line - call->code->first];

	CHECK_INT(row->count, count);
	CHECK_INT(row->wall_ticks, ticks);
	CHECK_INT(row->calls, 0);
}

static void lines_have_the_time_until_the_next(void)
{
	hp_line_call *call;
	line_run run;

	line_run_init(&run);
	call = line_call(&run);
	hp_line_log_move(call, 12, true, 100);
	hp_line_log_move(call, 14, true, 130);
	hp_line_log_move(call, 12, true, 135);
	hp_line_log_move(call, 9, true, 136); /* of a function of the same name */
	hp_line_log_end(&run.log, &run.list, call, 140);
	CHECK_BY(check_line(call, 9, 1, 4));
	CHECK_BY(check_line(call, 12, 2, 31));
	CHECK_BY(check_line(call, 14, 1, 5));
	line_run_free(&run);
}

/* The time of a line runs from the first call that is there to the last. */
static void lines_of_a_recursion_count_once(void)
{
	hp_line_call *outer, *inner;
	line_run run;

	line_run_init(&run);
	outer = line_call(&run);
	hp_line_log_move(outer, 12, true, 100);
	inner = line_call(&run);
	hp_line_log_move(inner, 11, true, 110);
	hp_line_log_move(inner, 12, true, 115);
	hp_line_log_end(&run.log, &run.list, inner, 140);
	hp_line_log_end(&run.log, &run.list, outer, 160);
	CHECK(run.list == NULL);
	CHECK_BY(check_line(outer, 11, 1, 5));
	CHECK_BY(check_line(outer, 12, 2, 60));
	line_run_free(&run);
}

static void lines_stand_still_in_a_pause(void)
{
	hp_line_call *outer, *inner;
	line_run run;

	line_run_init(&run);
	outer = line_call(&run);
	hp_line_log_move(outer, 12, true, 100);
	inner = line_call(&run);
	hp_line_log_move(inner, 12, true, 110);
	hp_line_log_skip(run.list, 120, 1000);
	hp_line_log_suspend(run.list, 1003);
	hp_line_log_resume(run.list, 5000);
	hp_line_log_settle(run.list, 5001);
	/* Ends the call in it, too. */
	hp_line_log_end(&run.log, &run.list, outer, 5007);
	CHECK_BY(check_line(outer, 12, 2, 20 + 3 + 7));
	hp_line_log_end(&run.log, &run.list, inner, 6000);
	CHECK_BY(check_line(outer, 12, 2, 20 + 3 + 7));
	line_run_free(&run);
}

static void lines_are_of_the_file_of_the_function(void)
{
	line_run run;

	line_run_init(&run);
	run.code.filename = zend_string_init(ZEND_STRL("/b.php"), true);
	CHECK(line_call(&run) == NULL && run.list == NULL);
	CHECK_INT(run.log.missed_calls, 1);
	zend_string_release(run.code.filename);
	line_run_free(&run);
}

static const unit trace_units[] = {
	UNIT(lines_have_the_time_until_the_next),
	UNIT(lines_of_a_recursion_count_once),
	UNIT(lines_stand_still_in_a_pause),
	UNIT(lines_are_of_the_file_of_the_function),
};
