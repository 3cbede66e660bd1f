/* format.h: the files of a live process, byte by byte. docs/ring-format.md says it to those who write
 * readers.
 *
 *   <pid>-<start>.data   written by the process alone, mapped by any number of readers
 *   <pid>-<start>.ctl    a FIFO: readers write messages to it, the process reads them
 *   <pid>-<start>.locals the answer to HP_LIVE_LOCALS_NOW, JSON, for the process' own user alone
 *
 * <start> is the process' start time, field 22 of /proc/PID/stat. Another thread than the first of
 * its process adds its number: <pid>-<start>-<tid>. All numbers have the byte order of the machine;
 * all offsets count from the beginning of the file. Times are nanoseconds of CLOCK_MONOTONIC
 * unless said otherwise. */
#ifndef HP_LIVE_FORMAT_H
#define HP_LIVE_FORMAT_H

#include <stdint.h>

#define HP_LIVE_MAGIC UINT64_C(0x314556494c504858) /* "XHPLIVE1" */
#define HP_LIVE_VERSION 1
#define HP_LIVE_HEADER_BYTES 4096u

/* No record lies in two blocks of the ring: damage costs one block at most. */
#define HP_LIVE_BLOCK_BYTES 16384u
#define HP_LIVE_MAX_FRAMES 500u

/* The append-only table of functions, and the bytes of their names. Number 0 is "(other)". */
#define HP_LIVE_FUNCTIONS 8192u
#define HP_LIVE_TEXT_BYTES (512u * 1024)

#define HP_LIVE_METHOD_BYTES 16
#define HP_LIVE_URI_BYTES 200
#define HP_LIVE_TAG_BYTES 1280 /* all that live/tags.h allows */

typedef enum hp_live_state {
	HP_LIVE_IDLE, /* between requests */
	HP_LIVE_RUNNING,
	HP_LIVE_SHUTDOWN, /* the request is over, its shutdown runs */
	HP_LIVE_ENDED /* the process ended in order */
} hp_live_state;

typedef enum hp_live_clock {
	HP_LIVE_WALL, /* CPU time, and samples while the thread waits */
	HP_LIVE_CPU /* CPU time only */
} hp_live_clock;

typedef enum hp_live_source {
	HP_LIVE_NO_SOURCE,
	HP_LIVE_PERF,
	HP_LIVE_TIMER,
	HP_LIVE_INTERRUPT, /* a helper thread, without signals */
	HP_LIVE_OUTSIDE /* another process */
} hp_live_source;

/* Ids of W3C Trace Context. An id of zeros is none; without a trace there is no span. */
typedef struct hp_live_trace {
	uint8_t id[16];
	uint8_t span[8];
} hp_live_trace;

/* The request of now. Written between two steps of sequence, which is odd meanwhile: a reader copies
 * it, and takes the copy only if sequence was even and the same before and after. Texts end with a
 * zero byte. */
typedef struct hp_live_slot {
	uint32_t sequence;
	uint32_t state; /* hp_live_state */
	uint64_t request; /* counts from 1 in this process */
	uint64_t began_ns;
	uint64_t began_unix_us; /* Unix time */
	uint64_t memory_bytes; /* PHP's, at the last look or sample, or at the request's begin or end */
	uint64_t peak_bytes;
	char method[HP_LIVE_METHOD_BYTES]; /* of a command: "cli" */
	char uri[HP_LIVE_URI_BYTES]; /* as xhprof.meta allows; of a command its script */
	uint32_t tag_bytes;
	char tags[HP_LIVE_TAG_BYTES]; /* key, zero, value, zero, and so on; tag_bytes in all */
	uint32_t padding;
	hp_live_trace trace;
} hp_live_slot;

/* No call, but something that happened in a request: hp_mark_kind in event/mark.h says what. The number of a kind minus one is
 * its place here. */
#define HP_LIVE_MARK_KINDS 12u
#define HP_LIVE_MARK_TEXT_BYTES 64

/* All marks of one kind in one request. */
typedef struct hp_live_mark_sum {
	uint32_t count; /* 0: none, and the rest says nothing */
	uint32_t records; /* how many of them have one of their own */
	uint64_t time_ns; /* of the newest */
	uint64_t duration_ns;
	uint64_t longest_ns;
	uint64_t amount;
	uint64_t limit;
	char text[HP_LIVE_MARK_TEXT_BYTES]; /* of the longest one, of several the newest; may be cut */
} hp_live_mark_sum;

