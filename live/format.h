/* format.h: the files of a live process, byte by byte. docs/ring-format.md describes them for
 * authors of readers.
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

#ifdef __linux__
# define HP_LIVE_HAS_RINGS 1
#endif

#define HP_LIVE_MAGIC UINT64_C(0x314556494c504858) /* "XHPLIVE1" */
#define HP_LIVE_VERSION 1
#define HP_LIVE_HEADER_BYTES 4096u

/* No record crosses a block boundary of the ring: damage costs at most one block. */
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
	HP_LIVE_SHUTDOWN, /* the request has ended and is being shut down */
	HP_LIVE_ENDED /* the process has ended normally */
} hp_live_state;

typedef enum hp_live_clock {
	HP_LIVE_WALL, /* samples of CPU time and of waits */
	HP_LIVE_CPU /* samples of CPU time only */
} hp_live_clock;

typedef enum hp_live_source {
	HP_LIVE_NO_SOURCE,
	HP_LIVE_PERF,
	HP_LIVE_TIMER,
	HP_LIVE_INTERRUPT, /* interrupts by a helper thread, without signals */
	HP_LIVE_OUTSIDE /* another process */
} hp_live_source;

/* Ids of W3C Trace Context. An id of all zeros means none; without a trace there is no span. */
typedef struct hp_live_trace {
	uint8_t id[16];
	uint8_t span[8];
} hp_live_trace;

/* The current request. The writer increments sequence before and after it changes the slot, so
 * sequence is odd meanwhile. A reader copies the slot, and uses the copy only if sequence was even
 * and the same before and after. Texts end with a zero byte. */
typedef struct hp_live_slot {
	uint32_t sequence;
	uint32_t state; /* hp_live_state */
	uint64_t request; /* counts from 1 in this process */
	uint64_t began_ns;
	uint64_t began_unix_us; /* Unix time */
	/* PHP's memory at the last look or sample, or at the request's begin or end */
	uint64_t memory_bytes;
	uint64_t peak_bytes;
	char method[HP_LIVE_METHOD_BYTES]; /* "cli" for a command */
	char uri[HP_LIVE_URI_BYTES]; /* as far as xhprof.meta allows; the script of a command */
	uint32_t tag_bytes;
	char tags[HP_LIVE_TAG_BYTES]; /* key, zero, value, zero, and so on; tag_bytes in all */
	uint32_t padding;
	hp_live_trace trace;
} hp_live_slot;

/* A mark is something that happened in a request but is no call; its kinds are hp_mark_kind in
 * event/mark.h. The index of a kind here is its number minus one. */
#define HP_LIVE_MARK_KINDS 12u
#define HP_LIVE_MARK_TEXT_BYTES 64

/* All marks of one kind in one request, added up. */
typedef struct hp_live_mark_sum {
	uint32_t count; /* 0: there are none, and the other members mean nothing */
	uint32_t records; /* how many of them have a record of their own */
	uint64_t time_ns; /* of the newest mark */
	uint64_t duration_ns;
	uint64_t longest_ns;
	uint64_t amount;
	uint64_t limit;
	/* of the longest mark, or the newest of several; may be cut */
	char text[HP_LIVE_MARK_TEXT_BYTES];
} hp_live_mark_sum;

typedef struct hp_live_mark_sums {
	/* the request of these marks; if the slot has another request, that one has no marks */
	uint64_t request;
	hp_live_mark_sum of[HP_LIVE_MARK_KINDS];
} hp_live_mark_sums;

/* The first HP_LIVE_HEADER_BYTES of a .data file. The members before those of the ring never
 * change. */
