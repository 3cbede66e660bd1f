#include "live/sampler.h"

#include "base/interrupt.h"

#ifdef __linux__

# include <sched.h>
# include <stdlib.h>

/* The kernel's part of a tick, which no clock of ours sees. */
# define SAMPLER_SIGNAL_NS 3000u

/* The cost of perf when the thread is taken off a CPU and put on one again. */
# define SAMPLER_SWITCH_NS 3000u

/* In the sparse way the tick comes after so much CPU time: the least that the kernel takes, to what is longer than most
 * times that a thread runs. A look comes when the thread sleeps rather than when it runs, where CPUs are few. */
# define SAMPLER_TICK_MIN_NS 10000u
# define SAMPLER_TICK_MAX_NS 1000000u

/* The cost of one such event that no clock of ours sees: of its signal, of closing it, and of the switches while it
 * waits for its tick. */
# define SAMPLER_EVENT_NS 30000u

/* A handler that took longer was interrupted itself. */
# define SAMPLER_MOST_HANDLER_NS 200000u

/* CPU time without a tick after which signals are taken for blocked; and the time between two looks
 * whether the handler is still ours. */
# define SAMPLER_PATIENCE_NS 100000000u

/* After so long without a request the helper sleeps until the next one begins. */
# define SAMPLER_IDLE_NS 500000000u

/* While a dump is wanted. */
# define SAMPLER_DUMP_NS 1000000u
# define SAMPLER_DUMP_PATIENCE_NS UINT64_C(2000000000)

static bool sampler_try_lock(hp_live_sampler *sampler)
{
	return !__atomic_exchange_n(&sampler->is_locked, true, __ATOMIC_ACQUIRE);
}

void hp_live_sampler_lock(hp_live_sampler *sampler)
{
	while (!sampler_try_lock(sampler)) {
		sched_yield();
	}
}

void hp_live_sampler_unlock(hp_live_sampler *sampler)
{
	__atomic_store_n(&sampler->is_locked, false, __ATOMIC_RELEASE);
}

void hp_live_sampler_ask_interrupt(const hp_live_sampler *sampler)
{
	hp_interrupt_ask((zend_executor_globals *) ((char *) sampler->walk.current -
		offsetof(zend_executor_globals, current_execute_data)));
}

/* The ring's number of one of the store's functions. */
static uint32_t sampler_number(hp_live_sampler *sampler, uint32_t index)
{
	const hp_sample_function *function = &sampler->store.functions.rows[index];
	hp_live_function wanted = {0, function->line, (uint16_t) function->class_length,
		(uint16_t) function->name_length, (uint16_t) function->file_length,
		(uint16_t) function->kind};

	if (index >= sampler->numbers_size) {
		return 0;
	}
	if (sampler->numbers[index] == 0) {
		sampler->numbers[index] = 1 +
			hp_live_ring_function(
				sampler->ring, &wanted, sampler->store.texts.rows + function->text);
	}

	return sampler->numbers[index] - 1;
}

/* Keeps the stack that was walked. False: it could not be, which is counted. */
static bool sampler_keep(hp_live_sampler *sampler, hp_live_stack *stack, uint32_t count)
{
	if (count == HP_SAMPLE_NONE) {
		HP_SHARED_COUNT(&sampler->ring->header->late);
		return false;
	}
	stack->is_cut = count > HP_LIVE_MAX_FRAMES;
	stack->count = MIN(count, HP_LIVE_MAX_FRAMES);
	for (uint32_t i = 0; i < stack->count; i++) {
		stack->frames[i].function = sampler_number(sampler, sampler->store.frames[i].function);
		stack->frames[i].line = sampler->store.frames[i].line;
	}
	if (stack->is_cut) {
		HP_SHARED_COUNT(&sampler->ring->header->cut);
	}

	return true;
}

static size_t sampler_append(char *to, const char *text, size_t length)
{
	memcpy(to, text, length);

	return length;
}

