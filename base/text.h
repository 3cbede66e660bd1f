/* text.h: makes names from the user's texts, and texts from numbers. */
#ifndef HP_BASE_TEXT_H
#define HP_BASE_TEXT_H

#include "base/compat.h"

/* Returns the text with "_" for each zero byte, as that would end a name in rings and files; the
 * text itself if it has none. The caller releases the result. */
zend_string *hp_text_without_zero(zend_string *text);

/* Writes a number for people, with the digits and units of cli/src/Terminal/Units.php: "1.23 ms",
 * "96.0 MiB", "10,000"; of a percentage only the number. They use request memory for a moment. A
 * whole of 0 counts as 1. */
#define HP_TEXT_NUMBER_BYTES 48
void hp_text_time(char to[HP_TEXT_NUMBER_BYTES], uint64_t ns);
void hp_text_bytes(char to[HP_TEXT_NUMBER_BYTES], uint64_t bytes);
void hp_text_count(char to[HP_TEXT_NUMBER_BYTES], uint64_t count);
void hp_text_percent(char to[HP_TEXT_NUMBER_BYTES], uint64_t part, uint64_t whole);

#endif /* HP_BASE_TEXT_H */
