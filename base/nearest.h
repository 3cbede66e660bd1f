/* nearest.h: finds the known word that an unknown one most likely means. */
#ifndef HP_BASE_NEAREST_H
#define HP_BASE_NEAREST_H

#include "base/compat.h"

/* Longer words are not compared. */
#define HP_NEAREST_MAX ((size_t) 64)

typedef struct hp_nearest {
	const char *wanted;
	size_t wanted_length;
	const char *best; /* not terminated; NULL: no word is near */
	size_t best_length, least;
	char hint[HP_NEAREST_MAX + 24];
} hp_nearest;

/* Starts a search, then offers each known word. The texts are not copied. */
void hp_nearest_start(hp_nearest *nearest, const char *wanted, size_t length);
void hp_nearest_offer(hp_nearest *nearest, const char *word, size_t length);

/* Starts a search and offers all words of a list, as hp_words_next() splits it. */
void hp_nearest_among(hp_nearest *nearest, const char *wanted, size_t length, const char *list);

/* Returns the end of a message: "; did you mean \"tree\"?", or "". Valid as long as the struct. */
const char *hp_nearest_hint(hp_nearest *nearest);

#endif /* HP_BASE_NEAREST_H */
