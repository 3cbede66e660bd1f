/* ring_status.c: status() of XHProf\Ring. */
#include "class/ring.h"

#include "base/assoc.h"
#include "live/control.h"
#include "live/peer.h"
#include "live/trace.h"

static const char *ring_name(const char *const *names, uint32_t count, uint32_t number)
{
	return number < count ? names[number] : "unknown";
}

#define RING_NAME(names, number) ring_name(names, sizeof(names) / sizeof((names)[0]), number)

static const char *const ring_states[] = {"idle", "running", "shutdown", "ended"};
static const char *const ring_clocks[] = {"wall", "cpu"};

static void ring_add_request(zval *status, const hp_class_ring *ring, const hp_live_header *header,
	bool is_alive, bool is_torn)
{
	const hp_live_slot *slot = &header->slot;
	bool is_open = slot->state == HP_LIVE_RUNNING || slot->state == HP_LIVE_SHUTDOWN;
	uint64_t now_ns = zend_hrtime();
	zval request;

	array_init(&request);
	hp_class_ring_add_number(&request, "number", slot->request);
	add_assoc_double(&request, "began", (double) slot->began_unix_us / 1e6);
	hp_assoc_number(&request, "elapsed_ns", is_open && is_alive,
		(int64_t) (now_ns - MIN(now_ns, slot->began_ns)));
	add_assoc_string(&request, "method", slot->method);
	add_assoc_string(&request, "uri", slot->uri);
	hp_class_ring_add_number(&request, "memory_bytes", slot->memory_bytes);
	hp_class_ring_add_number(&request, "peak_bytes", slot->peak_bytes);
	hp_class_ring_add_tags(&request, slot->tags, slot->tag_bytes);
	hp_live_trace_add(&request, &slot->trace);
	hp_class_ring_add_marks(ring, &request, header);
	add_assoc_bool(&request, "is_torn", is_torn);
	add_assoc_zval(status, "request", &request);
}

static void ring_add_sampling(zval *status, const hp_live_header *header)
{
	zval sampling;

	array_init_size(&sampling, 24);
	add_assoc_bool(&sampling, "is_on", header->is_on != 0);
	if (header->source - HP_LIVE_PERF < HP_SOURCES) {
		hp_source source = (hp_source) (header->source - HP_LIVE_PERF);

		add_assoc_string(&sampling, "source", hp_source_name(source));
		add_assoc_string(&sampling, "sampled_by", hp_source_words(source));
	} else {
		add_assoc_string(
			&sampling, "source", header->source == HP_LIVE_NO_SOURCE ? "none" : "unknown");
	}
	if (hp_why_text(header->why) != NULL) {
		add_assoc_string(&sampling, "reason", hp_why_text(header->why));
	}
	add_assoc_string(&sampling, "clock", RING_NAME(ring_clocks, header->clock));
	hp_class_ring_add_number(&sampling, "asked_ns", header->asked_ns);
	hp_class_ring_add_number(&sampling, "interval_ns", header->interval_ns);
	hp_class_ring_add_number(&sampling, "on_ns", header->on_ns);
	hp_class_ring_add_number(&sampling, "until_ns", header->until_ns);
	hp_class_ring_add_number(&sampling, "readers", header->readers);
	hp_class_ring_add_number(&sampling, "samples", header->samples);
	hp_class_ring_add_number(&sampling, "weight_ns", header->weight_ns);
	hp_class_ring_add_number(&sampling, "late", header->late);
	hp_class_ring_add_number(&sampling, "cut", header->cut);
	hp_class_ring_add_number(&sampling, "handler_ns", header->handler_ns);
	hp_class_ring_add_number(&sampling, "helper_ns", header->helper_ns);
	add_assoc_double(&sampling, "budget", (double) header->budget_ppm / 1e4);
	hp_class_ring_add_number(&sampling, "armed", header->armed);
	hp_class_ring_add_number(&sampling, "dumps", header->dumps);
	hp_class_ring_add_number(&sampling, "refused", header->refused);
	hp_class_ring_add_number(&sampling, "snapshots_refused", header->snapshots_refused);
	add_assoc_zval(status, "sampling", &sampling);
}

