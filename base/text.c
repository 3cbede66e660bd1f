#include "base/text.h"

#include "ext/standard/php_math.h"

zend_string *hp_text_without_zero(zend_string *text)
{
	zend_string *clean;
	char *zero = memchr(ZSTR_VAL(text), '\0', ZSTR_LEN(text));

	if (zero == NULL) {
		return zend_string_copy(text);
	}
	clean = zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), false);
	for (size_t i = (size_t) (zero - ZSTR_VAL(text)); i < ZSTR_LEN(clean); i++) {
		if (ZSTR_VAL(clean)[i] == '\0') {
			ZSTR_VAL(clean)[i] = '_';
		}
	}

	return clean;
}

typedef struct text_unit {
	const char *name; /* NULL: behind the last one */
	double scale;
	double below; /* the least number of this unit that the next one shows better */
} text_unit;

/* Writes a number as number_format() of PHP does, which Units.php calls. */
static void text_number(char *to, double value, int decimals, const char *separator)
{
	zend_string *text =
		_php_math_number_format_ex(value, decimals, ".", 1, separator, strlen(separator));

	snprintf(to, HP_TEXT_NUMBER_BYTES, "%s", ZSTR_VAL(text));
	zend_string_release(text);
}

static void text_scaled(char *to, uint64_t value, const text_unit *unit)
{
	double scaled;
	size_t length;

	while (unit[1].name != NULL && (double) value / unit->scale >= unit->below) {
		unit++;
	}
	scaled = (double) value / unit->scale;
	text_number(to, scaled, unit->scale == 1 || scaled >= 99.95 ? 0 : scaled >= 9.995 ? 1 : 2, "");
	length = strlen(to);
	snprintf(to + length, HP_TEXT_NUMBER_BYTES - length, " %s", unit->name);
}

void hp_text_time(char to[HP_TEXT_NUMBER_BYTES], uint64_t ns)
{
	static const text_unit units[] = {{"ns", 1, 999.5}, {"us", 1e3, 999.5}, {"ms", 1e6, 999.5},
		{"s", 1e9, 119.5}, {"min", 6e10, 119.5}, {"h", 36e11, 0}, {NULL, 0, 0}};

	text_scaled(to, ns, units);
}

void hp_text_bytes(char to[HP_TEXT_NUMBER_BYTES], uint64_t bytes)
{
	static const text_unit units[] = {{"B", 1, 999.5}, {"KiB", 1 << 10, 999.5},
		{"MiB", 1 << 20, 999.5}, {"GiB", 1 << 30, 0}, {NULL, 0, 0}};

	text_scaled(to, bytes, units);
}

void hp_text_count(char to[HP_TEXT_NUMBER_BYTES], uint64_t count)
{
	bool is_short = count < 10000000, is_mega = count < 999950000;
	size_t length;

	text_number(to, (double) count / (is_short ? 1 : is_mega ? 1e6 : 1e9), is_short ? 0 : 1, ",");
	length = strlen(to);
	snprintf(to + length, HP_TEXT_NUMBER_BYTES - length, "%s", is_short ? "" : is_mega ? "M" : "G");
}

void hp_text_percent(char to[HP_TEXT_NUMBER_BYTES], uint64_t part, uint64_t whole)
{
	double percent = 100 * (double) part / (double) MAX(1, whole);

	text_number(to, percent, percent < 99.95 ? 1 : 0, "");
}
