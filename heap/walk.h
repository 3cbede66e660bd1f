/* walk.h: goes from value to value, each once, and tells what it finds.
 *
 * Nothing is called that the program could notice, nothing is allocated in PHP's heap but by the
 * engine's own get_gc(), which gives it back. What is still to be looked into waits in a queue, so
 * that depth costs nothing. */
#ifndef HP_HEAP_WALK_H
#define HP_HEAP_WALK_H

#include "heap/block.h"
#include "heap/digest.h"
#include "heap/record.h"

#include "Zend/zend_gc.h"

typedef struct hp_heap_task {
	const void *address;
	uint32_t id;
	hp_heap_kind kind;
} hp_heap_task;

/* Which call of the allocation profile a block came from; both may be NULL. */
typedef struct hp_heap_site {
	uint32_t (*of)(const void *block); /* 0: not known */
	void (*name)(uint32_t site, char *text, size_t size);
} hp_heap_site;

typedef struct hp_heap_walk {
	hp_heap_record record;
	hp_heap_blocks blocks;
	hp_address_map seen; /* nodes by address; HP_HEAP_BLOCK for memory that is none */
	hp_address_map told_sites;
	hp_heap_site sites;
	hp_heap_digest_key digest_key;
	hp_heap_task *tasks;
	size_t tasks_count;
	size_t tasks_size;
	uint32_t last_id;
	uint32_t max_nodes;
	bool has_values;
	zval *pending; /* see heap/frame.c */
	size_t pending_count;
	zend_get_gc_buffer gc_buffer; /* the engine's, while we have it use another one */
	zend_long memory_limit; /* likewise */
} hp_heap_walk;

#define HP_HEAP_BLOCK UINT32_MAX

/* hp_heap_record and the rest must be set up already. */
void hp_heap_walk_begin(hp_heap_walk *walk);
void hp_heap_walk_end(hp_heap_walk *walk);

/* Looks into all that waits. */
void hp_heap_walk_drain(hp_heap_walk *walk);

/* The node of a value; 0 if it is no node: it holds nothing, or is no part of the heap, or there are
 * too many already, which is counted. */
uint32_t hp_heap_walk_value(hp_heap_walk *walk, const zval *value);
uint32_t hp_heap_walk_string(hp_heap_walk *walk, const zend_string *string);
uint32_t hp_heap_walk_counted(hp_heap_walk *walk, const void *counted, hp_heap_kind kind);
uint32_t hp_heap_walk_table(hp_heap_walk *walk, const HashTable *table);

/* The id for an address, and whether it is new; 0 if there are too many. */
uint32_t hp_heap_walk_id(hp_heap_walk *walk, const void *address, bool *is_new);

/* Tells one that a task was made for, and of which allocation it is. */
void hp_heap_walk_node(hp_heap_walk *walk, hp_heap_node *node, const void *block);

/* Memory that belongs to no node of its own, once; 0 if it is counted already. */
size_t hp_heap_walk_block(hp_heap_walk *walk, const void *block, size_t wanted_bytes);

/* Its elements, as those of the node. */
void hp_heap_walk_elements(hp_heap_walk *walk, uint32_t from, const HashTable *table);

/* What a table's elements take, without the table itself. */
size_t hp_heap_walk_table_bytes(const hp_heap_walk *walk, const HashTable *table);

/* For hp_heap_walk_drain(), in files of their own. */
void hp_heap_object(hp_heap_walk *walk, zend_object *object, uint32_t id);
void hp_heap_resource(hp_heap_walk *walk, const zend_resource *resource, uint32_t id);

/* The frame as a node, known by its address, together with what it holds; 0 as above. is_exact:
 * whether its instruction is the one that runs. */
uint32_t hp_heap_frame(
	hp_heap_walk *walk, const zend_execute_data *frame, int64_t depth, bool is_exact);

/* Tells all roots, and goes through all that they hold. from: the innermost frame of interest. */
void hp_heap_roots(hp_heap_walk *walk, const zend_execute_data *from, bool is_exact);

/* Memory that is no value, by what it is for. Comes last. */
void hp_heap_regions(hp_heap_walk *walk);

#endif /* HP_HEAP_WALK_H */
