#include "class/tally.h"

#include "base/bailout.h"
#include "class/profile.h"
#include "class/ring.h"
#include "live/sums.h"
#include "live/sums_profile.h"

typedef struct class_tally {
	hp_live_sums sums;
	zend_object object;
} class_tally;

static zend_object_handlers tally_handlers;

static class_tally *tally_from(zend_object *object)
{
	return (class_tally *) ((char *) object - offsetof(class_tally, object));
}

static zend_object *tally_create(zend_class_entry *class_entry)
{
	class_tally *tally = zend_object_alloc(sizeof(*tally), class_entry);

	zend_object_std_init(&tally->object, class_entry);
	object_properties_init(&tally->object, class_entry);
	tally->object.handlers = &tally_handlers;
	hp_live_sums_init(&tally->sums);

	return &tally->object;
}

static void tally_free(zend_object *object)
{
	hp_live_sums_free(&tally_from(object)->sums);
	zend_object_std_dtor(object);
}

void hp_class_tally_startup(zend_class_entry *class_entry)
{
	class_entry->create_object = tally_create;
	memcpy(&tally_handlers, &std_object_handlers, sizeof(tally_handlers));
	tally_handlers.offset = offsetof(class_tally, object);
	tally_handlers.free_obj = tally_free;
	tally_handlers.clone_obj = NULL;
}

ZEND_METHOD(XHProf_Tally, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(XHProf_Tally, read)
{
	zend_string *label = ZSTR_EMPTY_ALLOC();
	hp_live_sums_more more;
	hp_class_ring *ring;
	uint64_t before;
	zval *object;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_OBJECT_OF_CLASS(object, hp_class_ring_entry())
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(label)
	ZEND_PARSE_PARAMETERS_END();

	ring = hp_class_ring_opened(object);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	before = ring->reader.position;
	more = hp_live_sums_read(&tally_from(Z_OBJ_P(ZEND_THIS))->sums, &ring->tally, label);
	array_init_size(return_value, 3);
	add_assoc_long(return_value, "samples", (zend_long) more.samples);
	add_assoc_long(return_value, "wall_ns", (zend_long) more.wall_ns);
	add_assoc_long(return_value, "bytes", (zend_long) (ring->reader.position - before));
}

typedef struct tally_taken {
	hp_live_sums *sums;
	hp_profile **profiles;
	uint32_t wrapped; /* objects own these */
	zval *result;
} tally_taken;

static void tally_wrap(void *context)
{
	tally_taken *taken = context;

	array_init_size(taken->result, taken->sums->series.count);
	while (taken->wrapped < taken->sums->series.count) {
		const hp_live_series *series = &taken->sums->series.rows[taken->wrapped];
		zval row, object;

		array_init_size(&row, 3);
		add_assoc_stringl(&row, "label", ZSTR_VAL(series->label), ZSTR_LEN(series->label));
		add_assoc_stringl(&row, "tags", ZSTR_VAL(series->tags), ZSTR_LEN(series->tags));
		ZVAL_NULL(&object);
		hp_class_profile_wrap(&object, taken->profiles[taken->wrapped++]);
		add_assoc_zval(&row, "profile", &object);
		add_next_index_zval(taken->result, &row);
	}
}

static void tally_drop(void *context)
{
	tally_taken *taken = context;

	while (taken->wrapped < taken->sums->series.count) {
		hp_profile_free(taken->profiles[taken->wrapped++]);
	}
	pefree(taken->profiles, true);
	hp_live_sums_clear(taken->sums);
}

ZEND_METHOD(XHProf_Tally, take)
{
	tally_taken taken = {.sums = &tally_from(Z_OBJ_P(ZEND_THIS))->sums, .result = return_value};

	ZEND_PARSE_PARAMETERS_NONE();

	taken.profiles = hp_live_sums_profiles(taken.sums);
	hp_bailout(tally_wrap, tally_drop, &taken);
}
