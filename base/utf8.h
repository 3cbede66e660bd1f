/* utf8.h: text that should be UTF-8 and may not be: PHP's strings have any bytes. */
#ifndef HP_BASE_UTF8_H
#define HP_BASE_UTF8_H

#include "base/compat.h"

/* How many bytes the character at the start has; 0: none starts there. */
size_t hp_utf8_length(const char *text, size_t left);

/* Whether all of it is UTF-8. */
bool hp_utf8_is(const char *text, size_t length);

/* The character that a byte is in Latin-1, as old programs have it: by U+FFFD for all of them two names
 * would become one. */
void hp_utf8_of_latin1(unsigned char byte, char utf8[2]);

#endif /* HP_BASE_UTF8_H */
