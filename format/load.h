/* load.h: a run read back from what hp_format_pprof() or hp_format_json() wrote.
 *
 * The bytes may be anybody's: what does not fit together is refused. */
#ifndef HP_FORMAT_LOAD_H
#define HP_FORMAT_LOAD_H

#include "profile/profile.h"

#define HP_LOAD_TOO_MUCH "it takes more memory than xhprof.max_load_bytes allows"

/* The run, for the caller to free; or NULL, and *error says in English what is wrong. A file may have
 * max_bytes; what is packed may take them when it is unpacked, with all that is made of it. */
hp_profile *hp_load(const zend_string *bytes, size_t max_bytes, const char **error);

/* The formats. What is no pprof becomes arrays of PHP first, within memory_limit. */
hp_profile *hp_load_pprof(const zend_string *bytes, size_t max_bytes, const char **error);
hp_profile *hp_load_json(const zend_string *bytes, const char **error);

/* Code that adds up rows, in PHP too, relies on its sums being ints. */
bool hp_load_is_countable(const hp_profile *profile);

#endif /* HP_FORMAT_LOAD_H */
