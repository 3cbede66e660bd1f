#include "class/ring.h"

#include "base/random.h"
#include "base/wrap.h"
#include "live/trace.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

static zend_class_entry *ring_class;
static zend_object_handlers ring_handlers;

hp_class_ring *hp_class_ring_from(zend_object *object)
{
	return (hp_class_ring *) ((char *) object - offsetof(hp_class_ring, object));
}

static zend_object *ring_create(zend_class_entry *class_entry)
{
	hp_class_ring *ring = zend_object_alloc(sizeof(*ring), class_entry);

	zend_object_std_init(&ring->object, class_entry);
	object_properties_init(&ring->object, class_entry);
	ring->object.handlers = &ring_handlers;
	ring->reader.file = -1;

	return &ring->object;
}

static void ring_free(zend_object *object)
{
	hp_class_ring *ring = hp_class_ring_from(object);

	if (ring->path != NULL) {
		hp_live_tally_free(&ring->tally);
		zend_string_release(ring->path);
		zend_string_release(ring->control);
	}
	if (ring->by != NULL) {
		zend_string_release(ring->by);
	}
	hp_live_reader_close(&ring->reader);
	zend_object_std_dtor(object);
}

void hp_class_ring_startup(zend_class_entry *class_entry)
{
	ring_class = class_entry;
	ring_class->create_object = ring_create;
	memcpy(&ring_handlers, &std_object_handlers, sizeof(ring_handlers));
	ring_handlers.offset = offsetof(hp_class_ring, object);
	ring_handlers.free_obj = ring_free;
	ring_handlers.clone_obj = NULL;
}