typedef struct hp_live_header {
	uint64_t magic; /* stored last: a file without it is not whole yet */
	uint32_t version;
	uint32_t header_bytes;
	uint32_t pid; /* as the process itself sees it */
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
	char pool[64]; /* the pool of php-fpm; otherwise "" */
	uint64_t pid_namespace; /* the inode of /proc/self/ns/pid; 0: not known */
	char padding_0[48];
	/* at 256: the ring. Positions count bytes since the beginning, and do not wrap around. */
	uint64_t reserved; /* bytes before reserved - ring_bytes may be overwritten at any moment */
	uint64_t head; /* everything before it is written; stored last, with release */
	uint64_t samples;
	uint64_t weight_ns;
	uint64_t late; /* ticks that could not take a sample */
	uint64_t cut; /* stacks of more than HP_LIVE_MAX_FRAMES frames */
	uint32_t functions_count; /* stored with release once the function and its texts are written */
	uint32_t functions_lost; /* functions that found no room, counted at each sighting */
	/* at 312: sampling */
	uint32_t is_on;
	uint32_t source; /* hp_live_source */
	uint32_t clock; /* hp_live_clock */
	uint32_t readers; /* with a lease in force; the flight recorder does not count */
	uint64_t asked_ns; /* the shortest interval that readers ask for */
	uint64_t interval_ns; /* the interval in force: lengthened to stay within the budget */
	uint64_t on_ns; /* when sampling was last switched on; 0: never */
	uint64_t until_ns; /* the latest deadline; UINT64_MAX: xhprof.live_interval */
	uint64_t handler_ns; /* total time spent in the thread on taking samples */
	uint64_t helper_ns; /* total CPU time of the helper thread */
	/* the budget in force, in millionths of the thread's CPU time: xhprof.live_budget, or what a
	 * reader asks for */
	uint64_t budget_ppm;
	uint32_t refused; /* messages that made no sense or are not allowed */
	uint32_t armed; /* requests that are still to be profiled */
	uint64_t dumps; /* "dump" messages that were answered by a record */
	/* xhprof.live_allow: the bit 1 << command is set for each command that is obeyed */
	uint32_t allowed;
	uint32_t snapshots_refused; /* because another one was being written, or had been just before */
	uint64_t ended; /* requests that have ended; their total times follow */
	uint64_t ended_wall_ns;
	uint64_t ended_cpu_ns;
	/* written by another process, which reads this one's memory: attach/ */
	uint32_t is_from_outside;
	uint32_t taken_by; /* hp_live_source of the samples; stays when no more are taken */
	uint32_t why; /* hp_why: the reason for this source */
	char padding_2[68];
	/* at 512 */
	hp_live_slot slot;
	char padding_3[216];
	/* at 2304 */
	hp_live_mark_sums marks; /* the marks of the slot's request */
} hp_live_header;

/* A function's number is its place in the table. Its three texts follow one another: class, name,
 * file. */
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
	/* The request of the samples that follow: method, zero, URI, zero, tags, then zeros; with
	 * HP_LIVE_TRACED an hp_live_trace at the end. Written when one of these changes while samples
	 * are taken, and when sampling continues. */
	HP_LIVE_REQUEST,
	HP_LIVE_END, /* hp_live_end_record: a request has ended, with or without samples */
	HP_LIVE_MARK /* hp_live_mark_record */
} hp_live_kind;

#define HP_LIVE_OFF_CPU 1u /* the thread sleeps or waits */
#define HP_LIVE_WAITS_FOR_CPU 2u /* it could run, but has no CPU */
#define HP_LIVE_CUT 4u /* outer frames are missing */
#define HP_LIVE_DUMP 8u /* the answer to a "dump" message: its weight is 0 */
/* The stack was not read again, because the thread has not run since the last sample. */
#define HP_LIVE_REPEATED 16u
#define HP_LIVE_NO_STACK 32u /* time that no sample saw: the only frame is HP_LIVE_REST */

/* A record of HP_LIVE_REQUEST or HP_LIVE_END ends with an hp_live_trace. */
#define HP_LIVE_TRACED 64u

/* The sample stands for time that no look saw: it is charged to where the thread was last seen. */
#define HP_LIVE_UNSEEN 256u

/* The thread took the sample at a safe point: its time may belong to the code just before. */
#define HP_LIVE_DISPLACED 512u

/* A record of HP_LIVE_MARK that sums up all marks of its kind. */
#define HP_LIVE_SUM 128u

