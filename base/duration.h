/* duration.h: times with a unit, as settings have them: "10ms". */
#ifndef HP_BASE_DURATION_H
#define HP_BASE_DURATION_H

#include "base/compat.h"

/* Reads a whole number with one of us, ms, s, m and h behind it, as microseconds. FAILURE: it is something else, or
 * longer than a year. */
zend_result hp_duration_read(const char *text, zend_long *duration_us);

#endif /* HP_BASE_DURATION_H */
