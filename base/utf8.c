#include "base/utf8.h"

#include "ext/standard/html.h"

size_t hp_utf8_length(const char *text, size_t left)
{
	zend_result status;
	size_t end = 0;

	php_next_utf8_char((const unsigned char *) text, left, &end, &status);

	return status == SUCCESS ? end : 0;
}

bool hp_utf8_is(const char *text, size_t length)
{
	size_t at = 0;

	while (at < length) {
		size_t step = hp_utf8_length(text + at, length - at);

		if (step == 0) {
			return false;
		}
		at += step;
	}

	return true;
}

void hp_utf8_of_latin1(unsigned char byte, char utf8[2])
{
	utf8[0] = (char) (0xC0 | (byte >> 6));
	utf8[1] = (char) (0x80 | (byte & 0x3F));
}

size_t hp_utf8_to_latin1(char *text, size_t length)
{
	size_t to = 0;

	for (size_t at = 0; at < length; at++) {
		unsigned char byte = (unsigned char) text[at];

		if (byte >= 0xC0 && at + 1 < length) {
			byte = (unsigned char) (byte << 6 | (text[++at] & 0x3F));
		}
		text[to++] = (char) byte;
	}

	return to;
}
