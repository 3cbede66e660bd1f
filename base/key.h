/* key.h: the shape of a key or of a path: its words without numbers, ids and addresses. */
#ifndef HP_BASE_KEY_H
#define HP_BASE_KEY_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* Appends persistent text: '?' for a number within a word, and for a whole word that is long, hexadecimal or not ASCII;
 * "user:17:name" is "user:?:name". Also for a part between ":", "/", "|" and "," that has an "@" or "=" in it. A key of more
 * bytes than limit is shown up to the last whole part. */
void hp_key_append(smart_str *to, const char *text, size_t length, size_t limit);

/* The end of the last whole part of a text that is cut at end: one that is cut is not known as an id. */
const char *hp_key_cut(const char *text, const char *end);

#endif /* HP_BASE_KEY_H */
