/* ring_read.c: collect() and read() of XHProf\Ring. */
#include "class/ring.h"

#include "base/bailout.h"
#include "class/profile.h"

typedef struct ring_read {
	hp_live_tally *tally;
	zval *result;
} ring_read;

static void ring_take_profiles(void *context)
{
	ring_read *work = context;
	hp_profile *profile;
	zend_string *key;

	array_init(work->result);
	while ((profile = hp_live_tally_take(work->tally, &key)) != NULL) {
		zval object;

		ZVAL_NULL(&object);
		hp_class_profile_wrap(&object, profile);
		zend_symtable_str_update(Z_ARRVAL_P(work->result), ZSTR_VAL(key), ZSTR_LEN(key), &object);
		zend_string_release(key);
	}
}

/* After a fatal error: the profiles that were not taken. */
static void ring_drop_profiles(void *context)
{
	hp_live_tally *tally = ((ring_read *) context)->tally;

	zend_hash_clean(&tally->sums);
	tally->current = NULL;
	tally->own.sum = NULL;
}

/* Begins collect() and read(): adds up what was written since. NULL: thrown. */
static hp_class_ring *ring_collect(zval *object, zend_string *by_text)
{
	hp_class_ring *ring;
	zend_string *tag;
	hp_live_by by;
	size_t tag_at;

	if (hp_live_by_of(&by, &tag_at, by_text) == FAILURE) {
		zend_argument_value_error(
			1, "must be one of \"\", \"uri\", \"method uri\", \"tags\", or \"tag:\" and a key");
		return NULL;
	}
	ring = hp_class_ring_opened(object);
	if (ring == NULL) {
		return NULL;
	}
	if (ring->by != NULL && !zend_string_equals(ring->by, by_text)) {
		zend_argument_value_error(1, "must be the same as in the earlier call of collect()");
		return NULL;
	}
	tag = zend_string_init(ZSTR_VAL(by_text) + tag_at, ZSTR_LEN(by_text) - tag_at, false);
	hp_live_tally_read(&ring->tally, by, tag);
	zend_string_release(tag);

	return ring;
}

ZEND_METHOD(XHProf_Ring, collect)
{
	zend_string *by = ZSTR_EMPTY_ALLOC();
	hp_class_ring *ring = hp_class_ring_from(Z_OBJ_P(ZEND_THIS));
	uint64_t before = ring->reader.position;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(by)
	ZEND_PARSE_PARAMETERS_END();

	if (ring_collect(ZEND_THIS, by) == NULL) {
		RETURN_THROWS();
	}
	if (ring->by == NULL) {
		ring->by = zend_string_copy(by);
	}
	RETURN_LONG((zend_long) MIN(ring->reader.position - before, (uint64_t) ZEND_LONG_MAX));
}

ZEND_METHOD(XHProf_Ring, read)
{
	zend_string *by = ZSTR_EMPTY_ALLOC();
	hp_class_ring *ring;
	ring_read work = {.result = return_value};

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(by)
	ZEND_PARSE_PARAMETERS_END();

	ring = ring_collect(ZEND_THIS, by);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	if (ring->by != NULL) {
		zend_string_release(ring->by);
		ring->by = NULL;
	}
	work.tally = &ring->tally;
	hp_bailout(ring_take_profiles, ring_drop_profiles, &work);
}
