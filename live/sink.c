#include "live/sink.h"

#ifdef __linux__

# include "live/trace.h"
# include "sampler/control.h"
# include "sampler/look.h"
# include "sampler/source_choice.h"
# include "sampler/span.h"

# include <stdlib.h>

/* A dump that is not answered for this long is given up, as during a long internal function without
 * signals. The reader reports it. */
# define SINK_DUMP_TIMEOUT_NS UINT64_C(2000000000)

/* Returns the ring's number of one of the store's functions. */
static uint32_t sink_number(hp_live_sink *sink, uint32_t index)
{
	const hp_sample_function *function = &sink->store.functions.rows[index];
	hp_live_function wanted = {0, function->line, (uint16_t) function->class_length,
		(uint16_t) function->name_length, (uint16_t) function->file_length,
		(uint16_t) function->kind};

	if (index >= sink->numbers_size) {
		return 0;
	}
	if (sink->numbers[index] == 0) {
		sink->numbers[index] =
			1 + hp_live_ring_function(sink->ring, &wanted, sink->store.texts.rows + function->text);
	}

	return sink->numbers[index] - 1;
}

static bool sink_keep(void *owner, bool is_own, uint32_t count)
{
	hp_live_sink *sink = owner;
	hp_live_frames *stack = &sink->kept[is_own];

	stack->is_cut = count > HP_LIVE_MAX_FRAMES;
	stack->count = MIN(count, HP_LIVE_MAX_FRAMES);
	for (uint32_t i = 0; i < stack->count; i++) {
		stack->frames[i].function = sink_number(sink, sink->store.frames[i].function);
		stack->frames[i].line = sink->store.frames[i].line;
	}
	if (stack->is_cut) {
		HP_SHARED_COUNT(&sink->ring->header->cut);
	}

	return true;
}

/* Writes the request that the samples after it belong to. */
static void sink_write_request_of(hp_live_sink *sink, const hp_live_slot *slot)
{
	hp_live_ring_reserve_request(sink->ring, HP_LIVE_REQUEST, sizeof(hp_live_record), slot);
	hp_live_ring_commit(sink->ring);
}

static void sink_write_end(hp_live_sink *sink, int32_t status)
{
	hp_live_header *header = sink->ring->header;
	hp_live_end_record *end = (hp_live_end_record *) hp_live_ring_reserve_request(
		sink->ring, HP_LIVE_END, sizeof(hp_live_end_record), sink->slot);

	end->began_ns = sink->began_ns;
	end->wall_ns = sink->sampler.thread.left_ns - sink->began_ns;
	end->cpu_ns = sink->sampler.thread.left_cpu_ns - sink->began_cpu_ns;
	end->peak_bytes = sink->slot->peak_bytes;
	end->status = status;
	HP_SHARED_WRITE(&header->ended, header->ended + 1);
	HP_SHARED_WRITE(&header->ended_wall_ns, header->ended_wall_ns + end->wall_ns);
	HP_SHARED_WRITE(&header->ended_cpu_ns, header->ended_cpu_ns + end->cpu_ns);
	hp_live_ring_commit(sink->ring);
}

/* Takes over the tracer's trace if it has changed. Spans come and go within a trace, and are not
 * worth a record each. */
static void sink_follow_tracer(hp_live_sink *sink)
{
	hp_live_trace trace;

	if (hp_live_context_read(sink->context, &trace) &&
		!hp_live_trace_is_same(&trace, &sink->slot->trace)) {
		sink->slot->trace = trace;
		hp_live_ring_set_slot(sink->ring, sink->slot);
		sink->has_new_request = true;
	}
}

static void sink_write(hp_live_sink *sink, const hp_live_frames *stack, uint32_t wait,
	uint32_t flags, uint64_t weight_ns)
{
	sink_follow_tracer(sink);
	if (sink->has_new_request) {
		sink_write_request_of(sink, sink->slot);
		sink->has_new_request = false;
	}
	hp_live_ring_write_sample(sink->ring, sink->slot->request, stack,
		wait == HP_SAMPLE_NONE ? 0 : sink_number(sink, wait), flags, weight_ns);
}

static uint32_t sink_flags(hp_sampler_activity state)
{
	return (state == HP_SAMPLER_ON_CPU ? 0 : HP_LIVE_OFF_CPU) |
		(state == HP_SAMPLER_WAITS_FOR_CPU ? HP_LIVE_WAITS_FOR_CPU : 0);
}

static uint64_t sink_add(void *owner, const hp_sampler_sample *sample)
{
	hp_live_sink *sink = owner;
	const hp_live_frames *stack = &sink->kept[sample->is_own];

	if (stack->count == 0) {
		return 0;
	}
	sink_write(sink, stack, sample->wait,
		sink_flags(sample->state) | (sample->is_repeated ? HP_LIVE_REPEATED : 0) |
			(sample->is_unseen ? HP_LIVE_UNSEEN : 0) |
			(sample->is_displaced ? HP_LIVE_DISPLACED : 0),
		sample->time_ns);
	/* Otherwise this may be the helper thread, which has no heap whose size it could read. */
	if (sample->is_own && !sample->is_beside && sample->state == HP_SAMPLER_ON_CPU) {
		HP_SHARED_WRITE(&sink->ring->header->slot.memory_bytes, zend_memory_usage(false));
	}

	return sample->time_ns;
}

