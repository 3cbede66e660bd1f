#include "heap/frame.h"

#include "base/pages.h"
#include "heap/stack.h"

#include "Zend/zend_closures.h"
#include "Zend/zend_generators.h"

static void frame_locals(hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id)
{
	const zend_op_array *code = &frame->func->op_array;

	for (int i = 0; i < code->last_var; i++) {
		const zend_string *name = code->vars[i];
		uint32_t to = hp_heap_walk_value(walk, ZEND_CALL_VAR_NUM(frame, i));

		if (to != 0) {
			hp_heap_record_edge_name(&walk->record, id, to, HP_HEAP_EDGE_LOCAL,
				hp_heap_record_name(&walk->record, name, ZSTR_VAL(name), ZSTR_LEN(name)));
		}
	}
}

/* Adds edges to the arguments that are in no variable: all of an internal function, and those of a
 * function of the program that are beyond the declared ones. These come after the temporaries. */
static void frame_arguments(hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id)
{
	const zval *argument;
	uint32_t count = ZEND_CALL_NUM_ARGS(frame);

	if (ZEND_USER_CODE(frame->func->type)) {
		const zend_op_array *code = &frame->func->op_array;

		if (!(ZEND_CALL_INFO(frame) & ZEND_CALL_FREE_EXTRA_ARGS) || count <= code->num_args) {
			return;
		}
		argument = ZEND_CALL_VAR_NUM(frame, code->last_var + code->T);
		count -= code->num_args;
	} else {
		argument = ZEND_CALL_ARG(frame, 1);
	}
	for (; count > 0; count--, argument++) {
		hp_heap_walk_edge(walk, id, argument, HP_HEAP_EDGE_ARGUMENT);
	}
}

static void frame_extras(hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id)
{
	uint32_t info = ZEND_CALL_INFO(frame);

	if (Z_TYPE(frame->This) == IS_OBJECT) {
		hp_heap_walk_edge(walk, id, &frame->This, HP_HEAP_EDGE_THIS);
	}
	if (info & ZEND_CALL_CLOSURE) {
		hp_heap_record_edge(&walk->record, id,
			hp_heap_walk_counted(walk, ZEND_CLOSURE_OBJECT(frame->func), HP_HEAP_OBJECT),
			HP_HEAP_EDGE_CLOSURE);
	}
	if (info & ZEND_CALL_HAS_EXTRA_NAMED_PARAMS) {
		hp_heap_record_edge(&walk->record, id, hp_heap_walk_table(walk, frame->extra_named_params),
			HP_HEAP_EDGE_ARGUMENT);
	}
	if ((info & ZEND_CALL_HAS_SYMBOL_TABLE) && frame->symbol_table != &EG(symbol_table)) {
		hp_heap_record_edge(
			&walk->record, id, hp_heap_walk_table(walk, frame->symbol_table), HP_HEAP_EDGE_SYMBOLS);
	}
}

/* Adds edges to the pieces of "a $b c" that exist so far. */
static void frame_rope(
	hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id, uint32_t variable, uint32_t at)
{
	zend_string *const *pieces = (zend_string *const *) ZEND_CALL_VAR(frame, variable);
	const zend_op *first = frame->func->op_array.opcodes;
	const zend_op *last = first + at;
	uint32_t count;

	while ((last->opcode != ZEND_ROPE_ADD && last->opcode != ZEND_ROPE_INIT) ||
		last->result.var != variable) {
		if (last-- == first) {
			return;
		}
	}
	count = last->opcode == ZEND_ROPE_INIT ? 1 : last->extended_value + 1;
	for (uint32_t i = 0; i < count; i++) {
		hp_heap_record_edge(
			&walk->record, id, hp_heap_walk_string(walk, pieces[i]), HP_HEAP_EDGE_TEMPORARY);
	}
}

static void frame_temporaries(
	hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id, uint32_t at)
{
	const zend_op_array *code = &frame->func->op_array;

	for (int i = 0; i < code->last_live_range; i++) {
		const zend_live_range *range = &code->live_range[i];
		uint32_t kind = range->var & ZEND_LIVE_MASK;
		uint32_t variable = range->var & ~ZEND_LIVE_MASK;

		if (range->start > at) {
			break;
		}
		if (at >= range->end) {
			continue;
		}
		if (kind == ZEND_LIVE_TMPVAR || kind == ZEND_LIVE_LOOP || kind == ZEND_LIVE_NEW) {
			hp_heap_walk_edge(walk, id, ZEND_CALL_VAR(frame, variable), HP_HEAP_EDGE_TEMPORARY);
		} else if (kind == ZEND_LIVE_ROPE) {
			frame_rope(walk, frame, id, variable, at);
		}
	}
}

