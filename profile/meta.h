/* meta.h: the request or command that a run measured, in the form XHGui takes: a JSON object with
 * at least url, get, env, SERVER, simple_url, request_ts_micro, request_ts and request_date. */
#ifndef HP_PROFILE_META_H
#define HP_PROFILE_META_H

#include "profile/profile.h"

/* The object: the known fields (NULL: none), these or any others; the rest follows from them and from the start
 * of the run, in nanoseconds of Unix time. Persistent, for the caller to release; or NULL, and *error says why
 * in English, unless there is an exception. */
zend_string *hp_profile_meta_json(HashTable *known, int64_t started_ns, const char **error);

/* When the object's request began, in nanoseconds of Unix time; -1: not known. */
int64_t hp_profile_meta_started_ns(HashTable *known);

/* The object of what the meta of all runs have in common, count of at least one. Persistent, for the caller to release;
 * NULL: nothing. */
zend_string *hp_profile_meta_common(const hp_profile *const *runs, uint32_t count);

#endif /* HP_PROFILE_META_H */
