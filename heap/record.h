/* record.h: the lines of a snapshot's file; docs/heap-format.md is their specification. */
#ifndef HP_HEAP_RECORD_H
#define HP_HEAP_RECORD_H

#include "heap/address_map.h"
#include "heap/file.h"

/* What was written so far. */
typedef struct hp_heap_counts {
	uint64_t nodes, edges, roots, frames; /* lines of each kind */
	uint64_t bytes; /* memory of nodes and regions */
	uint64_t truncated; /* edges to nodes that max_nodes leaves out */
} hp_heap_counts;

/* The kind of a node. */
typedef enum hp_heap_kind {
	HP_HEAP_STRING = 's',
	HP_HEAP_ARRAY = 'a',
	HP_HEAP_OBJECT = 'o',
	HP_HEAP_REFERENCE = '&',
	HP_HEAP_RESOURCE = 'r',
	HP_HEAP_AST = 't',
	HP_HEAP_FRAME = 'f',
	HP_HEAP_MEMORY = 'c', /* memory of C code */
} hp_heap_kind;

/* How one node holds another. */
typedef enum hp_heap_edge {
	HP_HEAP_EDGE_ELEMENT = 'e', /* array to an element; labelled */
	HP_HEAP_EDGE_KEY = 'k', /* array to a string that is a key */
	HP_HEAP_EDGE_PROPERTY = 'p', /* object to a declared property; labelled */
	HP_HEAP_EDGE_PROPERTIES = 'd', /* object to its table of properties */
	HP_HEAP_EDGE_VALUE = 'v', /* reference to its value */
	HP_HEAP_EDGE_INTERNAL = 'i', /* object to a value that get_gc() returns */
	HP_HEAP_EDGE_THIS = 'h', /* frame or closure to its $this */
	HP_HEAP_EDGE_CLOSURE = 'c', /* frame to the closure that runs */
	HP_HEAP_EDGE_STATICS = 'u', /* closure to its static and its used variables */
	HP_HEAP_EDGE_FRAME = 'f', /* generator or fiber to its frames */
	HP_HEAP_EDGE_LOCAL = 'l', /* frame to a variable; labelled */
	HP_HEAP_EDGE_ARGUMENT = 'x', /* frame to an argument without a variable */
	HP_HEAP_EDGE_TEMPORARY = 'y', /* frame to a value between two instructions */
	HP_HEAP_EDGE_PENDING = 'q', /* frame to an argument of a call that has not begun */
	HP_HEAP_EDGE_SYMBOLS = 'b', /* frame to its table of variables */
	HP_HEAP_EDGE_YIELDED = 'w', /* generator to its value, key and result; labelled */
	HP_HEAP_EDGE_RESOURCE = 'r', /* resource or stream to a part; labelled */
	HP_HEAP_EDGE_CONSTANT = 'n', /* expression to a constant in it */
	HP_HEAP_EDGE_POINTER = 'm', /* found in memory that C code knows */
} hp_heap_edge;

typedef enum hp_heap_flag {
	HP_HEAP_IS_INTERNED = 1 << 0, /* i: a string that lives until the request ends */
	HP_HEAP_IS_IMMUTABLE = 1 << 1, /* m: not counted */
	HP_HEAP_IS_PACKED = 1 << 2, /* k: an array without keys */
	HP_HEAP_IS_BUFFERED = 1 << 3, /* g: in the garbage collector's buffer */
	HP_HEAP_IS_DESTRUCTED = 1 << 4, /* d: its destructor ran */
	HP_HEAP_IS_FREED = 1 << 5, /* x: freed */
	HP_HEAP_IS_LAZY = 1 << 6, /* l: lazy, and not initialized yet */
	HP_HEAP_IS_WEAKLY_REFERENCED = 1 << 7, /* w: weakly referenced */
	HP_HEAP_IS_ENUM = 1 << 8, /* e: a case of an enum */
	HP_HEAP_IS_OUTSIDE = 1 << 9, /* o: not in PHP's heap */
} hp_heap_flag;

typedef struct hp_heap_node {
	uint32_t id; /* from 1 on */
	hp_heap_kind kind;
	const void *address;
	size_t bytes;
	uint32_t refcount;
	uint64_t count; /* length, elements, object handle, resource number */
	uint64_t capacity; /* of an array: room for elements; else 0 */
	uint32_t flags; /* hp_heap_flag */
	uint32_t class_name; /* from hp_heap_record_name(); 0: none */
	uint64_t digest; /* 0: none */
	uint32_t site; /* 0: unknown */
	const char *value; /* NULL: left out */
	size_t value_length;
} hp_heap_node;

typedef struct hp_heap_record {
	hp_heap_file file;
	hp_address_map names;
	uint32_t last_name;
	uint32_t last_from; /* the node that the last edge came from */
	bool has_keys;
	hp_heap_counts counts;
} hp_heap_record;

/* Texts and keys are cut at this many bytes. A key that is cut ends with an ellipsis. */
#define HP_HEAP_TEXT ((size_t) 256)
#define HP_HEAP_KEY ((size_t) 64)

/* Writes the first line. */
void hp_heap_record_start(hp_heap_record *record);

void hp_heap_record_meta(hp_heap_record *record, const char *name, const char *value);
void hp_heap_record_meta_number(hp_heap_record *record, const char *name, uint64_t value);

/* Returns the number of a name. The first call for an owner writes the name's line. owner: an
 * address that only this name has. 0: out of memory. */
uint32_t hp_heap_record_name(
	hp_heap_record *record, const void *owner, const char *text, size_t length);

void hp_heap_record_node(hp_heap_record *record, const hp_heap_node *node);

/* Write an edge: without a label, with the index or the key of an element, or with a name. They
 * write nothing if to is 0, which is no node. */
void hp_heap_record_edge(hp_heap_record *record, uint32_t from, uint32_t to, hp_heap_edge kind);
void hp_heap_record_edge_index(hp_heap_record *record, uint32_t from, uint32_t to, int64_t index);
void hp_heap_record_edge_name(
	hp_heap_record *record, uint32_t from, uint32_t to, hp_heap_edge kind, uint32_t name);
void hp_heap_record_edge_key(
	hp_heap_record *record, uint32_t from, uint32_t to, const zend_string *key);

/* Writes a root. Its name is before, between and after put together; before and after may be NULL.
 * Writes nothing if to is 0. */
void hp_heap_record_root(hp_heap_record *record, uint32_t to, const char *kind,
	const zend_string *before, const char *between, const zend_string *after);

/* Writes a frame. depth: -1 if the frame is not on the stack. */
void hp_heap_record_frame(hp_heap_record *record, uint32_t id, int64_t depth,
	const zend_function *function, uint32_t line);

void hp_heap_record_region(
	hp_heap_record *record, const char *name, uint64_t bytes, uint64_t blocks);
void hp_heap_record_site(hp_heap_record *record, uint32_t site, const char *name);

/* Writes the last line. */
void hp_heap_record_end(hp_heap_record *record);

#endif /* HP_HEAP_RECORD_H */
