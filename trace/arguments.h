/* arguments.h: one number for the arguments of a call, which shows that calls repeat.
 *
 * Two calls have equal arguments if === says so. An object among the arguments is equal to another
 * if its class and its own properties are; $this has its identity and properties, and an object
 * that lies deeper only its identity. The code reads memory; it calls and converts nothing. */
#ifndef HP_TRACE_ARGUMENTS_H
#define HP_TRACE_ARGUMENTS_H

#include "base/compat.h"

/* Calls with more values, or a longer text, are not compared. */
#define HP_ARGUMENTS_MAX_VALUES 1000
#define HP_ARGUMENTS_MAX_BYTES 65536

/* Returns false if the arguments cannot be compared: they are too many, too long or nested too
 * deep, or an object of an extension is among them. */
bool hp_arguments_digest(const zend_execute_data *execute_data, uint64_t *digest);

#endif /* HP_TRACE_ARGUMENTS_H */
