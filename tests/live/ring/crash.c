/* crash.c: an extension with a function that writes where nothing is. */
#include "php.h"

PHP_FUNCTION(crash_here)
{
	ZEND_PARSE_PARAMETERS_NONE();
	*(volatile int *) 8 = 1;
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_crash_here, 0, 0, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry crash_functions[] = {
	PHP_FE(crash_here, arginfo_crash_here) PHP_FE_END};

zend_module_entry crash_module_entry = {STANDARD_MODULE_HEADER, "crash", crash_functions, NULL,
	NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(crash)
