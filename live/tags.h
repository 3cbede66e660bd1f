/* tags.h: what the program says of its request or job by xhprof_tag(). Bounded, so that nothing that groups
 * by tags grows without end: keys and values of a key are counted over the thread's life, and have room for
 * HP_LIVE_TAGS_KEYS and HP_LIVE_TAGS_VALUES. Nothing here is memory of PHP's allocator. */
#ifndef HP_LIVE_TAGS_H
#define HP_LIVE_TAGS_H

#include "base/compat.h"
#include "live/format.h"

#define HP_LIVE_TAGS_KEYS 8
#define HP_LIVE_TAGS_VALUES 200 /* of a key; further ones are HP_LIVE_TAGS_OTHER */
#define HP_LIVE_TAGS_KEY_BYTES 31
#define HP_LIVE_TAGS_VALUE_BYTES 127
#define HP_LIVE_TAGS_OTHER "(other)"

typedef struct hp_live_tag {
	zend_string *key; /* persistent, owned */
	zend_string *value; /* one of values; NULL: the request does not have this tag */
	HashTable values; /* all that were seen, as keys; persistent */
} hp_live_tag;

/* Belongs to one thread. All zeros is none. */
typedef struct hp_live_tags {
	hp_live_tag tags[HP_LIVE_TAGS_KEYS];
	uint32_t count; /* of keys that were seen */
	/* Texts of this request that are not as they were given: cut, with "_" for zero bytes, replaced by
	 * HP_LIVE_TAGS_OTHER, or left out, as there are too many keys. */
	uint64_t lost;
} hp_live_tags;

/* Sets a tag of the request; an empty value takes it back. */
void hp_live_tags_set(hp_live_tags *tags, zend_string *key, zend_string *value);

/* At the end of a request: it has none. What was seen counts on. */
void hp_live_tags_clear(hp_live_tags *tags);

/* For hp_live_slot.tags: key, zero, value, zero, and so on. Returns how many bytes. All tags always fit. */
uint32_t hp_live_tags_pack(const hp_live_tags *tags, char bytes[HP_LIVE_TAG_BYTES]);

/* The value of a key in such bytes; NULL: it has none. */
const char *hp_live_tags_find(const char *bytes, size_t length, const char *key);

/* True if all of the others are among them, with the same values. */
bool hp_live_tags_have(const char *bytes, size_t length, const char *others, size_t others_length);

/* As an array of PHP, value by key. */
void hp_live_tags_array(const hp_live_tags *tags, zval *array);

/* True if the request has one, or lost one. */
bool hp_live_tags_are_set(const hp_live_tags *tags);

/* With the thread. */
void hp_live_tags_free(hp_live_tags *tags);

#endif /* HP_LIVE_TAGS_H */
