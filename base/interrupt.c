#include "base/interrupt.h"

#include "base/bailout.h"

#define INTERRUPT_MAX 8

static hp_interrupt interrupt_functions[INTERRUPT_MAX];
static size_t interrupt_count;
static void (*interrupt_next)(zend_execute_data *execute_data);
static hp_interrupt_due interrupt_is_last_due; /* NULL: there is no last function */
static hp_interrupt_last interrupt_last;

/* The engine's flag does not show who set it. True: only we did, as far as is known. Threads share
 * this, so a function before ours may be called without need, or only at the next interrupt. */
static bool interrupt_is_ours;

/* The first members of pcntl's globals. They are like this in PHP 8.1 to 8.6. */
typedef struct interrupt_pcntl {
	HashTable handlers;
	unsigned char is_busy; /* an int in some versions; not 0: pcntl runs no handler now */
} interrupt_pcntl;

/* pcntl's function calls the program's handlers at any interrupt, even in code that the program
 * believes to be safe from them. Another extension's function may be called before it, and that
 * extension may interrupt at the same time as we do. NULL: pcntl is not loaded. */
static const zend_module_entry *interrupt_pcntl_module;
/* pcntl_async_signals(); NULL: it is disabled, and nothing can switch asynchronous signals on. */
static zend_function *interrupt_async;
/* its original handler: not recorded as a call, and not replaced by others */
static zif_handler interrupt_get_async;
/* pcntl_signal_dispatch(); NULL: it is disabled. */
static zend_function *interrupt_dispatch;
static zif_handler interrupt_dispatch_now;

/* Number of calls of other functions during which pcntl is marked as busy. They need not end in the
 * order in which they began: the program's code may run in them, and suspend a fiber there. */
ZEND_TLS uint32_t interrupt_quiet_calls;
ZEND_TLS unsigned char interrupt_was_busy; /* pcntl's flag before the first of them */

static bool interrupt_pcntl_asked(void)
{
	zend_execute_data frame;
	zval is_async;

	if (interrupt_async == NULL) {
		return false;
	}
	memset(&frame, 0, sizeof(frame)); /* without arguments it returns the setting */
	frame.func = interrupt_async;
	ZVAL_NULL(&is_async);
	interrupt_get_async(&frame, &is_async);

	return Z_TYPE(is_async) == IS_TRUE;
}

static bool interrupt_take(void)
{
	bool is_ours = HP_SHARED_READ(&interrupt_is_ours);

	/* An interrupt that we request while the function runs is ours as well. */
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

static void interrupt_call_quietly(void *context)
{
	interrupt_pcntl *pcntl = interrupt_pcntl_globals();

	if (interrupt_quiet_calls++ == 0) {
		interrupt_was_busy = pcntl->is_busy;
	}
	pcntl->is_busy = 1;
	interrupt_next(context);
}

static void interrupt_end_quietly(void *context)
{
	if (interrupt_quiet_calls > 0 && --interrupt_quiet_calls == 0) {
		interrupt_pcntl_globals()->is_busy = interrupt_was_busy;
	}
}

/* Replaces pcntl_signal_dispatch(): code of the program that another extension calls within an
 * interrupt may dispatch its signals. */
static ZEND_NAMED_FUNCTION(interrupt_dispatch_here)
{
	interrupt_pcntl *pcntl = interrupt_pcntl_globals();

	if (interrupt_quiet_calls > 0) {
		pcntl->is_busy = interrupt_was_busy;
	}
	interrupt_dispatch_now(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (interrupt_quiet_calls > 0) {
		pcntl->is_busy = 1;
	}
}

/* Calls the functions that were installed before ours. If the interrupt is ours, pcntl puts off the
 * program's handlers. */
static void interrupt_call_next(zend_execute_data *execute_data, bool is_ours)
{
	if (interrupt_next == NULL) {
		return;
	}
	if (!is_ours || interrupt_pcntl_module == NULL || interrupt_pcntl_asked()) {
		interrupt_next(execute_data);
		return;
	}
	hp_bailout(interrupt_call_quietly, interrupt_end_quietly, execute_data);
}

static void interrupt_all(zend_execute_data *execute_data)
{
	bool is_ours = interrupt_take();
	uint32_t due;

	for (size_t i = interrupt_count; i > 0; i--) {
		if (!interrupt_functions[i - 1](execute_data)) {
			/* the function will repeat the interrupt */
			HP_SHARED_WRITE(&interrupt_is_ours, is_ours);
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

static void interrupt_find_pcntl(void)
{
	interrupt_pcntl_module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcntl"));
	interrupt_async = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("pcntl_async_signals"));
	if (interrupt_async != NULL) {
		interrupt_get_async = interrupt_async->internal_function.handler;
	}
	interrupt_dispatch =
		zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("pcntl_signal_dispatch"));
	if (interrupt_dispatch != NULL) {
		interrupt_dispatch_now = interrupt_dispatch->internal_function.handler;
		interrupt_dispatch->internal_function.handler = interrupt_dispatch_here;
	}
}

void hp_interrupt_startup(void)
{
	interrupt_find_pcntl();
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
	/* Modules are shut down in reverse order: pcntl, which started before us, still has its
	 * function. */
	if (interrupt_dispatch != NULL &&
		interrupt_dispatch->internal_function.handler == interrupt_dispatch_here) {
		interrupt_dispatch->internal_function.handler = interrupt_dispatch_now;
	}
	interrupt_dispatch = NULL;
}

void hp_interrupt_begin(void)
{
	if (interrupt_quiet_calls > 0) { /* the last request left a fiber suspended */
		interrupt_quiet_calls = 1;
		interrupt_end_quietly(NULL);
	}
}

void hp_interrupt_ask(zend_executor_globals *globals)
{
	if (!hp_compat_is_interrupted(globals)) {
		HP_SHARED_WRITE(&interrupt_is_ours, true);
	}
	hp_compat_interrupt(globals);
}
