/* ring_requests.c: requests() and request() of XHProf\Ring. */
#include "class/ring.h"

#include "base/assoc.h"
#include "base/bailout.h"
#include "class/profile.h"
#include "live/trace.h"

typedef struct ring_requests {
	const hp_class_ring *ring;
	zval *result;
	zend_long wanted;
	uint64_t last; /* the number of the request that was added last */
	zval *marks; /* of it; NULL: there is none */
} ring_requests;

static void ring_add_empty_marks(ring_requests *requests, zval *request)
{
	zval marks;

	array_init(&marks);
	add_assoc_zval(request, "marks", &marks);
	requests->marks = zend_hash_str_find(Z_ARRVAL_P(request), ZEND_STRL("marks"));
}

static bool ring_add_ended(void *context, const hp_live_record *record)
{
	const hp_live_end_record *end = (const hp_live_end_record *) record;
	ring_requests *requests = context;
	hp_live_ended_texts texts;
	hp_live_times times;
	zval request;

	if (record->kind != HP_LIVE_END) {
		if (requests->marks != NULL && record->request == requests->last) {
			hp_class_ring_add_sum(requests->marks, record);
		}
		return true;
	}
	if (requests->wanted-- == 0 || hp_bailout_is_due()) {
		return false;
	}
	texts = hp_live_ended_texts_of(end);
	times = hp_live_ended_times(end);
	array_init(&request);
	hp_class_ring_add_number(&request, "number", times.request);
	add_assoc_double(&request, "began", hp_class_ring_unix_s(requests->ring, times.began_ns));
	hp_class_ring_add_number(&request, "wall_ns", times.wall_ns);
	hp_class_ring_add_number(&request, "cpu_ns", times.cpu_ns);
	hp_class_ring_add_number(&request, "peak_bytes", end->peak_bytes);
	hp_assoc_number(&request, "status", end->status != HP_LIVE_NO_STATUS, end->status);
	add_assoc_stringl(&request, "method", texts.method, texts.method_length);
	add_assoc_stringl(&request, "uri", texts.uri, texts.uri_length);
	hp_class_ring_add_tags(&request, texts.tags, texts.tags_length);
	hp_live_trace_add(&request, &texts.trace);
	ring_add_empty_marks(requests, &request);
	requests->last = times.request;
	add_next_index_zval(requests->result, &request);

	return true;
}

ZEND_METHOD(XHProf_Ring, requests)
{
	ring_requests requests = {.result = return_value};
	hp_class_ring *ring = hp_class_ring_rows(INTERNAL_FUNCTION_PARAM_PASSTHRU, &requests.wanted);

	if (ring == NULL) {
		RETURN_THROWS();
	}
	requests.ring = ring;
	hp_live_reader_newest(
		&ring->reader, hp_live_reader_head(&ring->reader), ring_add_ended, &requests);
}

ZEND_METHOD(XHProf_Ring, request)
{
	hp_live_times times;
	hp_class_ring *ring;
	zend_long number;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	ring = hp_class_ring_opened(ZEND_THIS);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	if (hp_live_ended_find(&ring->reader, (uint64_t) number, &times)) {
		hp_class_profile_wrap(return_value, hp_live_tally_request(&ring->tally, &times));
	}
}
