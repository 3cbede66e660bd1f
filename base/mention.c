#include "base/mention.h"

#include "base/descriptor.h"

#include <sys/stat.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

#define MENTION_CHUNK 8192
#define MENTION_MAX_WORD 64

static bool mention_in_text(const char *text, size_t length, const char *word, size_t word_length)
{
	for (size_t i = 0; i + word_length <= length; i++) {
		if ((char) zend_tolower_ascii(text[i]) == word[0] &&
			zend_binary_strcasecmp(text + i, word_length, word, word_length) == 0) {
			return true;
		}
	}

	return false;
}

/* Keeps the end of each chunk, as the word may cross to the next one. */
static bool mention_in_descriptor(int file, const char *word, size_t word_length)
{
	char text[MENTION_MAX_WORD + MENTION_CHUNK];
	size_t kept = 0;
	ssize_t count;

	while ((count = read(file, text + kept, MENTION_CHUNK)) > 0) {
		size_t length = kept + (size_t) count;

		if (mention_in_text(text, length, word, word_length)) {
			return true;
		}
		kept = MIN(length, word_length - 1);
		memmove(text, text + length - kept, kept);
	}

	return false;
}

/* True for a plain file. Bytes read from a pipe would be missing for its reader. */
static bool mention_is_plain(const char *path)
{
	zend_stat_t status;

	return VCWD_STAT(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool hp_mention_in_file(const char *path, const char *word)
{
	size_t length = strlen(word);
	int file = mention_is_plain(path) ? hp_descriptor_open(path, O_RDONLY | O_NONBLOCK, 0) : -1;
	bool is_there;

	ZEND_ASSERT(length > 0 && length < MENTION_MAX_WORD);
	if (file < 0) {
		return false;
	}
	is_there = mention_in_descriptor(file, word, length);
	close(file);

	return is_there;
}
