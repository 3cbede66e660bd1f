/* parameter.h: the parameter that requests a run. In $_GET and $_COOKIE, "a.b" is "a_b". */
#ifndef HP_REQUEST_PARAMETER_H
#define HP_REQUEST_PARAMETER_H

#include "base/compat.h"

/* The parameter or cookie that requests a run; "X-" and it are the header. The value is secret. */
#define HP_PARAMETER_TRIGGER "XHPROF_TRIGGER"

/* The value of the trigger in $_GET or $_COOKIE; NULL: there is none. */
const zval *hp_parameter_trigger(const HashTable *array);

/* A copy of the array without the trigger. The caller releases it. */
HashTable *hp_parameter_strip(HashTable *array);

/* The URI without the trigger in its query. Releases the URI; the caller releases the result. */
zend_string *hp_parameter_strip_uri(zend_string *uri);

#endif /* HP_REQUEST_PARAMETER_H */
