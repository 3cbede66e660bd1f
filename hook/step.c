/* step.c: executes calls without recursion on the C stack, for the "ex" hook where that stack runs out.
 *
 * In place of execute_ex(): one instruction after the other, by zend_vm_call_opcode_handler(). For an instruction that
 * calls a function the engine's own zend_execute_ex is put back, so that the engine enters the function and returns here.
 * Each instruction takes some 20 ns more. */
#include "hook/step.h"

#include "base/bailout.h"
#include "hook/ex_call.h"
#include "hook/ex_pointer.h"
#include "hook/slot.h"
#include "php_xhprof.h"

#include "Zend/zend_vm.h"

/* The ignored call of a stack. */
typedef struct step_ignored {
	const void *id;
	ptrdiff_t depth;
	uint32_t generation;
} step_ignored;

typedef struct step_work {
	zend_execute_data *execute_data;
	step_ignored before; /* the call */
	step_ignored within; /* the call, outside of callees */
} step_work;

bool hp_hook_step_can(void (*next)(zend_execute_data *execute_data))
{
#ifdef ZTS
	return false;
#else
	int kind = zend_vm_kind();

	return next == execute_ex && (kind == ZEND_VM_KIND_CALL || kind == ZEND_VM_KIND_HYBRID);
#endif
}

static step_ignored step_get_ignored(const hp_tracer *tracer)
{
	step_ignored ignored = {
		tracer->stack->ignored_id, tracer->stack->ignored_depth, tracer->generation};

	return ignored;
}

static void step_set_ignored(hp_tracer *tracer, const step_ignored *ignored)
{
	if (tracer->generation == ignored->generation) {
		tracer->stack->ignored_id = ignored->id;
		tracer->stack->ignored_depth = ignored->depth;
	}
}

/* Before it enters these, the engine calls error handlers. */
#ifdef ZEND_ACC_NODISCARD
# define STEP_WARNS (ZEND_ACC_DEPRECATED | ZEND_ACC_NODISCARD)
#else
# define STEP_WARNS ZEND_ACC_DEPRECATED
#endif

/* The function that the next instruction calls, if any. */
static const zend_function *step_callee(const zend_execute_data *execute_data)
{
	const zend_function *function = execute_data->func;

	switch (execute_data->opline->opcode) {
		case ZEND_DO_FCALL:
		case ZEND_DO_UCALL:
		case ZEND_DO_FCALL_BY_NAME:
			return execute_data->call->func;
		case ZEND_CALL_TRAMPOLINE:
			return function->common.fn_flags & ZEND_ACC_STATIC
				? function->common.scope->__callstatic
				: function->common.scope->__call;
		default:
			return NULL;
	}
}

/* A pending interrupt would be handled within, and its handlers may run the program's code. */
static bool step_enters(const zend_execute_data *execute_data)
{
	const zend_function *callee = step_callee(execute_data);

	return callee != NULL && callee->type == ZEND_USER_FUNCTION &&
		(callee->common.fn_flags & STEP_WARNS) == 0 &&
		!hp_compat_is_interrupted(hp_compat_executor_globals());
}

static void step_begin(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hp_symbol *symbol;

	if (!tracer->is_recording || hp_hook_ex_is_no_call(execute_data)) {
		return;
	}
	symbol = hp_hook_user_symbol(tracer, execute_data);
	if (symbol->special & HP_SYMBOL_HAS_LINES) {
		tracer->lines.missed_calls++;
	}
	if (!hp_hook_ex_begin_any(tracer, symbol, execute_data)) {
		tracer->stack->ignored_id = execute_data;
		tracer->stack->ignored_depth = tracer->stack->top - tracer->stack->base;
	}
}

/* The call has returned to that frame. */
static void step_end(
	const step_work *work, const zend_execute_data *execute_data, const zend_execute_data *caller)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hp_entry_stack *stack = tracer->stack;

	if (!tracer->is_armed) {
		return;
	}
	if (stack->top > stack->base && stack->top->id == execute_data) {
		hp_tracer_end(tracer, tracer->work, execute_data);
	} else if (stack->ignored_id == execute_data) {
		if (stack->top->id == caller) {
			step_set_ignored(tracer, &work->within);
		} else {
			stack->ignored_id = caller; /* beyond max_depth, as its callee */
		}
	}
}

static int step_once(zend_execute_data *execute_data)
{
	int result;

	if (zend_execute_ex != hp_hook_ex_execute || !step_enters(execute_data)) {
		return zend_vm_call_opcode_handler(execute_data);
	}
	zend_execute_ex = execute_ex;
	result = zend_vm_call_opcode_handler(execute_data);
	hp_hook_ex_point();

	return result;
}

static void step_execute(void *context)
{
	const step_work *work = context;
	zend_execute_data *execute_data = work->execute_data;

	for (;;) {
		const zend_execute_data *caller = execute_data->prev_execute_data;
		bool is_magic = execute_data->opline->opcode == ZEND_CALL_TRAMPOLINE;
		zend_execute_data *next;

		if (step_once(execute_data) < 0) {
			return; /* from the first call */
		}
		next = EG(current_execute_data);
		if (next == caller) {
			step_end(work, execute_data, caller);
		} else if (next != execute_data || is_magic) { /* __call() takes the trampoline's frame */
			step_begin(next);
		}
		execute_data = next;
	}
}

/* Also after a fatal error. */
static void step_leave(void *context)
{
	step_work *work = context;

	hp_hook_ex_point();
	step_set_ignored(XHPROF_G(tracer), &work->before);
}

void hp_hook_step(zend_execute_data *execute_data)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	step_work work = {.execute_data = execute_data, .before = step_get_ignored(tracer)};

	step_begin(execute_data);
	work.within = step_get_ignored(tracer);
	hp_bailout(step_execute, step_leave, &work);
	step_end(&work, execute_data, NULL);
}
