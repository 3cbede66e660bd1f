/* assoc.h: adds values to a PHP array, and null in place of those that are not known. */
#ifndef HP_BASE_ASSOC_H
#define HP_BASE_ASSOC_H

#include "base/compat.h"

void hp_assoc_number(zval *array, const char *key, bool is_known, int64_t number);

/* NULL: not known. A string may contain zero bytes. */
void hp_assoc_text(zval *array, const char *key, const char *text);
void hp_assoc_string(zval *array, const char *key, const zend_string *string);

#endif /* HP_BASE_ASSOC_H */
