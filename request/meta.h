/* meta.h: what is saved of a request with its run, without secrets: see request/redact.h. */
#ifndef HP_REQUEST_META_H
#define HP_REQUEST_META_H

#include "request/save.h"

/* As format/meta.h has it, with "xhprof": of ours. Persistent, for the caller to release; NULL if it cannot
 * be made. */
zend_string *hp_auto_meta(const hp_auto *run, const hp_auto_result *result);

#endif /* HP_REQUEST_META_H */
