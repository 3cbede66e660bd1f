#include "sampler/stack_calls.h"

#ifdef __linux__

# include "sampler/stack_function.h"
# include "sampler/stack_links.h"

# include "Zend/zend_fibers.h"
# include "Zend/zend_generators.h"

/* The search for the instruction that prepares a call goes back this many instructions, and
 * compares this many bytes of the name. */
# define STACK_CALLS_MOST_OPCODES 64
# define STACK_CALLS_MOST_NAME 64u

/* At least this many of the innermost frames are checked: each must be able to have called the
 * next. */
# define STACK_CALLS_CALLS 32u

/* The frame that this one has called. Above a frame that resumes a delegating generator there is
 * first a link without a function. */
static const hp_stack_walk_link *stack_calls_callee_of(const hp_stack_walk *walk, uint32_t caller)
{
	const hp_stack_walk_link *callee = &walk->links[caller - 1];

	return callee->function == NULL && callee > walk->links ? callee - 1 : callee;
}

/* True if this function or instruction may resume a generator: methods of Generator, and
 * instructions that iterate. Other internal functions, such as iterator_to_array(), do so from
 * anywhere. */
static bool stack_calls_resumes(const zend_function *function, const zend_op *instruction)
{
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return function->common.scope == zend_ce_generator;
	}
	if (instruction == NULL) {
		return false;
	}
	switch (instruction->opcode) {
		case ZEND_FE_RESET_R:
		case ZEND_FE_RESET_RW:
		case ZEND_FE_FETCH_R:
		case ZEND_FE_FETCH_RW:
		case ZEND_YIELD_FROM:
		case ZEND_SEND_UNPACK:
		case ZEND_ADD_ARRAY_UNPACK:
			return true;
		default:
			return false;
	}
}

/* True if this internal function is one of Fiber's that switches to the fiber whose bottom frame is
 * the callee. */
static bool stack_calls_switches(
	hp_stack_walk *walk, const zend_function *function, const hp_stack_walk_link *callee)
{
	const zend_class_entry *scope = function->common.scope;
	hp_stack_buffers buffers;

	function = hp_stack_function_view(walk, false, &buffers, callee->function);

	return scope == zend_ce_fiber && function != NULL && hp_stack_function_is_bottom(function);
}

static bool stack_calls_prepares(const zend_op *instruction)
{
	switch (instruction->opcode) {
		case ZEND_INIT_FCALL:
		case ZEND_INIT_FCALL_BY_NAME:
		case ZEND_INIT_NS_FCALL_BY_NAME:
		case ZEND_INIT_METHOD_CALL:
		case ZEND_INIT_STATIC_METHOD_CALL:
		case ZEND_INIT_USER_CALL:
		case ZEND_INIT_DYNAMIC_CALL:
		case ZEND_NEW:
			return true;
		default:
			return false;
	}
}

/* Reads into *found the instruction that prepares the given call. Other calls may be prepared and
 * made in between. Returns its address; NULL: it was not found. */
static const zend_op *stack_calls_preparation(
	hp_stack_walk *walk, const zend_op_array *code, const zend_op *call, zend_op *found)
{
	uint32_t inner = 0;

	for (const zend_op *at = call - 1; at >= code->opcodes && call - at < STACK_CALLS_MOST_OPCODES;
		 at--) {
		if (!hp_stack_memory_read(walk, found, at, sizeof(*found))) {
			return NULL;
		}
		if (hp_stack_function_is_call(found) || found->opcode == ZEND_CALLABLE_CONVERT) {
			inner++;
		} else if (stack_calls_prepares(found) && inner-- == 0) {
			return at;
		}
	}

	return NULL;
}

/* True if this literal of the caller is the function's name, whatever its case. Only the first
 * STACK_CALLS_MOST_NAME bytes are compared. */
