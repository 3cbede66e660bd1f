#include "base/size.h"

size_t hp_size_read(const char *word, size_t length, uint64_t *size)
{
	static const char units[] = "kmgKMG";
	size_t read = 0;
	const char *unit;
	unsigned shift;

	*size = 0;
	for (; read < length && word[read] >= '0' && word[read] <= '9'; read++) {
		uint64_t digit = (uint64_t) (word[read] - '0');

		*size = *size > (UINT64_MAX - digit) / 10 ? UINT64_MAX : *size * 10 + digit;
	}
	unit = read == 0 || read == length ? NULL : strchr(units, word[read]);
	if (unit == NULL) {
		return read;
	}
	shift = 10 * (unsigned) ((unit - units) % 3 + 1);
	*size = *size > UINT64_MAX >> shift ? UINT64_MAX : *size << shift;

	return read + 1;
}