/* Asks the engine for the values of a frame, as only it knows how many arguments of a call exist so
 * far. The room must be large enough: the engine would enlarge it in PHP's heap. Returns the number
 * of values. */
static size_t frame_get_gc(const zend_execute_data *frame, zend_execute_data *call, uint32_t at,
	bool is_suspended, zval *room, size_t size)
{
	zend_get_gc_buffer buffer;

	buffer.start = buffer.cur = room;
	buffer.end = room + size;
	hp_compat_calls_gc((zend_execute_data *) frame, call, at, is_suspended, &buffer);

	return (size_t) (buffer.cur - buffer.start);
}

/* An upper bound of the values that frame_get_gc() returns. */
static size_t frame_get_gc_bound(const zend_execute_data *frame, const zend_execute_data *call)
{
	const zend_op_array *code = &frame->func->op_array;
	size_t count = (size_t) code->last_var + (size_t) code->last_live_range +
		(size_t) ZEND_CALL_NUM_ARGS(frame) + 8;

	for (; call != NULL; call = call->prev_execute_data) {
		count += (size_t) ZEND_CALL_NUM_ARGS(call) + 8;
	}

	return count;
}

/* Adds edges to the arguments of calls that have not begun. Some versions return the whole frame
 * with them. So the engine is asked again without the calls: the values that are then missing are
 * the arguments. */
static void frame_pending(hp_heap_walk *walk, const zend_execute_data *frame,
	zend_execute_data *call, uint32_t id, uint32_t at, bool is_suspended)
{
	size_t bound = frame_get_gc_bound(frame, call);
	size_t all, others, first = 0;
	const zval *with, *without;

	if (call == NULL ||
		!hp_pages_grow((void **) &walk->pending, &walk->pending_size, 2 * bound, sizeof(zval))) {
		return;
	}
	all = frame_get_gc(frame, call, at, is_suspended, walk->pending, bound);
	others = frame_get_gc(frame, NULL, at, is_suspended, walk->pending + bound, bound);
	with = walk->pending;
	without = walk->pending + bound;
	while (first < others && Z_COUNTED(with[first]) == Z_COUNTED(without[first])) {
		first++;
	}
	for (size_t i = first; i < first + all - others; i++) {
		hp_heap_walk_edge(walk, id, &with[i], HP_HEAP_EDGE_PENDING);
	}
}

static zend_execute_data *frame_reverse(zend_execute_data *call)
{
	zend_execute_data *reversed = NULL;

	while (call != NULL) {
		zend_execute_data *next = call->prev_execute_data;

		call->prev_execute_data = reversed;
		reversed = call;
		call = next;
	}

	return reversed;
}

static zend_generator *frame_generator(const zend_execute_data *frame)
{
	return ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR ? (zend_generator *) frame->return_value
													   : NULL;
}

static bool frame_is_yield(const zend_op *instruction)
{
	return instruction->opcode == ZEND_YIELD || instruction->opcode == ZEND_YIELD_FROM;
}

/* Adds the edges of a suspended generator. Its opline is behind its yield, or at it in newer
 * versions. Its calls are in reverse order. */
static void frame_suspended(hp_heap_walk *walk, const zend_execute_data *frame,
	const zend_generator *generator, uint32_t id)
{
	uint32_t at = (uint32_t) (frame->opline - frame->func->op_array.opcodes);
	zend_execute_data *calls;

	if (at > 0 && (frame_is_yield(frame->opline - 1) || !frame_is_yield(frame->opline))) {
		at--;
	}
	calls = frame_reverse(generator->frozen_call_stack);
	frame_temporaries(walk, frame, id, at);
	frame_pending(walk, frame, calls, id, at, true);
	frame_reverse(calls);
}

