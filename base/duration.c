#include "base/duration.h"

#define DURATION_BILLION INT64_C(1000000000)
#define DURATION_MOST_NS (365 * 86400 * DURATION_BILLION)
#define DURATION_BLANKS " \t\n\v\f\r"

/* The same as in cli/src/Terminal/Duration.php. Longer names come first: 1ms is not 1m. */
static const struct {
	const char *name;
	int64_t ns;
} duration_units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", DURATION_BILLION},
	{"m", 60 * DURATION_BILLION}, {"h", 3600 * DURATION_BILLION}, {"d", 86400 * DURATION_BILLION},
	{"w", 604800 * DURATION_BILLION}};

/* Reads a whole number. A number too large for any unit stays too large, and does not overflow. */
static int64_t duration_number(const char **text)
{
	int64_t number = 0;

	for (; ZEND_IS_DIGIT(**text); (*text)++) {
		number = MIN(number * 10 + (**text - '0'), DURATION_MOST_NS + 1);
	}

	return number;
}

/* Reads a point and one to nine digits, as billionths. Returns 0 without a point, -1 with no digits
 * or more than nine. */
static int64_t duration_fraction(const char **text)
{
	int64_t worth = DURATION_BILLION, billionths = 0;

	if (**text != '.') {
		return 0;
	}
	for ((*text)++; ZEND_IS_DIGIT(**text); (*text)++) {
		worth /= 10;
		if (worth == 0) {
			return -1;
		}
		billionths += worth * (**text - '0');
	}

	return worth < DURATION_BILLION ? billionths : -1;
}

/* Reads a unit. Returns it in nanoseconds, or 0 if there is none. */
static int64_t duration_unit(const char **text)
{
	for (size_t i = 0; i < sizeof(duration_units) / sizeof(duration_units[0]); i++) {
		size_t length = strlen(duration_units[i].name);

		if (strncasecmp(*text, duration_units[i].name, length) == 0) {
			*text += length;

			return duration_units[i].ns;
		}
	}

	return 0;
}

/* Reads a number, a unit and the blanks after both. Returns nanoseconds, or -1. */
static int64_t duration_part(const char **text)
{
	int64_t number, billionths, unit_ns, below;

	if (!ZEND_IS_DIGIT(**text)) {
		return -1;
	}
	number = duration_number(text);
	billionths = duration_fraction(text);
	*text += strspn(*text, DURATION_BLANKS);
	unit_ns = duration_unit(text);
	*text += strspn(*text, DURATION_BLANKS);
	if (unit_ns == 0 || billionths < 0 || number > DURATION_MOST_NS / unit_ns) {
		return -1;
	}
	/* Whole seconds of a unit are multiplied separately, as 64 bits cannot hold the product for a
	 * week. Only the rest, of a unit below a second, can have a part of a nanosecond. */
	below = unit_ns % DURATION_BILLION * billionths;
	if (below % DURATION_BILLION != 0) {
		return -1;
	}

	return number * unit_ns + unit_ns / DURATION_BILLION * billionths + below / DURATION_BILLION;
}

zend_result hp_duration_read(const char *text, zend_long *duration_us)
{
	int64_t sum_ns = 0;

	do {
		int64_t part_ns = duration_part(&text);

		if (part_ns < 0 || part_ns > DURATION_MOST_NS - sum_ns) {
			return FAILURE;
		}
		sum_ns += part_ns;
	} while (*text != '\0');
	if (sum_ns % 1000 != 0 || sum_ns / 1000 > MIN(DURATION_MOST_NS / 1000, ZEND_LONG_MAX)) {
		return FAILURE;
	}
	*duration_us = (zend_long) (sum_ns / 1000);

	return SUCCESS;
}
