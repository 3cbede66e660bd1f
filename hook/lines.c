#include "hook/lines.h"

#include "base/bailout.h"
#include "base/interrupt.h"
#include "hook/leave.h"
#include "hook/slot.h"
#include "hook/state.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_generators.h"
#include "Zend/zend_vm.h"

/* zend_vm_call_opcode_handler() returns these: the next instruction is of the same call, of a callee, or of the
 * caller; or execute_ex() is to return. */
enum {
	LINES_GOES_ON = 0,
	LINES_ENTERS = 1,
	LINES_LEAVES = 2,
	LINES_RETURNS = -1
};

/* A call that is executed here. */
typedef struct lines_frame {
	hp_tracer *tracer;
	uint32_t generation;
	zend_execute_data *execute_data;
	hp_line_call *call;
	const zend_op *op; /* executed last; NULL: none */
	uint32_t line;
	uint32_t joined_line; /* of this statement: see lines_is_join() */
	uint32_t statement_first,
		statement_line; /* the least and the greatest of the statement's lines so far */
	int result;
	bool is_settled; /* the line has its time up to that instruction */
} lines_frame;

/* Instructions back to which a jump is compared with what is before it. */
#define LINES_BEFORE 32

static bool lines_has_temporary(const zend_op *op)
{
	return ((op->op1_type | op->op2_type) & (IS_TMP_VAR | IS_VAR)) != 0;
}

/* The jump back of an endless loop may be the last instruction. */
static bool lines_is_followed(const zend_op_array *code, const zend_op *op, uint8_t opcode)
{
	return op + 1 < code->opcodes + code->last && op[1].opcode == opcode;
}

/* The jump behind the comparisons of "switch" or "match", which come before all arms. Those of "while" jump back. */
static bool lines_ends_comparisons(const zend_op_array *code, const zend_op *op)
{
	return op->opcode == ZEND_JMP && op > code->opcodes && op[-1].opcode == ZEND_JMPNZ &&
		OP_JMP_ADDR(&op[-1], op[-1].op2) > op;
}

/* A jump that the compiler adds has a line that is there before: that of its "if", "foreach" or "try". "break",
 * "continue" and "goto" have one of their own, but the labels below a "break" are compared before it. Of "while (true)"
 * the optimizer leaves nothing but the jump back. */
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

/* Compares the subject of "switch" or "match" with a constant. */
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

/* The label of a "case" or of an arm, which is no statement. An "if" of the same form jumps if it is not equal; so may
 * the last of several labels, once it is optimized. */
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

/* No lines of the function's body: its parameters, the closing brace, the engine's own; jumps that are no statements, and
 * what they depend on, which was computed before. */
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
			return op->extended_value == (uint32_t) -1; /* that of the compiler */
		case ZEND_JMPZ:
		case ZEND_JMPNZ:
			return lines_has_temporary(op);
		case ZEND_FAST_CALL:
			/* The one in front of the code of "finally", not that of a "return" or "break". */
			return OP_JMP_ADDR(op, op->op1) == op + 2 || lines_is_added_jump(code, op);
		case ZEND_JMP:
			return lines_is_followed(code, op, ZEND_CATCH) || lines_is_added_jump(code, op);
		default:
			return lines_is_label(code, op);
	}
}

/* True while a value waits for the rest of its expression. The subjects of "foreach", "switch" and "match" wait, too,
 * until they are freed. */
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

/* False within a statement: it waits for an argument, or takes what was computed before. */
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

/* True for the jump or return after the code of "finally" has run: execution was at its line before. */
static bool lines_is_behind_finally(const zend_execute_data *execute_data, const zend_op *op)
{
	return op > execute_data->func->op_array.opcodes && op[-1].opcode == ZEND_FAST_CALL &&
		op->lineno == op[-1].lineno;
}

/* Some instructions execute the one behind them, too. A generator continues where it was. */
static bool lines_falls_into(const zend_op *from, const zend_op *op)
{
	return from == NULL || op == from + 1 ||
		(op == from + 2 &&
			(from[1].opcode == ZEND_OP_DATA || from[1].opcode == ZEND_JMPZ ||
				from[1].opcode == ZEND_JMPNZ));
}

/* Takes what one of several branches has computed. It has the line of the last branch, which may not have run. */
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

/* A call of a statement whose first line has nothing but that call, behind its arguments. */
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