/* Each record begins with this. bytes is a multiple of 8; 0 ends the block. */
typedef struct hp_live_record {
	uint32_t bytes; /* including this head */
	uint16_t kind;
	uint16_t flags;
	uint64_t time_ns;
	uint64_t request;
} hp_live_record;

typedef struct hp_live_frame {
	uint32_t function;
	uint32_t line;
} hp_live_frame;

typedef struct hp_live_sample_record {
	hp_live_record head;
	uint64_t weight_ns; /* the time that the sample stands for */
	uint32_t frames;
	uint32_t padding;
	hp_live_frame frame[]; /* innermost first */
} hp_live_sample_record;

/* The name of the function that time without a sample is charged to. */
#define HP_LIVE_REST "(not sampled)"

#define HP_LIVE_NO_STATUS INT32_MIN

/* Followed by the same texts as a HP_LIVE_REQUEST. */
typedef struct hp_live_end_record {
	hp_live_record head;
	uint64_t began_ns;
	uint64_t wall_ns;
	uint64_t cpu_ns; /* of the thread */
	uint64_t peak_bytes;
	/* the status of HTTP, or the exit status of a command; HP_LIVE_NO_STATUS: not known */
	int32_t status;
	uint32_t padding;
} hp_live_end_record;

/* Followed by a text that ends with a zero byte. In each request the first HP_LIVE_MARKS_EACH marks
 * of a kind get a record, written when they end; but files that compile in less than
 * HP_LIVE_MARK_LEAST_NS get none. The last records before the request's HP_LIVE_END are the sums,
 * one with HP_LIVE_SUM for each kind that had marks. */
#define HP_LIVE_MARKS_EACH 16u
#define HP_LIVE_MARK_LEAST_NS UINT64_C(1000000)

typedef struct hp_live_mark_record {
	hp_live_record head;
	uint32_t kind; /* hp_mark_kind */
	uint32_t count; /* mostly 1 for a single mark */
	uint64_t duration_ns;
	uint64_t longest_ns;
	uint64_t amount;
	uint64_t limit;
} hp_live_mark_record;

typedef enum hp_live_command {
	HP_LIVE_ASK = 1, /* sample for lease_ms from now; 0 ms ends this reader's lease */
	HP_LIVE_DUMP_NOW, /* write one record of this moment, with HP_LIVE_DUMP */
	HP_LIVE_SNAPSHOT_NOW, /* write a heap snapshot to xhprof.output_dir, at the next safe point */
	HP_LIVE_ARM, /* profile the whole of the next requests whose URI matches */
	/* write the variables of open calls to a .locals file, at the next safe point */
	HP_LIVE_LOCALS_NOW
} hp_live_command;

/* The rights of xhprof.live_allow that do not allow a command. A right to send a command has the
 * command's number. */
typedef enum hp_live_right {
	HP_LIVE_MAY_SET_BUDGET = HP_LIVE_LOCALS_NOW + 1 /* by HP_LIVE_ASK */
} hp_live_right;

/* A reader writes a message to the FIFO in one write(). It is shorter than PIPE_BUF, so it is never
 * split. */
typedef struct hp_live_message {
	uint64_t magic; /* HP_LIVE_MAGIC */
	uint32_t version;
	uint32_t command; /* hp_live_command */
	/* any number that the reader chooses: its next lease replaces this one, and no one else's */
	uint64_t reader;
	uint64_t interval_ns; /* at least 1 ms */
	uint32_t clock; /* hp_live_clock */
	uint32_t lease_ms; /* at most 60,000 */
	uint32_t requests; /* for HP_LIVE_ARM: at most 1,000; 0 disarms */
	/* for HP_LIVE_ASK, in place of xhprof.live_budget: at most 250,000; 0: xhprof.live_budget */
	uint32_t budget_ppm;
	char uri[HP_LIVE_URI_BYTES]; /* a pattern with "*" and "?"; "": all */
	char padding_0[8];
} hp_live_message;

#endif /* HP_LIVE_FORMAT_H */
