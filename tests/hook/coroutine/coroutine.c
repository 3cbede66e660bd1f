/* coroutine.c: coroutines with C stacks and frames of their own, switched as Swoole does it. The
 * engine is not notified, unless coroutine_announce() asks for it. */
#include "php.h"
#include "Zend/zend_fibers.h"
#include "Zend/zend_observer.h"

#include <ucontext.h>

#define C_STACK_BYTES (1024 * 1024)
#define MAX_COROUTINES 64

/* The engine's state, of which each coroutine has its own. */
typedef struct state {
	zend_vm_stack vm_stack;
	zval *vm_stack_top;
	zval *vm_stack_end;
	zend_execute_data *execute_data;
	JMP_BUF *bailout;
#ifdef ZEND_CHECK_STACK_LIMIT
	void *stack_base;
	void *stack_limit;
#endif
} state;

typedef struct coroutine {
	ucontext_t context;
	ucontext_t resumer;
	state inner;
	state outer;
	zend_fiber_context fiber;
	zval callable;
	char *c_stack;
	bool is_over;
} coroutine;

static coroutine coroutines[MAX_COROUTINES];
static zend_long coroutines_count;
static coroutine *current;
static bool is_announced;
static zend_internal_function frame_function;

static void save(state *to)
{
	to->vm_stack = EG(vm_stack);
	to->vm_stack_top = EG(vm_stack_top);
	to->vm_stack_end = EG(vm_stack_end);
	to->execute_data = EG(current_execute_data);
	to->bailout = EG(bailout);
#ifdef ZEND_CHECK_STACK_LIMIT
	to->stack_base = EG(stack_base);
	to->stack_limit = EG(stack_limit);
#endif
}

static void restore(const state *from)
{
	EG(vm_stack) = from->vm_stack;
	EG(vm_stack_top) = from->vm_stack_top;
	EG(vm_stack_end) = from->vm_stack_end;
	EG(current_execute_data) = from->execute_data;
	EG(bailout) = from->bailout;
#ifdef ZEND_CHECK_STACK_LIMIT
	EG(stack_base) = from->stack_base;
	EG(stack_limit) = from->stack_limit;
#endif
}

static zend_fiber_context *fiber_of(coroutine *self)
{
	return self == NULL ? EG(main_fiber_context) : &self->fiber;
}

static void announce(coroutine *from, coroutine *to)
{
	if (is_announced) {
		zend_observer_fiber_switch_notify(fiber_of(from), fiber_of(to));
	}
}

static void enter(coroutine *self)
{
	coroutine *outer = current;

	save(&self->outer);
	announce(outer, self);
	current = self;
	swapcontext(&self->resumer, &self->context);
	if (self->is_over) {
		self->fiber.status = ZEND_FIBER_STATUS_DEAD;
	}
	announce(self, outer);
	current = outer;
	restore(&self->outer);
	if (self->is_over) {
		free(self->c_stack);
	}
}

/* The first frame is one of no function, as Swoole's. */
static void run(void)
{
	coroutine *self = current;
	zval result;

	zend_vm_stack_init();
	EG(current_execute_data) = (zend_execute_data *) EG(vm_stack_top);
	memset(EG(current_execute_data), 0, sizeof(zend_execute_data));
	EG(current_execute_data)->func = (zend_function *) &frame_function;
	EG(vm_stack_top) += ZEND_CALL_FRAME_SLOT;
#ifdef ZEND_CHECK_STACK_LIMIT
	EG(stack_base) = self->c_stack + C_STACK_BYTES;
	EG(stack_limit) = self->c_stack + 16 * 1024;
#endif
	ZVAL_UNDEF(&result);
	call_user_function(NULL, NULL, &self->callable, &result, 0, NULL);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&self->callable);
	zend_vm_stack_destroy();
	self->is_over = true;
	swapcontext(&self->context, &self->resumer);
}

PHP_FUNCTION(coroutine_announce)
{
	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_BOOL(is_announced)
	ZEND_PARSE_PARAMETERS_END();
}

PHP_FUNCTION(coroutine_start)
{
	coroutine *self = &coroutines[coroutines_count];
	zval *callable;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(callable)
	ZEND_PARSE_PARAMETERS_END();
	ZEND_ASSERT(coroutines_count < MAX_COROUTINES);
	ZVAL_COPY(&self->callable, callable);
	self->c_stack = malloc(C_STACK_BYTES);
	getcontext(&self->context);
	self->context.uc_stack.ss_sp = self->c_stack;
	self->context.uc_stack.ss_size = C_STACK_BYTES;
	makecontext(&self->context, run, 0);
	RETVAL_LONG(coroutines_count++);
	enter(self);
}

PHP_FUNCTION(coroutine_resume)
{
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();
	enter(&coroutines[number]);
}

PHP_FUNCTION(coroutine_suspend)
{
	coroutine *self = current;

	ZEND_PARSE_PARAMETERS_NONE();
	save(&self->inner);
	swapcontext(&self->context, &self->resumer);
	restore(&self->inner);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_none, 0, 0, 0)
ZEND_END_ARG_INFO()
ZEND_BEGIN_ARG_INFO_EX(arginfo_one, 0, 0, 1)
	ZEND_ARG_INFO(0, value)
ZEND_END_ARG_INFO()

static const zend_function_entry coroutine_functions[] = {
	PHP_FE(coroutine_announce, arginfo_one)
	PHP_FE(coroutine_start, arginfo_one)
	PHP_FE(coroutine_resume, arginfo_one)
	PHP_FE(coroutine_suspend, arginfo_none)
	PHP_FE_END
};

static PHP_MINIT_FUNCTION(coroutine)
{
	frame_function.type = ZEND_INTERNAL_FUNCTION;

	return SUCCESS;
}

zend_module_entry coroutine_module_entry = {
	STANDARD_MODULE_HEADER, "coroutine", coroutine_functions, PHP_MINIT(coroutine),
	NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(coroutine)