static bool stack_calls_is_called(
	hp_stack_walk *walk, const zend_function *function, const zval *literal)
{
	const zend_string *name;
	uint32_t length, wanted_length;
	char is[STACK_CALLS_MOST_NAME], of[STACK_CALLS_MOST_NAME];

	if (function->common.scope != NULL ||
		!hp_stack_memory_read(walk, &name, &Z_STR_P(literal), sizeof(name)) ||
		!hp_stack_function_length(walk, false, name, &wanted_length) ||
		!hp_stack_function_length(walk, false, function->common.function_name, &length) ||
		length != wanted_length) {
		return false;
	}
	length = MIN(length, STACK_CALLS_MOST_NAME);

	return hp_stack_memory_read(walk, of, ZSTR_VAL(name), length) &&
		hp_stack_memory_read(walk, is, ZSTR_VAL(function->common.function_name), length) &&
		zend_binary_strcasecmp(is, length, of, length) == 0;
}

/* True unless the call at this instruction names a function other than the callee. Names of
 * methods, and names that the program computes, are not compared. */
static bool stack_calls_may_call(hp_stack_walk *walk, const zend_op_array *code,
	const zend_op *call, const zend_function *callee)
{
	zend_op preparation;
	const zend_op *at = stack_calls_preparation(walk, code, call, &preparation);
	hp_stack_buffers buffers;
	const zval *literal;

	callee = hp_stack_function_view(walk, false, &buffers, callee);
	if (callee == NULL) {
		return false;
	}
	if (at == NULL) {
		return true;
	}
	literal = RT_CONSTANT(at, preparation.op2);
	switch (preparation.opcode) {
		case ZEND_INIT_FCALL:
			return stack_calls_is_called(walk, callee, literal);
		case ZEND_INIT_FCALL_BY_NAME:
			return stack_calls_is_called(walk, callee, literal + 1);
		case ZEND_INIT_NS_FCALL_BY_NAME:
			return stack_calls_is_called(walk, callee, literal + 1) ||
				stack_calls_is_called(walk, callee, literal + 2);
		default:
			return true;
	}
}

/* True if a frame may have called the next inner one. If both are still open, this is known.
 * Otherwise the callee was left, and its memory or its caller's may have been reused before it was
 * copied. Then a function of the program must be at a call of this callee. PHP itself may call from
 * any instruction, so the caller must have been there, and must not be at a call. */
static bool stack_calls_is_possible(hp_stack_walk *walk, uint32_t caller)
{
	const hp_stack_walk_link *link = &walk->links[caller];
	const hp_stack_walk_link *callee = stack_calls_callee_of(walk, caller);
	bool is_open = caller > walk->joined, is_call;
	bool was_there =
		is_open || (caller == walk->joined && hp_stack_links_is_copied(walk, link->frame));
	hp_stack_buffers buffers;
	const zend_function *function;
	const zend_op *instruction;

	if (link->function == NULL) {
		return was_there || (callee->info & ZEND_CALL_GENERATOR) != 0;
	}
	function = hp_stack_function_view(walk, false, &buffers, link->function);
	if (function == NULL) {
		return false;
	}
	instruction = function->type == ZEND_INTERNAL_FUNCTION
		? NULL
		: hp_stack_function_instruction(walk, false, &buffers, &function->op_array, link->opline);
	if ((callee->info & ZEND_CALL_GENERATOR) != 0) {
		return (was_there && function->type == ZEND_INTERNAL_FUNCTION) ||
			stack_calls_resumes(function, instruction);
	}
	is_call = instruction != NULL && hp_stack_function_is_call(instruction);
	if ((callee->info & ZEND_CALL_TOP) != 0) {
		return is_open || (was_there && !is_call) || hp_stack_function_is_bottom(function);
	}
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return stack_calls_switches(walk, function, callee);
	}

	return is_call && !is_open
		? stack_calls_may_call(walk, &function->op_array, link->opline, callee->function)
		: was_there || (instruction != NULL && instruction->opcode == ZEND_INCLUDE_OR_EVAL);
}

bool hp_stack_calls_are_possible(hp_stack_walk *walk, uint32_t join)
{
	for (uint32_t i = 1; i < MIN(walk->links_count, MAX(join + 1, STACK_CALLS_CALLS)); i++) {
		if (!stack_calls_is_possible(walk, i)) {
			return false;
		}
	}

	return true;
}

#endif
