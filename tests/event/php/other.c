/* other.c: an extension that takes the engine's hooks over, and gives back what it found, whoever
 * is there by then. */
#include "php.h"
#include "Zend/zend_exceptions.h"

static void (*next_throw)(zend_object *exception);
static zend_class_entry *(*next_autoload)(zend_string *name, zend_string *key);
static zend_op_array *(*next_compile)(zend_file_handle *handle, int type);
static int (*next_collect)(void);
static zend_long seen[4];

static void other_throw(zend_object *exception)
{
	seen[0] += exception != NULL;
	if (next_throw != NULL) {
		next_throw(exception);
	}
}

static zend_class_entry *other_autoload(zend_string *name, zend_string *key)
{
	seen[1]++;
	return next_autoload(name, key);
}

static zend_op_array *other_compile(zend_file_handle *handle, int type)
{
	seen[2]++;
	return next_compile(handle, type);
}

static int other_collect(void)
{
	seen[3]++;
	return next_collect();
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_none, 0, 0, 0)
ZEND_END_ARG_INFO()

static PHP_FUNCTION(other_on)
{
	ZEND_PARSE_PARAMETERS_NONE();
	next_throw = zend_throw_exception_hook;
	zend_throw_exception_hook = other_throw;
	next_autoload = zend_autoload;
	zend_autoload = other_autoload;
	next_compile = zend_compile_file;
	zend_compile_file = other_compile;
	next_collect = gc_collect_cycles;
	gc_collect_cycles = other_collect;
}

static PHP_FUNCTION(other_off)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_throw_exception_hook = next_throw;
	zend_autoload = next_autoload;
	zend_compile_file = next_compile;
	gc_collect_cycles = next_collect;
}

static PHP_FUNCTION(other_seen)
{
	ZEND_PARSE_PARAMETERS_NONE();
	array_init(return_value);
	for (int i = 0; i < 4; i++) {
		add_next_index_long(return_value, seen[i]);
		seen[i] = 0;
	}
}

static const zend_function_entry other_functions[] = {PHP_FE(other_on, arginfo_none)
		PHP_FE(other_off, arginfo_none) PHP_FE(other_seen, arginfo_none) PHP_FE_END};

static zend_module_entry other_module_entry = {STANDARD_MODULE_HEADER, "other", other_functions,
	NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(other)
