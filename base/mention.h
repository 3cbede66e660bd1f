/* mention.h: tests if a file contains a word. */
#ifndef HP_BASE_MENTION_H
#define HP_BASE_MENTION_H

#include "base/compat.h"

/* True if the file contains the word in any case. The word must be in lower case and shorter than
 * 64 bytes. False if the file is no plain file or cannot be read. */
bool hp_mention_in_file(const char *path, const char *word);

#endif /* HP_BASE_MENTION_H */
