#include "hook/lines.h"

#include "base/bailout.h"
#include "base/interrupt.h"
#include "hook/bypass.h"
#include "hook/slot.h"
#include "hook/state.h"
#include "trace/call_lines.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_generators.h"
#include "Zend/zend_vm.h"

/* A call that is executed instruction by instruction. */
typedef struct lines_frame {
	hp_tracer *tracer;
	uint32_t generation;
	zend_execute_data *execute_data;
	hp_line_call *call;
	const zend_op *op; /* the last executed instruction; NULL: none */
	uint32_t line;
	uint32_t joined_line; /* in this statement: see lines_is_join() */
	uint32_t statement_first,
		statement_line; /* the least and the greatest line of the statement so far */
} lines_frame;

/* How many instructions before a jump are compared with it. */
#define LINES_BEFORE 32

static bool lines_has_temporary(const zend_op *op)
{
	return ((op->op1_type | op->op2_type) & (IS_TMP_VAR | IS_VAR)) != 0;
}

/* True if the next instruction has that opcode. There may be none, as the jump back of an endless
 * loop may be the last one. */
static bool lines_is_followed(const zend_op_array *code, const zend_op *op, uint8_t opcode)
{
	return op + 1 < code->opcodes + code->last && op[1].opcode == opcode;
}

/* True for the jump after the comparisons of a "switch" or "match", which come before all its arms.
 * The comparison of a "while" jumps back instead. */
static bool lines_ends_comparisons(const zend_op_array *code, const zend_op *op)
{
	return op->opcode == ZEND_JMP && op > code->opcodes && op[-1].opcode == ZEND_JMPNZ &&
		OP_JMP_ADDR(&op[-1], op[-1].op2) > op;
}

/* True for a jump that the compiler added. Its line occurs before it: that of its "if", "foreach"
 * or "try". A "break", "continue" or "goto" has its own line, but the labels after a "break" are
 * compared before it. Of "while (true)" the optimizer leaves nothing but the jump back. */
static bool lines_is_added_jump(const zend_op_array *code, const zend_op *op)
{
	const zend_op *first = op - MIN(op - code->opcodes, LINES_BEFORE), *before = op;

	while (before > first && before[-1].lineno < op->lineno &&
		!lines_ends_comparisons(code, &before[-1])) {
		before--;
	}
	if (before == first || lines_ends_comparisons(code, &before[-1])) {
		return false;
	}

	return op->opcode != ZEND_JMP || OP_JMP_ADDR(op, op->op1) > op ||
		OP_JMP_ADDR(op, op->op1)->lineno <= op->lineno;
}

/* True if the instruction may compare the subject of a "switch" or "match" with a constant. */
static bool lines_compares_constant(const zend_op *op)
{
	switch (op->opcode) {
		case ZEND_CASE:
		case ZEND_CASE_STRICT:
		case ZEND_IS_EQUAL:
		case ZEND_IS_IDENTICAL:
			return op->op2_type == IS_CONST;
		default:
			return false;
	}
}

/* True for the label of a "case" or of an arm, which is no statement. An "if" of the same form
 * jumps if the values differ; so may the last of several labels, once it is optimized. */
static bool lines_is_label(const zend_op_array *code, const zend_op *op)
{
	if (!lines_compares_constant(op)) {
		return false;
	}
	if (op->opcode == ZEND_CASE || op->opcode == ZEND_CASE_STRICT ||
		(op[1].opcode == ZEND_JMPNZ && OP_JMP_ADDR(&op[1], op[1].op2) > op)) {
		return true;
	}

	return op - code->opcodes >= 2 && op[-1].opcode == ZEND_JMPNZ &&
		lines_compares_constant(&op[-2]) && op[-2].op1_type == op->op1_type &&
		op[-2].op1.var == op->op1.var;
}

/* True for instructions that are no lines of the function's body: its parameters, the closing
 * brace, the engine's own; jumps that are no statements, and what depends only on values computed
 * before. */