static void ring_add_ring(zval *status, const hp_class_ring *ring, const hp_live_header *header)
{
	zval numbers;

	array_init(&numbers);
	hp_class_ring_add_number(&numbers, "bytes", ring->reader.sizes.ring_bytes);
	hp_class_ring_add_number(&numbers, "head", header->head);
	hp_class_ring_add_number(&numbers, "position", ring->reader.position);
	hp_class_ring_add_number(&numbers, "lost_bytes", ring->reader.lost_bytes);
	hp_class_ring_add_number(&numbers, "damaged", ring->reader.damaged);
	hp_class_ring_add_number(&numbers, "functions", header->functions_count);
	hp_class_ring_add_number(&numbers, "functions_lost", header->functions_lost);
	add_assoc_zval(status, "ring", &numbers);
}

/* The exact times of all requests that are over. */
static void ring_add_totals(zval *status, const hp_live_header *header)
{
	zval ended;

	array_init(&ended);
	hp_class_ring_add_number(&ended, "requests", header->ended);
	hp_class_ring_add_number(&ended, "wall_ns", header->ended_wall_ns);
	hp_class_ring_add_number(&ended, "cpu_ns", header->ended_cpu_ns);
	add_assoc_zval(status, "ended", &ended);
}

static void ring_add_allowed(zval *status, const hp_live_header *header)
{
	zval allowed;

	array_init(&allowed);
	for (uint32_t command = HP_LIVE_ASK; hp_live_control_words[command] != NULL; command++) {
		if (HP_LIVE_ALLOWS(header->allowed, command)) {
			add_next_index_string(&allowed, hp_live_control_words[command]);
		}
	}
	add_assoc_zval(status, "allowed", &allowed);
}

static void ring_add_process(zval *status, const hp_live_header *header)
{
	uint32_t php = header->php_version;

	hp_class_ring_add_number(status, "pid", header->pid);
	hp_class_ring_add_number(status, "tid", header->tid);
	hp_class_ring_add_number(status, "start", header->start_ticks);
	add_assoc_double(status, "made", (double) header->made_unix_us / 1e6);
	hp_class_ring_add_number(status, "uid", header->uid);
	ring_add_allowed(status, header);
	add_assoc_string(status, "sapi", header->sapi);
	add_assoc_string(status, "pool", header->pool);
	add_assoc_str(
		status, "php", strpprintf(0, "%u.%u.%u", php / 10000, php / 100 % 100, php % 100));
}

ZEND_METHOD(XHProf_Ring, status)
{
	hp_live_life life = HP_LIVE_DEAD;
	hp_live_header header;
	hp_class_ring *ring;
	bool is_torn;

	ZEND_PARSE_PARAMETERS_NONE();

	ring = hp_class_ring_opened(ZEND_THIS);
	if (ring == NULL) {
		RETURN_THROWS();
	}
	if (hp_live_reader_header(&ring->reader, &header, &is_torn) == FAILURE) {
		hp_class_ring_throw(ring->path, "read", "it was truncated in the meantime");
		RETURN_THROWS();
	}
	if (header.slot.state != HP_LIVE_ENDED) {
		life = hp_live_peer_life(&ring->reader.sizes, ZSTR_VAL(ring->control));
	}
	array_init_size(return_value, 16);
	ring_add_process(return_value, &header);
	if (life == HP_LIVE_NOT_KNOWN) {
		add_assoc_null(return_value, "is_alive");
	} else {
		add_assoc_bool(return_value, "is_alive", life == HP_LIVE_ALIVE);
	}
	add_assoc_bool(return_value, "is_from_outside", header.is_from_outside != 0);
	add_assoc_string(return_value, "state", RING_NAME(ring_states, header.slot.state));
	ring_add_request(return_value, ring, &header, life != HP_LIVE_DEAD, is_torn);
	ring_add_totals(return_value, &header);
	ring_add_sampling(return_value, &header);
	ring_add_ring(return_value, ring, &header);
}
