#include "base/interrupt.h"

#define INTERRUPT_MAX 8

static hp_interrupt interrupt_functions[INTERRUPT_MAX];
static size_t interrupt_count;
static void (*interrupt_next)(zend_execute_data *execute_data);
static void (*interrupt_last)(zend_execute_data *execute_data);

static void interrupt_all(zend_execute_data *execute_data)
{
	for (size_t i = interrupt_count; i > 0; i--) {
		if (!interrupt_functions[i - 1](execute_data)) {
			return;
		}
	}
	if (interrupt_next != NULL) {
		interrupt_next(execute_data);
	}
	if (interrupt_last != NULL) {
		interrupt_last(execute_data);
	}
}

static void interrupt_hook_in(void)
{
	if (interrupt_count == 0 && interrupt_last == NULL) {
		interrupt_next = zend_interrupt_function;
		zend_interrupt_function = interrupt_all;
	}
}

void hp_interrupt_add(hp_interrupt function)
{
	interrupt_hook_in();
	ZEND_ASSERT(interrupt_count < INTERRUPT_MAX);
	interrupt_functions[interrupt_count++] = function;
}

void hp_interrupt_set_last(void (*function)(zend_execute_data *execute_data))
{
	interrupt_hook_in();
	interrupt_last = function;
}

void hp_interrupt_shutdown(void)
{
	interrupt_count = 0;
	interrupt_last = NULL;
	if (zend_interrupt_function == interrupt_all) {
		zend_interrupt_function = interrupt_next;
	}
}
