/* symbol.h: the called functions, by their name in the result.
 *
 *   symbol "f" --+-- node "f"      first
 *                +-- node "f@1"    levels[1]
 *                +-- node "f@2"    levels[2]
 *
 * A symbol lives from its first call to the end of the request: the engine's run-time caches point at
 * it. Its nodes live until the run is freed. Functions of equal names share one symbol. */
#ifndef HP_TRACE_SYMBOL_H
#define HP_TRACE_SYMBOL_H

#include "base/pool.h"
#include "base/table.h"
#include "trace/metric.h"

typedef struct hp_symbol hp_symbol;
typedef struct hp_node hp_node;
typedef struct hp_edge hp_edge;

/* A symbol at one level of recursion: one name in the result. In tree mode also one call path. */
struct hp_node {
	hp_symbol *symbol;
	hp_edge *in; /* inline cache: the last edge to it; never NULL */
	uint32_t level : 31;
	uint32_t is_indexed : 1; /* a second edge led to it, so that all are in the graph's hash */
	uint32_t number; /* of its one edge in the graph, unless is_indexed */
};

/* The calls from one node to another. It may end before sum does: trace/graph.h. */
struct hp_edge {
	hp_node *parent; /* NULL for main() */
	hp_node *child;
	uint64_t
		more_calls; /* hp_edge_calls() less one: the first makes it 0, which costs no test of its own */
	hp_edge *next; /* in the order of first ends; hp_symbol_no_edge: the last; NULL: no place yet */
	hp_metrics sum; /* inclusive, over these calls; hp_graph_sum() reads it */
};

/* Those that ended, or were closed when the run stopped. */
static zend_always_inline uint64_t hp_edge_calls(const hp_edge *edge)
{
	return edge->more_calls + 1;
}

/* The empty inline cache: its parent equals no node. Also the end of a list of edges. Read only. */
extern HP_HIDDEN hp_edge hp_symbol_no_edge;

/* The variant of a place without any: it seems to be open. Read only. */
extern HP_HIDDEN struct hp_variant hp_symbol_no_variant;

/* Reasons for the slow path of a call. */
#define HP_SYMBOL_IS_IGNORED 1u /* transparent: its callees belong to its caller */
#define HP_SYMBOL_IS_FILE 2u /* the code of a file or of an eval(), not a function */
#define HP_SYMBOL_HAS_DETAIL 4u /* its name depends on its arguments: trace/detail.h */
#define HP_SYMBOL_HAS_PLACES 8u /* several functions have its name; their symbols are its places */
#define HP_SYMBOL_HAS_VARIANTS 16u /* a place whose calls have two names: trace/variant.h */
#define HP_SYMBOL_HAS_LINES 64u /* they are recorded: trace/lines.h */
#define HP_SYMBOL_HAS_SUBJECT 128u /* likewise: trace/subject.h */
#define HP_SYMBOL_IS_UNKNOWN 256u /* it stands for the symbol of a function that has none yet */
#define HP_SYMBOL_IS_LEFT 32u /* a variant that is not at its level of its names any more */

#define HP_SYMBOL_NO_NUMBER UINT32_MAX

/* A name in the result: a symbol's at a level of recursion. */
typedef struct hp_symbol_name {
	hp_symbol *symbol;
	uint32_t level;
} hp_symbol_name;

/* A symbol's nodes by level, in the run's pool. */
typedef struct hp_symbol_levels {
	size_t size;
	hp_node *nodes[]; /* [0] is used by places only; NULL until needed */
} hp_symbol_levels;

/* The levels of a symbol without any. Read only. */
extern HP_HIDDEN hp_symbol_levels hp_symbol_no_levels;

/* The members that few symbols need. */
typedef struct hp_symbol_more {
	hp_symbol *plain; /* of a place: the symbol by the engine's name; else NULL */
	const hp_symbol_name *names; /* of a variant: by its place, and by the engine; else NULL */
} hp_symbol_more;

/* Events of a file, each with a symbol. */
typedef enum hp_symbol_file_kind {
	HP_SYMBOL_LOAD, /* it is compiled */
	HP_SYMBOL_RUN_INIT, /* its code runs */
	HP_SYMBOL_FILE_KINDS
} hp_symbol_file_kind;

/* There may be a million of them: the name follows at once, in the same memory, and what few need is in front. */
struct hp_symbol {
	union {
		struct {
			uint32_t depth; /* level of its next call: the innermost open call's plus one */
			uint16_t special; /* HP_SYMBOL_* of the run */
			uint16_t detail; /* kind, if HP_SYMBOL_HAS_DETAIL or _SUBJECT; else 0 */
		};
		uint64_t depth_and_special; /* 0 for most calls: one test */
	};
	union {
		hp_node first; /* level 0 */
		struct {
			hp_symbol *itself;
			struct hp_variant *newest; /* opened last; if HP_SYMBOL_HAS_VARIANTS: it has no calls */
		};
	};
	hp_symbol_levels *levels; /* never NULL */
	zend_string *file; /* of the declaration, NULL for internal functions; owned by the table */
	uint32_t line; /* of the declaration, 0 for a file */
	uint32_t site; /* of its allocations, if calls are not traced; HP_SYMBOL_NO_NUMBER: none yet */
	uint32_t number; /* in the result; HP_SYMBOL_NO_NUMBER: none yet */
	uint32_t name_length : 31; /* a variant has no name */
	uint32_t has_more : 1; /* a place or a variant: an hp_symbol_more is in front */
};