/* A record of so many bytes for the request, with its texts behind them; to be committed. */
static hp_live_record *sampler_reserve_request(
	hp_live_sampler *sampler, hp_live_kind kind, size_t bytes)
{
	const hp_live_slot *slot = sampler->slot;
	size_t method = strlen(slot->method) + 1, uri = strlen(slot->uri) + 1;
	hp_live_record *record = hp_live_ring_reserve(
		sampler->ring, kind, (uint32_t) (bytes + method + uri + slot->tag_bytes));
	char *to = (char *) record + bytes;

	memset(record + 1, 0, record->bytes - sizeof(*record));
	to += sampler_append(to, slot->method, method);
	to += sampler_append(to, slot->uri, uri);
	sampler_append(to, slot->tags, slot->tag_bytes);
	record->request = slot->request;

	return record;
}

/* The request that the samples behind it belong to. */
static void sampler_write_request(hp_live_sampler *sampler)
{
	sampler_reserve_request(sampler, HP_LIVE_REQUEST, sizeof(hp_live_record));
	hp_live_ring_commit(sampler->ring);
	sampler->has_new_request = false;
}

static void sampler_write_end(hp_live_sampler *sampler, int32_t status)
{
	hp_live_header *header = sampler->ring->header;
	hp_live_end_record *end = (hp_live_end_record *) sampler_reserve_request(
		sampler, HP_LIVE_END, sizeof(hp_live_end_record));

	end->began_ns = sampler->began_ns;
	end->wall_ns = sampler->ended_ns - sampler->began_ns;
	end->cpu_ns = sampler->ended_cpu_ns - sampler->began_cpu_ns;
	end->peak_bytes = sampler->slot->peak_bytes;
	end->status = status;
	HP_SHARED_WRITE(&header->ended, header->ended + 1);
	HP_SHARED_WRITE(&header->ended_wall_ns, header->ended_wall_ns + end->wall_ns);
	HP_SHARED_WRITE(&header->ended_cpu_ns, header->ended_cpu_ns + end->cpu_ns);
	hp_live_ring_commit(sampler->ring);
}

/* With the lock: a sample. */
static void sampler_write(
	hp_live_sampler *sampler, const hp_live_stack *stack, uint32_t flags, uint64_t weight_ns)
{
	hp_live_header *header = sampler->ring->header;
	hp_live_sample_record *sample;
	size_t frames_bytes = stack->count * sizeof(sample->frame[0]);

	if (sampler->has_new_request) {
		sampler_write_request(sampler);
	}
	sample = (hp_live_sample_record *) hp_live_ring_reserve(
		sampler->ring, HP_LIVE_SAMPLE, (uint32_t) (sizeof(*sample) + frames_bytes));
	sample->head.flags = (uint16_t) (flags | (stack->is_cut ? HP_LIVE_CUT : 0));
	sample->head.request = sampler->slot->request;
	sample->weight_ns = weight_ns;
	sample->frames = stack->count;
	sample->padding = 0;
	memcpy(sample->frame, stack->frames, frames_bytes);
	HP_SHARED_WRITE(&header->samples, header->samples + 1);
	HP_SHARED_WRITE(&header->weight_ns, header->weight_ns + weight_ns);
	hp_live_ring_commit(sampler->ring);
}

/* Answers all dumps that are wanted. */
static void sampler_write_dumps(
	hp_live_sampler *sampler, const hp_live_stack *stack, uint32_t flags)
{
	hp_live_header *header = sampler->ring->header;

	sampler_write(sampler, stack, flags | HP_LIVE_DUMP, 0);
	HP_SHARED_WRITE(&header->dumps, header->dumps + sampler->dumps);
	HP_SHARED_WRITE(&sampler->dumps, 0);
}

uint64_t hp_live_sampler_busy_ns(hp_live_sampler *sampler, uint64_t now_ns)
{
	uint64_t busy_ns;

	hp_live_sampler_lock(sampler);
	busy_ns = sampler->busy_ns +
		(sampler->is_in_request && now_ns > sampler->began_ns ? now_ns - sampler->began_ns : 0);
	hp_live_sampler_unlock(sampler);

	return busy_ns;
}

uint64_t hp_live_sampler_cpu_ns(const hp_live_sampler *sampler)
{
	return hp_sample_source_cpu_ns(&sampler->cpu);
}

/* The weight of a sample of CPU time that is due. 0: none is. */
static uint64_t sampler_due_ns(const hp_live_sampler *sampler, uint64_t cpu_ns)
{
	int64_t open_ns = hp_sample_source_open_ns(&sampler->cpu, cpu_ns);

	if (HP_SHARED_READ(&sampler->is_for_dumps)) {
		return 0;
	}
	return open_ns < (int64_t) (sampler->interval_ns / 2) ? 0 : (uint64_t) open_ns;
}

