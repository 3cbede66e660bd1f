/* words.h: a setting that is a list, "a, b|c": blanks, commas, semicolons and bars separate. */
#ifndef HP_BASE_WORDS_H
#define HP_BASE_WORDS_H

#include "base/compat.h"

/* The next word of a list (NULL: an empty one), and moves on; NULL at the end. It is not terminated. */
static inline const char *hp_words_next(const char **list, size_t *length)
{
	const char *word = *list == NULL ? "" : *list;

	word += strspn(word, " \t\r\n,;|");
	*length = strcspn(word, " \t\r\n,;|");
	*list = word + *length;

	return *length == 0 ? NULL : word;
}

#endif /* HP_BASE_WORDS_H */
