/* words.h: splits a setting like "a, b|c" at blanks, commas, semicolons and bars. */
#ifndef HP_BASE_WORDS_H
#define HP_BASE_WORDS_H

#include "base/compat.h"

/* Takes the next word, not terminated, from a list (may be NULL). NULL at the end. */
static inline const char *hp_words_next(const char **list, size_t *length)
{
	const char *word = *list == NULL ? "" : *list;

	word += strspn(word, " \t\r\n,;|");
	*length = strcspn(word, " \t\r\n,;|");
	*list = word + *length;

	return *length == 0 ? NULL : word;
}

#endif /* HP_BASE_WORDS_H */
