#include "base/interrupt.h"

#include "base/bailout.h"

#define INTERRUPT_MAX 8

static hp_interrupt interrupt_functions[INTERRUPT_MAX];
static size_t interrupt_count;
static void (*interrupt_next)(zend_execute_data *execute_data);
static hp_interrupt_due interrupt_is_last_due; /* NULL: there is no last */
static hp_interrupt_last interrupt_last;

/* The engine's flag does not say who set it. True: we alone have, as far as is known. Threads share this: a function
 * before us is then called without need, or at the next interrupt. */
static bool interrupt_is_ours;

/* The first members of pcntl's globals. They lie like this in PHP 8.1 to 8.6. */
typedef struct interrupt_pcntl {
	HashTable handlers;
	unsigned char is_busy; /* an int in some versions; not 0: pcntl runs no handler now */
} interrupt_pcntl;

/* pcntl's function calls the program's handlers whoever interrupted, within what the program believes to be safe. Another
 * extension's function may be called before it, and that extension may interrupt at the same time as we do. NULL: pcntl is not
 * loaded. */
static const zend_module_entry *interrupt_pcntl_module;
/* pcntl_async_signals(); NULL: it is disabled, and nothing switches them on. */
static zend_function *interrupt_async;
static zif_handler interrupt_get_async; /* not recorded as a call, and not replaced by others */

static bool interrupt_pcntl_asked(void)
{
	zend_execute_data frame;
	zval is_async;

	if (interrupt_async == NULL) {
		return false;
	}
	memset(&frame, 0, sizeof(frame)); /* no arguments: it returns the setting */
	frame.func = interrupt_async;
	ZVAL_NULL(&is_async);
	interrupt_get_async(&frame, &is_async);

	return Z_TYPE(is_async) == IS_TRUE;
}

static bool interrupt_take(void)
{
	bool is_ours = HP_SHARED_READ(&interrupt_is_ours);

	/* One that we ask for meanwhile is ours as well. */
	HP_SHARED_WRITE(&interrupt_is_ours, hp_compat_is_interrupted(hp_compat_executor_globals()));

	return is_ours;
}

static interrupt_pcntl *interrupt_pcntl_globals(void)
{
#ifdef ZTS
	return TSRMG_BULK(*interrupt_pcntl_module->globals_id_ptr, interrupt_pcntl *);
#else
	return interrupt_pcntl_module->globals_ptr;
#endif
}

typedef struct interrupt_call {
	zend_execute_data *execute_data;
	interrupt_pcntl *pcntl;
	unsigned char was_busy;
} interrupt_call;

static void interrupt_call_quietly(void *context)
{
	const interrupt_call *call = context;

	call->pcntl->is_busy = 1;
	interrupt_next(call->execute_data);
}

static void interrupt_end_quietly(void *context)
{
	const interrupt_call *call = context;

	call->pcntl->is_busy = call->was_busy;
}

/* All that were there before us; pcntl keeps the program's handlers for later if the interrupt is ours. */
static void interrupt_call_next(zend_execute_data *execute_data, bool is_ours)
{
	interrupt_call call = {.execute_data = execute_data};

	if (interrupt_next == NULL) {
		return;
	}
	if (!is_ours || interrupt_pcntl_module == NULL || interrupt_pcntl_asked()) {
		interrupt_next(execute_data);
		return;
	}
	call.pcntl = interrupt_pcntl_globals();
	call.was_busy = call.pcntl->is_busy;
	hp_bailout(interrupt_call_quietly, interrupt_end_quietly, &call);
}

static void interrupt_all(zend_execute_data *execute_data)
{
	bool is_ours = interrupt_take();
	uint32_t due;

	for (size_t i = interrupt_count; i > 0; i--) {
		if (!interrupt_functions[i - 1](execute_data)) {
			HP_SHARED_WRITE(&interrupt_is_ours, is_ours); /* it will repeat the interrupt */
			return;
		}
	}
	due = interrupt_is_last_due == NULL ? 0 : interrupt_is_last_due(execute_data);
	interrupt_call_next(execute_data, is_ours);
	if (due != 0) {
		interrupt_last(execute_data, due);
	}
}

void hp_interrupt_add(hp_interrupt function)
{
	ZEND_ASSERT(interrupt_count < INTERRUPT_MAX);
	interrupt_functions[interrupt_count++] = function;
}

void hp_interrupt_set_last(hp_interrupt_due is_due, hp_interrupt_last function)
{
	interrupt_is_last_due = is_due;
	interrupt_last = function;
}

void hp_interrupt_startup(void)
{
	interrupt_pcntl_module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcntl"));
	interrupt_async = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("pcntl_async_signals"));
	if (interrupt_async != NULL) {
		interrupt_get_async = interrupt_async->internal_function.handler;
	}
	interrupt_is_ours = false;
	interrupt_next = zend_interrupt_function;
	zend_interrupt_function = interrupt_all;
}

void hp_interrupt_shutdown(void)
{
	interrupt_count = 0;
	interrupt_is_last_due = NULL;
	if (zend_interrupt_function == interrupt_all) {
		zend_interrupt_function = interrupt_next;
	}
}

void hp_interrupt_ask(zend_executor_globals *globals)
{
	if (!hp_compat_is_interrupted(globals)) {
		HP_SHARED_WRITE(&interrupt_is_ours, true);
	}
	hp_compat_interrupt(globals);
}
