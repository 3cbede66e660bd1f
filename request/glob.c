#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/glob.h"

#include "base/words.h"

/* What does not fit is tried again from the last "*" on: those before it need no other try. */
static bool glob_matches(
	const char *pattern, size_t pattern_length, const char *text, size_t length)
{
	size_t at = 0, i = 0;
	size_t star = SIZE_MAX, retry = 0;

	while (i < length) {
		if (at < pattern_length && pattern[at] == '*') {
			star = at++;
			retry = i;
		} else if (at < pattern_length && (pattern[at] == '?' || pattern[at] == text[i])) {
			at++;
			i++;
		} else if (star != SIZE_MAX) {
			at = star + 1;
			i = ++retry;
		} else {
			return false;
		}
	}
	while (at < pattern_length && pattern[at] == '*') {
		at++;
	}

	return at == pattern_length;
}

bool hp_glob_has(const char *list, const char *text, size_t length)
{
	const char *word;
	size_t word_length;

	while ((word = hp_words_next(&list, &word_length)) != NULL) {
		if (glob_matches(word, word_length, text, length)) {
			return true;
		}
	}

	return false;
}
