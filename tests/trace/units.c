/* units.c: unit tests of trace/: times of lines, and the events of a timeline, by given ticks.
 * tests/base/units.c includes it. */
#include "trace/log.h"

/* Stand-in for the log: it counts what it takes. */
struct hp_log {
	uint32_t taken;
	bool is_finished;
};

void hp_log_free(hp_log *log)
{
}

void hp_log_take(hp_log *log, uint64_t ticks, const hp_edge *edge, double ticks_per_ns)
{
	log->taken++;
}

void hp_log_flush(hp_log *log)
{
}

void hp_log_finish(hp_log *log)
{
	log->is_finished = true;
}

#include "trace/line_log.c"
#include "trace/timeline.c"

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
	hp_line_log_skip(run.list, 5001, 5001);
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

/* A call that ended is used again, as if it was new. */
static void lines_keep_ended_calls_for_the_next(void)
{
	hp_line_call *outer, *inner;
	line_run run;

	line_run_init(&run);
	outer = line_call(&run);
	inner = line_call(&run);
	hp_line_log_move(inner, 12, true, 100);
	hp_line_log_end(&run.log, &run.list, outer, 110); /* both */
	CHECK(line_call(&run) == outer && outer->outer == NULL);
	CHECK(line_call(&run) == inner && inner->outer == outer && inner->line == 0);
	CHECK(run.log.spare == NULL && run.list == inner);
	CHECK(line_call(&run) != outer);
	CHECK_INT(zend_hash_num_elements(&run.log.codes), 1);
	line_run_free(&run);
}

/* timeline */

/* Adds this many events, and has the log take them. */
static void timeline_run(hp_timeline *timeline, uint32_t count)
{
	static const hp_metrics nothing;

	for (uint32_t i = 0; i < count; i++) {
		hp_timeline_add(timeline, i, NULL, &nothing);
	}
	hp_timeline_work(timeline);
}

static void check_timeline(const hp_timeline *timeline, uint32_t events, int64_t lost_events)
{
	hp_profile profile = {0};

	hp_timeline_to_profile(timeline, 1, &profile);
	CHECK_INT(profile.timeline.events.count, events);
	CHECK_INT(profile.timeline.lost_events, lost_events);
	hp_vector_free(&profile.timeline.events);
}

/* The log takes every event. The timeline counts those beyond its limit of memory as lost, but not
 * the unused room of their chunk. */
static void timeline_counts_what_only_the_log_has(void)
{
	for (uint32_t room = 0; room <= 10; room += 10) {
		hp_timeline timeline;
		hp_log log = {0};

		hp_timeline_init(&timeline, room * sizeof(hp_timeline_event), false);
		hp_timeline_set_log(&timeline, &log);
		timeline_run(&timeline, room);
		CHECK_BY(check_timeline(&timeline, room, 0));
		timeline_run(&timeline, 25);
		CHECK_BY(check_timeline(&timeline, room, 25));
		timeline_run(&timeline, 2 * TIMELINE_CHUNK_EVENTS + 3);
		CHECK_BY(check_timeline(&timeline, room, 25 + 2 * TIMELINE_CHUNK_EVENTS + 3));
		hp_timeline_finish_log(&timeline);
		CHECK_INT(log.taken, room + 25 + 2 * TIMELINE_CHUNK_EVENTS + 3);
		CHECK(log.is_finished);
		hp_timeline_free(&timeline);
	}
}

static const unit trace_units[] = {
	UNIT(lines_have_the_time_until_the_next),
	UNIT(lines_of_a_recursion_count_once),
	UNIT(lines_stand_still_in_a_pause),
	UNIT(lines_are_of_the_file_of_the_function),
	UNIT(lines_keep_ended_calls_for_the_next),
	UNIT(timeline_counts_what_only_the_log_has),
};
