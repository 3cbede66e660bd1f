/* arguments.h: one number for the arguments of a call, so that equal ones are seen to come again.
 *
 * Values are equal if === says so; an object among the arguments, if its class and its own properties are; $this and what
 * lies deeper, if it is the same object. It reads memory, calls nothing and converts nothing. */
#ifndef HP_TRACE_ARGUMENTS_H
#define HP_TRACE_ARGUMENTS_H

#include "base/compat.h"

/* More values, or a longer text, are not compared. */
#define HP_ARGUMENTS_MAX_VALUES 1000
#define HP_ARGUMENTS_MAX_BYTES 65536

/* False: they can't be compared: too much, or what an object of an extension stands for. */
bool hp_arguments_digest(const zend_execute_data *execute_data, uint64_t *digest);

#endif /* HP_TRACE_ARGUMENTS_H */
