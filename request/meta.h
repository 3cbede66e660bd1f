/* meta.h: what is saved of a request with its run, without secrets: see request/redact.h. */
#ifndef HP_REQUEST_META_H
#define HP_REQUEST_META_H

#include "request/save.h"

/* As format/meta.h has it, with "xhprof": of ours. Persistent, for the caller to release; NULL if it cannot
 * be made. */
zend_string *hp_request_meta(const hp_request *run, const hp_request_result *result);

#endif /* HP_REQUEST_META_H */
