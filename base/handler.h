/* handler.h: replaces the handler of an internal function. */
#ifndef HP_BASE_HANDLER_H
#define HP_BASE_HANDLER_H

#include "base/compat.h"

/* Returns the methods of a class; its name must be in lower case. NULL if there is no such
 * class. */
static inline const HashTable *hp_handler_methods(const char *class_name)
{
	const zend_class_entry *class_entry =
		zend_hash_str_find_ptr(CG(class_table), class_name, strlen(class_name));

	return class_entry == NULL ? NULL : &class_entry->function_table;
}

/* Replaces a handler, and returns the previous one; NULL if `functions` is NULL or has no such
 * function. */
static inline zif_handler hp_handler_replace(
	const HashTable *functions, const char *name, zif_handler handler)
{
	zend_function *function =
		functions == NULL ? NULL : zend_hash_str_find_ptr(functions, name, strlen(name));
	zif_handler next;

	if (function == NULL || function->type != ZEND_INTERNAL_FUNCTION) {
		return NULL;
	}
	next = function->internal_function.handler;
	function->internal_function.handler = handler;

	return next;
}

#endif /* HP_BASE_HANDLER_H */
