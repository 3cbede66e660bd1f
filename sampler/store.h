/* store.h: samples of the stack, in memory to which a signal handler may add.
 *
 *   functions   all that was seen on a stack, by a key that the walker makes
 *   nodes       the call paths, a tree: parent, function, line
 *   records     one for each sample: when, where (a node), and how many intervals it stands for
 *
 * The functions for the handler neither allocate nor lock: they fail if there is no room, which
 * hp_sample_store_grow() makes at a safe point. All numbers are indexes, so that the tables may
 * move. Two threads add samples; the owner lets in one at a time. */
#ifndef HP_SAMPLER_STORE_H
#define HP_SAMPLER_STORE_H

#include "base/table.h"
#include "base/vector.h"

/* The most frames of a stack that are kept, the innermost ones. Outer ones are cut off, and the
 * stack is counted. */
#define HP_SAMPLE_MAX_FRAMES ((uint32_t) 1 << 20)

/* Instead of an index: not found, or no room. */
#define HP_SAMPLE_NONE UINT32_MAX

/* The root of all paths: main(). */
#define HP_SAMPLE_ROOT 0u

typedef enum hp_sample_kind {
	HP_SAMPLE_INTERNAL,
	HP_SAMPLE_USER,
	HP_SAMPLE_FILE, /* the code of a file */
	HP_SAMPLE_EVAL, /* the code of an eval() */
	HP_SAMPLE_COMPILED, /* no function: a file or an eval() that is being compiled */
	HP_SAMPLE_WAIT /* no function: what its caller sleeps in, see sampler/wait.h */
} hp_sample_kind;

/* A function. Its class, name and file are stored consecutively at store->texts.rows + text,
 * without terminating NULs. */
typedef struct hp_sample_function {
	uint64_t key;
	uint32_t text;
	uint32_t class_length;
	uint32_t name_length;
	uint32_t file_length;
	uint32_t line; /* where the function is declared; 0: not known */
	hp_sample_kind kind;
} hp_sample_function;

typedef struct hp_sample_frame {
	uint32_t function;
	uint32_t line; /* 0: not known */
} hp_sample_frame;

typedef struct hp_sample_node {
	uint32_t parent;
	hp_sample_frame frame;
} hp_sample_node;

typedef struct hp_sample_record {
	int64_t time_us; /* since 1970 */
	/* The intervals that the sample stands for: its own and those before it without a sample. For a
	 * sample by an event, the event's periods. */
	uint64_t weight;
	uint32_t node;
	uint64_t memory_bytes; /* memory_get_usage(), if the run has it */
	int32_t depth; /* the result shows this many of the innermost frames */
	bool is_off_cpu;
	bool is_repeated; /* the thread has not run since the record before this one */
	bool is_unseen; /* no look saw that time pass */
	bool is_displaced; /* taken at a safe point, perhaps behind the code whose time it is */
	bool is_custom; /* taken by xhprof_sample(); stands for no time */
	/* The number of the run's event that took the sample, counted from 1; the weight is in its
	 * periods. 0: a clock took it. */
	uint8_t event;
} hp_sample_record;

/* One frame of the last path, and the node of the path down to it. */
typedef struct hp_sample_step {
	hp_sample_frame frame;
	uint32_t node;
} hp_sample_step;

#define HP_SAMPLE_STEPS 128u

typedef struct hp_sample_store {
	HP_VECTOR(hp_sample_function) functions;
	HP_VECTOR(char) texts;
	HP_VECTOR(hp_sample_node) nodes;
	HP_VECTOR(hp_sample_record) records;
	hp_table function_index;
	hp_table node_index;
	hp_sample_frame *frames; /* of the current walk, the innermost first */
	hp_sample_step steps[HP_SAMPLE_STEPS]; /* the last path, the outermost frame first */
	uint32_t steps_count;
	uint32_t texts_wanted; /* a walk found no room for this many */
	uint32_t nodes_wanted;
} hp_sample_store;

/* Makes an empty store, which must not move from then on. The caller owns it and frees it.
 * hp_sample_store_free() also takes a store of all zeros. */
void hp_sample_store_init(hp_sample_store *store);
void hp_sample_store_free(hp_sample_store *store);

/* wants_room: true if the store should grow soon. grow: makes room for at least as much again. It
 * allocates, so it must not be called in a signal handler. */
bool hp_sample_store_wants_room(const hp_sample_store *store);
void hp_sample_store_grow(hp_sample_store *store);

/* The functions from here on may be called in signal handlers. */

/* Returns the function with this key, which hp_table_mix() has made; HP_SAMPLE_NONE: there is
 * none. */
uint32_t hp_sample_store_find(hp_sample_store *store, uint64_t key);

/* Where to put the next function's texts; NULL: there is no room for this many bytes. */
char *hp_sample_store_text_room(hp_sample_store *store, size_t bytes);

/* Adds the function whose texts were just put there, and sets its member "text". Returns its index;
 * HP_SAMPLE_NONE: no room. */
uint32_t hp_sample_store_add_function(hp_sample_store *store, const hp_sample_function *function);

/* Returns the function of this kind that has only this name, and adds it if it is missing. May be
 * called at any time. HP_SAMPLE_NONE: no room. */
uint32_t hp_sample_store_label(hp_sample_store *store, hp_sample_kind kind, const char *name);

/* Drops the functions that were added last, until count are left. */
void hp_sample_store_drop_functions(hp_sample_store *store, uint32_t count);

/* Returns the node of the path frames[0..count), whose innermost frame is the first. Adds the
 * missing nodes. HP_SAMPLE_NONE: no room. */
uint32_t hp_sample_store_path(hp_sample_store *store, uint32_t count);

/* Returns the node of a function called by a node, and adds it if it is missing. HP_SAMPLE_NONE: no
 * room. */
uint32_t hp_sample_store_child(hp_sample_store *store, uint32_t node, uint32_t function);

/* Adds a sample. Without room, adds its weight to the last record if that is at the same place;
 * else fails. */
zend_result hp_sample_store_add(hp_sample_store *store, const hp_sample_record *record);

#endif /* HP_SAMPLER_STORE_H */
