/* opcode.h: makes compiled code call user functions through zend_execute_ex, for the "ex" hook. */
#ifndef HP_HOOK_OPCODE_H
#define HP_HOOK_OPCODE_H

#include "base/compat.h"

/* In MINIT. From now on, compiled code calls user functions through zend_execute_ex. */
void hp_hook_opcode_startup(void);

/* Reading a property caches that its get hook may run at once, which neither hook sees. These clear what is
 * cached, so that the next read decides anew: everywhere, and where a function reads one. PHP 8.4 and newer. */
void hp_hook_opcode_reset_property_hooks(void);
void hp_hook_opcode_reset_read(const zend_execute_data *reader);

#endif /* HP_HOOK_OPCODE_H */