typedef struct hp_live_mark_sums {
	uint64_t request; /* of another one than the slot's: that one has no marks */
	hp_live_mark_sum of[HP_LIVE_MARK_KINDS];
} hp_live_mark_sums;

/* The first HP_LIVE_HEADER_BYTES of a .data file. Up to the ring nothing ever changes. */
typedef struct hp_live_header {
	uint64_t magic; /* stored last: a file without it is not whole yet */
	uint32_t version;
	uint32_t header_bytes;
	uint32_t pid; /* as the process sees itself */
	uint32_t tid;
	uint64_t start_ticks; /* <start> of the file's name */
	uint64_t ring_at;
	uint64_t ring_bytes; /* a power of two, at least two blocks */
	uint64_t functions_at;
	uint32_t functions_size; /* places in the table of functions */
	uint32_t block_bytes;
	uint64_t texts_at;
	uint64_t text_bytes;
	uint64_t made_ns; /* the same moment on two clocks: */
	uint64_t made_unix_us;
	uint32_t php_version; /* PHP_VERSION_ID */
	uint32_t uid;
	char sapi[32];
	char pool[64]; /* of php-fpm, "" else */
	uint64_t pid_namespace; /* the inode of /proc/self/ns/pid; 0: not known */
	char padding_0[48];
	/* at 256: the ring. Positions count bytes since the beginning, without going round. */
	uint64_t reserved; /* what is before reserved - ring_bytes may be overwritten at any moment */
	uint64_t head; /* what is before is written; stored last, with release */
	uint64_t samples;
	uint64_t weight_ns;
	uint64_t late; /* ticks that could not take a sample */
	uint64_t cut; /* stacks of more than HP_LIVE_MAX_FRAMES frames */
	uint32_t functions_count; /* stored with release when the function and its texts are written */
	uint32_t functions_lost; /* that found no room, by sightings */
	/* at 312: sampling */
	uint32_t is_on;
	uint32_t source; /* hp_live_source */
	uint32_t clock; /* hp_live_clock */
	uint32_t readers; /* whose deadline is not over, the flight recorder not counted */
	uint64_t asked_ns; /* the shortest interval that readers request */
	uint64_t interval_ns; /* the one in force: lengthened to hold the budget */
	uint64_t on_ns; /* switched on, last time; 0: never */
	uint64_t until_ns; /* the latest deadline; UINT64_MAX: xhprof.live_interval */
	uint64_t handler_ns; /* time spent in all: taking samples in the thread */
	uint64_t helper_ns; /* and CPU time of the helper thread */
	uint64_t
		budget_ppm; /* in force: xhprof.live_budget in millionths of the thread's CPU time, or what a reader asks for */
	uint32_t refused; /* messages that made no sense, or are not allowed */
	uint32_t armed; /* requests that are still to be profiled */
	uint64_t dumps; /* "dump" messages that were answered by a record */
	uint32_t allowed; /* xhprof.live_allow: the bit 1 << command of each that is obeyed */
	uint32_t snapshots_refused; /* one was being written, or had been just before */
	uint64_t ended; /* requests that are over, and their times in all */
	uint64_t ended_wall_ns;
	uint64_t ended_cpu_ns;
	uint32_t is_from_outside; /* written by a reader of the process' memory: attach/ */
	uint32_t taken_by; /* hp_live_source: of the samples, also when no more are taken */
	uint32_t why; /* hp_why: it is that source */
	char padding_2[68];
	/* at 512 */
	hp_live_slot slot;
	char padding_3[216];
	/* at 2304 */
	hp_live_mark_sums marks; /* of the slot's request */
} hp_live_header;

/* id is the place in the table. The three texts stand one after the other: class, name, file. */
typedef struct hp_live_function {
	uint32_t text; /* offset in the texts */
	uint32_t line; /* where it is declared; 0: not known */
	uint16_t class_length;
	uint16_t name_length;
	uint16_t file_length;
	uint16_t kind; /* hp_sample_kind */
} hp_live_function;

typedef enum hp_live_kind {
	HP_LIVE_SAMPLE = 1, /* hp_live_sample_record */
	/* method, zero, URI, zero, tags, then zeros; with HP_LIVE_TRACED an hp_live_trace at its end: of the
	 * samples that follow. Written when one of these changes while samples are taken, and when sampling
	 * continues. */
	HP_LIVE_REQUEST,
	HP_LIVE_END, /* hp_live_end_record: a request is over, whether samples were taken or not */
	HP_LIVE_MARK /* hp_live_mark_record */
} hp_live_kind;