/* True if a tick is missing: it fell into the kernel, where no signal may arrive. The next safe point mostly is right
 * behind the call. */
static bool sampler_is_late(const hp_live_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	return event->source != NULL &&
		(!HP_SHARED_READ(&sampler->is_sparse) || !HP_SHARED_READ(&event->is_spent)) &&
		hp_sample_source_open_ns(event, cpu_ns) >= (int64_t) (sampler->interval_ns / 4 * 5);
}

/* In the thread, with the lock: a sample for the CPU time since the last one, if it is due. */
static void sampler_take_own(
	hp_live_sampler *sampler, uint64_t cpu_ns, const zend_execute_data *top, const void *context)
{
	uint64_t weight_ns = sampler_due_ns(sampler, cpu_ns);
	bool has_dumps = HP_SHARED_READ(&sampler->dumps) > 0;

	if ((weight_ns == 0 && !has_dumps) ||
		!sampler_keep(sampler, &sampler->stack, hp_stack_walk_own(&sampler->walk, top, context))) {
		return;
	}
	if (weight_ns > 0) {
		sampler_write(sampler, &sampler->stack, 0, weight_ns);
		hp_sample_source_take(&sampler->cpu, cpu_ns);
	}
	if (has_dumps) {
		sampler_write_dumps(sampler, &sampler->stack, 0);
	}
	HP_SHARED_WRITE(&sampler->ring->header->slot.memory_bytes, zend_memory_usage(false));
}

/* In the signal handler: any state may be half changed. */
static void sampler_tick(hp_sample_event *event, const void *context)
{
	hp_live_sampler *sampler = event->owner;
	uint64_t start_ns = hp_live_ring_now_ns(), cpu_ns = event->source->read(event), took_ns;

	HP_SHARED_WRITE(&event->seen_ns, cpu_ns);
	if (!HP_SHARED_READ(&sampler->is_in_request)) {
		return;
	}
	if (sampler_try_lock(sampler)) {
		sampler_take_own(sampler, cpu_ns, *sampler->walk.current, context);
		hp_live_sampler_unlock(sampler);
	} else {
		HP_SHARED_COUNT(&sampler->ring->header->late);
	}
	took_ns = hp_live_ring_now_ns() - start_ns;
	HP_SHARED_WRITE(&sampler->handler_ns,
		sampler->handler_ns + SAMPLER_SIGNAL_NS + MIN(took_ns, SAMPLER_MOST_HANDLER_NS));
}

/* True if no signal takes samples: none is permitted, the program has its own handler, or none arrives. */
static bool sampler_needs_safe_point(const hp_live_sampler *sampler, uint64_t cpu_ns)
{
	const hp_sample_event *event = &sampler->cpu;

	if (HP_SHARED_READ(&sampler->is_sparse)) {
		return hp_sample_source_open_ns(event, cpu_ns) >
			(int64_t) (2 * sampler->interval_ns + SAMPLER_PATIENCE_NS);
	}

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		cpu_ns > HP_SHARED_READ(&event->seen_ns) + 2 * sampler->interval_ns + SAMPLER_PATIENCE_NS;
}

/* Without permission to read the stack of a thread that waits: its place afterwards is near. */
static void sampler_take_off_at_safe_point(hp_live_sampler *sampler, uint64_t cpu_ns)
{
	int64_t open_ns = hp_off_cpu_open_ns(&sampler->off, hp_live_ring_now_ns(), cpu_ns);

	if (sampler->clock == HP_LIVE_WALL && !sampler->walk.can_read &&
		open_ns >= (int64_t) (sampler->interval_ns / 2) &&
		sampler_keep(sampler, &sampler->stack,
			hp_stack_walk_own(&sampler->walk, *sampler->walk.current, NULL))) {
		sampler_write(sampler, &sampler->stack, HP_LIVE_OFF_CPU, (uint64_t) open_ns);
		hp_off_cpu_take(&sampler->off, open_ns);
	}
}

