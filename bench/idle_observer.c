/* The minimum cost of an extension with an observer that observes nothing: the engine asks it about
 * each function, and it declines. A baseline for xhprof with the JIT on. */
#include "php.h"
#include "Zend/zend_observer.h"

static zend_observer_fcall_handlers idle_observer_init(zend_execute_data *execute_data)
{
	zend_observer_fcall_handlers nobody = {NULL, NULL};

	return nobody;
}

static PHP_MINIT_FUNCTION(idle_observer)
{
	zend_observer_fcall_register(idle_observer_init);
	return SUCCESS;
}

static zend_module_entry idle_observer_module_entry = {
	STANDARD_MODULE_HEADER, "idle_observer", NULL, PHP_MINIT(idle_observer),
	NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(idle_observer)