static bool lines_is_silent(const zend_op_array *code, const zend_op *op)
{
	switch (op->opcode) {
		case ZEND_RECV:
		case ZEND_RECV_INIT:
		case ZEND_RECV_VARIADIC:
		case ZEND_GENERATOR_CREATE:
		case ZEND_HANDLE_EXCEPTION:
		case ZEND_FREE:
		case ZEND_FE_FREE:
		case ZEND_FAST_RET:
		case ZEND_MATCH_ERROR:
			return true;
		case ZEND_RETURN:
		case ZEND_RETURN_BY_REF:
		case ZEND_GENERATOR_RETURN:
			return op->extended_value == (uint32_t) -1; /* added by the compiler */
		case ZEND_JMPZ:
		case ZEND_JMPNZ:
			return lines_has_temporary(op);
		case ZEND_FAST_CALL:
			/* Only the jump from the end of "try" into "finally", not the one by a "return" or
			 * "break". */
			return OP_JMP_ADDR(op, op->op1) == op + 2 || lines_is_added_jump(code, op);
		case ZEND_JMP:
			return lines_is_followed(code, op, ZEND_CATCH) || lines_is_added_jump(code, op);
		default:
			return lines_is_label(code, op);
	}
}

/* True while a value waits for the rest of its expression. The subjects of "foreach", "switch" and
 * "match" also wait until they are freed, but do not count. */
static bool lines_is_within_expression(const zend_op_array *code, const zend_op *op)
{
	uint32_t place = (uint32_t) (op - code->opcodes);

	for (uint32_t i = 0; i < code->last_live_range && code->live_range[i].start <= place; i++) {
		const zend_live_range *range = &code->live_range[i];

		if (range->end > place && (range->var & ZEND_LIVE_MASK) != ZEND_LIVE_LOOP &&
			(range->var & ~ZEND_LIVE_MASK) != op->result.var &&
			code->opcodes[range->end].opcode != ZEND_FREE) {
			return true;
		}
	}

	return false;
}

/* True at the begin of a statement. Within one, an instruction waits for an argument, or takes a
 * value that was computed before. */
static bool lines_begins_statement(const zend_execute_data *execute_data, const zend_op *op)
{
	const zend_op_array *code = &execute_data->func->op_array;

	switch (op->opcode) {
		case ZEND_FE_FETCH_R:
		case ZEND_FE_FETCH_RW:
			return true;
		case ZEND_ADD_ARRAY_ELEMENT:
		case ZEND_ADD_ARRAY_UNPACK:
		case ZEND_ROPE_ADD:
		case ZEND_ROPE_END:
			return false;
		default:
			return execute_data->call == NULL && !lines_has_temporary(op) &&
				(!lines_is_followed(code, op, ZEND_OP_DATA) || !lines_has_temporary(&op[1])) &&
				!lines_is_within_expression(code, op);
	}
}

/* True for the jump or return after the code of "finally" has run: execution was at its line
 * before. */
static bool lines_is_behind_finally(const zend_execute_data *execute_data, const zend_op *op)
{
	return op > execute_data->func->op_array.opcodes && op[-1].opcode == ZEND_FAST_CALL &&
		op->lineno == op[-1].lineno;
}

/* True if execution went on from one instruction to the other without a jump. Some instructions
 * also execute the next one. A generator continues where it was. */
static bool lines_falls_into(const zend_op *from, const zend_op *op)
{
	return from == NULL || op == from + 1 ||
		(op == from + 2 &&
			(from[1].opcode == ZEND_OP_DATA || from[1].opcode == ZEND_JMPZ ||
				from[1].opcode == ZEND_JMPNZ));
}

/* True for an instruction that takes the value which one of several branches computed. It has the
 * line of the last branch, which may not have run. */
static bool lines_is_join(lines_frame *frame, const zend_op *op)
{
	if (!lines_has_temporary(op)) {
		return false;
	}
	if (!lines_falls_into(frame->op, op)) {
		frame->joined_line = op->lineno;
	}

	return op->lineno == frame->joined_line;
}

/* True for a call. The first line of a statement may have nothing but that call, which is executed
 * after its arguments. */
static bool lines_is_call(const zend_op *op)
{
	switch (op->opcode) {
		case ZEND_DO_ICALL:
		case ZEND_DO_UCALL:
		case ZEND_DO_FCALL:
		case ZEND_DO_FCALL_BY_NAME:
#ifdef ZEND_FRAMELESS_ICALL_0
		case ZEND_FRAMELESS_ICALL_0:
		case ZEND_FRAMELESS_ICALL_1:
		case ZEND_FRAMELESS_ICALL_2:
		case ZEND_FRAMELESS_ICALL_3:
#endif
			return true;
		default:
			return false;
	}
}

/* Comes to a line. Returns whether the statement was not at this line before. */
static bool lines_is_new(lines_frame *frame, const zend_op *op, bool is_statement)
{
	if (is_statement) {
		frame->statement_first = frame->statement_line = op->lineno;
		frame->joined_line = 0;
	} else if (op->lineno > frame->statement_line) {
		frame->statement_line = op->lineno;
	} else if (op->lineno < frame->statement_first && lines_is_call(op)) {
		frame->statement_first = op->lineno;
	} else {
		return false;
	}

	return true;
}