ZEND_METHOD(XHProf_Ring, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

/* "1-2.data" to "1-2.ctl"; NULL: it does not end so. */
static zend_string *ring_control_path(const zend_string *path)
{
	size_t stem = ZSTR_LEN(path) - strlen(".data");

	if (ZSTR_LEN(path) <= strlen(".data") || strcmp(ZSTR_VAL(path) + stem, ".data") != 0) {
		return NULL;
	}

	return zend_string_concat2(ZSTR_VAL(path), stem, ZEND_STRL(".ctl"));
}

void hp_class_ring_throw(const zend_string *path, const char *what, const char *why)
{
	zend_throw_exception_ex(
		spl_ce_RuntimeException, 0, "Could not %s the ring %s: %s", what, ZSTR_VAL(path), why);
}

hp_class_ring *hp_class_ring_opened(zval *object)
{
	hp_class_ring *ring = hp_class_ring_from(Z_OBJ_P(object));

	if (ring->path == NULL) {
		zend_throw_error(NULL, "XHProf\\Ring can only be created by XHProf\\Ring::open()");
		return NULL;
	}

	return ring;
}

hp_class_ring *hp_class_ring_rows(INTERNAL_FUNCTION_PARAMETERS, zend_long *wanted)
{
	hp_class_ring *ring;

	*wanted = 1000;
	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(*wanted)
	ZEND_PARSE_PARAMETERS_END_EX(return NULL);
	if (*wanted < 1 || *wanted > 1000000) {
		zend_argument_value_error(1, "must be between 1 and 1000000");
		return NULL;
	}
	ring = hp_class_ring_opened(ZEND_THIS);
	if (ring != NULL) {
		array_init(return_value);
	}

	return ring;
}

zend_class_entry *hp_class_ring_entry(void)
{
	return ring_class;
}

void hp_class_ring_add_number(zval *array, const char *key, uint64_t number)
{
	add_assoc_long(array, key, (zend_long) MIN(number, (uint64_t) ZEND_LONG_MAX));
}

void hp_class_ring_add_tags(zval *array, const char *at, size_t bytes)
{
	const char *end = at + bytes;
	zval tags;

	array_init(&tags);
	while (at < end && *at != '\0') {
		size_t key = strnlen(at, (size_t) (end - at));
		const char *value = at + MIN(key + 1, (size_t) (end - at));
		size_t length = strnlen(value, (size_t) (end - value));
		zval text;

		ZVAL_STRINGL(&text, value, length);
		zend_symtable_str_update(Z_ARRVAL(tags), at, key, &text);
		at = value + MIN(length + 1, (size_t) (end - value));
	}
	add_assoc_zval(array, "tags", &tags);
}

double hp_class_ring_unix_s(const hp_class_ring *ring, uint64_t time_ns)
{
	return (double) hp_wrap_sum((int64_t) time_ns, ring->tally.samples.unix_offset_ns) / 1e9;
}

/* A reader begins at the next sample, or at the oldest one, at a position or at a time. */
typedef struct ring_start {
	zend_long position;
	bool is_from_start;
	double since_s; /* Unix time */
	bool is_next; /* no position is given */
	bool is_untimed; /* nor a time */
} ring_start;

/* A Unix time by the ring's clock, no earlier than its first moment. */
static uint64_t ring_clock_ns(const hp_live_reader *reader, double unix_s)
{
	int64_t unix_ns = (int64_t) (1e9 * MAX(0.0, MIN(unix_s, 9e9)));
	int64_t clock_ns = hp_wrap_difference(unix_ns, hp_live_reader_unix_offset_ns(reader));

	return (uint64_t) MAX(1, clock_ns);
}

static void ring_begin(hp_live_reader *reader, const ring_start *start)
{
	if (!start->is_next) {
		hp_live_reader_seek(reader, (uint64_t) start->position);
	} else if (start->is_from_start) {
		hp_live_reader_rewind(reader);
	} else if (!start->is_untimed) {
		hp_live_reader_since(reader, ring_clock_ns(reader, start->since_s));
	}
}

/* False: thrown. */
static bool ring_open(hp_class_ring *ring, zend_string *path, const ring_start *start)
{
	zend_string *control = ring_control_path(path);
	zend_string *error;

	if (control == NULL) {
		hp_class_ring_throw(path, "open", "the name of a ring must end in .data");
		return false;
	}
	error = hp_live_reader_open(&ring->reader, ZSTR_VAL(path));
	if (error != NULL) {
		hp_class_ring_throw(path, "open", ZSTR_VAL(error));
		zend_string_release(error);
		zend_string_release(control);
		return false;
	}
	ring->path = zend_string_copy(path);
	ring->control = control;
	hp_random_bytes(&ring->id, sizeof(ring->id));
	ring_begin(&ring->reader, start);
	hp_live_tally_init(&ring->tally, &ring->reader);

	return true;
}

ZEND_METHOD(XHProf_Ring, open)
{
	ring_start start = {.is_next = true, .is_untimed = true};
	zend_string *path, *trace = NULL;
	hp_live_trace only = {{0}, {0}};

	ZEND_PARSE_PARAMETERS_START(1, 5)
		Z_PARAM_PATH_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(start.is_from_start)
		Z_PARAM_LONG_OR_NULL(start.position, start.is_next)
		Z_PARAM_DOUBLE_OR_NULL(start.since_s, start.is_untimed)
		Z_PARAM_STR_OR_NULL(trace)
	ZEND_PARSE_PARAMETERS_END();

	if (start.position < 0) {
		zend_argument_value_error(3, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (!zend_finite(start.since_s)) {
		zend_argument_value_error(4, "must be a finite number");
		RETURN_THROWS();
	}
	if (trace != NULL &&
		!hp_live_trace_read_id(only.id, sizeof(only.id), ZSTR_VAL(trace), ZSTR_LEN(trace))) {
		zend_argument_value_error(
			5, "must be 32 lower-case hexadecimal digits, not all of them 0, or null");
		RETURN_THROWS();
	}
	if (php_check_open_basedir_ex(ZSTR_VAL(path), 0) != 0) {
		hp_class_ring_throw(path, "open", "open_basedir does not allow it");
		RETURN_THROWS();
	}
	object_init_ex(return_value, ring_class);
	if (!ring_open(hp_class_ring_from(Z_OBJ_P(return_value)), path, &start)) {
		RETURN_THROWS(); /* the engine releases the object */
	}
	hp_class_ring_from(Z_OBJ_P(return_value))->tally.only = only;
}
