/* hp_load.h: a run read back from what hp_export_pprof(), _json(), _xhgui() or _xhprof() wrote.
 *
 * The bytes may be anybody's: what does not fit together is refused. */
#ifndef HP_LOAD_H
#define HP_LOAD_H

#include "hp_profile.h"

/* The run, for the caller to free; or NULL, and *error says in English what is wrong. */
hp_profile *hp_load(const zend_string *bytes, const char **error);

/* The formats. The array is that of hp_hier.h. */
hp_profile *hp_load_pprof(const zend_string *bytes, const char **error);
hp_profile *hp_load_json(const zend_string *bytes, const char **error);
hp_profile *hp_load_xhgui(const zend_string *bytes, const char **error);
hp_profile *hp_load_pairs(const zval *array, const char **error);

#endif /* HP_LOAD_H */
