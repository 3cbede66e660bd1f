/* meta.h: the request or command that a run measured, in the form XHGui takes: a JSON object with
 * at least url, get, env, SERVER, simple_url, request_ts_micro, request_ts and request_date. */
#ifndef HP_PROFILE_META_H
#define HP_PROFILE_META_H

#include "profile/profile.h"

/* Makes the JSON object from the known fields, these or any others (NULL: none). Missing fields are
 * derived from them and from the start of the run, in nanoseconds of Unix time. Returns a
 * persistent string for the caller to release. On failure returns NULL, and *error says why in
 * English unless an exception was thrown. */
zend_string *hp_profile_meta_json(HashTable *known, int64_t started_ns, const char **error);

/* Returns when the request of the object began, in nanoseconds of Unix time; -1 if that is not
 * known. */
int64_t hp_profile_meta_started_ns(HashTable *known);

/* Makes the object of all that the metas of `count` runs (at least one) have in common. Returns a
 * persistent string for the caller to release; NULL if they have nothing in common. */
zend_string *hp_profile_meta_common(const hp_profile *const *runs, uint32_t count);

#endif /* HP_PROFILE_META_H */