void hp_live_sampler_safe_point(hp_live_sampler *sampler, const zend_execute_data *execute_data)
{
	uint64_t cpu_ns;

	if (!HP_SHARED_READ(&sampler->is_on) || !sampler->is_in_request) {
		return;
	}
	cpu_ns = hp_live_sampler_cpu_ns(sampler);
	hp_live_sampler_lock(sampler);
	if (sampler->is_on &&
		(HP_SHARED_READ(&sampler->dumps) > 0 || sampler_needs_safe_point(sampler, cpu_ns) ||
			sampler_is_late(sampler, cpu_ns))) {
		sampler_take_own(sampler, cpu_ns, execute_data, NULL);
		sampler_take_off_at_safe_point(sampler, cpu_ns);
	}
	hp_live_sampler_unlock(sampler);
}

/* Addresses say nothing any more. */
static void sampler_forget_functions(hp_live_sampler *sampler)
{
	if (sampler->has_store && sampler->store.functions.count > 0) {
		memset(sampler->numbers, 0,
			MIN(sampler->numbers_size, sampler->store.functions.count) * sizeof(*sampler->numbers));
		hp_sample_store_drop_functions(&sampler->store, 0);
	}
}

/* Time that was open before stays open: the next look accounts for it, and finds a place as likely as time there is long. */
void hp_live_sampler_begin(hp_live_sampler *sampler)
{
	uint64_t cpu_ns = hp_live_sampler_cpu_ns(sampler), break_cpu_ns;

	sampler->has_new_request = true;
	sampler->stack.count = 0;
	sampler->began_ns = sampler->slot->began_ns;
	sampler->began_cpu_ns = cpu_ns;
	if (sampler->is_on) {
		break_cpu_ns = cpu_ns - sampler->ended_cpu_ns;
		hp_sample_source_take(
			&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + break_cpu_ns);
		hp_off_cpu_skip(&sampler->off, sampler->began_ns - sampler->ended_ns, break_cpu_ns);
	}
	HP_SHARED_WRITE(&sampler->is_in_request, true);
}

void hp_live_sampler_rename(hp_live_sampler *sampler)
{
	sampler->has_new_request = true;
}

void hp_live_sampler_end(hp_live_sampler *sampler, int32_t status)
{
	HP_SHARED_WRITE(&sampler->is_in_request, false);
	sampler->ended_ns = hp_live_ring_now_ns();
	sampler->ended_cpu_ns = hp_live_sampler_cpu_ns(sampler);
	sampler->busy_ns += sampler->ended_ns - sampler->began_ns;
	if (sampler->is_on) {
		hp_off_cpu_leave(&sampler->off, sampler->ended_ns, sampler->ended_cpu_ns);
	}
	sampler_write_end(sampler, status);
	sampler_forget_functions(sampler);
}

/* With the lock: the stack of the thread if it does not run. False: it does, or the stack cannot be read. */
static bool sampler_keep_other(void *owner, uint64_t cpu_ns)
{
	hp_live_sampler *sampler = owner;
	uint32_t count;

	if (!sampler->walk.can_read || !sampler->is_in_request) {
		return false;
	}
	count = hp_stack_walk_other(&sampler->walk, &sampler->cpu, cpu_ns);

	return count != HP_SAMPLE_NONE && sampler_keep(sampler, &sampler->asleep, count);
}

/* With the lock. */
static uint64_t sampler_charge(
	void *owner, hp_off_cpu_state state, hp_off_cpu_when when, bool is_own, uint64_t open_ns)
{
	hp_live_sampler *sampler = owner;
	const hp_live_stack *stack = is_own ? &sampler->stack : &sampler->asleep;
	uint32_t flags = HP_LIVE_OFF_CPU;

	if (stack->count == 0) {
		return 0;
	}
	flags |= state == HP_OFF_CPU_WAITING ? HP_LIVE_WAITS_FOR_CPU : 0;
	flags |= when != HP_OFF_CPU_NOW && !is_own ? HP_LIVE_REPEATED : 0;
	sampler_write(sampler, stack, flags, open_ns);

	return open_ns;
}

static const hp_off_cpu_sink sampler_off_cpu_sink = {sampler_keep_other, sampler_charge};

