/* key.h: the shape of a key or of a path: its words without numbers, ids and addresses. */
#ifndef HP_BASE_KEY_H
#define HP_BASE_KEY_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* Appends persistent text: '?' for a number within a word, and for a whole word that is long, hexadecimal or not ASCII;
 * "user:17:name" is "user:?:name". Also for a part between ":", "/", "|" and "," that has an "@" in it. A key of a
 * great many bytes is read up to limit. */
void hp_key_append(smart_str *to, const char *text, size_t length, size_t limit);

#endif /* HP_BASE_KEY_H */
