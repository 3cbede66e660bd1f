/* utf8.h: checks for UTF-8, as PHP's strings may hold any bytes. */
#ifndef HP_BASE_UTF8_H
#define HP_BASE_UTF8_H

#include "base/compat.h"

/* Returns the number of bytes of the first character; 0 if it is invalid. */
size_t hp_utf8_length(const char *text, size_t left);

/* True if all of the text is UTF-8. */
bool hp_utf8_is(const char *text, size_t length);

/* Every text that has to be UTF-8 is made so by one rule: if it is not UTF-8 as a whole, it is read
 * as Latin-1, which old programs use. U+FFFD instead would make different names equal. Writes a
 * byte of such a text, and returns the length. is_utf8: what hp_utf8_is() returns for all of it. */
size_t hp_utf8_byte(char to[2], unsigned char byte, bool is_utf8);

/* The same inside of a JSON string. A "<" is escaped, so that the JSON can stand in a page's script
 * and not end it. */
#define HP_UTF8_JSON_BYTES 6
size_t hp_utf8_json(char to[HP_UTF8_JSON_BYTES], unsigned char byte, bool is_utf8);

/* Returns the length of a text within a limit, without a partial character at its end. A text that
 * is not UTF-8 is cut anywhere. */
size_t hp_utf8_cut(const char *text, size_t length, size_t most);

/* Turns a text that was read as Latin-1 back into bytes, in place, and returns its new length.
 * Other characters become arbitrary bytes. */
size_t hp_utf8_to_latin1(char *text, size_t length);

#endif /* HP_BASE_UTF8_H */
