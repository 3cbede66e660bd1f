/* digest.h: shows which strings are equal, without their content. */
#ifndef HP_HEAP_DIGEST_H
#define HP_HEAP_DIGEST_H

#include "base/compat.h"

/* Random, used for one snapshot and never stored: a reader of the file can neither guess values by
 * their digests nor compare two files. */
typedef struct hp_heap_digest_key {
	uint64_t words[2];
} hp_heap_digest_key;

/* The SipHash-1-3 of the bytes. */
uint64_t hp_heap_digest_string(const hp_heap_digest_key *key, const char *bytes, size_t length);

#endif /* HP_HEAP_DIGEST_H */
