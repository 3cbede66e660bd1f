/* parameter.h: names of parameters as PHP reads them: "a.b" is the key "a_b" of $_GET and $_COOKIE. */
#ifndef HP_REQUEST_PARAMETER_H
#define HP_REQUEST_PARAMETER_H

#include "base/compat.h"

/* The value of the parameter that a client sends by this name; NULL: there is none. */
const zval *hp_parameter_find(const HashTable *array, const char *name);

/* A copy of the array without that parameter. The caller releases it. */
HashTable *hp_parameter_strip(HashTable *array, const char *name);

/* The URI without that parameter in its query. Releases the URI; the caller releases the result. */
zend_string *hp_parameter_strip_uri(zend_string *uri, const char *name);

#endif /* HP_REQUEST_PARAMETER_H */
