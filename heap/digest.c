#include "heap/digest.h"

#define DIGEST_ROTATE(word, bits) (((word) << (bits)) | ((word) >> (64 - (bits))))

static void digest_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = DIGEST_ROTATE(v[1], 13) ^ v[0];
	v[0] = DIGEST_ROTATE(v[0], 32);
	v[2] += v[3];
	v[3] = DIGEST_ROTATE(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = DIGEST_ROTATE(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = DIGEST_ROTATE(v[1], 17) ^ v[2];
	v[2] = DIGEST_ROTATE(v[2], 32);
}

static void digest_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	digest_round(v);
	v[0] ^= word;
}

uint64_t hp_heap_digest_string(const hp_heap_digest_key *key, const char *bytes, size_t length)
{
	uint64_t v[4] = {
		UINT64_C(0x736f6d6570736575) ^ key->words[0],
		UINT64_C(0x646f72616e646f6d) ^ key->words[1],
		UINT64_C(0x6c7967656e657261) ^ key->words[0],
		UINT64_C(0x7465646279746573) ^ key->words[1],
	};
	uint64_t word;
	size_t at = 0;

	for (; at + sizeof(word) <= length; at += sizeof(word)) {
		memcpy(&word, bytes + at, sizeof(word));
		digest_word(v, word);
	}
	word = 0;
	memcpy(&word, bytes + at, length - at);
	digest_word(v, word | ((uint64_t) length << 56));
	v[2] ^= 0xff;
	digest_round(v);
	digest_round(v);
	digest_round(v);

	return v[0] ^ v[1] ^ v[2] ^ v[3];
}