/* Handles an instruction at another line, or before the last one. */
static zend_never_inline void lines_arrive(lines_frame *frame, const zend_op *op)
{
	const zend_op_array *code = &frame->execute_data->func->op_array;
	bool is_join = lines_is_join(frame, op), is_statement;

	if (lines_is_silent(code, op) || lines_is_behind_finally(frame->execute_data, op)) {
		return;
	}
	is_statement = lines_begins_statement(frame->execute_data, op);
	if (!is_statement && (op->lineno == frame->line || is_join)) {
		return;
	}
	frame->line = op->lineno;
	hp_call_lines_move(
		frame->tracer, frame->call, op->lineno, lines_is_new(frame, op, is_statement));
}

static zend_always_inline void lines_note(lines_frame *frame, const zend_op *op)
{
	if (UNEXPECTED(op->lineno != frame->line) || UNEXPECTED(op <= frame->op)) {
		lines_arrive(frame, op);
	}
	frame->op = op;
}

/* Returns the place at which an exception counts as thrown. If it leaves a loop, that is after the
 * loop, as in the engine. */
static uint32_t lines_thrown_at(const zend_op_array *code, const zend_op *op)
{
	uint32_t place = (uint32_t) (op - code->opcodes);

	if ((op->opcode != ZEND_FREE && op->opcode != ZEND_FE_FREE) ||
		(op->extended_value & ZEND_FREE_ON_RETURN) == 0) {
		return place;
	}
	for (uint32_t i = 0; i < code->last_live_range; i++) {
		const zend_live_range *range = &code->live_range[i];

		if (place >= range->start && place < range->end &&
			(range->var & ~ZEND_LIVE_MASK) == op->op1.var) {
			return range->end;
		}
	}

	return place;
}

/* True if a "catch" or "finally" of the call handles what is thrown there, by the engine's rules.
 * If `thrown` is NULL, a generator is being closed, and "finally" runs without an exception. */
static bool lines_is_caught(
	zend_execute_data *execute_data, uint32_t place, const zend_object *thrown)
{
	const zend_op_array *code = &execute_data->func->op_array;

	for (int i = code->last_try_catch - 1; i >= 0; i--) {
		const zend_try_catch_element *element = &code->try_catch_array[i];

		if (element->try_op > place) {
			continue;
		}
		if (thrown != NULL && place < element->catch_op) {
			return true;
		}
		if (place < element->finally_op) {
			if (thrown == NULL || !zend_is_unwind_exit(thrown)) {
				return true;
			}
		} else if (place < element->finally_end && thrown == NULL) {
			thrown =
				Z_OBJ_P(ZEND_CALL_VAR(execute_data, code->opcodes[element->finally_end].op1.var));
		}
	}

	return false;
}

static bool lines_is_exception_caught(zend_execute_data *execute_data)
{
	const zend_op *thrower = EG(opline_before_exception);

	return thrower != NULL &&
		lines_is_caught(
			execute_data, lines_thrown_at(&execute_data->func->op_array, thrower), EG(exception));
}

/* True if execution continues in the call after the end of a "finally": after what led to it, or in
 * a handler of what it rethrows. */
static bool lines_is_finally_followed(zend_execute_data *execute_data, const zend_op *op)
{
	const zval *call = ZEND_CALL_VAR(execute_data, op->op1.var);

	return Z_OPLINE_NUM_P(call) != (uint32_t) -1 ||
		lines_is_caught(
			execute_data, (uint32_t) (op - execute_data->func->op_array.opcodes), Z_OBJ_P(call));
}

/* True if "yield from" continues at once or throws, because its operand is at its end or cannot be
 * iterated. False for an iterator whose start throws, as that is not known in advance. */
static bool lines_has_nothing_to_yield(
	zend_execute_data *execute_data, const zend_op *op, zend_generator *generator)
{
	zval *from = op->op1_type == IS_CONST ? RT_CONSTANT(op, op->op1)
										  : ZEND_CALL_VAR(execute_data, op->op1.var);
	zend_generator *inner;

	ZVAL_DEREF(from);
	if (Z_TYPE_P(from) != IS_OBJECT) {
		return Z_TYPE_P(from) != IS_ARRAY;
	}
	if (Z_OBJCE_P(from) != zend_ce_generator) {
		return Z_OBJCE_P(from)->get_iterator == NULL;
	}
	inner = (zend_generator *) Z_OBJ_P(from);

	return inner->execute_data == NULL || !Z_ISUNDEF(inner->retval) ||
		zend_generator_get_current(inner) == generator;
}

