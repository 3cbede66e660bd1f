/* ex_call.h: begins and ends calls, for the "ex" hook. */
#ifndef HP_HOOK_EX_CALL_H
#define HP_HOOK_EX_CALL_H

#include "trace/call.h"
#include "php_xhprof.h"

/* True if a caller's frame is that of the innermost entry, or is called by it, as a generator's
 * second frame or an unrecorded internal function is. At the bottom, it must be the frame found
 * last. */
static zend_always_inline bool hp_hook_ex_is_caller(
	const hp_entry_stack *stack, const zend_execute_data *caller)
{
	const void *id = stack->top->id;

	return EXPECTED(id == caller) ||
		(id == NULL ? stack->bottom_id == caller
					: caller != NULL && caller->prev_execute_data == id);
}

/* For a call whose caller is not the innermost entry: closes the entries of calls that have ended.
 * Returns false if the call must not be recorded. */
bool hp_hook_ex_find_caller(hp_tracer *tracer, const zend_execute_data *caller);

/* Begins a call. Returns false if it is not recorded. */
bool hp_hook_ex_begin_any(
	hp_tracer *tracer, hp_symbol *symbol, const zend_execute_data *execute_data);

/* Begins a call in a run with that work, one of HP_HOOK_EX_WORKS, on the stack that is open for it.
 * Its caller must be that of the innermost entry. Returns false, and does nothing, for the few
 * calls that need more. */
static zend_always_inline bool hp_hook_ex_begin(hp_entry_stack *stack, uint32_t work,
	hp_symbol *symbol, const zend_execute_data *execute_data, hp_overhead_kind kind)
{
	hp_entry_t *entry = hp_entry_push_cached(
		stack, symbol, execute_data, kind == HP_OVERHEAD_USER, (work & HP_WORK_TREE) != 0);

	if (UNEXPECTED(entry == NULL)) {
		return false;
	}
	/* The tracer is looked up only now, as registers are scarce before. */
	hp_call_read_begin(XHPROF_G(tracer), work, entry, kind);

	return true;
}

/* Ends the call, unless its run has ended. `run` must be the tracer->open_run of when the call
 * began. */
void hp_hook_ex_end_any(hp_tracer *tracer, uint32_t run, const void *id);

static zend_always_inline void hp_hook_ex_end(
	hp_tracer *tracer, uint32_t work, uint32_t run, const void *id)
{
	if (EXPECTED(tracer->open_run == run)) {
		hp_call_end(tracer, work, id);
	} else {
		hp_hook_ex_end_any(tracer, run, id);
	}
}

/* Ends a call that hp_call_end_made() could not end. It belongs to the open run if its frame
 * is on the stack: a run that began within a call has no entry for that call. */
void hp_hook_ex_end_slowly(const void *id, uint64_t wall_ticks);

/* Does what hp_hook_ex_end() does, for a hook that is made for the work. The frame shows to which
 * run the call belongs. */
static zend_always_inline void hp_hook_ex_end_made(
	hp_tracer *tracer, hp_entry_stack *stack, uint32_t work, const void *id, hp_overhead_kind kind)
{
	uint64_t wall_ticks;

	if (UNEXPECTED(!hp_call_end_made(tracer, stack, work, id, kind, &wall_ticks))) {
		hp_hook_ex_end_slowly(id, wall_ticks);
	}
}

/* The works for which there are specialized hooks, in which the work is a constant: most of what a
 * hook would test at each call is decided when the run begins. The hooks made for any work serve
 * all others. They also serve a run whose installed hooks are made for another work, because other
 * threads share them, or other extensions keep them. Those for runs that compensate are worth their
 * 26 KB: without them, a call takes 179 instructions in such a run, and not 144. */
#define HP_HOOK_EX_WORKS(make) \
 HP_HOOK_EX_METRICS(make, , HP_WORK_DIRECT) \
 HP_HOOK_EX_METRICS(make, tree_, HP_WORK_DIRECT | HP_WORK_TREE) \
 HP_HOOK_EX_METRICS(make, compensated_, HP_WORK_DIRECT | HP_WORK_COMPENSATED) \
 HP_HOOK_EX_METRICS(make, compensated_tree_, HP_WORK_DIRECT | HP_WORK_COMPENSATED | HP_WORK_TREE)

#define HP_HOOK_EX_METRICS(make, prefix, work) \
 make(prefix##wall, work) make(prefix##cpu, (work) | HP_METRIC_CPU) make(prefix##memory, \
	 (work) | HP_METRIC_MEMORY) make(prefix##both, (work) | HP_METRIC_CPU | HP_METRIC_MEMORY)

/* Returns the index of the hook for a work, in a table of these sixteen and the hook for any
 * work. */
static inline size_t hp_hook_ex_kind(uint32_t work)
{
	uint32_t metrics = work & (HP_METRIC_CPU | HP_METRIC_MEMORY);
	uint32_t row = (work & HP_WORK_TREE ? 1 : 0) + (work & HP_WORK_COMPENSATED ? 2 : 0);
	uint32_t rest = work & ~(metrics | HP_WORK_TREE | HP_WORK_COMPENSATED);

	return rest == HP_WORK_DIRECT ? metrics / HP_METRIC_CPU + 4 * row : 16;
}

/* True for code that the engine executes but that is no call: the trampoline to __call(), which is
 * called next, and the creation of a generator, whose call begins when it is resumed. */
static zend_always_inline bool hp_hook_ex_is_no_call(const zend_execute_data *execute_data)
{
	return UNEXPECTED(execute_data->func->common.fn_flags &
			   (ZEND_ACC_CALL_VIA_TRAMPOLINE | ZEND_ACC_GENERATOR)) &&
		!(ZEND_CALL_INFO(execute_data) & ZEND_CALL_GENERATOR);
}

#endif /* HP_HOOK_EX_CALL_H */
