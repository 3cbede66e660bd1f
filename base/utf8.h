/* utf8.h: checks for UTF-8, as PHP's strings may hold any bytes. */
#ifndef HP_BASE_UTF8_H
#define HP_BASE_UTF8_H

#include "base/compat.h"

/* Returns the number of bytes of the first character; 0 if it is invalid. */
size_t hp_utf8_length(const char *text, size_t left);

/* True if all of the text is UTF-8. */
bool hp_utf8_is(const char *text, size_t length);

/* Encodes a Latin-1 byte, which old programs use. U+FFFD instead would make different names
 * equal. */
void hp_utf8_of_latin1(unsigned char byte, char utf8[2]);

/* Turns a text of such characters back into bytes, in place, and returns its new length. Other
 * characters become arbitrary bytes. */
size_t hp_utf8_to_latin1(char *text, size_t length);

#endif /* HP_BASE_UTF8_H */