/* True if the instruction does not leave the generator. A "yield" in a generator that is being
 * closed throws. */
static bool lines_stays_in_generator(zend_execute_data *execute_data, const zend_op *op)
{
	/* the engine keeps it there */
	zend_generator *generator = (zend_generator *) execute_data->return_value;

	return (generator->flags & ZEND_GENERATOR_FORCED_CLOSE) != 0 ||
		(op->opcode == ZEND_YIELD_FROM && lines_has_nothing_to_yield(execute_data, op, generator));
}

/* True if the call ends with the current instruction, or its generator yields. The engine must
 * execute that one: from here it could not be told to leave execute_ex(). No other instruction
 * leaves a call that has lines. */
static bool lines_leaves(zend_execute_data *execute_data)
{
	const zend_op *op = execute_data->opline;

	switch (op->opcode) {
		case ZEND_RETURN:
		case ZEND_RETURN_BY_REF:
		case ZEND_GENERATOR_RETURN:
			return true;
		case ZEND_YIELD:
		case ZEND_YIELD_FROM:
			return !lines_stays_in_generator(execute_data, op);
		case ZEND_FAST_RET:
			return !lines_is_finally_followed(execute_data, op);
		case ZEND_HANDLE_EXCEPTION:
			return !lines_is_exception_caught(execute_data);
		default:
			return false;
	}
}

/* Executes the few instructions that create a generator, until the engine is back in the caller. */
static void lines_create_generator(zend_execute_data *callee)
{
	do {
		zend_vm_call_opcode_handler(callee);
	} while (EG(current_execute_data) == callee);
}

static void lines_free_code(zend_op_array *code)
{
	zend_destroy_static_vars(code);
	destroy_op_array(code);
	efree_size(code, sizeof(*code));
}

/* Executes a callee at full speed, as the engine does when it calls a function from C. What follows
 * is what its instruction for a call then does. */
static void lines_call(zend_execute_data *caller)
{
	zend_execute_data *callee = EG(current_execute_data);
	zend_op_array *code = &callee->func->op_array;
	bool is_code = (ZEND_CALL_INFO(callee) & ZEND_CALL_CODE) != 0;

	if (code->fn_flags & ZEND_ACC_GENERATOR) {
		lines_create_generator(callee);
		return;
	}
	ZEND_ADD_CALL_FLAG(callee, ZEND_CALL_TOP);
	zend_execute_ex(callee);
	if (!is_code && (ZEND_CALL_INFO(callee) & ZEND_CALL_RELEASE_THIS)) {
		OBJ_RELEASE(Z_OBJ(callee->This));
	}
	zend_vm_stack_free_call_frame(callee);
	if (is_code) {
		lines_free_code(code);
	}
	if (EG(exception) != NULL) {
		zend_rethrow_exception(caller);
	} else {
		caller->opline++;
	}
}

/* Executes the call up to the instruction that ends it, or to the end of the run. The engine
 * continues there. */
static void lines_execute(void *context)
{
	lines_frame *frame = context;
	zend_execute_data *execute_data = frame->execute_data;

	do {
		lines_note(frame, execute_data->opline);
		if (lines_leaves(execute_data)) {
			return;
		}
		/* The handler's result after an interrupt differs between builds, so the current frame is
		 * tested instead. */
		zend_vm_call_opcode_handler(execute_data);
		if (EG(current_execute_data) != execute_data) {
			lines_call(execute_data);
		}
	} while (EXPECTED(frame->tracer->generation == frame->generation));
}

/* Ends the lines. The last line ends before the instruction that ends the call: within that, an
 * observer reads the end of the call, and the destructors of its variables belong to its caller. */
static void lines_end(void *context)
{
	const lines_frame *frame = context;

	if (frame->tracer->generation == frame->generation) {
		hp_call_lines_end(frame->tracer, frame->call);
	}
}

/* Returns the instruction that threw, if the engine frees its result when it handles the exception;
 * else NULL. */
static const zend_op *lines_thrower(void)
{
	const zend_op *op = EG(exception) == NULL ? NULL : EG(opline_before_exception);

	if (op == NULL || (op->result_type & (IS_TMP_VAR | IS_VAR)) == 0) {
		return NULL;
	}
	switch (op->opcode) {
		case ZEND_ADD_ARRAY_ELEMENT:
		case ZEND_ADD_ARRAY_UNPACK:
		case ZEND_ROPE_INIT:
		case ZEND_ROPE_ADD:
		case ZEND_FETCH_CLASS:
		case ZEND_DECLARE_ANON_CLASS:
			return NULL;
		default:
			return zend_is_smart_branch(op) ? NULL : op;
	}
}

