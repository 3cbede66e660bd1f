/* head_values.h: some values of a head, without decoding the others, which are most of it. The
 * bytes are not trusted. */
#ifndef HP_FORMAT_HEAD_VALUES_H
#define HP_FORMAT_HEAD_VALUES_H

#include "base/compat.h"

/* Decodes the values that "paths" names into an array of arrays: "meta.url" is "url" in "meta". One
 * that is not there is left out. Each string of "paths" is one; other values in it are passed over.
 * Keys with a point or an escape are not found. "values" is null if the head is no object, or one
 * of these values is no JSON; the others are not checked. */
void hp_head_values(const zend_string *head, const HashTable *paths, zval *values);

#endif /* HP_FORMAT_HEAD_VALUES_H */
