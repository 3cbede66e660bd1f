#include "trace/result.h"

#include "base/bailout.h"
#include "profile/rows.h"
#include "trace/call_lines.h"
#include "trace/graph_profile.h"
#include "trace/own_cost.h"

/* Makes a profile that the caller must finish. */
static hp_profile *result_new(hp_tracer *tracer, bool is_plain, double ticks_per_ns)
{
	hp_profile *profile = hp_graph_profile_new(
		&tracer->graph, &tracer->live, &tracer->options, &tracer->counting, is_plain, ticks_per_ns);

	if (tracer->options.lines.all.count > 0 && !is_plain) {
		hp_graph_profile_take_lines(profile, &tracer->lines, ticks_per_ns);
	}
	profile->started_ns = tracer->started_ns;
	profile->calls.unrecorded = tracer->unrecorded_calls;
	hp_own_cost_add_kinds(tracer, profile, ticks_per_ns);

	return profile;
}

/* Finishes a profile and resets the numbers of all symbols, as the next profile of the run assigns
 * new ones. */
static void result_finish(hp_tracer *tracer, hp_profile *profile)
{
	hp_profile_finish(profile);
	hp_naming_reset_numbers(&tracer->naming);
}

hp_profile *hp_result_profile(hp_tracer *tracer)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_profile *profile = result_new(tracer, false, ticks_per_ns);

	profile->calls.cost_ps = hp_own_cost_call_ps(tracer, ticks_per_ns);
	hp_timeline_to_profile(&tracer->timeline, ticks_per_ns, profile);
	result_finish(tracer, profile);

	return profile;
}

typedef struct result_rows {
	hp_profile *profile;
	zval *result;
} result_rows;

static void result_make_rows(void *context)
{
	const result_rows *rows = context;

	hp_profile_rows(rows->profile, rows->result, true);
}

static void result_free_rows(void *context)
{
	hp_profile_free(((result_rows *) context)->profile);
}

/* The rows contain neither the cost of a call nor the timeline, so these are not made. */
void hp_result_rows(hp_tracer *tracer, zval *result)
{
	result_rows rows = {result_new(tracer, true, hp_timer_ticks_per_ns()), result};

	result_finish(tracer, rows.profile);
	hp_bailout(result_make_rows, result_free_rows, &rows);
}

/* The open calls of an open run. */
typedef struct result_opens {
	HP_VECTOR(hp_graph_profile_open) calls;
	uint32_t work;
} result_opens;

/* Adds an open call. start and counts are the counts of events at its begin and now; start is NULL
 * in a run without events. */
static void result_add_open(result_opens *opens, const hp_entry_t *entry, bool is_cut,
	const hp_metrics *now, const hp_counts *start, const hp_counts *counts)
{
	hp_graph_profile_open *open = hp_vector_add(&opens->calls);

	memset(open, 0, sizeof(*open));
	open->entry = entry;
	open->is_cut = is_cut;
	hp_metric_add(&open->cost, opens->work, &entry->start, now);
	if (start != NULL) {
		hp_counts_add_difference(&open->counts, start, counts);
	}
}

static const hp_counts *result_start_counts(
	const hp_tracer *tracer, const hp_entry_stack *stack, const hp_entry_t *entry)
{
	return tracer->work & HP_WORK_EVENTS ? hp_entry_counts(stack, entry) : NULL;
}

static result_opens result_find_opens(hp_tracer *tracer, const hp_metrics *now)
{
	result_opens opens = {.work = tracer->work};
	hp_entry_stack *stack;

	for (stack = tracer->stack; stack != NULL; stack = stack->resumer) {
		for (const hp_entry_t *entry = stack->top; entry > stack->base; entry--) {
			result_add_open(&opens, entry, hp_entry_is_cut(entry), now,
				result_start_counts(tracer, stack, entry), &tracer->counting.now);
		}
	}
	ZEND_HASH_FOREACH_PTR(&tracer->stacks, stack) {
		/* The bottom call was counted when the fiber suspended. */
		for (const hp_entry_t *entry = stack->top; stack->is_suspended && entry > stack->base + 1;
			 entry--) {
			result_add_open(&opens, entry, false, &stack->suspended_at,
				result_start_counts(tracer, stack, entry), stack->counts);
		}
	}
	ZEND_HASH_FOREACH_END();
	result_add_open(&opens, &tracer->root, false, now,
		tracer->work & HP_WORK_EVENTS ? &tracer->counting.root_start : NULL, &tracer->counting.now);

	return opens;
}

hp_profile *hp_result_snapshot(hp_tracer *tracer)
{
	double ticks_per_ns = hp_timer_ticks_per_ns();
	hp_metrics now = {0, 0, 0, 0};
	hp_profile *profile;
	result_opens opens;

	if (!tracer->is_armed) {
		return hp_result_profile(tracer);
	}
	hp_tracer_read(tracer, &now);
	hp_call_lines_settle(tracer, now.wall_ticks);
	opens = result_find_opens(tracer, &now);
	profile = result_new(tracer, false, ticks_per_ns);
	profile->calls.cost_ps = hp_own_cost_call_ps(tracer, ticks_per_ns);
	for (uint32_t i = 0; i < opens.calls.count; i++) {
		hp_graph_profile_add_open(profile, &opens.calls.rows[i], ticks_per_ns);
	}
	hp_vector_free(&opens.calls);
	result_finish(tracer, profile);

	return profile;
}
