/* mention.h: whether a file's text has a word. */
#ifndef HP_BASE_MENTION_H
#define HP_BASE_MENTION_H

#include "base/compat.h"

/* True if the file has the word, which is in lower case and shorter than 64 bytes, in any case. False if it is no plain
 * file, or cannot be read. */
bool hp_mention_in_file(const char *path, const char *word);

#endif /* HP_BASE_MENTION_H */
