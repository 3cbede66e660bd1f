#include "live/ring.h"

#include "base/table.h"
#include "live/trace.h"
#include "sampler/source.h"

#ifdef __linux__

# include <stdlib.h>
# include <sys/mman.h>

# define RING_MAX_BYTES ((uint64_t) 1 << 30)
# define RING_KEYS (2 * HP_LIVE_FUNCTIONS)

uint64_t hp_live_ring_now_ns(void)
{
	return hp_sample_source_clock_ns(CLOCK_MONOTONIC);
}

/* Returns the size of a ring: a power of two within bounds. */
static uint64_t ring_size(uint64_t wanted)
{
	uint64_t bytes = 2 * HP_LIVE_BLOCK_BYTES;

	while (bytes < wanted && bytes < RING_MAX_BYTES) {
		bytes *= 2;
	}

	return bytes;
}

size_t hp_live_ring_file_bytes(uint64_t ring_bytes)
{
	return HP_LIVE_HEADER_BYTES + HP_LIVE_FUNCTIONS * sizeof(hp_live_function) +
		HP_LIVE_TEXT_BYTES + (size_t) ring_size(ring_bytes);
}

static void ring_lay_out(hp_live_ring *ring)
{
	hp_live_header *header = ring->header;

	header->version = HP_LIVE_VERSION;
	header->header_bytes = HP_LIVE_HEADER_BYTES;
	header->functions_at = HP_LIVE_HEADER_BYTES;
	header->functions_size = HP_LIVE_FUNCTIONS;
	header->texts_at = header->functions_at + HP_LIVE_FUNCTIONS * sizeof(hp_live_function);
	header->text_bytes = HP_LIVE_TEXT_BYTES;
	header->ring_at = header->texts_at + HP_LIVE_TEXT_BYTES;
	header->ring_bytes = ring->ring_bytes;
	header->block_bytes = HP_LIVE_BLOCK_BYTES;
	header->functions_count = ring->functions_count;
	ring->functions = (hp_live_function *) ((char *) header + header->functions_at);
	ring->texts = (char *) header + header->texts_at;
	ring->bytes = (char *) header + header->ring_at;
}