void hp_live_sampler_init(hp_live_sampler *sampler, hp_live_ring *ring, const hp_live_slot *slot)
{
	memset(sampler, 0, sizeof(*sampler));
	sampler->ring = ring;
	sampler->slot = slot;
	sampler->has_new_request = true;
	hp_random_bytes(&sampler->random, sizeof(sampler->random));
	hp_stack_walk_init(&sampler->walk, &sampler->store);
	sampler->walk.most = HP_LIVE_MAX_FRAMES + 2;
	hp_off_cpu_init(&sampler->off, &sampler_off_cpu_sink, sampler);
	sampler->cpu.thread = sampler->off.states.thread;
	sampler->cpu.owner = sampler;
	sampler->cpu.tick = sampler_tick;
	sampler->cpu.is_cpu_clock = true;
	sampler->cpu.stays_open = true;
	sampler->cpu.fd = -1;
}

void hp_live_sampler_free(hp_live_sampler *sampler)
{
	if (sampler->has_store) {
		hp_sample_store_free(&sampler->store);
		free(sampler->numbers);
	}
	hp_stack_walk_free(&sampler->walk);
	memset(sampler, 0, sizeof(*sampler));
}

void hp_live_sampler_forget(hp_live_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	/* Its files were those of the helper thread. */
	sampler->off.states.fd = sampler->off.states.schedule_fd = -1;
	sampler->is_on = false;
	hp_live_sampler_unlock(sampler);
}

/* In the helper thread, which may allocate, with the lock. False: no memory. */
static bool sampler_make_room(hp_live_sampler *sampler)
{
	uint32_t *numbers;
	uint32_t size;

	if (!sampler->has_store) {
		hp_sample_store_init(&sampler->store);
		sampler->has_store = true;
	} else if (hp_sample_store_wants_room(&sampler->store)) {
		hp_sample_store_grow(&sampler->store);
	}
	size = (uint32_t) sampler->store.functions.size;
	if (size > sampler->numbers_size) {
		numbers = realloc(sampler->numbers, size * sizeof(*numbers));
		if (numbers == NULL) {
			return false;
		}
		memset(
			numbers + sampler->numbers_size, 0, (size - sampler->numbers_size) * sizeof(*numbers));
		sampler->numbers = numbers;
		sampler->numbers_size = size;
	}

	return true;
}

static void sampler_attach(hp_live_sampler *sampler)
{
	hp_live_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->cpu.interval_ns, sampler->interval_ns);
	hp_live_sampler_unlock(sampler);
	if (hp_sample_source_enable(&sampler->cpu, &hp_sample_source_perf) == FAILURE) {
		hp_sample_source_enable(&sampler->cpu, &hp_sample_source_timer);
	}
}

void hp_live_sampler_count_switches(hp_live_sampler *sampler)
{
	uint64_t switches = hp_sample_source_schedule(&sampler->off.states).switches, ns;

	ns = switches > sampler->switches ? (switches - sampler->switches) * SAMPLER_SWITCH_NS : 0;
	sampler->switches = switches;
	sampler->switch_ns += ns;
	if (sampler->cpu.source == &hp_sample_source_perf) {
		sampler->attached_ns += ns;
	}
}

/* With the lock: what passed until now belongs to no sample. */
static void sampler_begin_clocks(hp_live_sampler *sampler)
{
	uint64_t now_ns = hp_live_ring_now_ns(), cpu_ns = hp_live_sampler_cpu_ns(sampler);

	hp_sample_source_take(&sampler->cpu, cpu_ns);
	HP_SHARED_WRITE(&sampler->cpu.seen_ns, cpu_ns);
	hp_off_cpu_begin(&sampler->off, now_ns, cpu_ns);
	sampler->stack.count = sampler->asleep.count = 0;
	sampler->watched_ns = now_ns;
	if (!sampler->is_in_request) {
		sampler->ended_ns = now_ns;
		sampler->ended_cpu_ns = cpu_ns;
	}
}

void hp_live_sampler_enable(hp_live_sampler *sampler, hp_live_clock clock, uint64_t interval_ns)
{
	bool has_room;

	hp_live_sampler_lock(sampler);
	has_room = sampler_make_room(sampler);
	sampler->clock = clock;
	sampler->interval_ns = sampler->off.interval_ns = interval_ns;
	hp_off_cpu_open(&sampler->off);
	sampler->has_new_request = true;
	sampler_begin_clocks(sampler);
	sampler->switches = sampler->off.seen.switches;
	sampler->is_expected = false;
	HP_SHARED_WRITE(&sampler->is_sparse, false);
	HP_SHARED_WRITE(&sampler->is_on, has_room);
	hp_live_sampler_unlock(sampler);
	if (has_room) {
		sampler_attach(sampler);
	}
}

