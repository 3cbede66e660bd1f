/* hp_auto_meta.h: what is saved of a request with its run, without secrets: see hp_redact.h. */
#ifndef HP_AUTO_META_H
#define HP_AUTO_META_H

#include "hp_auto_save.h"

/* As hp_meta.h has it, with "xhprof": of ours. Persistent, for the caller to release; NULL if it cannot
 * be made. */
zend_string *hp_auto_meta(const hp_auto *run, const hp_auto_result *result);

#endif /* HP_AUTO_META_H */
