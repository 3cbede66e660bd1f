/* The least that any exact profiler of this kind costs: hooks that read the CPU's counter before
 * and after each call and add the difference up. No name, no edge, no stack. To compare xhprof
 * with. x86 only. */
#include "php.h"
#include "Zend/zend_extensions.h"
#include <x86intrin.h>

static uint64_t two_clocks_sum;
static int two_clocks_place;

static void two_clocks_execute(zend_execute_data *execute_data)
{
	uint64_t start = __rdtsc();

	execute_ex(execute_data);
	two_clocks_sum += __rdtsc() - start;
}

static ZEND_NAMED_FUNCTION(two_clocks_handle)
{
	zif_handler handler =
		(zif_handler) execute_data->func->internal_function.reserved[two_clocks_place];
	uint64_t start = __rdtsc();

	handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	two_clocks_sum += __rdtsc() - start;
}

static void two_clocks_execute_internal(zend_execute_data *execute_data, zval *return_value)
{
	zif_handler handler = execute_data->func->internal_function.handler;
	uint64_t start;

	if (handler == two_clocks_handle) {
		handler(execute_data, return_value);
		return;
	}
	start = __rdtsc();
	handler(execute_data, return_value);
	two_clocks_sum += __rdtsc() - start;
}

static zend_result two_clocks_post_startup(void)
{
	zend_function *function;

	ZEND_HASH_FOREACH_PTR(CG(function_table), function)
	{
		if (function->type == ZEND_INTERNAL_FUNCTION) {
			function->internal_function.reserved[two_clocks_place] =
				(void *) function->internal_function.handler;
			function->internal_function.handler = two_clocks_handle;
		}
	}
	ZEND_HASH_FOREACH_END();
	/* After the startup, so that the compiler makes the usual code of internal calls. */
	return SUCCESS;
}

/* Compiled while the pointer is swapped, calls of user functions go through it. */
static PHP_MINIT_FUNCTION(two_clocks)
{
	two_clocks_place = zend_get_resource_handle("two_clocks");
	zend_execute_ex = two_clocks_execute;
	zend_post_startup_cb = two_clocks_post_startup;
	return SUCCESS;
}

/* Where a profile would begin. */
static PHP_FUNCTION(two_clocks_start)
{
	zend_execute_internal = two_clocks_execute_internal;
}

ZEND_BEGIN_ARG_INFO(two_clocks_start_arguments, 0)
ZEND_END_ARG_INFO()

static const zend_function_entry two_clocks_functions[] = {
	PHP_FE(two_clocks_start, two_clocks_start_arguments) PHP_FE_END};

static zend_module_entry two_clocks_module_entry = {STANDARD_MODULE_HEADER, "two_clocks",
	two_clocks_functions, PHP_MINIT(two_clocks), NULL, NULL, NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(two_clocks)