/* With the lock: time that no sample accounts for, as its own row. */
static void sampler_write_rest(hp_live_sampler *sampler, uint32_t flags, int64_t open_ns)
{
	hp_live_function rest = {.name_length = sizeof(HP_LIVE_REST) - 1, .kind = HP_SAMPLE_INTERNAL};
	hp_live_stack *stack = &sampler->asleep;

	if (open_ns <= 0) {
		return;
	}
	stack->count = 1;
	stack->is_cut = false;
	stack->frames[0].function = hp_live_ring_function(sampler->ring, &rest, HP_LIVE_REST);
	stack->frames[0].line = 0;
	sampler_write(sampler, stack, flags | HP_LIVE_NO_STACK, (uint64_t) open_ns);
}

/* With the lock: the time that is open, as sampling ends. */
static void sampler_flush(hp_live_sampler *sampler)
{
	uint64_t now_ns = hp_live_ring_now_ns(), cpu_ns = hp_live_sampler_cpu_ns(sampler);
	int64_t open_ns;

	if (!sampler->is_in_request) {
		now_ns = sampler->ended_ns;
		cpu_ns = sampler->ended_cpu_ns;
	}
	open_ns = hp_sample_source_open_ns(&sampler->cpu, cpu_ns);
	if (sampler->is_in_request && sampler->stack.count > 0 && open_ns > 0) {
		sampler_write(sampler, &sampler->stack, 0, (uint64_t) open_ns);
	} else {
		sampler_write_rest(sampler, 0, open_ns);
	}
	if (sampler->clock == HP_LIVE_WALL) {
		hp_off_cpu_flush(&sampler->off, now_ns, cpu_ns);
		sampler_write_rest(
			sampler, HP_LIVE_OFF_CPU, hp_off_cpu_open_ns(&sampler->off, now_ns, cpu_ns));
	}
}

