/* opcode.h: makes compiled code call user functions through zend_execute_ex, for the "ex" hook. */
#ifndef HP_HOOK_OPCODE_H
#define HP_HOOK_OPCODE_H

#include "base/compat.h"

/* In MINIT. From now on, compiled code calls user functions through zend_execute_ex. */
void hp_hook_opcode_startup(void);

/* Reading a property may cache that its get hook can be run directly, which neither hook sees.
 * These clear the cache, so that the next read decides anew: everywhere, or where a function reads
 * a property. PHP 8.4 and newer. */
void hp_hook_opcode_reset_property_hooks(void);
void hp_hook_opcode_reset_read(const zend_execute_data *reader);

#endif /* HP_HOOK_OPCODE_H */
