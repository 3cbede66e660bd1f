/* digest.h: tells equal strings from others without telling what they are. */
#ifndef HP_HEAP_DIGEST_H
#define HP_HEAP_DIGEST_H

#include "base/compat.h"

/* Secret, random and of one snapshot: who has the file can neither guess values by their digests
 * nor compare two files. */
typedef struct hp_heap_digest_key {
	uint64_t words[2];
} hp_heap_digest_key;

void hp_heap_digest_seed(hp_heap_digest_key *key);

/* SipHash-1-3. */
uint64_t hp_heap_digest(const hp_heap_digest_key *key, const char *bytes, size_t length);

#endif /* HP_HEAP_DIGEST_H */
