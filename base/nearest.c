#include "base/nearest.h"

#include "base/words.h"

void hp_nearest_start(hp_nearest *nearest, const char *wanted, size_t length)
{
	*nearest = (hp_nearest){.wanted = wanted,
		.wanted_length = length,
		.least = (length < 6 ? MAX(1, (length + 1) / 3) : length / 2) + 1};
}

/* Returns the number of bytes to change, add or remove to turn one text into the other. */
static size_t nearest_distance(const char *from, size_t from_length, const char *to, size_t length)
{
	size_t row[HP_NEAREST_MAX + 1];

	for (size_t i = 0; i <= length; i++) {
		row[i] = i;
	}
	for (size_t at = 0; at < from_length; at++) {
		size_t before = row[0]++;

		for (size_t i = 1; i <= length; i++) {
			size_t change =
				before + (zend_tolower_ascii(from[at]) != zend_tolower_ascii(to[i - 1]));

			before = row[i];
			row[i] = MIN(MIN(row[i], row[i - 1]) + 1, change);
		}
	}

	return row[length];
}

void hp_nearest_offer(hp_nearest *nearest, const char *word, size_t length)
{
	size_t distance;

	if (nearest->wanted_length > HP_NEAREST_MAX || length > HP_NEAREST_MAX) {
		return;
	}
	distance = nearest_distance(nearest->wanted, nearest->wanted_length, word, length);
	if (distance < nearest->least) {
		nearest->least = distance;
		nearest->best = word;
		nearest->best_length = length;
	}
}

void hp_nearest_among(hp_nearest *nearest, const char *wanted, size_t length, const char *list)
{
	const char *word;
	size_t word_length;

	hp_nearest_start(nearest, wanted, length);
	while ((word = hp_words_next(&list, &word_length)) != NULL) {
		hp_nearest_offer(nearest, word, word_length);
	}
}

const char *hp_nearest_hint(hp_nearest *nearest)
{
	if (nearest->best != NULL) {
		snprintf(nearest->hint, sizeof(nearest->hint), "; did you mean \"%.*s\"?",
			(int) nearest->best_length, nearest->best);
	}

	return nearest->hint;
}