void hp_live_sampler_disable(hp_live_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_live_sampler_lock(sampler);
	if (!sampler->is_for_dumps) {
		sampler_flush(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_on, false);
	HP_SHARED_WRITE(&sampler->is_sparse, false);
	hp_off_cpu_close(&sampler->off);
	hp_live_sampler_unlock(sampler);
}

void hp_live_sampler_set_for_dumps(hp_live_sampler *sampler, bool is_for_dumps)
{
	if (is_for_dumps == sampler->is_for_dumps) {
		return;
	}
	hp_live_sampler_lock(sampler);
	if (sampler->is_on && is_for_dumps) {
		sampler_flush(sampler);
	} else if (sampler->is_on) {
		sampler_begin_clocks(sampler);
	}
	HP_SHARED_WRITE(&sampler->is_for_dumps, is_for_dumps);
	hp_live_sampler_unlock(sampler);
}

void hp_live_sampler_set_sparse(hp_live_sampler *sampler, bool is_sparse)
{
	if (is_sparse && !sampler->is_sparse && sampler->walk.can_read &&
		hp_live_sampler_source(sampler) == HP_LIVE_PERF) {
		hp_sample_source_disable(&sampler->cpu);
		HP_SHARED_WRITE(&sampler->is_sparse, true);
	} else if (!is_sparse && sampler->is_sparse) {
		hp_sample_source_disable(&sampler->cpu);
		HP_SHARED_WRITE(&sampler->is_sparse, false);
		sampler_attach(sampler);
	}
}

/* Sparse: a single tick, if enough CPU time for a sample is open. */
static void sampler_arm_once(hp_live_sampler *sampler, uint64_t cpu_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	uint64_t range_ns = SAMPLER_TICK_MAX_NS - SAMPLER_TICK_MIN_NS;

	bool is_there = HP_SHARED_READ(&cpu->fd) >= 0 && !HP_SHARED_READ(&cpu->is_spent);

	if (HP_SHARED_READ(&cpu->is_spent)) {
		hp_sample_source_disable(cpu); /* it costs at each switch of the thread while it is there */
	}
	if (is_there /* it has not run for so long */ ||
		hp_sample_source_open_ns(cpu, cpu_ns) < (int64_t) (sampler->interval_ns / 2)) {
		return;
	}
	hp_sample_source_disable(cpu);
	HP_SHARED_WRITE(&cpu->interval_ns,
		SAMPLER_TICK_MIN_NS + (uint64_t) (hp_random_unit(&sampler->random) * (double) range_ns));
	if (hp_sample_source_enable(cpu, &hp_sample_source_perf_once) == FAILURE) {
		hp_live_sampler_set_sparse(sampler, false);
	} else {
		sampler->attached_ns += SAMPLER_EVENT_NS;
	}
}

void hp_live_sampler_set_patience(hp_live_sampler *sampler, uint64_t patience_ns)
{
	sampler->off.patience_ns = patience_ns;
}

/* The time to the next tick does not begin anew: at so many changes a thread that uses little CPU time would
 * never come to one. */
static void sampler_aim(hp_live_sampler *sampler, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	int64_t open_ns = hp_sample_source_open_ns(cpu, hp_live_sampler_cpu_ns(sampler));
	int64_t left_ns = (int64_t) interval_ns - open_ns, least_ns = (int64_t) interval_ns / 16;

	cpu->source->run(cpu, true);
	cpu->source->aim(cpu, (uint64_t) MAX(least_ns, MIN(left_ns, (int64_t) interval_ns)));
}

void hp_live_sampler_set_interval(hp_live_sampler *sampler, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	bool is_longer = interval_ns > sampler->interval_ns;

	hp_live_sampler_lock(sampler);
	sampler->interval_ns = sampler->off.interval_ns = interval_ns;
	sampler->is_expected = sampler->is_expected && is_longer;
	if (!sampler->is_sparse) {
		HP_SHARED_WRITE(&cpu->interval_ns, interval_ns);
	}
	hp_live_sampler_unlock(sampler);
	/* A tick sets the time of the next one by the interval of then. */
	if (!sampler->is_sparse && cpu->source != NULL && HP_SHARED_READ(&cpu->is_armed) &&
		!(is_longer && cpu->source == &hp_sample_source_perf)) {
		sampler_aim(sampler, interval_ns);
	}
}

hp_live_source hp_live_sampler_source(const hp_live_sampler *sampler)
{
	const hp_sample_event *event = &sampler->cpu;

	if (sampler->is_sparse) {
		return HP_LIVE_PERF;
	}
	if (event->source == NULL || !HP_SHARED_READ(&event->is_armed)) {
		return HP_LIVE_INTERRUPT;
	}

	return event->source == &hp_sample_source_perf ? HP_LIVE_PERF : HP_LIVE_TIMER;
}

void hp_live_sampler_dump(hp_live_sampler *sampler, uint32_t dumps, uint64_t now_ns)
{
	hp_live_sampler_lock(sampler);
	sampler->dumps += dumps;
	sampler->dump_until_ns = now_ns + SAMPLER_DUMP_PATIENCE_NS;
	if (!sampler->is_in_request) {
		sampler->asleep.count = 0;
		sampler->asleep.is_cut = false;
		sampler_write_dumps(sampler, &sampler->asleep, HP_LIVE_OFF_CPU);
	}
	hp_live_sampler_unlock(sampler);
}

/* With the lock: a dump of a thread that does not run; one that runs answers at its next tick. */
static void sampler_look_for_dump(hp_live_sampler *sampler)
{
	uint64_t cpu_ns = hp_live_sampler_cpu_ns(sampler);
	bool is_waiting = hp_sample_source_is_waiting(&sampler->off.states);

	/* The stack is that of its last look, or the first one there. */
	hp_off_cpu_leave(&sampler->off, hp_live_ring_now_ns(), cpu_ns);
	if (sampler_keep_other(sampler, cpu_ns)) {
		sampler_write_dumps(
			sampler, &sampler->asleep, HP_LIVE_OFF_CPU | (is_waiting ? HP_LIVE_WAITS_FOR_CPU : 0));
	} else {
		hp_live_sampler_ask_interrupt(sampler);
	}
}

/* A long internal function and no signals leave a dump unanswered. The reader says so. */
static void sampler_drop_dumps(hp_live_sampler *sampler)
{
	if (hp_live_ring_now_ns() > sampler->dump_until_ns) {
		HP_SHARED_WRITE(&sampler->dumps, 0);
	}
}

/* Asks the thread for a sample at a safe point, if it needs that. True: it does. */
static bool sampler_watch(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	if (now_ns - sampler->watched_ns >= SAMPLER_PATIENCE_NS) {
		sampler->watched_ns = now_ns;
		hp_sample_source_watch(&sampler->cpu);
	}
	if (!sampler_needs_safe_point(sampler, cpu_ns)) {
		if (sampler_is_late(sampler, cpu_ns)) {
			hp_live_sampler_ask_interrupt(sampler);
		}
		return false;
	}
	if (hp_sample_source_open_ns(&sampler->cpu, cpu_ns) >= (int64_t) (sampler->interval_ns / 2) ||
		(sampler->clock == HP_LIVE_WALL && !sampler->walk.can_read)) {
		hp_live_sampler_ask_interrupt(sampler);
	}

	return true;
}

/* With the lock. Returns the time until the next look. */
static uint64_t sampler_look(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	bool needs_ticks = sampler_watch(sampler, now_ns, cpu_ns);
	uint64_t delay_ns;

	if (sampler->clock == HP_LIVE_WALL && sampler->walk.can_read && sampler->is_in_request) {
		hp_off_cpu_look(&sampler->off, now_ns, cpu_ns);
	}
	if (sampler->clock == HP_LIVE_CPU && !sampler->is_sparse) {
		return needs_ticks ? sampler->interval_ns : SAMPLER_PATIENCE_NS;
	}
	delay_ns = hp_off_cpu_delay_ns(&sampler->off);

	return needs_ticks ? MIN(delay_ns, sampler->interval_ns) : delay_ns;
}

static uint64_t sampler_look_busy(hp_live_sampler *sampler)
{
	uint64_t now_ns, cpu_ns, delay_ns;

	hp_live_sampler_lock(sampler);
	sampler_make_room(sampler);
	/* The wall clock first: what runs in between is not off the CPU. */
	now_ns = hp_live_ring_now_ns();
	cpu_ns = hp_live_sampler_cpu_ns(sampler);
	if (HP_SHARED_READ(&sampler->dumps) > 0) {
		sampler_look_for_dump(sampler);
		sampler_drop_dumps(sampler);
		delay_ns = SAMPLER_DUMP_NS;
	} else {
		delay_ns = sampler_look(sampler, now_ns, cpu_ns);
	}
	hp_live_sampler_unlock(sampler);
	if (HP_SHARED_READ(&sampler->is_sparse)) {
		sampler_arm_once(sampler, cpu_ns);
	}

	return delay_ns;
}

/* Between two requests. A thread that has many short ones is not to wake the helper at each. */
static uint64_t sampler_look_idle(hp_live_sampler *sampler, uint64_t now_ns)
{
	uint64_t ended_ns, delay_ns;

	hp_live_sampler_lock(sampler);
	ended_ns = sampler->ended_ns;
	delay_ns = hp_off_cpu_delay_ns(&sampler->off);
	hp_live_sampler_unlock(sampler);

	return now_ns > ended_ns + SAMPLER_IDLE_NS ? UINT64_MAX : delay_ns;
}

/* The first look is at a random moment of the interval, so that short requests after long breaks have their
 * share. */
static uint64_t sampler_first_delay_ns(hp_live_sampler *sampler)
{
	return (uint64_t) (hp_random_unit(&sampler->random) * (double) sampler->interval_ns);
}

uint64_t hp_live_sampler_look(hp_live_sampler *sampler)
{
	uint64_t now_ns = hp_live_ring_now_ns(), delay_ns;
	bool is_idle = !HP_SHARED_READ(&sampler->is_in_request);

	/* Messages wake the helper at other times. */
	if (HP_SHARED_READ(&sampler->dumps) == 0 && sampler->is_expected &&
		now_ns < sampler->next_look_ns) {
		return sampler->next_look_ns - now_ns;
	}
	if (!sampler->is_expected && !is_idle && HP_SHARED_READ(&sampler->dumps) == 0) {
		delay_ns = sampler_first_delay_ns(sampler);
	} else {
		delay_ns = is_idle ? sampler_look_idle(sampler, now_ns) : sampler_look_busy(sampler);
	}
	sampler->is_expected = delay_ns != UINT64_MAX;
	sampler->next_look_ns = now_ns + delay_ns;

	return delay_ns;
}

#endif
