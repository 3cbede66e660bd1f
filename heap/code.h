/* code.h: visits all code of the program (functions, methods, closures, hooks) and its classes. */
#ifndef HP_HEAP_CODE_H
#define HP_HEAP_CODE_H

#include "base/compat.h"

typedef void (*hp_heap_code_visit)(void *context, zend_op_array *code);
typedef void (*hp_heap_class_visit)(void *context, zend_class_entry *class_entry);

/* Visits each function of the program, including those declared in functions. A function may come
 * more than once. */
void hp_heap_code_each(hp_heap_code_visit visit, void *context);

/* Visits each class, including internal ones: once for the class itself, and once for each
 * alias. */
void hp_heap_code_each_class(hp_heap_class_visit visit, void *context);

/* The innermost frame of a suspended fiber; NULL for any other object. */
const zend_execute_data *hp_heap_code_fiber(zend_object *object);

/* The request's own data of a class that is shared between processes; NULL if there is none. */
const zend_class_mutable_data *hp_heap_code_mutable(const zend_class_entry *class_entry);

/* The constants of a class with their current values. */
const HashTable *hp_heap_code_constants(const zend_class_entry *class_entry);

/* The name of a property as in the source, and its length. Valid while the property exists. */
const char *hp_heap_code_property_name(const zend_property_info *property, size_t *length);

#endif /* HP_HEAP_CODE_H */
