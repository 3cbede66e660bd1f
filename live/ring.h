/* ring.h: the mapped data file of a thread, as its writer sees it: see live/format.h.
 *
 * There is one writer at a time, which holds the owner's lock: a signal handler of the thread, or a
 * helper thread. Nothing that is read from the mapping is trusted: all sizes and positions are
 * private. */
#ifndef HP_LIVE_RING_H
#define HP_LIVE_RING_H

#include "base/compat.h"
#include "live/format.h"

typedef struct hp_live_ring {
	hp_live_header *header; /* NULL: there is no ring */
	char *bytes; /* of the ring */
	hp_live_function *functions;
	char *texts;
	size_t mapped_bytes;
	uint64_t ring_bytes;
	uint64_t head;
	uint64_t next; /* the end of the record that is being written */
	uint32_t functions_count;
	uint32_t texts_count;
	uint32_t slot_sequence;
	uint32_t uri_bytes; /* the bytes of the URI in the slot, with its zero byte */
	bool has_trace; /* the slot has a trace */
	uint64_t *keys; /* a hash table of the functions by content; 0: free */
	uint32_t *numbers; /* the function's number, for each key */
} hp_live_ring;

/* Returns the size of the file for a ring of about that many bytes. */
size_t hp_live_ring_file_bytes(uint64_t ring_bytes);

/* Maps a new file of that size and writes its header, except for what identifies the process: the
 * caller fills that in and then publishes the ring. FAILURE: errno says why. */
zend_result hp_live_ring_map(hp_live_ring *ring, int file, uint64_t ring_bytes);
void hp_live_ring_publish(hp_live_ring *ring);
void hp_live_ring_unmap(hp_live_ring *ring);

/* Returns the number of a function, which is added if it is new. text has its class, name and file
 * one after the other. 0: there is no room, which is counted. */
uint32_t hp_live_ring_function(
	hp_live_ring *ring, const hp_live_function *wanted, const char *text);

/* Returns room for a record of up to HP_LIVE_BLOCK_BYTES, whose head is filled in except for the
 * flags and the request. bytes is rounded up. Readers see the record once it is committed. */
hp_live_record *hp_live_ring_reserve(hp_live_ring *ring, hp_live_kind kind, uint32_t bytes);
void hp_live_ring_commit(hp_live_ring *ring);

/* A stack of the ring's function numbers, the innermost frame first. */
typedef struct hp_live_frames {
	uint32_t count;
	bool is_cut;
	struct {
		uint32_t function;
		uint32_t line;
	} frames[HP_LIVE_MAX_FRAMES];
} hp_live_frames;

/* Returns a record of that many bytes for the slot's request, followed by its texts. The caller
 * commits it. */
hp_live_record *hp_live_ring_reserve_request(
	hp_live_ring *ring, hp_live_kind kind, size_t bytes, const hp_live_slot *slot);

/* Writes a complete sample of that request, and counts it. wait is the function above the stack; 0:
 * none. */
void hp_live_ring_write_sample(hp_live_ring *ring, uint64_t request, const hp_live_frames *stack,
	uint32_t wait, uint32_t flags, uint64_t weight_ns);

/* Publishes the slot, except its sequence: readers see all of the change or nothing of it. */
void hp_live_ring_set_slot(hp_live_ring *ring, const hp_live_slot *slot);

/* Copies only the state, the request's number and times, and the memory. */
void hp_live_ring_set_state(hp_live_ring *ring, const hp_live_slot *slot);

/* Returns the time by the clock of all times in a ring: CLOCK_MONOTONIC. */
uint64_t hp_live_ring_now_ns(void);

#endif /* HP_LIVE_RING_H */
