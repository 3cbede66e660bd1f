#include "live/sampler.h"

#ifdef __linux__

# include <sched.h>
# include <stdlib.h>

/* The kernel's part of a tick, which no clock of ours sees. */
# define SAMPLER_SIGNAL_NS 3000u

/* The cost of perf when the thread is taken off a CPU and put on one again. */
# define SAMPLER_SWITCH_NS 3000u

/* One of so many breaks between requests is measured, where samples are few; it costs so much. */
# define SAMPLER_BREAK_PARTS 16u
# define SAMPLER_BREAK_NS 3000u

/* A handler that took longer was interrupted itself. */
# define SAMPLER_MOST_HANDLER_NS 200000u

/* CPU time without a tick after which signals are taken for blocked; and the time between two looks
 * whether the handler is still ours. */
# define SAMPLER_PATIENCE_NS 100000000u

/* A thread that waits in one place is looked at again after a part of the time that it has waited: when it
 * runs, it is not known how long ago that began. */
# define SAMPLER_PATIENCE_PARTS 8
# define SAMPLER_MAX_PATIENCE_NS 500000000u

/* The longest time between two looks at one that runs, unless the interval is long. */
# define SAMPLER_BUSY_NS 8000000u

/* A thread that has run for longer since it slept may have waited for a CPU for the second time. */
# define SAMPLER_WOKEN_NS 1000000u

/* Waits for a CPU of which none was seen are charged to the last sample in the thread when they are so many
 * intervals long. */
