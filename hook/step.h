/* step.h: executes calls without recursion on the C stack, for the "ex" hook. */
#ifndef HP_HOOK_STEP_H
#define HP_HOOK_STEP_H

#include "base/compat.h"

/* True if hp_hook_step() can be used; next is the value of zend_execute_ex before ours. False: this virtual machine
 * cannot do that, other threads need the pointer, or another extension executes calls. */
bool hp_hook_step_can(void (*next)(zend_execute_data *execute_data));

/* Executes a call in place of execute_ex(), and records it and its callees. Calls that the engine makes from C, of
 * callbacks, generators and destructors, come to our hook as ever. */
void hp_hook_step(zend_execute_data *execute_data);

#endif /* HP_HOOK_STEP_H */