/* Comes to a line: whether it has not been there in this statement. */
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

/* At another line, or at an earlier instruction. */
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
	hp_tracer_come_to_line(
		frame->tracer, frame->call, op->lineno, lines_is_new(frame, op, is_statement));
}

static zend_always_inline void lines_note(lines_frame *frame, const zend_op *op)
{
	if (UNEXPECTED(op->lineno != frame->line) || UNEXPECTED(op <= frame->op)) {
		lines_arrive(frame, op);
	}
	frame->op = op;
}

/* The call may end with it. Its last line ends before: an observer reads the call's end within, and destructors of
 * its variables belong to its caller. */
static bool lines_may_leave(const zend_op *op)
{
	static const bool leaves[256] = {
		[ZEND_RETURN] = true,
		[ZEND_RETURN_BY_REF] = true,
		[ZEND_GENERATOR_RETURN] = true,
		[ZEND_YIELD] = true,
		[ZEND_YIELD_FROM] = true,
		[ZEND_FAST_RET] = true,
		[ZEND_HANDLE_EXCEPTION] = true,
	};

	return leaves[op->opcode];
}

static int lines_step(zend_execute_data *execute_data)
{
	int result = zend_vm_call_opcode_handler(execute_data);

	/* Some builds of the engine say so after an interrupt, too. */
	return result == LINES_ENTERS && EG(current_execute_data) == execute_data ? LINES_GOES_ON
																			  : result;
}

/* Creates a generator: a few instructions, and then the engine is back in the caller. */
static void lines_create_generator(zend_execute_data *callee)
{
	while (lines_step(callee) == LINES_GOES_ON) {
	}
}

static void lines_free_code(zend_op_array *code)
{
	zend_destroy_static_vars(code);
	destroy_op_array(code);
	efree_size(code, sizeof(*code));
}

/* Executes a callee at full speed, as the engine calls one of its own from C. What follows is what its
 * instruction for a call does then. */
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

/* Until the call ends, or the run does and the engine continues. */
static void lines_execute(void *context)
{
	lines_frame *frame = context;
	zend_execute_data *execute_data = frame->execute_data;

	do {
		lines_note(frame, execute_data->opline);
		frame->is_settled = lines_may_leave(execute_data->opline);
		if (UNEXPECTED(frame->is_settled)) {
			hp_tracer_settle_line(frame->tracer, frame->call);
		}
		frame->result = lines_step(execute_data);
		if (frame->result == LINES_ENTERS) {
			lines_call(execute_data);
			frame->result = LINES_GOES_ON;
		}
	} while (
		frame->result == LINES_GOES_ON && EXPECTED(frame->tracer->generation == frame->generation));
}

static void lines_leave(void *context)
{
	const lines_frame *frame = context;

	if (frame->tracer->generation == frame->generation) {
		hp_tracer_end_lines(
			frame->tracer, frame->call, frame->is_settled && frame->result != LINES_GOES_ON);
	}
}

/* The code of the frame that makes execute_ex() return: "return null;". */
static struct {
	zend_op op;
	zval null;
	zend_op_array code;
} lines_end;

static void lines_make_end(void)
{
	zend_op *op = &lines_end.op;

	ZVAL_NULL(&lines_end.null);
	lines_end.code.type = ZEND_USER_FUNCTION;
	lines_end.code.fn_flags = ZEND_ACC_CALL_VIA_TRAMPOLINE; /* no observer sees it */
	lines_end.code.function_name = lines_end.code.filename = ZSTR_EMPTY_ALLOC();
	lines_end.code.opcodes = op;
	lines_end.code.last = 1;
	lines_end.code.literals = &lines_end.null;
	lines_end.code.last_literal = 1;
	op->opcode = ZEND_RETURN;
	op->op1_type = IS_CONST;
	op->op2_type = op->result_type = IS_UNUSED;
	ZEND_PASS_TWO_UPDATE_CONSTANT(&lines_end.code, op, op->op1);
	zend_vm_set_opcode_handler(op);
}

/* After an interrupt, with an exception thrown, the engine clears the result of the instruction that threw, in the
 * frame it finds. */
static const zend_op *lines_thrower(void)
{
	const zend_op *op = EG(exception) == NULL ? NULL : EG(opline_before_exception);

	return op != NULL && (op->result_type & (IS_TMP_VAR | IS_VAR)) ? op : NULL;
}

