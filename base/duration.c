#include "base/duration.h"

static const struct {
	const char *unit;
	int64_t us;
} duration_units[] = {{"us", 1}, {"ms", 1000}, {"s", 1000000}, {"m", 60000000}, {"h", 3600000000}};

#define DURATION_MOST_US INT64_C(31536000000000)

zend_result hp_duration_read(const char *text, zend_long *duration_us)
{
	char *end;
	int64_t number;

	if (*text < '0' || *text > '9') {
		return FAILURE;
	}
	number = ZEND_STRTOL(text, &end, 10);
	end += strspn(end, " ");
	for (size_t i = 0; i < sizeof(duration_units) / sizeof(duration_units[0]); i++) {
		if (strcasecmp(end, duration_units[i].unit) == 0) {
			if (number > MIN(DURATION_MOST_US, ZEND_LONG_MAX) / duration_units[i].us) {
				return FAILURE;
			}
			*duration_us = (zend_long) (number * duration_units[i].us);
			return SUCCESS;
		}
	}

	return FAILURE;
}
