/* duration.h: times with units, as settings have them: "10ms", "1.5ms", "1h30m". */
#ifndef HP_BASE_DURATION_H
#define HP_BASE_DURATION_H

#include "base/compat.h"

/* Reads one or more numbers, each followed by a unit: ns, us, ms, s, m, h, d or w, in either case.
 * A number may have a point followed by up to nine digits, and blanks may follow a number or a
 * unit. The command reads times by the same rule: cli/src/Terminal/Duration.php. Returns FAILURE if
 * the text is something else, longer than a year, or no whole number of microseconds. */
zend_result hp_duration_read(const char *text, zend_long *duration_us);

#endif /* HP_BASE_DURATION_H */