/* A frame with room for that result. */
static zend_execute_data *lines_take_end(hp_hook_lines *lines)
{
	const zend_op *thrower = lines_thrower();
	size_t bytes = sizeof(*lines->end) + (thrower == NULL ? 0 : thrower->result.var) + sizeof(zval);

	if (lines->end_bytes < bytes) {
		lines->end = perealloc(lines->end, bytes, true);
		lines->end_bytes = bytes;
	}
	memset(lines->end, 0, sizeof(*lines->end));

	return lines->end;
}

/* The call was the outermost of an execute_ex(), which is to return. But it continues with the frame that it finds
 * after an interrupt: it finds one that returns. */
static void lines_return(hp_hook_lines *lines)
{
	zend_execute_data *end = lines_take_end(lines);

	end->opline = &lines_end.op;
	end->func = (zend_function *) &lines_end.code;
	ZEND_CALL_INFO(end) = ZEND_CALL_TOP_FUNCTION;
	end->prev_execute_data = EG(current_execute_data);
	EG(current_execute_data) = end;
}

/* The engine continues with the caller. A destructor of the call's variables threw after it had returned a value, which
 * would be cleared and not freed. */
static void lines_free_result(void)
{
	const zend_op *thrower = lines_thrower();

	if (thrower != NULL) {
		zval *result = ZEND_CALL_VAR(EG(current_execute_data), thrower->result.var);

		zval_ptr_dtor_nogc(result);
		ZVAL_UNDEF(result);
	}
}

/* True if too little of the C stack is left: a call of the engine takes it up anew each time. */
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

	frame.call = hp_tracer_begin_lines(tracer, symbol, code);
	if (frame.call == NULL) {
		return;
	}
	/* It continues within a statement. */
	if (ZEND_CALL_INFO(execute_data) & ZEND_CALL_GENERATOR) {
		frame.statement_first = frame.statement_line = execute_data->opline->lineno;
	}
	hp_bailout(lines_execute, lines_leave, &frame);
	if (frame.result == LINES_RETURNS) {
		lines_return(XHPROF_G(lines));
	} else if (frame.result == LINES_LEAVES) {
		lines_free_result();
	}
}

static void lines_interrupt(zend_execute_data *execute_data)
{
	hp_hook_lines *lines = XHPROF_G(lines);
	hp_tracer *tracer = XHPROF_G(tracer);

	if (EXPECTED(lines->expected == NULL) || lines->expected != execute_data) {
		return;
	}
	lines->expected = NULL;
	if (hp_tracer_has_calls(tracer) && hp_hook_known_symbol(execute_data) == lines->symbol &&
		!lines_is_too_deep(tracer, HP_FRAME_ADDRESS())) {
		lines_run(tracer, lines->symbol, execute_data);
	}
}

void hp_hook_lines_post_startup(void)
{
	lines_make_end();
	hp_interrupt_set_last(lines_interrupt);
}

static const char *lines_engine_refusal(void)
{
	int kind = zend_vm_kind();

	return kind == ZEND_VM_KIND_CALL || kind == ZEND_VM_KIND_HYBRID
		? NULL
		: "this PHP was built with a virtual machine that cannot execute single instructions, as lines need; "
		  "leave out the lines";
}

const char *hp_hook_lines_foreseen(const hp_hook_choice *choice)
{
	const char *refusal = lines_engine_refusal();

	return refusal == NULL && choice->may_jit ? hp_hook_leave_lines_refusal(XHPROF_G(leave))
											  : refusal;
}

const char *hp_hook_lines_refusal(const hp_hook_choice *choice)
{
	const char *refusal = lines_engine_refusal();

	if (refusal != NULL) {
		return refusal;
	}

	return choice->kind == HP_HOOK_OBSERVER && choice->may_jit
		? hp_hook_leave_for_lines(XHPROF_G(leave))
		: NULL;
}

void hp_hook_lines_expect(hp_symbol *symbol, const zend_execute_data *execute_data)
{
	hp_hook_lines *lines = XHPROF_G(lines);

	lines->expected = execute_data;
	lines->symbol = symbol;
	hp_interrupt_ask(hp_compat_executor_globals());
}

void hp_hook_lines_free(hp_hook_lines *lines)
{
	pefree(lines->end, true);
}

void hp_hook_lines_forget(void)
{
	XHPROF_G(lines)->expected = NULL;
}
