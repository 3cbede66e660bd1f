/* load_json.h: reads a run from the JSON of hp_format_json(). */
#ifndef HP_FORMAT_LOAD_JSON_H
#define HP_FORMAT_LOAD_JSON_H

#include "format/load_limits.h"
#include "profile/profile.h"

/* As hp_load(), of JSON alone; max_bytes limits the run's tables. "meta" is a PHP array at first,
 * within memory_limit. */
hp_profile *hp_load_json(const zend_string *text, size_t max_bytes, hp_load_error *error);

#endif /* HP_FORMAT_LOAD_JSON_H */
