/* inflate.h: unpacks data that the module itself contains, also in builds without zlib. */
#ifndef HP_BASE_INFLATE_H
#define HP_BASE_INFLATE_H

#include "base/compat.h"

/* Unpacks a stream of RFC 1951. Returns false if it does not result in exactly to_bytes. */
bool hp_inflate(char *to, size_t to_bytes, const uint8_t *from, size_t from_bytes);

#endif /* HP_BASE_INFLATE_H */