/* Answers all pending dumps by one record. */
static void sink_answer(void *owner, bool is_own, hp_sampler_activity state, uint32_t wait)
{
	hp_live_sink *sink = owner;
	hp_live_header *header = sink->ring->header;

	sink_write(sink, &sink->kept[is_own], wait, sink_flags(state) | HP_LIVE_DUMP, 0);
	HP_SHARED_WRITE(&header->dumps, header->dumps + sink->dumps);
	HP_SHARED_WRITE(&sink->dumps, 0);
}

/* Makes HP_LIVE_REST the kept stack, as the row for time that no sample accounts for. */
static const hp_live_frames *sink_keep_rest(hp_live_sink *sink)
{
	hp_live_function rest = {.name_length = sizeof(HP_LIVE_REST) - 1, .kind = HP_SAMPLE_INTERNAL};
	hp_live_frames *stack = &sink->kept[false];

	stack->count = 1;
	stack->is_cut = false;
	stack->frames[0].function = hp_live_ring_function(sink->ring, &rest, HP_LIVE_REST);
	stack->frames[0].line = 0;

	return stack;
}

static void sink_write_rest(hp_live_sink *sink, uint32_t flags, int64_t open_ns)
{
	if (open_ns > 0) {
		sink_write(sink, sink_keep_rest(sink), HP_SAMPLE_NONE, flags | HP_LIVE_NO_STACK,
			(uint64_t) open_ns);
	}
}

static void sink_write_owed(hp_live_sink *sink, uint64_t request, uint32_t flags, uint64_t owed_ns)
{
	if (owed_ns > 0) {
		hp_live_ring_write_sample(
			sink->ring, request, sink_keep_rest(sink), 0, flags | HP_LIVE_NO_STACK, owed_ns);
	}
}

/* Writes the time that ended requests of one kind are owed. A record of their request comes first,
 * because the ring may have overwritten the earlier one. */
static void sink_pay(void *owner, const hp_live_slot *slot, uint64_t cpu_ns, uint64_t off_ns)
{
	hp_live_sink *sink = owner;

	if (cpu_ns + off_ns == 0) {
		return;
	}
	sink_write_request_of(sink, slot);
	sink->has_new_request = true;
	sink_write_owed(sink, slot->request, 0, cpu_ns);
	sink_write_owed(sink, slot->request, HP_LIVE_OFF_CPU, off_ns);
}

/* Returns the account of the current request. It is looked up on first use, and not when the
 * request begins, because most tags are set shortly after that. */
static hp_sampler_account *sink_account(void *owner)
{
	hp_live_sink *sink = owner;

	if (sink->account == NULL) {
		sink->account = hp_live_account_of(&sink->accounts, sink->slot);
	}

	return sink->account;
}

static void sink_end(void *owner, int64_t cpu_ns, int64_t off_ns)
{
	hp_live_sink *sink = owner;

	if (sink->sampler.is_open && sink->kept[true].count > 0 && cpu_ns > 0) {
		sink_write(sink, &sink->kept[true], HP_SAMPLE_NONE, 0, (uint64_t) cpu_ns);
	} else {
		sink_write_rest(sink, 0, cpu_ns);
	}
	sink_write_rest(sink, HP_LIVE_OFF_CPU, off_ns);
	sink->account = NULL;
	hp_live_account_close(&sink->accounts, sink_pay, sink);
}

static const hp_sampler_sink sink_functions = {
	sink_keep, sink_add, sink_account, sink_answer, sink_end};

/* Forgets the functions of a request that has ended: their addresses mean nothing any more. */
static void sink_forget_functions(hp_live_sink *sink)
{
	if (sink->has_store && sink->store.functions.count > 0) {
		memset(sink->numbers, 0,
			MIN(sink->numbers_size, sink->store.functions.count) * sizeof(*sink->numbers));
		hp_sample_store_drop_functions(&sink->store, 0);
	}
}

void hp_live_sink_begin(hp_live_sink *sink)
{
	sink->has_new_request = true;
	sink->account = NULL;
	sink->kept[true].count = 0;
	sink->began_ns = sink->slot->began_ns;
	sink->began_cpu_ns = hp_sampler_cpu_ns(&sink->sampler);
	hp_span_enter(&sink->sampler, sink->began_ns, false);
}

void hp_live_sink_rename(hp_live_sink *sink)
{
	sink->has_new_request = true;
	sink->account = NULL;
}

