#include "live/tags.h"

#include "base/text.h"
#include "base/utf8.h"

/* Returns the text with "_" for zero bytes, and counts it as lost if it had any. The caller
 * releases the result. */
static zend_string *tags_clean(hp_live_tags *tags, zend_string *text)
{
	zend_string *clean = hp_text_without_zero(text);

	tags->lost += clean != text;

	return clean;
}

/* Returns the length of a text within its limit, without a partial character at its end. */
static size_t tags_cut(hp_live_tags *tags, const zend_string *text, size_t most)
{
	size_t length = ZSTR_LEN(text);

	tags->lost += length > most;

	return hp_utf8_cut(ZSTR_VAL(text), length, most);
}

static hp_live_tag *tags_find(hp_live_tags *tags, const char *key, size_t length)
{
	for (uint32_t i = 0; i < tags->count; i++) {
		if (zend_string_equals_cstr(tags->tags[i].key, key, length)) {
			return &tags->tags[i];
		}
	}

	return NULL;
}

/* Adds a key. Returns NULL if there are too many. */
static hp_live_tag *tags_add(hp_live_tags *tags, const char *key, size_t length)
{
	hp_live_tag *tag;

	if (tags->count == HP_LIVE_TAGS_KEYS) {
		tags->lost++;
		return NULL;
	}
	tag = &tags->tags[tags->count++];
	tag->key = zend_string_init(key, length, true);
	tag->value = NULL;
	zend_hash_init(&tag->values, 0, NULL, NULL, true);

	return tag;
}

/* Returns the copy of the value among those seen so far. A new value is added. */
static zend_string *tags_keep(hp_live_tag *tag, const char *value, size_t length)
{
	zend_string *kept = zend_string_init(value, length, true);
	zval none, *place = zend_hash_find(&tag->values, kept);

	if (place == NULL) {
		ZVAL_NULL(&none);
		place = zend_hash_add_new(&tag->values, kept, &none);
	}
	zend_string_release(kept);

	return ((Bucket *) place)->key;
}

static void tags_set_value(hp_live_tags *tags, hp_live_tag *tag, const zend_string *value)
{
	size_t length = tags_cut(tags, value, HP_LIVE_TAGS_VALUE_BYTES);

	if (zend_hash_num_elements(&tag->values) >= HP_LIVE_TAGS_VALUES &&
		!zend_hash_str_exists(&tag->values, ZSTR_VAL(value), length)) {
		tags->lost++;
		tag->value = tags_keep(tag, ZEND_STRL(HP_LIVE_TAGS_OTHER));
	} else {
		tag->value = tags_keep(tag, ZSTR_VAL(value), length);
	}
}

static void tags_set(hp_live_tags *tags, const zend_string *key, const zend_string *value)
{
	size_t length = tags_cut(tags, key, HP_LIVE_TAGS_KEY_BYTES);
	hp_live_tag *tag = tags_find(tags, ZSTR_VAL(key), length);

	if (ZSTR_LEN(value) == 0) {
		if (tag != NULL) {
			tag->value = NULL;
		}
		return;
	}
	tag = tag == NULL ? tags_add(tags, ZSTR_VAL(key), length) : tag;
	if (tag != NULL) {
		tags_set_value(tags, tag, value);
	}
}

void hp_live_tags_set(hp_live_tags *tags, zend_string *key, zend_string *value)
{
	zend_string *clean_key = tags_clean(tags, key), *clean_value = tags_clean(tags, value);

	tags_set(tags, clean_key, clean_value);
	zend_string_release(clean_key);
	zend_string_release(clean_value);
}

void hp_live_tags_clear(hp_live_tags *tags)
{
	for (uint32_t i = 0; i < tags->count; i++) {
		tags->tags[i].value = NULL;
	}
	tags->lost = 0;
}

uint32_t hp_live_tags_pack(const hp_live_tags *tags, char bytes[HP_LIVE_TAG_BYTES])
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < tags->count; i++) {
		const hp_live_tag *tag = &tags->tags[i];

		if (tag->value != NULL) {
			memcpy(bytes + count, ZSTR_VAL(tag->key), ZSTR_LEN(tag->key) + 1);
			count += (uint32_t) ZSTR_LEN(tag->key) + 1;
			memcpy(bytes + count, ZSTR_VAL(tag->value), ZSTR_LEN(tag->value) + 1);
			count += (uint32_t) ZSTR_LEN(tag->value) + 1;
		}
	}

	return count;
}

const char *hp_live_tags_find(const char *bytes, size_t length, const char *key)
{
	const char *end = bytes + length;

	while (bytes < end) {
		const char *value = bytes + strnlen(bytes, (size_t) (end - bytes)) + 1;

		if (value >= end) {
			break;
		}
		if (strcmp(bytes, key) == 0) {
			return value;
		}
		bytes = value + strnlen(value, (size_t) (end - value)) + 1;
	}

	return NULL;
}

bool hp_live_tags_have(const char *bytes, size_t length, const char *others, size_t others_length)
{
	const char *end = others + others_length;

	while (others < end) {
		const char *value = others + strnlen(others, (size_t) (end - others)) + 1;
		const char *here = hp_live_tags_find(bytes, length, others);

		if (value >= end || here == NULL || strcmp(here, value) != 0) {
			return false;
		}
		others = value + strnlen(value, (size_t) (end - value)) + 1;
	}

	return true;
}

void hp_live_tags_array(const hp_live_tags *tags, zval *array)
{
	array_init(array);
	for (uint32_t i = 0; i < tags->count; i++) {
		const hp_live_tag *tag = &tags->tags[i];
		zval value;

		if (tag->value != NULL) {
			/* Copies, because strings in an array belong to PHP's allocator. */
			ZVAL_STRINGL(&value, ZSTR_VAL(tag->value), ZSTR_LEN(tag->value));
			zend_symtable_str_update(
				Z_ARRVAL_P(array), ZSTR_VAL(tag->key), ZSTR_LEN(tag->key), &value);
		}
	}
}

bool hp_live_tags_are_set(const hp_live_tags *tags)
{
	bool are_set = tags->lost > 0;

	for (uint32_t i = 0; i < tags->count; i++) {
		are_set = are_set || tags->tags[i].value != NULL;
	}

	return are_set;
}

void hp_live_tags_free(hp_live_tags *tags)
{
	for (uint32_t i = 0; i < tags->count; i++) {
		zend_string_release(tags->tags[i].key);
		zend_hash_destroy(&tags->tags[i].values);
	}
	tags->count = 0;
}
