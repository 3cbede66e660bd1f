/* load.h: reads a run from the format json, which keeps everything. The bytes are not trusted. */
#ifndef HP_FORMAT_LOAD_H
#define HP_FORMAT_LOAD_H

#include "format/load_limits.h"
#include "profile/profile.h"

/* The run, for the caller to free; or NULL, and *error says why. max_bytes limits the file and,
 * together, the unpacked bytes and the run's tables. */
hp_profile *hp_load(const zend_string *bytes, size_t max_bytes, hp_load_error *error);

/* True if all sums fit an int: code that adds up rows, in PHP too, relies on it. */
bool hp_load_is_countable(const hp_profile *profile);

#endif /* HP_FORMAT_LOAD_H */
