/* interrupts.c: an extension that interrupts the engine while another interrupt is pending. */
#include "php.h"

static void (*interrupts_next)(zend_execute_data *execute_data);
static bool interrupts_asked;
static zend_long interrupts_had;
static zval interrupts_callback; /* undefined: there is none */

static void interrupts_call(void)
{
	zval result;

	if (call_user_function(NULL, NULL, &interrupts_callback, &result, 0, NULL) == SUCCESS) {
		zval_ptr_dtor(&result);
	}
}

static void interrupts_function(zend_execute_data *execute_data)
{
	bool is_asked = interrupts_asked;

	interrupts_asked = false;
	interrupts_had += is_asked;
	if (is_asked && Z_TYPE(interrupts_callback) != IS_UNDEF) {
		interrupts_call();
	}
	if (interrupts_next != NULL) {
		interrupts_next(execute_data);
	}
}

/* Waits until somebody else interrupts, and does so, too. */
static ZEND_FUNCTION(interrupts_join)
{
	ZEND_PARSE_PARAMETERS_NONE();
#if PHP_VERSION_ID < 80200
	while (!*(volatile bool *) &EG(vm_interrupt)) {
	}
#else
	while (!zend_atomic_bool_load_ex(&EG(vm_interrupt))) {
	}
#endif
	interrupts_asked = true;
}

/* How often it was called for what it had asked. */
static ZEND_FUNCTION(interrupts_had)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(interrupts_had);
}

/* What it calls then; null: nothing. */
static ZEND_FUNCTION(interrupts_call)
{
	zval *callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_ZVAL(callback)
	ZEND_PARSE_PARAMETERS_END();
	zval_ptr_dtor(&interrupts_callback);
	ZVAL_UNDEF(&interrupts_callback);
	if (Z_TYPE_P(callback) != IS_NULL) {
		ZVAL_COPY(&interrupts_callback, callback);
	}
}

ZEND_BEGIN_ARG_INFO_EX(interrupts_none, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(interrupts_one, 0, 0, 1)
ZEND_ARG_INFO(0, callback)
ZEND_END_ARG_INFO()

static const zend_function_entry interrupts_functions[] = {
	ZEND_FE(interrupts_join, interrupts_none) ZEND_FE(interrupts_had, interrupts_none)
		ZEND_FE(interrupts_call, interrupts_one) ZEND_FE_END};

static PHP_MINIT_FUNCTION(interrupts)
{
	ZVAL_UNDEF(&interrupts_callback);
	interrupts_next = zend_interrupt_function;
	zend_interrupt_function = interrupts_function;

	return SUCCESS;
}

static zend_module_entry interrupts_module_entry = {STANDARD_MODULE_HEADER, "interrupts",
	interrupts_functions, PHP_MINIT(interrupts), NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(interrupts)