static void frame_user(
	hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id, bool is_exact)
{
	const zend_op_array *code = &frame->func->op_array;
	const zend_generator *generator = frame_generator(frame);

	frame_locals(walk, frame, id);
	if (!is_exact || frame->opline < code->opcodes || frame->opline >= code->opcodes + code->last) {
		return;
	}
	if (generator != NULL && !(generator->flags & ZEND_GENERATOR_CURRENTLY_RUNNING)) {
		frame_suspended(walk, frame, generator, id);
	} else {
		uint32_t at = (uint32_t) (frame->opline - code->opcodes);

		frame_temporaries(walk, frame, id, at);
		frame_pending(walk, frame, frame->call, id, at, false);
	}
}

static uint32_t frame_line(const zend_execute_data *frame)
{
	const zend_op_array *code = &frame->func->op_array;

	return ZEND_USER_CODE(code->type) && frame->opline >= code->opcodes &&
			frame->opline < code->opcodes + code->last
		? frame->opline->lineno
		: 0;
}

static void frame_record(
	hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id, int64_t depth)
{
	/* A generator's frame is a block of its own; others are on the VM stack, which is a region. */
	hp_heap_node node = {.id = id,
		.kind = HP_HEAP_FRAME,
		.address = frame,
		.bytes = frame_generator(frame) != NULL
			? hp_heap_block_claim(&walk->blocks, frame, sizeof(*frame))
			: 0};

	hp_heap_record_node(&walk->record, &node);
	hp_heap_record_frame(&walk->record, id, depth, frame->func, frame_line(frame));
}

static bool frame_is_at_call(const zend_execute_data *frame)
{
	const zend_op *instruction = frame->opline;

	return frame->func != NULL && ZEND_USER_CODE(frame->func->type) && frame_line(frame) != 0 &&
		(instruction->opcode == ZEND_DO_ICALL || instruction->opcode == ZEND_DO_FCALL ||
			instruction->opcode == ZEND_DO_FCALL_BY_NAME) &&
		instruction->result_type != IS_UNUSED;
}

/* Records a running internal function. Its caller's frame has the result, which is null until the
 * function begins to fill it. If C code called the function, the result is on the C stack
 * instead. */
static void frame_internal(hp_heap_walk *walk, const zend_execute_data *frame, uint32_t id)
{
	const zend_execute_data *caller = frame->prev_execute_data;
	const zval *result;

	hp_heap_stack_running(walk, frame, id);
	if (caller != NULL && !(ZEND_CALL_INFO(frame) & ZEND_CALL_TOP) && frame_is_at_call(caller)) {
		result = ZEND_CALL_VAR(caller, caller->opline->result.var);
		hp_heap_walk_edge_named(walk, id, result, HP_HEAP_EDGE_INTERNAL, "result");
		if (Z_TYPE_P(result) == IS_ARRAY) {
			hp_heap_stack_table(walk, Z_ARR_P(result));
		}
	}
}

/* True for a frame without a function of its own: one that links two others, one at the bottom of a
 * fiber, or one on the way to __call(). */
static bool frame_is_skipped(const zend_execute_data *frame)
{
	const zend_function *function = frame->func;

	return function == NULL || (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) ||
		(function->type == ZEND_INTERNAL_FUNCTION && function->common.function_name == NULL);
}

uint32_t hp_heap_frame_visit(
	hp_heap_walk *walk, const zend_execute_data *frame, int64_t depth, bool is_exact)
{
	bool is_new = false;
	uint32_t id = frame_is_skipped(frame) ? 0 : hp_heap_walk_id(walk, frame, &is_new);

	if (!is_new) {
		return id;
	}
	frame_record(walk, frame, id, depth);
	if (ZEND_USER_CODE(frame->func->type)) {
		frame_user(walk, frame, id, is_exact);
	} else {
		frame_internal(walk, frame, id);
	}
	frame_arguments(walk, frame, id);
	frame_extras(walk, frame, id);

	return id;
}

size_t hp_heap_frame_claim_page(hp_heap_walk *walk, const zend_execute_data *frame)
{
	const zval *page = (const zval *) frame - ZEND_VM_STACK_HEADER_SLOTS;

	/* A generator's frame is on no page. */
	return (ZEND_CALL_INFO(frame) & ZEND_CALL_GENERATOR) == 0 &&
			hp_heap_block_is_inside(&walk->blocks, page, true)
		? hp_heap_block_claim(&walk->blocks, page, 0)
		: 0;
}
