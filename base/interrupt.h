/* interrupt.h: functions that the engine calls between two instructions, after
 * hp_interrupt_ask(). */
#ifndef HP_BASE_INTERRUPT_H
#define HP_BASE_INTERRUPT_H

#include "base/compat.h"

/* If it returns false, no function after it is called this time, not even the one that was
 * installed before ours. */
typedef bool (*hp_interrupt)(zend_execute_data *execute_data);

/* Adds a function, which is called before those that were added earlier. In MINIT or
 * post_startup. */
void hp_interrupt_add(hp_interrupt function);

/* Called after the added functions, and before the one that was installed before ours, which may
 * run the program's code. Returns the argument of the last function; 0: that is not called. */
typedef uint32_t (*hp_interrupt_due)(const zend_execute_data *execute_data);

/* Called after all other functions, and after the one that was installed before ours, which may run
 * the program's code. */
typedef void (*hp_interrupt_last)(zend_execute_data *execute_data, uint32_t due);

void hp_interrupt_set_last(hp_interrupt_due is_due, hp_interrupt_last function);

/* Call it when all modules have their functions: in post_startup, or in MINIT if dl() loads the
 * module. */
void hp_interrupt_startup(void);

/* Call it in MSHUTDOWN, once for all. If an extension that hooked in later has our function in its
 * chain, that stays. */
void hp_interrupt_shutdown(void);

/* Call it when a request begins. */
void hp_interrupt_begin(void);

/* Makes the engine with these globals, which may be another thread's, call the functions that were
 * added. Async-signal-safe. pcntl's handlers do not run because of it, unless the program allows
 * them at any time with pcntl_async_signals(true). */
void hp_interrupt_ask(zend_executor_globals *globals);

#endif /* HP_BASE_INTERRUPT_H */
