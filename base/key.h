/* key.h: the shape of a key or a path: its words without numbers, ids and addresses. */
#ifndef HP_BASE_KEY_H
#define HP_BASE_KEY_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* Appends a key's shape as persistent text. A '?' stands for a number within a word, for a whole
 * word that is long, hexadecimal or not ASCII, and for a part between ":", "/", "|" and "," that
 * contains "@" or "=": "user:17:name" is "user:?:name". A key longer than `limit` bytes is shown up
 * to its last whole part. */
void hp_key_append(smart_str *to, const char *text, size_t length, size_t limit);

/* Returns the end of the last whole part of a text that is cut at `end`: an id that is cut would
 * not be recognized. */
const char *hp_key_cut(const char *text, const char *end);

#endif /* HP_BASE_KEY_H */
