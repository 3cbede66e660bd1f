/* code.h: goes through all code of the program: functions, methods, closures, hooks. */
#ifndef HP_HEAP_CODE_H
#define HP_HEAP_CODE_H

#include "base/compat.h"

typedef void (*hp_heap_code_visit)(void *context, zend_op_array *code);
typedef void (*hp_heap_class_visit)(void *context, zend_class_entry *class_entry);

/* Calls back with each function of the program, those declared in functions included. One may come
 * more than once. */
void hp_heap_code_each(hp_heap_code_visit visit, void *context);

/* With each class, also those of extensions. One that has aliases comes once for each. */
void hp_heap_code_each_class(hp_heap_class_visit visit, void *context);

/* What a class keeps for this request alone while it is itself shared; NULL: nothing. */
const zend_class_mutable_data *hp_heap_code_mutable(const zend_class_entry *class_entry);

/* Its constants, as they are now. */
const HashTable *hp_heap_code_constants(const zend_class_entry *class_entry);

#endif /* HP_HEAP_CODE_H */
