/* ring.h: the mapped data of a thread, as its writer sees it: see live/format.h.
 *
 * One writer at a time, which the owner's lock lets in: a signal handler of the thread, or a helper
 * thread. Nothing that is read from the mapping is trusted: all sizes and positions are private. */
#ifndef HP_LIVE_RING_H
#define HP_LIVE_RING_H

#include "live/format.h"

#include "base/compat.h"

typedef struct hp_live_ring {
	hp_live_header *header; /* NULL: there is none */
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
	uint32_t uri_bytes; /* in the slot */
	bool has_trace; /* likewise */
	uint64_t *keys; /* of the functions, a hash table by content; 0: free */
	uint32_t *numbers; /* for each key */
} hp_live_ring;

/* The size of a file for a ring of about that many bytes. */
size_t hp_live_ring_file_bytes(uint64_t ring_bytes);

/* Maps a new file of that size and writes its header, but for what identifies the process: for the
 * caller to fill in, and then to publish. FAILURE: errno says why. */
zend_result hp_live_ring_map(hp_live_ring *ring, int file, uint64_t ring_bytes);
void hp_live_ring_publish(hp_live_ring *ring);
void hp_live_ring_unmap(hp_live_ring *ring);

/* The number of a function, which is added if it is new. The three texts stand one after the other.
 * 0: no room, which is counted. */
uint32_t hp_live_ring_function(
	hp_live_ring *ring, const hp_live_function *wanted, const char *text);

/* Room for a record of up to HP_LIVE_BLOCK_BYTES, whose head is filled in but for the flags and the
 * request. bytes is rounded up. Readers see it once it is committed. */
hp_live_record *hp_live_ring_reserve(hp_live_ring *ring, hp_live_kind kind, uint32_t bytes);
void hp_live_ring_commit(hp_live_ring *ring);

/* A stack by the ring's numbers, the innermost frame first. */
typedef struct hp_live_frames {
	uint32_t count;
	bool is_cut;
	struct {
		uint32_t function;
		uint32_t line;
	} frames[HP_LIVE_MAX_FRAMES];
} hp_live_frames;

/* A record of so many bytes for the slot's request, with its texts behind them; to be committed. */
hp_live_record *hp_live_ring_reserve_request(
	hp_live_ring *ring, hp_live_kind kind, size_t bytes, const hp_live_slot *slot);

/* A sample of that request, whole and counted. wait: the function above the stack; 0: none. */
void hp_live_ring_write_sample(hp_live_ring *ring, uint64_t request, const hp_live_frames *stack,
	uint32_t wait, uint32_t flags, uint64_t weight_ns);

/* Copies the slot, all but its sequence, to where readers see it whole. */
void hp_live_ring_set_slot(hp_live_ring *ring, const hp_live_slot *slot);

/* Likewise the state, the request's number and times, and the memory alone. */
void hp_live_ring_set_state(hp_live_ring *ring, const hp_live_slot *slot);

/* The clock of all times in a ring. */
uint64_t hp_live_ring_now_ns(void);

#endif /* HP_LIVE_RING_H */