#define HP_LIVE_OFF_CPU 1u /* the thread sleeps or waits */
#define HP_LIVE_WAITS_FOR_CPU 2u /* it could run, and has no CPU */
#define HP_LIVE_CUT 4u /* outer frames are missing */
#define HP_LIVE_DUMP 8u /* requested by "dump": its weight is 0 */
#define HP_LIVE_REPEATED 16u /* not read again: the thread has not run since the last sample */
#define HP_LIVE_NO_STACK 32u /* time that no sample saw: its frame is HP_LIVE_REST */

/* A record of HP_LIVE_REQUEST or HP_LIVE_END ends with an hp_live_trace. */
#define HP_LIVE_TRACED 64u

/* A sample of time that no look saw: it is charged to where the thread was last seen. */
#define HP_LIVE_UNSEEN 256u

/* A sample that the thread took at a safe point: its time may be that of code just before. */
#define HP_LIVE_DISPLACED 512u

/* A record of HP_LIVE_MARK that sums up its kind. */
#define HP_LIVE_SUM 128u

/* Each record begins with this. bytes is a multiple of 8; 0 ends the block. */
typedef struct hp_live_record {
	uint32_t bytes; /* this head included */
	uint16_t kind;
	uint16_t flags;
	uint64_t time_ns;
	uint64_t request;
} hp_live_record;

typedef struct hp_live_sample_record {
	hp_live_record head;
	uint64_t weight_ns; /* the time that it stands for */
	uint32_t frames;
	uint32_t padding;
	struct {
		uint32_t function;
		uint32_t line;
	} frame[]; /* innermost first */
} hp_live_sample_record;

/* The function of time that no sample saw. */
#define HP_LIVE_REST "(not sampled)"

#define HP_LIVE_NO_STATUS INT32_MIN

/* Behind it the same as in HP_LIVE_REQUEST. */
typedef struct hp_live_end_record {
	hp_live_record head;
	uint64_t began_ns;
	uint64_t wall_ns;
	uint64_t cpu_ns; /* of the thread */
	uint64_t peak_bytes;
	int32_t status; /* of HTTP, or the exit status of a command; HP_LIVE_NO_STATUS: not known */
	uint32_t padding;
} hp_live_end_record;

/* Behind it a text that ends with a zero byte. The first HP_LIVE_MARKS_EACH of a kind in a request have a record each, at their
 * end, but files that compiled in less than HP_LIVE_MARK_LEAST_NS. One with HP_LIVE_SUM for each kind is the last before the
 * request's HP_LIVE_END. */
#define HP_LIVE_MARKS_EACH 16u
#define HP_LIVE_MARK_LEAST_NS UINT64_C(1000000)

typedef struct hp_live_mark_record {
	hp_live_record head;
	uint32_t kind; /* hp_mark_kind */
	uint32_t count; /* of one mark mostly 1 */
	uint64_t duration_ns;
	uint64_t longest_ns;
	uint64_t amount;
	uint64_t limit;
} hp_live_mark_record;

typedef enum hp_live_command {
	HP_LIVE_ASK = 1, /* sample until lease_ms from now; 0 ms takes this reader's wish back */
	HP_LIVE_DUMP_NOW, /* one record of this moment, with HP_LIVE_DUMP */
	HP_LIVE_SNAPSHOT_NOW, /* a heap snapshot to xhprof.output_dir, at the next safe point */
	HP_LIVE_ARM, /* profile the next requests whole, those whose URI matches */
	HP_LIVE_LOCALS_NOW, /* the variables of open calls to a .locals file, at the next safe point */
	HP_LIVE_BUDGET /* no command, but a right: HP_LIVE_ASK may have a budget */
} hp_live_command;

/* A reader writes it to the FIFO in one write(): less than PIPE_BUF, so never in pieces. */
typedef struct hp_live_message {
	uint64_t magic; /* HP_LIVE_MAGIC */
	uint32_t version;
	uint32_t command; /* hp_live_command */
	uint64_t
		reader; /* any number of the reader's own: its wishes replace one another, and no one else's */
	uint64_t interval_ns; /* 1 ms at least */
	uint32_t clock; /* hp_live_clock */
	uint32_t lease_ms; /* 60,000 at most */
	uint32_t requests; /* HP_LIVE_ARM; 1,000 at most, 0 disarms */
	uint32_t
		budget_ppm; /* HP_LIVE_ASK: in place of xhprof.live_budget; 250,000 at most, 0: as set */
	char uri[HP_LIVE_URI_BYTES]; /* a pattern with "*" and "?", "": all */
	char padding_0[8];
} hp_live_message;

#endif /* HP_LIVE_FORMAT_H */