# define SAMPLER_UNSEEN_INTERVALS 4

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
	hp_compat_ask_interrupt((zend_executor_globals *) ((char *) sampler->walk.current -
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

/* The request that the samples behind it belong to. */
static void sampler_write_request(hp_live_sampler *sampler)
{
	const hp_live_slot *slot = sampler->slot;
	size_t method = strlen(slot->method) + 1, uri = strlen(slot->uri) + 1;
	size_t bytes = sizeof(hp_live_record) + method + uri + slot->tag_bytes;
	hp_live_record *record = hp_live_ring_reserve(sampler->ring, HP_LIVE_REQUEST, (uint32_t) bytes);
	char *to = (char *) (record + 1);

	memset(to, 0, record->bytes - sizeof(*record));
	to += sampler_append(to, slot->method, method);
	to += sampler_append(to, slot->uri, uri);
	sampler_append(to, slot->tags, slot->tag_bytes);
	record->request = slot->request;
	hp_live_ring_commit(sampler->ring);
	sampler->has_new_request = false;
}

void hp_live_sampler_write(
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

	hp_live_sampler_write(sampler, stack, flags | HP_LIVE_DUMP, 0);
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
	return hp_sample_source_cpu_ns(&sampler->off);
}

/* The weight of a sample of CPU time that is due. 0: none is. */
static uint64_t sampler_due_ns(const hp_live_sampler *sampler, uint64_t cpu_ns)
{
	int64_t open_ns = hp_sample_source_open_ns(&sampler->cpu, cpu_ns);

	if (HP_SHARED_READ(&sampler->is_for_dumps)) {
		return 0;
	}
	if (HP_SHARED_READ(&sampler->is_sparse)) {
		return cpu_ns > sampler->charged_ns ? cpu_ns - sampler->charged_ns : 0;
	}

	return open_ns < (int64_t) (sampler->interval_ns / 2) ? 0 : (uint64_t) open_ns;
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
		hp_live_sampler_write(sampler, &sampler->stack, 0, weight_ns);
		hp_sample_source_take(&sampler->cpu, cpu_ns);
		sampler->charged_ns = cpu_ns;
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
		return cpu_ns > sampler->charged_ns + 2 * sampler->interval_ns + SAMPLER_PATIENCE_NS;
	}

	return event->source == NULL || !HP_SHARED_READ(&event->is_armed) ||
		cpu_ns > HP_SHARED_READ(&event->seen_ns) + 2 * sampler->interval_ns + SAMPLER_PATIENCE_NS;
}

/* The time that the thread was not running in its life, at the helper's last look or just now. */
static uint64_t sampler_idle_ns(const hp_live_sampler *sampler)
{
	return hp_sample_source_idle_ns(&sampler->off);
}

/* Without permission to read the stack of a thread that waits: its place afterwards is near. */
static void sampler_take_off_at_safe_point(hp_live_sampler *sampler)
{
	uint64_t idle_ns = sampler_idle_ns(sampler);
	int64_t open_ns = (int64_t) (idle_ns - sampler->asleep_taken_ns - sampler->waited_taken_ns);

	if (sampler->clock == HP_LIVE_WALL && !sampler->walk.can_read && !sampler->is_sparse &&
		open_ns >= (int64_t) (sampler->interval_ns / 2) &&
		sampler_keep(sampler, &sampler->stack,
			hp_stack_walk_own(&sampler->walk, *sampler->walk.current, NULL))) {
		hp_live_sampler_write(sampler, &sampler->stack, HP_LIVE_OFF_CPU, (uint64_t) open_ns);
		sampler->asleep_taken_ns = idle_ns - sampler->waited_taken_ns;
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
		(HP_SHARED_READ(&sampler->dumps) > 0 || sampler_needs_safe_point(sampler, cpu_ns))) {
		sampler_take_own(sampler, cpu_ns, execute_data, NULL);
		sampler_take_off_at_safe_point(sampler);
	}
	hp_live_sampler_unlock(sampler);
}

/* Time that passed until now belongs to no sample. */
static void sampler_take_all(hp_live_sampler *sampler)
{
	uint64_t cpu_ns = hp_live_sampler_cpu_ns(sampler);

	hp_sample_source_take(&sampler->cpu, cpu_ns);
	HP_SHARED_WRITE(&sampler->cpu.seen_ns, cpu_ns);
	if (sampler->clock == HP_LIVE_WALL) {
		sampler->waited_taken_ns = hp_sample_source_waited_ns(&sampler->off);
		sampler->asleep_taken_ns = sampler_idle_ns(sampler) - sampler->waited_taken_ns;
	}
	sampler->was_off = false;
	sampler->backoff = 1;
	sampler->stack.count = 0;
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

/* True if the CPU time after this request is measured. A clock of threads is a system call and takes a lock:
 * where samples are few, one of some breaks between requests stands for all. */
static bool sampler_counts_break(const hp_live_sampler *sampler)
{
	return sampler->is_on &&
		(!HP_SHARED_READ(&sampler->is_sparse) ||
			(sampler->slot->request * UINT64_C(0x9E3779B97F4A7C15) >> 32) % SAMPLER_BREAK_PARTS ==
				0);
}

/* CPU time that passed outside of requests. */
static void sampler_skip_cpu(hp_live_sampler *sampler, uint64_t cpu_ns)
{
	hp_sample_source_take(&sampler->cpu, hp_sample_source_taken_ns(&sampler->cpu) + cpu_ns);
	sampler->charged_ns += cpu_ns;
	sampler->outside_cpu_ns += cpu_ns;
}

void hp_live_sampler_begin(hp_live_sampler *sampler)
{
	sampler->has_new_request = true;
	sampler->stack.count = 0;
	sampler->began_ns = sampler->slot->began_ns;
	/* Between two requests it sleeps, but for some microseconds. What was open before stays open: the next
	 * look accounts for it, whose place is as likely as time is long. */
	if (sampler->is_on && sampler->ended_ns != 0) {
		sampler->asleep_taken_ns += sampler->began_ns - sampler->ended_ns;
	}
	if (sampler->is_on && sampler->break_weight > 0) {
		sampler_skip_cpu(sampler,
			(hp_live_sampler_cpu_ns(sampler) - sampler->ended_cpu_ns) * sampler->break_weight);
	}
	sampler->ended_ns = sampler->break_weight = 0;
	HP_SHARED_WRITE(&sampler->is_in_request, true);
}

void hp_live_sampler_rename(hp_live_sampler *sampler)
{
	sampler->has_new_request = true;
}

void hp_live_sampler_end(hp_live_sampler *sampler)
{
	HP_SHARED_WRITE(&sampler->is_in_request, false);
	sampler->ended_ns = hp_live_ring_now_ns();
	sampler->break_weight = 0;
	if (sampler_counts_break(sampler)) {
		sampler->ended_cpu_ns = hp_live_sampler_cpu_ns(sampler);
		sampler->break_weight = HP_SHARED_READ(&sampler->is_sparse) ? SAMPLER_BREAK_PARTS : 1;
		HP_SHARED_WRITE(&sampler->breaks, sampler->breaks + 1);
	}
	sampler->busy_ns += sampler->ended_ns - sampler->began_ns;
	sampler->was_off = false;
	sampler_forget_functions(sampler);
}

void hp_live_sampler_init(hp_live_sampler *sampler, hp_live_ring *ring, const hp_live_slot *slot)
{
	memset(sampler, 0, sizeof(*sampler));
	sampler->ring = ring;
	sampler->slot = slot;
	sampler->has_new_request = true;
	hp_random_bytes(&sampler->random, sizeof(sampler->random));
	hp_stack_walk_init(&sampler->walk, &sampler->store);
	sampler->walk.most = HP_LIVE_MAX_FRAMES + 2;
	sampler->cpu.thread = sampler->off.thread = hp_sample_source_thread();
	sampler->cpu.owner = sampler;
	sampler->cpu.tick = sampler_tick;
	sampler->cpu.is_cpu_clock = true;
	sampler->cpu.fd = sampler->off.fd = sampler->off.schedule_fd = -1;
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
	hp_sample_source_close_states(&sampler->off);
	sampler->is_on = false;
	hp_live_sampler_unlock(sampler);
}

/* In the helper thread, which may allocate, with the lock. False: no memory. */
bool hp_live_sampler_make_room(hp_live_sampler *sampler)
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

void hp_live_sampler_attach(hp_live_sampler *sampler)
{
	hp_live_sampler_lock(sampler);
	sampler_take_all(sampler);
	HP_SHARED_WRITE(&sampler->cpu.interval_ns, sampler->interval_ns);
	hp_live_sampler_unlock(sampler);
	if (hp_sample_source_enable(&sampler->cpu, &hp_sample_source_perf) == FAILURE) {
		hp_sample_source_enable(&sampler->cpu, &hp_sample_source_timer);
	}
}

void hp_live_sampler_detach(hp_live_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
}

void hp_live_sampler_count_switches(hp_live_sampler *sampler)
{
	uint64_t switches = hp_sample_source_switches(&sampler->off), ns;
	uint64_t breaks = HP_SHARED_READ(&sampler->breaks);

	ns = switches > sampler->switches ? (switches - sampler->switches) * SAMPLER_SWITCH_NS : 0;
	sampler->switches = switches;
	sampler->switch_ns += ns;
	if (sampler->cpu.source == &hp_sample_source_perf) {
		sampler->attached_ns += ns;
	}
	sampler->attached_ns += (breaks - sampler->breaks_counted) * SAMPLER_BREAK_NS;
	sampler->breaks_counted = breaks;
}

void hp_live_sampler_enable(hp_live_sampler *sampler, hp_live_clock clock, uint64_t interval_ns)
{
	hp_sample_event *cpu = &sampler->cpu;
	bool has_room;

	hp_live_sampler_lock(sampler);
	has_room = hp_live_sampler_make_room(sampler);
	sampler->clock = clock;
	sampler->interval_ns = cpu->interval_ns = interval_ns;
	hp_sample_source_open_states(&sampler->off);
	sampler->has_new_request = true;
	sampler->watched_ns = hp_live_ring_now_ns();
	sampler->ended_ns = sampler->is_in_request ? 0 : sampler->watched_ns;
	sampler->ended_cpu_ns = hp_live_sampler_cpu_ns(sampler);
	sampler->break_weight = sampler->is_in_request ? 0 : 1;
	sampler->switches = hp_sample_source_switches(&sampler->off);
	HP_SHARED_WRITE(&sampler->is_sparse, false);
	HP_SHARED_WRITE(&sampler->is_on, has_room);
	hp_live_sampler_unlock(sampler);
	if (has_room) {
		hp_live_sampler_attach(sampler);
	}
}

void hp_live_sampler_disable(hp_live_sampler *sampler)
{
	hp_sample_source_disable(&sampler->cpu);
	hp_live_sampler_lock(sampler);
	HP_SHARED_WRITE(&sampler->is_on, false);
	HP_SHARED_WRITE(&sampler->is_sparse, false);
	hp_sample_source_close_states(&sampler->off);
	hp_live_sampler_unlock(sampler);
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
	sampler->interval_ns = interval_ns;
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

/* With the lock: the stack of the thread if it does not run. False: it does, or the stack cannot be read. */
bool hp_live_sampler_walk_other(hp_live_sampler *sampler, uint64_t cpu_ns)
{
	uint32_t known = sampler->store.functions.count, count;

	if (!sampler->walk.can_read || !sampler->is_in_request) {
		return false;
	}
	count = hp_stack_walk_other(&sampler->walk);
	if (hp_live_sampler_cpu_ns(sampler) != cpu_ns) {
		count = HP_SAMPLE_NONE;
	}
	if (count == HP_SAMPLE_NONE) {
		hp_sample_store_drop_functions(&sampler->store, known);
		return false;
	}

	return sampler_keep(sampler, &sampler->asleep, count);
}

/* With the lock: a dump of a thread that does not run; one that runs answers at its next tick. */
static void sampler_look_for_dump(hp_live_sampler *sampler)
{
	bool is_waiting = hp_sample_source_is_waiting(&sampler->off);

	if (hp_live_sampler_walk_other(sampler, hp_live_sampler_cpu_ns(sampler))) {
		sampler_write_dumps(
			sampler, &sampler->asleep, HP_LIVE_OFF_CPU | (is_waiting ? HP_LIVE_WAITS_FOR_CPU : 0));
		sampler->was_off = false;
	} else {
		hp_live_sampler_ask_interrupt(sampler);
	}
}

/* The time off the CPU that samples do not account for, by what the kernel says it was. */
typedef struct sampler_open {
	uint64_t waited_life_ns; /* waits for a CPU that are over, in the thread's life */
	int64_t waited_ns;
	int64_t asleep_ns; /* and that of a wait that goes on */
} sampler_open;

/* With the lock. A sleeper that was looked at again may have been awake and waiting: its kernel says so only
 * when that is over. */
static sampler_open sampler_read_open(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	uint64_t waited_ns = hp_sample_source_waited_ns(&sampler->off);
	int64_t asleep_ns = (int64_t) (now_ns - cpu_ns - waited_ns - sampler->asleep_taken_ns);

	if (asleep_ns < 0) {
		sampler->asleep_taken_ns -= (uint64_t) -asleep_ns;
		sampler->waited_taken_ns += (uint64_t) -asleep_ns;
		asleep_ns = 0;
	}

	return (sampler_open){waited_ns, (int64_t) (waited_ns - sampler->waited_taken_ns), asleep_ns};
}

static void sampler_take_waited(
	hp_live_sampler *sampler, const hp_live_stack *stack, sampler_open *open)
{
	if (open->waited_ns >= (int64_t) (sampler->interval_ns / 2)) {
		hp_live_sampler_write(
			sampler, stack, HP_LIVE_OFF_CPU | HP_LIVE_WAITS_FOR_CPU, (uint64_t) open->waited_ns);
		sampler->waited_taken_ns = open->waited_life_ns;
		open->waited_ns = 0;
	}
}

static void sampler_take_asleep(
	hp_live_sampler *sampler, uint32_t flags, sampler_open *open, int64_t asleep_ns)
{
	if (asleep_ns >= (int64_t) (sampler->interval_ns / 2)) {
		hp_live_sampler_write(
			sampler, &sampler->asleep, HP_LIVE_OFF_CPU | flags, (uint64_t) asleep_ns);
		sampler->asleep_taken_ns += (uint64_t) asleep_ns;
		open->asleep_ns -= asleep_ns;
	}
}

/* With the lock: the thread has run since the helper saw it off the CPU. The time before it ran was spent
 * there, and the wait for a CPU after a sleep was, too, unless it may be one of a time that it ran: how much,
 * the kernel does not say if it sleeps anew. */
static void sampler_take_tail(
	hp_live_sampler *sampler, uint64_t now_ns, uint64_t ran_ns, bool is_asleep, sampler_open *open)
{
	uint64_t gap_ns = now_ns - sampler->look_ns;
	int64_t asleep_ns = open->asleep_ns;

	if (is_asleep) {
		asleep_ns = gap_ns > 2 * sampler->interval_ns ? MIN(asleep_ns, (int64_t) (gap_ns / 2)) : 0;
	}
	if (sampler->was_waiting || ran_ns < SAMPLER_WOKEN_NS) {
		sampler_take_waited(sampler, &sampler->asleep, open);
	}
	if (!sampler->was_waiting) {
		sampler_take_asleep(sampler, HP_LIVE_REPEATED, open, asleep_ns);
	}
}

/* With the lock: the thread was off the CPU for some time, and has run since the last look. */
static void sampler_look_closely(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	sampler_open open = sampler_read_open(sampler, now_ns, cpu_ns);
	bool is_waiting = hp_sample_source_is_waiting(&sampler->off);
	bool is_off = hp_live_sampler_cpu_ns(sampler) == cpu_ns;

	if (sampler->was_off) {
		sampler_take_tail(
			sampler, now_ns, cpu_ns - sampler->look_cpu_ns, is_off && !is_waiting, &open);
	}
	sampler->was_off = is_off && hp_live_sampler_walk_other(sampler, cpu_ns);
	sampler->was_waiting = sampler->was_off && is_waiting;
	sampler->off_since_ns = now_ns;
	if (sampler->was_waiting) {
		/* How long this wait is, the kernel says when it is over. */
		sampler_take_waited(sampler, &sampler->asleep, &open);
	} else if (sampler->was_off) {
		sampler_take_asleep(sampler, 0, &open, open.asleep_ns);
	}
	/* It was never seen waiting: perhaps in the middle of what it does. */
	if (sampler->stack.count > 0 &&
		open.waited_ns >= (int64_t) (SAMPLER_UNSEEN_INTERVALS * sampler->interval_ns)) {
		sampler_take_waited(sampler, &sampler->stack, &open);
	}
	sampler->backoff = 1;
}

/* True: the thread has not run since the helper saw it off the CPU, and stays in that place. */
static bool sampler_look_again(
	hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns, uint64_t open_ns)
{
	if (!sampler->was_off || cpu_ns != sampler->look_cpu_ns) {
		return false;
	}
	if (!sampler->was_waiting) {
		hp_live_sampler_write(
			sampler, &sampler->asleep, HP_LIVE_OFF_CPU | HP_LIVE_REPEATED, open_ns);
		sampler->asleep_taken_ns += open_ns;
	}
	sampler->look_ns = now_ns;

	return true;
}

/* With the lock. */
static void sampler_look_off(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	int64_t open_ns =
		(int64_t) (now_ns - cpu_ns - sampler->asleep_taken_ns - sampler->waited_taken_ns);

	if (open_ns < (int64_t) (sampler->interval_ns / 2)) {
		bool is_short = 2 * sampler->backoff * sampler->interval_ns <=
			MAX(SAMPLER_BUSY_NS, 2 * sampler->interval_ns);

		sampler->backoff = is_short ? 2 * sampler->backoff : sampler->backoff;
		sampler->was_off = sampler->was_off && cpu_ns == sampler->look_cpu_ns;
		return;
	}
	if (!sampler_look_again(sampler, now_ns, cpu_ns, (uint64_t) open_ns)) {
		sampler_look_closely(sampler, now_ns, cpu_ns);
	}
	sampler->look_ns = now_ns;
	sampler->look_cpu_ns = cpu_ns;
}

/* A long internal function and no signals leave a dump unanswered. The reader says so. */
static void sampler_drop_dumps(hp_live_sampler *sampler)
{
	if (hp_live_ring_now_ns() > sampler->dump_until_ns) {
		HP_SHARED_WRITE(&sampler->dumps, 0);
	}
}

/* At a random moment of the interval, so that looks never run in step with a periodic program. */
uint64_t hp_live_sampler_delay_ns(hp_live_sampler *sampler)
{
	uint64_t delay_ns = sampler->backoff * sampler->interval_ns;
	uint64_t asleep_ns = sampler->look_ns - sampler->off_since_ns;

	if (sampler->was_off) {
		asleep_ns = MIN(asleep_ns / SAMPLER_PATIENCE_PARTS, SAMPLER_MAX_PATIENCE_NS);
		delay_ns = MAX(delay_ns, asleep_ns);
	}

	return delay_ns - delay_ns / 4 +
		(hp_random_next(&sampler->random) >> 32) * (delay_ns / 2) / UINT32_MAX;
}

bool hp_live_sampler_watch(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	if (now_ns - sampler->watched_ns >= SAMPLER_PATIENCE_NS) {
		sampler->watched_ns = now_ns;
		hp_sample_source_watch(&sampler->cpu);
	}
	if (!sampler_needs_safe_point(sampler, cpu_ns)) {
		return false;
	}
	if (sampler->is_sparse ||
		hp_sample_source_open_ns(&sampler->cpu, cpu_ns) >= (int64_t) (sampler->interval_ns / 2) ||
		(sampler->clock == HP_LIVE_WALL && !sampler->walk.can_read)) {
		hp_live_sampler_ask_interrupt(sampler);
	}

	return true;
}

/* With the lock. */
static uint64_t sampler_look(hp_live_sampler *sampler, uint64_t now_ns, uint64_t cpu_ns)
{
	hp_live_sampler_make_room(sampler);
	if (HP_SHARED_READ(&sampler->dumps) > 0) {
		sampler_look_for_dump(sampler);
		sampler_drop_dumps(sampler);
		return SAMPLER_DUMP_NS;
	}
	if (sampler->clock == HP_LIVE_CPU) {
		return SAMPLER_PATIENCE_NS;
	}
	if (sampler->walk.can_read && sampler->is_in_request) {
		sampler_look_off(sampler, now_ns, cpu_ns);
	}

	return hp_live_sampler_delay_ns(sampler);
}

/* A thread that has many short requests is not to wake the helper at each. */
uint64_t hp_live_sampler_idle_delay_ns(hp_live_sampler *sampler)
{
	uint64_t ended_ns, delay_ns;

	hp_live_sampler_lock(sampler);
	ended_ns = sampler->ended_ns;
	sampler->backoff = 1;
	delay_ns = hp_live_sampler_delay_ns(sampler);
	hp_live_sampler_unlock(sampler);

	return ended_ns != 0 && hp_live_ring_now_ns() - ended_ns > SAMPLER_IDLE_NS ? UINT64_MAX
																			   : delay_ns;
}

uint64_t hp_live_sampler_look(hp_live_sampler *sampler)
{
	uint64_t now_ns, cpu_ns, delay_ns;
	bool needs_ticks;

	if (!HP_SHARED_READ(&sampler->is_in_request)) {
		return hp_live_sampler_idle_delay_ns(sampler);
	}
	hp_live_sampler_lock(sampler);
	/* The wall clock first: what runs in between is not off the CPU. */
	now_ns = hp_live_ring_now_ns();
	cpu_ns = hp_live_sampler_cpu_ns(sampler);
	needs_ticks = hp_live_sampler_watch(sampler, now_ns, cpu_ns);
	delay_ns = sampler_look(sampler, now_ns, cpu_ns);
	hp_live_sampler_unlock(sampler);

	return needs_ticks ? MIN(delay_ns, sampler->interval_ns) : delay_ns;
}

#endif
