#include "class/tally.h"

#include "base/bailout.h"
#include "class/profile.h"
#include "class/ring.h"
#include "live/apart.h"
#include "live/sums_profile.h"
#include "live/trace.h"

typedef struct class_tally {
	hp_live_sums sums;
	hp_live_apart apart;
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
	hp_live_apart_stop(&tally_from(object)->apart);
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

static void tally_result(zval *result, hp_live_amount more, uint64_t bytes)
{
	array_init_size(result, 3);
	add_assoc_long(result, "samples", (zend_long) more.samples);
	add_assoc_long(result, "wall_ns", (zend_long) more.wall_ns);
	add_assoc_long(result, "bytes", (zend_long) bytes);
}

ZEND_METHOD(XHProf_Tally, read)
{
	zend_string *label = ZSTR_EMPTY_ALLOC();
	hp_live_amount more;
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
	hp_live_apart_stop(
		&tally_from(Z_OBJ_P(ZEND_THIS))->apart); /* it would not know what is read here */
	before = ring->reader.position;
	more = hp_live_sums_read(&tally_from(Z_OBJ_P(ZEND_THIS))->sums, &ring->tally, label);
	tally_result(return_value, more, ring->reader.position - before);
}

/* A row of readAll(). NULL: it is not one, or thrown. */
static hp_class_ring *tally_row(zval *row, zend_string **label)
{
	zval *ring, *text;

	ZVAL_DEREF(row);
	if (Z_TYPE_P(row) != IS_ARRAY) {
		return NULL;
	}
	ring = zend_hash_index_find_deref(Z_ARRVAL_P(row), 0);
	text = zend_hash_index_find_deref(Z_ARRVAL_P(row), 1);
	if (ring == NULL || Z_TYPE_P(ring) != IS_OBJECT || Z_OBJCE_P(ring) != hp_class_ring_entry() ||
		text == NULL || Z_TYPE_P(text) != IS_STRING) {
		return NULL;
	}
	*label = Z_STR_P(text);

	return hp_class_ring_opened(ring);
}

typedef struct tally_all {
	hp_live_apart_ring *rings; /* of the request's memory, like the next */
	uint64_t *before; /* their positions */
	uint32_t count;
} tally_all;

/* False: thrown. */
static bool tally_collect(tally_all *all, HashTable *rows)
{
	zval *row;

	ZEND_HASH_FOREACH_VAL(rows, row) {
		hp_live_apart_ring *ring = &all->rings[all->count];
		zend_string *label;
		hp_class_ring *of = tally_row(row, &label);

		if (of == NULL) {
			if (!EG(exception)) {
				zend_argument_type_error(1, "must be an array of arrays of a ring and a label");
			}
			return false;
		}
		ring->id = of->id;
		ring->tally = &of->tally;
		ring->label = label;
		all->before[all->count++] = of->reader.position;
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

static void tally_ring_result(zval *result, const tally_all *all, uint32_t number)
{
	const hp_live_apart_ring *ring = &all->rings[number];

	if (ring->error != NULL) {
		ZVAL_STRING(result, ring->error);
	} else {
		tally_result(
			result, ring->more, ring->tally->samples.reader->position - all->before[number]);
	}
}

static void tally_results(const tally_all *all, HashTable *rows, zval *results)
{
	uint32_t number = 0;
	zend_string *key;
	zend_ulong index;
	zval result;

	array_init_size(results, all->count);
	ZEND_HASH_FOREACH_KEY(rows, index, key) {
		tally_ring_result(&result, all, number++);
		if (key == NULL) {
			zend_hash_index_add_new(Z_ARRVAL_P(results), index, &result);
		} else {
			zend_hash_add_new(Z_ARRVAL_P(results), key, &result);
		}
	}
	ZEND_HASH_FOREACH_END();
}

ZEND_METHOD(XHProf_Tally, readAll)
{
	class_tally *tally = tally_from(Z_OBJ_P(ZEND_THIS));
	tally_all all = {NULL, NULL, 0};
	bool is_own = false;
	HashTable *rows;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(rows)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(is_own)
	ZEND_PARSE_PARAMETERS_END();

	all.rings = safe_emalloc(zend_hash_num_elements(rows), sizeof(*all.rings), 0);
	all.before = safe_emalloc(zend_hash_num_elements(rows), sizeof(*all.before), 0);
	if (tally_collect(&all, rows)) {
		hp_live_apart_read(&tally->apart, &tally->sums, all.rings, all.count, is_own);
		tally_results(&all, rows, return_value);
	}
	efree(all.rings);
	efree(all.before);
}

ZEND_METHOD(XHProf_Tally, reader)
{
	static const char *const names[] = {"seccomp", "limits", "process", "none"};

	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_STRING(names[tally_from(Z_OBJ_P(ZEND_THIS))->apart.wall]);
}

typedef struct tally_taken {
	hp_live_sums *sums;
	hp_live_sums_part *parts;
	uint32_t count;
	uint32_t wrapped; /* objects own these */
	zval *result;
} tally_taken;

static void tally_wrap(void *context)
{
	tally_taken *taken = context;

	array_init_size(taken->result, taken->count);
	while (taken->wrapped < taken->count) {
		const hp_live_sums_part *part = &taken->parts[taken->wrapped];
		const hp_live_series *series = &taken->sums->series.rows[part->series];
		zval row, object;

		array_init_size(&row, 5);
		add_assoc_stringl(&row, "label", ZSTR_VAL(series->label), ZSTR_LEN(series->label));
		add_assoc_stringl(&row, "tags", ZSTR_VAL(series->tags), ZSTR_LEN(series->tags));
		hp_live_trace_add(&row, &part->trace);
		ZVAL_NULL(&object);
		hp_class_profile_wrap(&object, taken->parts[taken->wrapped++].profile);
		add_assoc_zval(&row, "profile", &object);
		add_next_index_zval(taken->result, &row);
	}
}

static void tally_drop(void *context)
{
	tally_taken *taken = context;

	while (taken->wrapped < taken->count) {
		hp_profile_free(taken->parts[taken->wrapped++].profile);
	}
	pefree(taken->parts, true);
	hp_live_sums_clear(taken->sums);
}

ZEND_METHOD(XHProf_Tally, take)
{
	tally_taken taken = {.sums = &tally_from(Z_OBJ_P(ZEND_THIS))->sums, .result = return_value};

	ZEND_PARSE_PARAMETERS_NONE();

	taken.parts = hp_live_sums_parts(taken.sums, &taken.count);
	hp_bailout(tally_wrap, tally_drop, &taken);
}