void hp_live_sink_turn(hp_live_sink *sink)
{
	hp_span_turn(&sink->sampler);
	sink->kept[true].count = 0;
}

void hp_live_sink_end(hp_live_sink *sink, int32_t status)
{
	hp_span_leave(&sink->sampler, false);
	sink->busy_ns += sink->sampler.thread.left_ns - sink->began_ns;
	sink_write_end(sink, status);
	sink_forget_functions(sink);
}

void hp_live_sink_init(
	hp_live_sink *sink, hp_live_ring *ring, hp_live_slot *slot, const hp_live_context *context)
{
	memset(sink, 0, sizeof(*sink));
	sink->ring = ring;
	sink->slot = slot;
	sink->context = context;
	sink->has_new_request = true;
	hp_control_init(&sink->sampler, &sink_functions, sink, &sink->store);
	sink->sampler.locked.walk.most = HP_LIVE_MAX_FRAMES + 2;
	sink->sampler.setup.late = &ring->header->late;
	if (slot->state != HP_LIVE_IDLE) {
		sink->began_ns = slot->began_ns;
		sink->began_cpu_ns = hp_sampler_cpu_ns(&sink->sampler);
		sink->sampler.is_open = true;
	}
}

void hp_live_sink_free(hp_live_sink *sink)
{
	if (sink->has_store) {
		hp_sample_store_free(&sink->store);
		free(sink->numbers);
	}
	hp_control_free(&sink->sampler);
	memset(sink, 0, sizeof(*sink));
}

/* With the lock: makes room for more functions. Runs in the helper thread, which may allocate.
 * Returns false if there is no memory. */
static bool sink_make_room(hp_live_sink *sink)
{
	uint32_t *numbers;
	uint32_t size;

	if (!sink->has_store) {
		hp_sample_store_init(&sink->store);
		sink->has_store = true;
	} else if (hp_sample_store_wants_room(&sink->store)) {
		hp_sample_store_grow(&sink->store);
	}
	size = (uint32_t) sink->store.functions.size;
	if (size > sink->numbers_size) {
		numbers = realloc(sink->numbers, size * sizeof(*numbers));
		if (numbers == NULL) {
			return false;
		}
		memset(numbers + sink->numbers_size, 0, (size - sink->numbers_size) * sizeof(*numbers));
		sink->numbers = numbers;
		sink->numbers_size = size;
	}

	return true;
}

void hp_live_sink_enable(hp_live_sink *sink, hp_live_clock clock, uint64_t interval_ns)
{
	bool has_room;

	hp_sampler_lock(&sink->sampler);
	has_room = sink_make_room(sink);
	sink->clock = clock;
	sink->has_new_request = true;
	sink->kept[false].count = sink->kept[true].count = 0;
	sink->sampler.setup.has_wall = clock == HP_LIVE_WALL;
	hp_sampler_unlock(&sink->sampler);
	if (has_room) {
		hp_control_enable(&sink->sampler, interval_ns);
		hp_source_choice_attach(&sink->sampler);
	}
}

void hp_live_sink_set_for_dumps(hp_live_sink *sink, bool is_for_dumps)
{
	hp_sampler_lock(&sink->sampler);
	hp_control_set_for_stacks(&sink->sampler, is_for_dumps);
	hp_sampler_unlock(&sink->sampler);
}

void hp_live_sink_dump(hp_live_sink *sink, uint32_t dumps, uint64_t now_ns)
{
	hp_sampler_lock(&sink->sampler);
	sink->dumps += dumps;
	sink->dump_until_ns = now_ns + SINK_DUMP_TIMEOUT_NS;
	if (sink->sampler.is_open) {
		hp_control_ask_stack(&sink->sampler, true);
	} else {
		hp_control_ask_stack(&sink->sampler, false);
		sink->kept[false].count = 0;
		sink->kept[false].is_cut = false;
		sink_answer(sink, false, HP_SAMPLER_ASLEEP, HP_SAMPLE_NONE);
	}
	hp_sampler_unlock(&sink->sampler);
}

uint64_t hp_live_sink_busy_ns(hp_live_sink *sink, uint64_t now_ns)
{
	uint64_t busy_ns;

	hp_sampler_lock(&sink->sampler);
	busy_ns = sink->busy_ns +
		(sink->sampler.is_open && now_ns > sink->began_ns ? now_ns - sink->began_ns : 0);
	hp_sampler_unlock(&sink->sampler);

	return busy_ns;
}

uint64_t hp_live_sink_look(hp_live_sink *sink)
{
	hp_sampler_lock(&sink->sampler);
	sink_make_room(sink);
	if (sink->dumps > 0 && hp_live_ring_now_ns() > sink->dump_until_ns) {
		HP_SHARED_WRITE(&sink->dumps, 0);
		hp_control_ask_stack(&sink->sampler, false);
	}
	hp_sampler_unlock(&sink->sampler);

	return hp_look(&sink->sampler);
}

#endif