/* After an interrupt, the engine treats an instruction that threw as one that did not run, and
 * clears its result, because a signal handler may have thrown before it. Here it may have run, and
 * then the result is freed. */
static void lines_clear_result(zend_execute_data *execute_data, bool has_run)
{
	const zend_op *thrower = lines_thrower();
	zval *result;

	if (thrower != NULL) {
		result = ZEND_CALL_VAR(execute_data, thrower->result.var);
		if (has_run) {
			zval_ptr_dtor_nogc(result);
		}
		ZVAL_UNDEF(result);
	}
}

/* True if too little of the C stack is left, as each such call is another call of the engine from
 * C. The call then counts as missed. */
static bool lines_is_too_deep(hp_tracer *tracer, const char *here)
{
	hp_entry_stack *stack = tracer->stack;

	if (stack->c_limit == HP_ENTRY_LIMIT_UNKNOWN) {
		stack->c_limit = hp_c_stack_limit(&XHPROF_G(hook)->c_stack, here);
	}
	if (here >= stack->c_limit) {
		return false;
	}
	tracer->lines.missed_calls++;

	return true;
}

static void lines_run(hp_tracer *tracer, hp_symbol *symbol, zend_execute_data *execute_data)
{
	const zend_op_array *code = &execute_data->func->op_array;
	lines_frame frame = {
		.tracer = tracer, .generation = tracer->generation, .execute_data = execute_data};

	frame.call = hp_call_lines_begin(tracer, symbol, code);
	if (frame.call == NULL) {
		return;
	}
	/* A generator continues within a statement. */
	if (ZEND_CALL_INFO(execute_data) & ZEND_CALL_GENERATOR) {
		frame.statement_first = frame.statement_line = execute_data->opline->lineno;
	}
	lines_clear_result(execute_data, false);
	hp_bailout(lines_execute, lines_end, &frame);
	lines_clear_result(execute_data, true);
}

/* Returns the generation of the run if this is the expected call, else 0. Signal handlers run
 * first, and then their calls are the expected ones. */
static uint32_t lines_is_due(const zend_execute_data *execute_data)
{
	hp_hook_lines *lines = XHPROF_G(lines);

	if (EXPECTED(lines->expected == NULL) || lines->expected != execute_data) {
		return 0;
	}
	lines->expected = NULL;

	return lines->generation;
}

static void lines_interrupt(zend_execute_data *execute_data, uint32_t generation)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hp_symbol *symbol;

	/* Otherwise a signal handler has ended the run. */
	if (!hp_tracer_has_calls(tracer) || tracer->generation != generation) {
		return;
	}
	symbol = hp_hook_known_symbol(execute_data);
	if (symbol != NULL && (symbol->special & HP_SYMBOL_HAS_LINES) &&
		!lines_is_too_deep(tracer, HP_FRAME_ADDRESS())) {
		lines_run(tracer, symbol, execute_data);
	}
}

void hp_hook_lines_post_startup(void)
{
	hp_interrupt_set_last(lines_is_due, lines_interrupt);
}

static const char *lines_engine_refusal(void)
{
	int kind = zend_vm_kind();

	return kind == ZEND_VM_KIND_CALL || kind == ZEND_VM_KIND_HYBRID
		? NULL
		: "this PHP was built with a virtual machine that cannot execute single instructions, as "
		  "lines need; omit the lines";
}

const char *hp_hook_lines_foreseen(const hp_hook_choice *choice)
{
	const char *refusal = lines_engine_refusal();

	return refusal == NULL && choice->may_jit ? hp_hook_bypass_lines_refusal(XHPROF_G(bypass))
											  : refusal;
}

const char *hp_hook_lines_refusal(const hp_hook_choice *choice)
{
	const char *refusal = lines_engine_refusal();

	if (refusal != NULL) {
		return refusal;
	}

	return choice->kind == HP_HOOK_OBSERVER && choice->may_jit
		? hp_hook_bypass_for_lines(XHPROF_G(bypass))
		: NULL;
}

void hp_hook_lines_expect(const hp_tracer *tracer, const zend_execute_data *execute_data)
{
	hp_hook_lines *lines = XHPROF_G(lines);

	lines->expected = execute_data;
	lines->generation = tracer->generation;
	hp_interrupt_ask(hp_compat_executor_globals());
}

void hp_hook_lines_forget(void)
{
	XHPROF_G(lines)->expected = NULL;
}
