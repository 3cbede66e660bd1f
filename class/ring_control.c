/* ring_control.c: control() of XHProf\Ring sends a message to the process. Functions that throw
 * return false. */
#include "class/ring.h"

#include "live/control.h"
#include "live/peer.h"

static bool ring_number(
	const HashTable *array, const char *key, zend_long least, zend_long most, uint64_t *number)
{
	zval *value = zend_hash_str_find(array, key, strlen(key));

	if (value == NULL || Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < least ||
		Z_LVAL_P(value) > most) {
		zend_argument_value_error(1,
			"must have an int \"%s\" from " ZEND_LONG_FMT " to " ZEND_LONG_FMT, key, least, most);
		return false;
	}
	*number = (uint64_t) Z_LVAL_P(value);

	return true;
}

static bool ring_sample_message(hp_live_message *message, const HashTable *wish)
{
	zval *clock = zend_hash_str_find(wish, ZEND_STRL("clock"));
	uint64_t lease_ms = 0, budget = 0;

	if (!ring_number(wish, "interval_ns", 0, 1000000000000, &message->interval_ns) ||
		!ring_number(wish, "lease_ms", 0, 60000, &lease_ms) ||
		(zend_hash_str_exists(wish, ZEND_STRL("budget")) &&
			!ring_number(wish, "budget", 1, HP_LIVE_MAX_BUDGET_PPM / 10000, &budget))) {
		return false;
	}
	message->budget_ppm = (uint32_t) budget * 10000;
	message->command = HP_LIVE_ASK;
	message->lease_ms = (uint32_t) lease_ms;
	message->clock = HP_LIVE_WALL;
	if (clock != NULL && Z_TYPE_P(clock) == IS_STRING &&
		zend_string_equals_literal(Z_STR_P(clock), "cpu")) {
		message->clock = HP_LIVE_CPU;
	} else if (clock == NULL || Z_TYPE_P(clock) != IS_STRING ||
		!zend_string_equals_literal(Z_STR_P(clock), "wall")) {
		zend_argument_value_error(1, "must have a \"clock\" of \"wall\" or \"cpu\"");
		return false;
	}

	return true;
}

static bool ring_arm_message(hp_live_message *message, const HashTable *wish)
{
	zval *uri = zend_hash_str_find(wish, ZEND_STRL("uri"));
	uint64_t requests = 0;

	if (!ring_number(wish, "requests", 0, 1000, &requests)) {
		return false;
	}
	message->command = HP_LIVE_ARM;
	message->requests = (uint32_t) requests;
	if (uri == NULL) {
		return true;
	}
	if (Z_TYPE_P(uri) != IS_STRING || Z_STRLEN_P(uri) >= sizeof(message->uri) ||
		strlen(Z_STRVAL_P(uri)) != Z_STRLEN_P(uri)) {
		zend_argument_value_error(
			1, "must have a \"uri\" of less than %d bytes, none of them zero", HP_LIVE_URI_BYTES);
		return false;
	}
	memcpy(message->uri, Z_STRVAL_P(uri), Z_STRLEN_P(uri));

	return true;
}

/* The commands without arguments. */
static const uint32_t ring_commands[] = {
	HP_LIVE_DUMP_NOW, HP_LIVE_SNAPSHOT_NOW, HP_LIVE_LOCALS_NOW};

static bool ring_message(hp_live_message *message, const HashTable *array)
{
	zval *sample = zend_hash_str_find(array, ZEND_STRL("sample"));
	zval *arm = zend_hash_str_find(array, ZEND_STRL("arm"));

	if (zend_hash_num_elements(array) == 1) {
		if (sample != NULL && Z_TYPE_P(sample) == IS_ARRAY) {
			return ring_sample_message(message, Z_ARRVAL_P(sample));
		}
		if (arm != NULL && Z_TYPE_P(arm) == IS_ARRAY) {
			return ring_arm_message(message, Z_ARRVAL_P(arm));
		}
		for (size_t i = 0; i < sizeof(ring_commands) / sizeof(ring_commands[0]); i++) {
			const char *name = hp_live_control_words[ring_commands[i]];
			zval *wish = zend_hash_str_find(array, name, strlen(name));

			if (wish != NULL && Z_TYPE_P(wish) == IS_TRUE) {
				message->command = ring_commands[i];
				return true;
			}
		}
	}
	zend_argument_value_error(1,
		"must be one of [\"sample\" => array], [\"dump\" => true], [\"snapshot\" => true], "
		"[\"locals\" => true], [\"arm\" => array]");

	return false;
}

static const char *ring_why(int error)
{
	switch (error) {
		case EACCES:
			return "not permitted";
		case EAGAIN:
			return "the process has not read its messages for a while; is it stopped?";
		case EINVAL:
		case ELOOP:
			return "that is not a FIFO";
		default:
			return hp_compat_error(error);
	}
}

/* The process would drop the message. */
static bool ring_allows(const hp_class_ring *ring, uint32_t command)
{
	hp_live_header header;
	char why[160];
	bool is_torn;

	if (hp_live_reader_header(&ring->reader, &header, &is_torn) == FAILURE ||
		HP_LIVE_ALLOWS(header.allowed, command)) {
		return true;
	}
	snprintf(why, sizeof(why),
		"the process does not allow it; add the word %s to xhprof.live_allow in its php.ini, and "
		"restart it",
		hp_live_control_words[command]);
	hp_class_ring_throw(ring->control, "send a message to", why);

	return false;
}

ZEND_METHOD(XHProf_Ring, control)
{
	hp_live_message message = {.magic = HP_LIVE_MAGIC, .version = HP_LIVE_VERSION};
	HashTable *array;
	hp_class_ring *ring;
	int error;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	ring = hp_class_ring_opened(ZEND_THIS);
	if (ring == NULL || !ring_message(&message, array) || !ring_allows(ring, message.command) ||
		(message.budget_ppm > 0 && !ring_allows(ring, HP_LIVE_MAY_SET_BUDGET))) {
		RETURN_THROWS();
	}
	message.reader = ring->id;
	error = hp_live_peer_send(ZSTR_VAL(ring->control), &message);
	if (error != 0 && error != ENXIO) {
		hp_class_ring_throw(ring->control, "send a message to", ring_why(error));
		RETURN_THROWS();
	}

	RETURN_BOOL(error == 0);
}
