/* taken_over.c: an extension that takes the engine's pointers over at run time. */
#include "php.h"

static void (*next_execute)(zend_execute_data *execute_data);
static void (*next_internal)(zend_execute_data *execute_data, zval *return_value);
static zif_handler next_ucfirst;

static void taken_over_execute(zend_execute_data *execute_data)
{
	next_execute(execute_data);
}

static void taken_over_internal(zend_execute_data *execute_data, zval *return_value)
{
	if (next_internal == NULL) {
		execute_internal(execute_data, return_value);
	} else {
		next_internal(execute_data, return_value);
	}
}

static ZEND_NAMED_FUNCTION(taken_over_ucfirst)
{
	next_ucfirst(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_FUNCTION(take_over)
{
	zend_function *ucfirst = zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("ucfirst"));

	ZEND_PARSE_PARAMETERS_NONE();
	next_execute = zend_execute_ex;
	zend_execute_ex = taken_over_execute;
	next_internal = zend_execute_internal;
	zend_execute_internal = taken_over_internal;
	next_ucfirst = ucfirst->internal_function.handler;
	ucfirst->internal_function.handler = taken_over_ucfirst;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_take_over, 0, 0, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry taken_over_functions[] = {
	PHP_FE(take_over, arginfo_take_over)
	PHP_FE_END
};

zend_module_entry taken_over_module_entry = {
	STANDARD_MODULE_HEADER, "taken_over", taken_over_functions,
	NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(taken_over)
