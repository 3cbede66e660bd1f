/* interrupt.h: what the engine calls between two instructions, after hp_compat_ask_interrupt(). */
#ifndef HP_BASE_INTERRUPT_H
#define HP_BASE_INTERRUPT_H

#include "base/compat.h"

/* False: nobody behind it is called this time, not even the function that was there before us. */
typedef bool (*hp_interrupt)(zend_execute_data *execute_data);

/* In MINIT or post_startup: called before those that were added earlier. */
void hp_interrupt_add(hp_interrupt function);

/* Called after all others, and after the function that was there before us: it may leave the frame. */
void hp_interrupt_set_last(void (*function)(zend_execute_data *execute_data));

/* In MSHUTDOWN, once for all. An extension that hooked in later has us in its chain, which stays. */
void hp_interrupt_shutdown(void);

#endif /* HP_BASE_INTERRUPT_H */
