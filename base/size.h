/* size.h: sizes with units, as settings have them: "64M". */
#ifndef HP_BASE_SIZE_H
#define HP_BASE_SIZE_H

#include "base/compat.h"

/* Reads digits and, if one follows, K, M or G, in either case. Returns how much of the word it
 * read: 0, with *size 0, if it does not begin with a digit. A size that is too great is
 * UINT64_MAX. */
size_t hp_size_read(const char *word, size_t length, uint64_t *size);

#endif /* HP_BASE_SIZE_H */
