/* tags.h: the tags that the program gives its request or job by xhprof_tag().
 *
 * They are bounded, so that nothing that groups by tags grows without end: over the life of a
 * thread there may be HP_LIVE_TAGS_KEYS keys, and HP_LIVE_TAGS_VALUES values of each. Nothing here
 * is memory of PHP's allocator. */
#ifndef HP_LIVE_TAGS_H
#define HP_LIVE_TAGS_H

#include "base/compat.h"
#include "live/format.h"

#define HP_LIVE_TAGS_KEYS 8
#define HP_LIVE_TAGS_VALUES 200 /* of each key; further values become HP_LIVE_TAGS_OTHER */
#define HP_LIVE_TAGS_KEY_BYTES 31
#define HP_LIVE_TAGS_VALUE_BYTES 127
#define HP_LIVE_TAGS_OTHER "(other)"

typedef struct hp_live_tag {
	zend_string *key; /* persistent, owned */
	zend_string *value; /* one of values; NULL: the request does not have this tag */
	HashTable values; /* all values that were seen, as keys; persistent */
} hp_live_tag;

/* Belongs to one thread. All zeros: no tags. */
typedef struct hp_live_tags {
	hp_live_tag tags[HP_LIVE_TAGS_KEYS];
	uint32_t count; /* how many keys were seen */
	/* How many texts of this request are not as they were given: they were cut, got "_" for zero
	 * bytes, were replaced by HP_LIVE_TAGS_OTHER, or left out because there are too many keys. */
	uint64_t lost;
} hp_live_tags;

/* Sets a tag of the request. An empty value removes it. */
void hp_live_tags_set(hp_live_tags *tags, zend_string *key, zend_string *value);

/* Call it at the end of a request: removes all its tags. Keys and values that were seen still
 * count. */
void hp_live_tags_clear(hp_live_tags *tags);

/* Writes the tags for hp_live_slot.tags: key, zero, value, zero, and so on. Returns how many bytes;
 * all tags always fit. */
uint32_t hp_live_tags_pack(const hp_live_tags *tags, char bytes[HP_LIVE_TAG_BYTES]);

/* Returns the value of a key in such bytes, or NULL if it has none. */
const char *hp_live_tags_find(const char *bytes, size_t length, const char *key);

/* Returns true if all of the other tags are among these, with the same values. */
bool hp_live_tags_have(const char *bytes, size_t length, const char *others, size_t others_length);

/* Makes an array of PHP of them, value by key. */
void hp_live_tags_array(const hp_live_tags *tags, zval *array);

/* Returns true if the request has a tag, or has lost one. */
bool hp_live_tags_are_set(const hp_live_tags *tags);

/* Frees the tags when their thread ends. */
void hp_live_tags_free(hp_live_tags *tags);

#endif /* HP_LIVE_TAGS_H */
