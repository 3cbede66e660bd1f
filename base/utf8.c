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

size_t hp_utf8_byte(char to[2], unsigned char byte, bool is_utf8)
{
	if (is_utf8 || byte < 0x80) {
		to[0] = (char) byte;
		return 1;
	}
	to[0] = (char) (0xC0 | (byte >> 6));
	to[1] = (char) (0x80 | (byte & 0x3F));

	return 2;
}

size_t hp_utf8_json(char to[HP_UTF8_JSON_BYTES], unsigned char byte, bool is_utf8)
{
	static const char digits[] = "0123456789abcdef";

	if (byte == '"' || byte == '\\') {
		to[0] = '\\';
		to[1] = (char) byte;
		return 2;
	}
	if (byte >= 0x20 && byte != 0x7F && byte != '<') {
		return hp_utf8_byte(to, byte, is_utf8);
	}
	memcpy(to, "\\u00", sizeof("\\u00")); /* its end is the first digit's place */
	to[4] = digits[byte >> 4];
	to[5] = digits[byte & 15];

	return HP_UTF8_JSON_BYTES;
}

size_t hp_utf8_cut(const char *text, size_t length, size_t most)
{
	if (length <= most) {
		return length;
	}
	length = most;
	for (unsigned int i = 0; i < 3 && ((unsigned char) text[length] & 0xC0) == 0x80; i++) {
		length--;
	}
	/* Four continuation bytes in a row are not UTF-8. */
	return ((unsigned char) text[length] & 0xC0) == 0x80 ? most : length;
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
