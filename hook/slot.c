#include "hook/slot.h"

#include "Zend/zend_extensions.h"

int hp_hook_slot = -1;
int hp_hook_internal_slot = -1;

void hp_hook_slot_startup(void)
{
	hp_hook_slot = zend_get_op_array_extension_handle("xhprof");
#if PHP_VERSION_ID >= 80400
	/* Internal functions need as many slots: unequal numbers crash the JIT of PHP 8.4 and 8.5
	 * (GH-22158). */
	hp_hook_internal_slot = zend_get_internal_function_extension_handle("xhprof");
#else
	hp_hook_internal_slot = hp_hook_slot;
#endif
}
