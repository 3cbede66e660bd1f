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

/* True if the word has that name. Case does not matter, here and below. */
static inline bool hp_words_is(const char *word, size_t length, const char *name)
{
	return length == strlen(name) && strncasecmp(word, name, length) == 0;
}

/* Returns the position of a text among the words of a list; -1 if it is not there. */
static inline int hp_words_find(const char *list, const char *text, size_t length)
{
	const char *word;
	size_t word_length;

	for (int i = 0; (word = hp_words_next(&list, &word_length)) != NULL; i++) {
		if (word_length == length && strncasecmp(word, text, length) == 0) {
			return i;
		}
	}

	return -1;
}

#endif /* HP_BASE_WORDS_H */
