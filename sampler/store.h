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

/* The innermost frames of a stack; what is further out is cut off, and counted. */
#define HP_SAMPLE_MAX_FRAMES ((uint32_t) 1 << 20)

/* The result of a lookup: not there, or no room. */
#define HP_SAMPLE_NONE UINT32_MAX

/* The root of all paths: main(). */
#define HP_SAMPLE_ROOT 0u

typedef enum hp_sample_kind {
	HP_SAMPLE_INTERNAL,
	HP_SAMPLE_USER,
	HP_SAMPLE_FILE, /* the code of a file */
	HP_SAMPLE_EVAL, /* the code of an eval() */
	HP_SAMPLE_COMPILED, /* no function: a file or an eval() being compiled */
	HP_SAMPLE_WAIT /* likewise: what its caller sleeps in, see sampler/wait.h */
} hp_sample_kind;

/* Its texts stand one after the other: class, name, file. */
typedef struct hp_sample_function {
	uint64_t key;
	uint32_t text;
	uint32_t class_length;
	uint32_t name_length;
	uint32_t file_length;
	uint32_t line; /* where it is declared; 0: not known */
	hp_sample_kind kind;
} hp_sample_function;

typedef struct hp_sample_frame {
	uint32_t function;
	uint32_t line; /* 0: none known */
} hp_sample_frame;

typedef struct hp_sample_node {
	uint32_t parent;
	hp_sample_frame frame;
} hp_sample_node;

typedef struct hp_sample_record {
	int64_t time_us; /* since 1970 */
	uint64_t
		weight; /* intervals, this one and those that had passed unsampled; of an event periods */
	uint32_t node;
	uint64_t memory_bytes; /* memory_get_usage(), if the run has it */
	int32_t depth; /* how many of the innermost frames the result is to have */
	bool is_off_cpu;
	bool is_repeated; /* and has not run since the record before */
	bool is_unseen; /* likewise no look saw it pass */
	bool is_custom; /* taken by xhprof_sample(): it stands for no time */
	uint8_t
		event; /* taken by an event of the run, counted from 1; the weight is in its periods. 0: by a clock */
} hp_sample_record;

/* A part of the last path, and its node. */
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
	hp_sample_step steps[HP_SAMPLE_STEPS]; /* of the last path, the outermost first */
	uint32_t steps_count;
	uint32_t texts_wanted; /* a walk found no room for as many */
	uint32_t nodes_wanted;
} hp_sample_store;

/* An empty store, which must not move. The caller owns it and frees it; all zeros is what free takes. */
void hp_sample_store_init(hp_sample_store *store);
void hp_sample_store_free(hp_sample_store *store);

/* True if it should grow soon; and makes room for at least as much again. */
bool hp_sample_store_wants_room(const hp_sample_store *store);
void hp_sample_store_grow(hp_sample_store *store);

/* From here on: for signal handlers. */

/* The function of a key, which hp_table_mix() makes; or HP_SAMPLE_NONE. */
uint32_t hp_sample_store_find(hp_sample_store *store, uint64_t key);

/* The place for the next function's texts; NULL: no room for as many bytes. */
char *hp_sample_store_text_room(hp_sample_store *store, size_t bytes);

/* Adds the function whose texts were just put there, and sets its text. HP_SAMPLE_NONE: no room. */
uint32_t hp_sample_store_add_function(hp_sample_store *store, const hp_sample_function *function);

/* Likewise one of that kind with a name alone, if it is not there; at any time. */
uint32_t hp_sample_store_label(hp_sample_store *store, hp_sample_kind kind, const char *name);

/* Drops the functions that were added last, down to count. */
void hp_sample_store_drop_functions(hp_sample_store *store, uint32_t count);

/* The node of the path that frames[0..count) are, the innermost first. HP_SAMPLE_NONE: no room. */
uint32_t hp_sample_store_path(hp_sample_store *store, uint32_t count);

/* The node of a function that a node calls. HP_SAMPLE_NONE: no room. */
uint32_t hp_sample_store_child(hp_sample_store *store, uint32_t node, uint32_t function);

/* Adds a sample. FAILURE: no room. */
zend_result hp_sample_store_add(hp_sample_store *store, const hp_sample_record *record);

#endif /* HP_SAMPLER_STORE_H */
