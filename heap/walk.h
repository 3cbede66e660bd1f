/* walk.h: visits every value once and records it.
 *
 * The walk calls nothing that the program could notice, and allocates nothing in PHP's heap except
 * through the engine's own get_gc(), whose memory is given back. Values still to be visited wait on
 * a stack of our own, so a deep structure needs no C stack. */
#ifndef HP_HEAP_WALK_H
#define HP_HEAP_WALK_H

#include "base/memory_limit.h"
#include "heap/block.h"
#include "heap/digest.h"
#include "heap/record.h"

#include "Zend/zend_gc.h"

/* A node that has an id but is not recorded yet. */
typedef struct hp_heap_task {
	const void *address;
	uint32_t id;
	hp_heap_kind kind;
} hp_heap_task;

/* Memory of the engine that holds no value. */
typedef struct hp_heap_region {
	const char *name;
	uint64_t bytes, blocks;
} hp_heap_region;

#define HP_HEAP_REGIONS 16

/* Memory where C code may keep pointers to more memory of its own. */
typedef struct hp_heap_part {
	const char *start;
	size_t bytes;
	uint32_t owner; /* a node's id; from HP_HEAP_REGION on a region */
} hp_heap_part;

typedef struct hp_heap_parts {
	hp_heap_part *all;
	size_t count, size;
	size_t done; /* the number of parts that have been searched */
	size_t known; /* the number of parts that an earlier search had found */
} hp_heap_parts;

/* No node has an id as large as this. */
#define HP_HEAP_REGION (UINT32_MAX - HP_HEAP_REGIONS)

typedef struct hp_heap_walk {
	hp_heap_record record;
	hp_heap_blocks blocks;
	hp_address_map seen; /* node ids by address; some nodes have several */
	hp_address_map named_sites;
	hp_address_map running; /* ids of frames of internal functions; see heap/stack.c */
	hp_address_map reached; /* ids of nodes that variables of C code point to */
	bool has_sites; /* the running profile records allocations */
	hp_heap_digest_key digest_key;
	hp_heap_task *tasks;
	size_t tasks_count, tasks_size;
	uint32_t last_id, max_nodes;
	bool has_values;
	hp_heap_parts value_parts, region_parts; /* see heap/reach.c */
	hp_heap_parts stacks; /* see heap/stack.c; owner 0: not known yet */
	hp_heap_region regions[HP_HEAP_REGIONS];
	/* The last node that roots lead to, without the engine's lists of all resources and objects. */
	uint32_t last_firm_id;
	/* nodes between them: memory of C code that values have */
	uint32_t last_value_id, last_owned_id;
	uint32_t last_found_id; /* the last node before C stacks were searched; 0: they were not yet */
	zval *pending; /* see heap/frame.c */
	size_t pending_size;
	zend_get_gc_buffer gc_buffer; /* the engine's, put back at the end */
	hp_memory_limit memory_limit; /* the program's limit, put back at the end */
} hp_heap_walk;

/* Begins and ends a walk. Before, the caller sets up the record, has_sites, digest_key, max_nodes
 * and has_values. */
void hp_heap_walk_begin(hp_heap_walk *walk);
void hp_heap_walk_end(hp_heap_walk *walk);

/* Returns the node id of a value. 0: it has no memory of its own, is not in PHP's heap, or there
 * are max_nodes nodes already, which is counted. */
uint32_t hp_heap_walk_value(hp_heap_walk *walk, const zval *value);
uint32_t hp_heap_walk_string(hp_heap_walk *walk, const zend_string *string);
uint32_t hp_heap_walk_counted(hp_heap_walk *walk, const void *counted, hp_heap_kind kind);
uint32_t hp_heap_walk_table(hp_heap_walk *walk, const HashTable *table);

/* Returns the node id of an address. *is_new says that it got the id just now. 0: it has none,
 * because there are max_nodes nodes already or no memory, which is counted. */
uint32_t hp_heap_walk_id(hp_heap_walk *walk, const void *address, bool *is_new);

/* Records an edge to a value, if that has a node. The second function also gives the edge a name,
 * which must be a string literal. */
void hp_heap_walk_edge(hp_heap_walk *walk, uint32_t from, const zval *value, hp_heap_edge kind);
void hp_heap_walk_edge_named(
	hp_heap_walk *walk, uint32_t from, const zval *value, hp_heap_edge kind, const char *name);

/* Records the edges to a table's elements. from: the node of the table, or of the object that
 * contains it. */
void hp_heap_walk_elements(hp_heap_walk *walk, uint32_t from, const HashTable *table);

/* Claims the block. Returns a node with the task's id, kind, address and refcount, and the size of
 * the block. */
hp_heap_node hp_heap_walk_node(
	hp_heap_walk *walk, const hp_heap_task *task, const void *block, size_t wanted_bytes);

/* Records a node together with the allocation site of its block. */
void hp_heap_walk_record(hp_heap_walk *walk, hp_heap_node *node, const void *block);

/* Makes another address lead to a node. */
void hp_heap_walk_alias(hp_heap_walk *walk, const void *address, uint32_t id);

#endif /* HP_HEAP_WALK_H */