typedef struct hp_symbols {
	hp_table by_name; /* addresses of all symbols */
	smart_str text; /* a name that is made; persistent */
	HashTable files; /* symbols of each, by unique file names; persistent */
	HashTable
		places; /* hp_symbol of a closure and the like, by the address of its code; persistent */
	hp_pool pool; /* the symbols */
} hp_symbols;

/* An empty table. */
void hp_symbol_startup(hp_symbols *symbols);
void hp_symbol_shutdown(hp_symbols *symbols);

/* Gives a symbol the file and line of another table's, unless it has some. */
void hp_symbol_set_place(hp_symbols *symbols, hp_symbol *symbol, const hp_symbol *from);

/* Finds or adds the symbol of a name. *is_new (may be NULL): it was added. An "==>" in the name becomes
 * "= =>", as it would split the keys of the result. */
hp_symbol *hp_symbol_get(hp_symbols *symbols, const char *name, size_t length, bool *is_new);

/* The symbol of a function, of a method by its declaring class, or of a file's code. */
hp_symbol *hp_symbol_of_function(hp_symbols *symbols, const zend_function *function, bool *is_new);

/* The number of symbols; and true if there is one of that name. */
size_t hp_symbol_count(const hp_symbols *symbols);
bool hp_symbol_exists(const hp_symbols *symbols, const char *name, size_t length);

/* The next symbol, in no order; *row is NULL before the first. NULL after the last. */
hp_symbol *hp_symbol_next(const hp_symbols *symbols, void **row);

/* True for the name of a closure before 8.4, and of what is in an anonymous class: many may have it. */
bool hp_symbol_has_places(const hp_symbol *symbol);

/* The symbol of one of these functions, named by its file and line. *is_new: it was added. A function that has such
 * a name by the engine is not a place: it has no other name. */
hp_symbol *hp_symbol_of_place(
	hp_symbols *symbols, hp_symbol *plain, const zend_function *function, bool *is_new);

/* "load::" or "run_init::" and the last two components of a path, which is the program's. A name is made at the first call
 * for a path, and found by the path from then on. */
hp_symbol *hp_symbol_of_file(
	hp_symbols *symbols, hp_symbol_file_kind kind, zend_string *path, bool *is_new);

/* Makes room for a level. */
void hp_symbol_grow_levels(hp_symbol *symbol, uint32_t level, hp_pool *pool);

/* The rare half of hp_symbol_node(). */
hp_node *hp_symbol_node_slow(hp_symbol *symbol, uint32_t level, hp_pool *pool);

/* Resets a symbol after a run, before the nodes are freed. */
void hp_symbol_reset(hp_symbol *symbol);

/* Resets the numbers in the result, before the next result. */
void hp_symbol_reset_numbers(hp_symbols *symbols);

/* The name, which ends with a NUL byte and has name_length bytes. */
static inline const char *hp_symbol_text(const hp_symbol *symbol)
{
	return (const char *) (symbol + 1);
}

/* The more of a symbol that has_more. */
static inline hp_symbol_more *hp_symbol_more_of(const hp_symbol *symbol)
{
	return (hp_symbol_more *) (uintptr_t) symbol - 1;
}

/* The symbol of a place by the engine's name; NULL: it is no place. */
static inline hp_symbol *hp_symbol_plain(const hp_symbol *symbol)
{
	return symbol->has_more ? hp_symbol_more_of(symbol)->plain : NULL;
}

/* The names of a variant; NULL: it is none. */
static inline const hp_symbol_name *hp_symbol_names(const hp_symbol *symbol)
{
	return symbol->has_more ? hp_symbol_more_of(symbol)->names : NULL;
}

/* The symbol's own node of the level of a node, which may be that of a call path. It exists. */
static inline hp_node *hp_symbol_level(const hp_node *node)
{
	return node->level == 0 ? &node->symbol->first : node->symbol->levels->nodes[node->level];
}

/* The node of a level, allocated from the run's pool if it is new. */
static zend_always_inline hp_node *hp_symbol_node(hp_symbol *symbol, uint32_t level, hp_pool *pool)
{
	if (EXPECTED(level == 0)) {
		return &symbol->first;
	}
	if (EXPECTED(level < symbol->levels->size && symbol->levels->nodes[level] != NULL)) {
		return symbol->levels->nodes[level];
	}

	return hp_symbol_node_slow(symbol, level, pool);
}

/* The node of the next call of a symbol; NULL if it is special or has no such level yet. */
static zend_always_inline hp_node *hp_symbol_next_node(hp_symbol *symbol)
{
	if (EXPECTED(symbol->depth_and_special == 0)) {
		return &symbol->first;
	}
	if (symbol->special == 0 && EXPECTED(symbol->depth < symbol->levels->size)) {
		return symbol->levels->nodes[symbol->depth];
	}

	return NULL;
}

#endif /* HP_TRACE_SYMBOL_H */
