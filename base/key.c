#include "base/key.h"

/* Words of at least this length are ids: the first if they have a digit, the second if they have a
 * digit and are all hexadecimal. */
#define KEY_ID_BYTES 20
#define KEY_HEX_BYTES 8

/* A word of at least this length is an id if it has digits at two places, as in "aB3xK9pQ". */
#define KEY_MIXED_BYTES 8

/* Words of at least this length are ids even without a digit, and so are hexadecimal digits with
 * "-" between them. */
#define KEY_WORD_BYTES 32

static bool key_is_hex(char byte)
{
	return ZEND_IS_DIGIT(byte) || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
}

/* True for the bytes of words, including those of base64 and percent encoding. */
static bool key_is_word(char byte)
{
	return ZEND_IS_DIGIT(byte) || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
		(byte & 0x80) != 0 || byte == '%' || byte == '+' || byte == '=' || byte == '\0';
}

static bool key_is_id(const char *word, size_t length)
{
	size_t digits = 0, hex = 0, numbers = 0;

	for (size_t i = 0; i < length; i++) {
		if ((word[i] & 0x80) != 0 || word[i] == '%' || word[i] == '+' || word[i] == '=' ||
			word[i] == '\0') {
			return true;
		}
		digits += ZEND_IS_DIGIT(word[i]);
		numbers += ZEND_IS_DIGIT(word[i]) && (i == 0 || !ZEND_IS_DIGIT(word[i - 1]));
		hex += key_is_hex(word[i]);
	}

	return length >= KEY_WORD_BYTES || (numbers > 1 && length >= KEY_MIXED_BYTES) ||
		(digits > 0 && (length >= KEY_ID_BYTES || (hex == length && length >= KEY_HEX_BYTES)));
}

static void key_append_word(smart_str *to, const char *word, size_t length)
{
	bool is_number = false;

	if (key_is_id(word, length)) {
		smart_str_appendc_ex(to, '?', true);
		return;
	}
	for (size_t i = 0; i < length; i++) {
		if (!ZEND_IS_DIGIT(word[i])) {
			smart_str_appendc_ex(to, word[i], true);
		} else if (!is_number) {
			smart_str_appendc_ex(to, '?', true);
		}
		is_number = ZEND_IS_DIGIT(word[i]);
	}
}

/* Returns the end of a UUID or the like; NULL if there is none. */
static const char *key_pass_uuid(const char *at, const char *end)
{
	const char *start = at;

	while (at < end && (key_is_hex(*at) || (*at == '-' && at > start))) {
		at++;
	}

	return at - start < KEY_WORD_BYTES || (at < end && key_is_word(*at)) ? NULL : at;
}

static void key_append_part(smart_str *to, const char *at, const char *end)
{
	if (memchr(at, '@', (size_t) (end - at)) != NULL ||
		memchr(at, '=', (size_t) (end - at)) != NULL) {
		smart_str_appendc_ex(to, '?', true);
		return;
	}
	while (at < end) {
		const char *start = at, *uuid = key_pass_uuid(at, end);

		while (at < end && key_is_word(*at)) {
			at++;
		}
		if (uuid != NULL) {
			smart_str_appendc_ex(to, '?', true);
			at = uuid;
		} else if (at == start) {
			smart_str_appendc_ex(to, *at++, true);
		} else {
			key_append_word(to, start, (size_t) (at - start));
		}
	}
}

static bool key_is_end(char byte)
{
	return byte == ':' || byte == '/' || byte == '|' || byte == ',';
}

const char *hp_key_cut(const char *text, const char *end)
{
	while (end > text && !key_is_end(end[-1])) {
		end--;
	}

	return end;
}

void hp_key_append(smart_str *to, const char *text, size_t length, size_t limit)
{
	const char *end = length > limit ? hp_key_cut(text, text + limit) : text + length;

	if (end == text && length > limit) {
		smart_str_appendc_ex(to, '?', true);
	}
	while (text < end) {
		const char *part = text;

		while (text < end && !key_is_end(*text)) {
			text++;
		}
		key_append_part(to, part, text);
		if (text < end) {
			smart_str_appendc_ex(to, *text++, true);
		}
	}
}
