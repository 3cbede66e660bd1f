/* interrupt.h: what the engine calls between two instructions, after hp_interrupt_ask(). */
#ifndef HP_BASE_INTERRUPT_H
#define HP_BASE_INTERRUPT_H

#include "base/compat.h"

/* False: nobody behind it is called this time, not even the function that was there before us. */
typedef bool (*hp_interrupt)(zend_execute_data *execute_data);

/* In MINIT or post_startup: called before those that were added earlier. */
void hp_interrupt_add(hp_interrupt function);

/* Before all others: what it is to be called with after them; 0: it is not. */
typedef uint32_t (*hp_interrupt_due)(const zend_execute_data *execute_data);

/* Called after all others, and after the function that was there before us, which may run the program's code. */
typedef void (*hp_interrupt_last)(zend_execute_data *execute_data, uint32_t due);

void hp_interrupt_set_last(hp_interrupt_due is_due, hp_interrupt_last function);

/* When all modules have their functions: in post_startup, or in MINIT where dl() loads us. */
void hp_interrupt_startup(void);

/* In MSHUTDOWN, once for all. An extension that hooked in later has us in its chain, which stays. */
void hp_interrupt_shutdown(void);

/* A request begins. */
void hp_interrupt_begin(void);

/* Makes the engine of these globals, which may be another thread's, call what was added. In a signal handler, too.
 * pcntl's handlers do not run by it unless the program asks for them at any time: pcntl_async_signals(true). */
void hp_interrupt_ask(zend_executor_globals *globals);

#endif /* HP_BASE_INTERRUPT_H */