zend_result hp_live_ring_map(hp_live_ring *ring, int file, uint64_t ring_bytes)
{
	void *mapping;

	memset(ring, 0, sizeof(*ring));
	ring->mapped_bytes = hp_live_ring_file_bytes(ring_bytes);
	mapping = mmap(NULL, ring->mapped_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (mapping == MAP_FAILED) {
		return FAILURE;
	}
	ring->header = mapping;
	ring->ring_bytes = ring_size(ring_bytes);
	ring->functions_count = 1; /* number 0 is "(other)" */
	/* calloc() gives memory that costs nothing until it is touched. */
	ring->keys = calloc(RING_KEYS, sizeof(*ring->keys));
	ring->numbers = calloc(RING_KEYS, sizeof(*ring->numbers));
	ring_lay_out(ring);

	return SUCCESS;
}

void hp_live_ring_publish(hp_live_ring *ring)
{
	ring->header->made_ns = hp_live_ring_now_ns();
	ring->header->made_unix_us = (uint64_t) hp_sample_source_unix_us();
	__atomic_store_n(&ring->header->magic, HP_LIVE_MAGIC, __ATOMIC_RELEASE);
}

void hp_live_ring_unmap(hp_live_ring *ring)
{
	if (ring->header != NULL) {
		munmap(ring->header, ring->mapped_bytes);
		free(ring->keys);
		free(ring->numbers);
	}
	memset(ring, 0, sizeof(*ring));
}

static uint64_t ring_key(const hp_live_function *wanted, const char *text, uint32_t length)
{
	uint64_t key = hp_table_mix(wanted->line, wanted->kind);

	key = hp_table_mix(key, (uint64_t) wanted->class_length << 32 | wanted->name_length);

	return hp_table_mix_bytes(key, text, length) | 1;
}

static bool ring_add_function(
	hp_live_ring *ring, const hp_live_function *wanted, const char *text, uint32_t length)
{
	hp_live_function *added = &ring->functions[ring->functions_count];

	if (ring->functions_count >= HP_LIVE_FUNCTIONS ||
		ring->texts_count + length > HP_LIVE_TEXT_BYTES) {
		HP_SHARED_COUNT(&ring->header->functions_lost);
		return false;
	}
	memcpy(ring->texts + ring->texts_count, text, length);
	*added = *wanted;
	added->text = ring->texts_count;
	ring->texts_count += length;
	HP_SHARED_WRITE(&ring->header->functions_count, ++ring->functions_count);

	return true;
}

uint32_t hp_live_ring_function(hp_live_ring *ring, const hp_live_function *wanted, const char *text)
{
	uint32_t length = (uint32_t) wanted->class_length + wanted->name_length + wanted->file_length;
	uint64_t key = ring_key(wanted, text, length);
	uint32_t at = (uint32_t) (key >> 20) % RING_KEYS;

	if (ring->keys == NULL || ring->numbers == NULL) {
		HP_SHARED_COUNT(&ring->header->functions_lost);
		return 0;
	}
	while (ring->keys[at] != 0) {
		if (ring->keys[at] == key) {
			return ring->numbers[at];
		}
		at = (at + 1) % RING_KEYS;
	}
	if (!ring_add_function(ring, wanted, text, length)) {
		return 0;
	}
	ring->keys[at] = key;
	ring->numbers[at] = ring->functions_count - 1;

	return ring->numbers[at];
}

static hp_live_record *ring_at(const hp_live_ring *ring, uint64_t position)
{
	return (hp_live_record *) (ring->bytes + (position & (ring->ring_bytes - 1)));
}

/* Tells readers that the block has no more records, by a zero in the word after the last one. */
static void ring_end_block(const hp_live_ring *ring, uint64_t position)
{
	if (position % HP_LIVE_BLOCK_BYTES != 0) {
		HP_SHARED_WRITE(&ring_at(ring, position)->bytes, 0);
	}
}

hp_live_record *hp_live_ring_reserve(hp_live_ring *ring, hp_live_kind kind, uint32_t bytes)
{
	uint64_t start = ring->head, left = HP_LIVE_BLOCK_BYTES - start % HP_LIVE_BLOCK_BYTES;
	hp_live_record *record;

	bytes = (bytes + 7) & ~7u;
	if (bytes > left) {
		start += left;
	}
	ring->next = start + bytes;
	/* Announces what is overwritten next, before that happens: a reader that sees one new byte sees
	 * this number as well. The 8 bytes are for the word after the record, which may become 0. */
	__atomic_exchange_n(&ring->header->reserved, ring->next + 8, __ATOMIC_ACQ_REL);
	if (start != ring->head) {
		ring_end_block(ring, ring->head);
	}
	record = ring_at(ring, start);
	record->bytes = bytes;
	record->kind = (uint16_t) kind;
	record->flags = 0;
	record->time_ns = hp_live_ring_now_ns();
	record->request = 0;

	return record;
}

void hp_live_ring_commit(hp_live_ring *ring)
{
	ring_end_block(ring, ring->next);
	ring->head = ring->next;
	__atomic_store_n(&ring->header->head, ring->head, __ATOMIC_RELEASE);
}

static size_t ring_append(char *to, const char *text, size_t length)
{
	memcpy(to, text, length);

	return length;
}

hp_live_record *hp_live_ring_reserve_request(
	hp_live_ring *ring, hp_live_kind kind, size_t bytes, const hp_live_slot *slot)
{
	size_t method = strlen(slot->method) + 1, uri = strlen(slot->uri) + 1;
	bool is_traced = hp_live_trace_is_set(&slot->trace);
	/* The zero byte ends the tags for readers that know no traces. */
	size_t trace = is_traced ? 1 + sizeof(slot->trace) : 0;
	hp_live_record *record = hp_live_ring_reserve(
		ring, kind, (uint32_t) (bytes + method + uri + slot->tag_bytes + trace));
	char *to = (char *) record + bytes;

	memset(record + 1, 0, record->bytes - sizeof(*record));
	to += ring_append(to, slot->method, method);
	to += ring_append(to, slot->uri, uri);
	ring_append(to, slot->tags, slot->tag_bytes);
	if (is_traced) {
		record->flags = HP_LIVE_TRACED;
		ring_append((char *) record + record->bytes - sizeof(slot->trace),
			(const char *) &slot->trace, sizeof(slot->trace));
	}
	record->request = slot->request;

	return record;
}

void hp_live_ring_write_sample(hp_live_ring *ring, uint64_t request, const hp_live_frames *stack,
	uint32_t wait, uint32_t flags, uint64_t weight_ns)
{
	hp_live_sample_record *sample;
	uint32_t waits = wait != 0, count = MIN(stack->count, HP_LIVE_MAX_FRAMES - waits);
	size_t bytes = (waits + count) * sizeof(sample->frame[0]);
	bool is_cut = stack->is_cut || count < stack->count;

	sample = (hp_live_sample_record *) hp_live_ring_reserve(
		ring, HP_LIVE_SAMPLE, (uint32_t) (sizeof(*sample) + bytes));
	sample->head.flags = (uint16_t) (flags | (is_cut ? HP_LIVE_CUT : 0));
	sample->head.request = request;
	sample->weight_ns = weight_ns;
	sample->frames = waits + count;
	sample->padding = 0;
	if (waits) {
		sample->frame[0].function = wait;
		sample->frame[0].line = 0;
	}
	memcpy(sample->frame + waits, stack->frames, count * sizeof(sample->frame[0]));
	HP_SHARED_WRITE(&ring->header->samples, ring->header->samples + 1);
	HP_SHARED_WRITE(&ring->header->weight_ns, ring->header->weight_ns + weight_ns);
	hp_live_ring_commit(ring);
}

/* Makes the sequence odd before the slot changes: no later store happens before this. Two writers
 * at a time would leave it odd for good, and no reader would see the slot again. */
static void ring_begin_slot(hp_live_ring *ring)
{
	ZEND_ASSERT(ring->slot_sequence % 2 == 0);
	__atomic_exchange_n(&ring->header->slot.sequence, ++ring->slot_sequence, __ATOMIC_ACQ_REL);
}

static void ring_end_slot(hp_live_ring *ring)
{
	__atomic_store_n(&ring->header->slot.sequence, ++ring->slot_sequence, __ATOMIC_RELEASE);
}

/* Copies the bytes of a slot between two offsets. */
static void ring_copy_slot(hp_live_slot *to, const hp_live_slot *from, size_t begin, size_t end)
{
	memcpy((char *) to + begin, (const char *) from + begin, end - begin);
}

void hp_live_ring_set_state(hp_live_ring *ring, const hp_live_slot *slot)
{
	ring_begin_slot(ring);
	ring_copy_slot(
		&ring->header->slot, slot, offsetof(hp_live_slot, state), offsetof(hp_live_slot, method));
	ring_end_slot(ring);
}

void hp_live_ring_set_slot(hp_live_ring *ring, const hp_live_slot *slot)
{
	hp_live_slot *shared = &ring->header->slot;
	uint32_t old_bytes = MIN(shared->tag_bytes, sizeof(shared->tags));
	uint32_t uri_bytes = (uint32_t) strlen(slot->uri) + 1;

	/* Copy no more of the URI and the tags than there is: each cache line counts. */
	ring_begin_slot(ring);
	ring_copy_slot(shared, slot, offsetof(hp_live_slot, state),
		offsetof(hp_live_slot, uri) + MAX(uri_bytes, ring->uri_bytes));
	ring->uri_bytes = uri_bytes;
	ring_copy_slot(shared, slot, offsetof(hp_live_slot, tag_bytes),
		offsetof(hp_live_slot, tags) + slot->tag_bytes);
	if (ring->has_trace || hp_live_trace_is_set(&slot->trace)) {
		ring_copy_slot(shared, slot, offsetof(hp_live_slot, trace), sizeof(*slot));
		ring->has_trace = hp_live_trace_is_set(&slot->trace);
	}
	/* Erase the rest of longer old tags, which readers must not see any more. */
	if (old_bytes > slot->tag_bytes) {
		memset(shared->tags + slot->tag_bytes, 0, old_bytes - slot->tag_bytes);
	}
	ring_end_slot(ring);
}

#endif
