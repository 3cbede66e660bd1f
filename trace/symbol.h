/* symbol.h: the called functions, by their name in the result.
 *
 *   symbol "f" --+-- node "f"      first
 *                +-- node "f@1"    levels[1]
 *                +-- node "f@2"    levels[2]
 *
 * A symbol lives from its first call to the end of the request: the engine's run-time caches point
 * at it. Its nodes live until the run is freed. Functions of equal names share one symbol. */
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
	/* a second edge leads to it, so all its edges are in the graph's hash */
	uint32_t is_indexed : 1;
	uint32_t number; /* unless is_indexed: the number of its only edge in the graph */
};

/* The calls from one node to another. Its memory may end before sum does: trace/graph.h. */
struct hp_edge {
	hp_node *parent; /* NULL for main() */
	hp_node *child;
	/* hp_edge_calls() minus one: the first call makes it 0, which is seen without another test */
	uint64_t more_calls;
	/* the next edge in the order in which edges had their first end; hp_symbol_no_edge: this is the
	 * last; NULL: not in the list yet */
	hp_edge *next;
	hp_metrics sum; /* inclusive costs of these calls; hp_graph_sum() reads it */
};

/* The calls that ended, or were closed when the run stopped. */
static zend_always_inline uint64_t hp_edge_calls(const hp_edge *edge)
{
	return edge->more_calls + 1;
}

/* The empty inline cache: its parent equals no node. Also the end of a list of edges. Read only. */
extern HP_HIDDEN hp_edge hp_symbol_no_edge;

/* Stands for the variant of a place that has none. It looks like an open one. Read only. */
extern HP_HIDDEN struct hp_variant hp_symbol_no_variant;

/* Reasons for the slow path of a call. */
#define HP_SYMBOL_IS_IGNORED 1u /* transparent: its callees belong to its caller */
#define HP_SYMBOL_IS_FILE 2u /* the code of a file or of an eval(), not a function */
#define HP_SYMBOL_HAS_DETAIL 4u /* its name depends on its arguments: trace/detail.h */
#define HP_SYMBOL_HAS_PLACES 8u /* several functions have its name; their symbols are its places */
#define HP_SYMBOL_HAS_VARIANTS 16u /* a place whose calls have two names: trace/variant.h */
#define HP_SYMBOL_HAS_LINES 64u /* its lines are recorded: trace/line_log.h */
#define HP_SYMBOL_HAS_SUBJECT 128u /* its name depends on an argument: trace/subject.h */
#define HP_SYMBOL_IS_UNKNOWN 256u /* a stand-in for the symbol of a function that has none yet */
#define HP_SYMBOL_IS_LEFT 32u /* a variant that has lost its level of at least one of its names */

#define HP_SYMBOL_NO_NUMBER UINT32_MAX

/* A name in the result: a symbol at a level of recursion. */
typedef struct hp_symbol_name {
	hp_symbol *symbol;
	uint32_t level;
} hp_symbol_name;

/* A symbol's nodes by level, in the run's pool. */
typedef struct hp_symbol_levels {
	size_t size; /* number of nodes */
	hp_node *nodes[]; /* [0] is used by places only; NULL until needed */
} hp_symbol_levels;

/* Stands for the levels of a symbol that has none. Read only. */
extern HP_HIDDEN hp_symbol_levels hp_symbol_no_levels;

/* The members that few symbols need. */
typedef struct hp_symbol_more {
	hp_symbol *plain; /* for a place, the symbol by the engine's name; else NULL */
	/* for a variant, its names by place and by the engine; else NULL */
	const hp_symbol_name *names;
} hp_symbol_more;

/* Events of a file, each with a symbol. */
typedef enum hp_symbol_file_kind {
	HP_SYMBOL_LOAD, /* it is compiled */
	HP_SYMBOL_RUN_INIT, /* its code runs */
	HP_SYMBOL_FILE_KINDS
} hp_symbol_file_kind;

/* There may be a million symbols, so they are packed: the name follows directly in the same memory,
 * and an hp_symbol_more is in front of the few that need it. */
struct hp_symbol {
	union {
		struct {
			uint32_t depth; /* level of its next call: that of its innermost open call plus one */
			uint16_t special; /* HP_SYMBOL_* of the run */
			uint16_t detail; /* kind, if HP_SYMBOL_HAS_DETAIL or _SUBJECT; else 0 */
		};
		uint64_t depth_and_special; /* 0 for most calls: one test */
	};
	union {
		hp_node first; /* level 0 */
		struct {
			hp_symbol *itself;
			/* with HP_SYMBOL_HAS_VARIANTS, when the symbol has no calls: the variant opened last */
			struct hp_variant *newest;
		};
	};
	hp_symbol_levels *levels; /* never NULL */
	zend_string *file; /* of the declaration, NULL for internal functions; owned by the table */
	uint32_t line; /* of the declaration, 0 for a file */
	uint32_t site; /* its allocation site in a run without calls; HP_SYMBOL_NO_NUMBER: none yet */
	uint32_t number; /* in the result; HP_SYMBOL_NO_NUMBER: none yet */
	uint32_t name_length : 31; /* a variant has no name */
	uint32_t has_more : 1; /* a place or a variant: an hp_symbol_more is in front */
};

typedef struct hp_symbols {
	hp_table by_name; /* addresses of all symbols */
	smart_str text; /* buffer in which a name is made; persistent */
	HashTable files; /* symbols of each file, by path; persistent */
	/* hp_symbol of closures and of methods of anonymous classes, by the address of their code;
	 * persistent */
	HashTable places;
	hp_pool pool; /* the symbols */
} hp_symbols;

/* Makes an empty table. */
void hp_symbol_startup(hp_symbols *symbols);
void hp_symbol_shutdown(hp_symbols *symbols);

/* Gives a symbol the file and line of `from`, a symbol of another table, unless it has its own. */
void hp_symbol_set_place(hp_symbols *symbols, hp_symbol *symbol, const hp_symbol *from);

/* Finds or adds the symbol of a name. Sets *is_new, if it is not NULL, to whether it was added. An
 * "==>" in the name becomes "= =>", as it would split the keys of the result. */
hp_symbol *hp_symbol_get(hp_symbols *symbols, const char *name, size_t length, bool *is_new);

/* Finds or adds the symbol of a function, of a method by its declaring class, or of a file's
 * code. */
hp_symbol *hp_symbol_of_function(hp_symbols *symbols, const zend_function *function, bool *is_new);

/* If there are so many symbols already, and none of that persistent name, replaces the name from
 * `start` on by "(other)". */
void hp_symbol_limit(const hp_symbols *symbols, size_t most, smart_str *name, size_t start);

/* Returns the next symbol, in no particular order. Set *row to NULL before the first call. Returns
 * NULL after the last. */
hp_symbol *hp_symbol_next(const hp_symbols *symbols, void **row);

/* True for names that many functions may share: those of closures before PHP 8.4, and of methods of
 * anonymous classes. */
bool hp_symbol_has_places(const hp_symbol *symbol);

/* Finds or adds the symbol of a function with such a shared name, named by its file and line. Sets
 * *is_new to whether it was added. If the engine's name of a function is the same, the function is
 * no place, because it has only one name. */
hp_symbol *hp_symbol_of_place(
	hp_symbols *symbols, hp_symbol *plain, const zend_function *function, bool *is_new);

/* Finds or adds the symbol of a file: "load::" or "run_init::" and the last two components of the
 * path, which belongs to the program. The name is made at the first call for a path; later calls
 * find it by the path. */
hp_symbol *hp_symbol_of_file(
	hp_symbols *symbols, hp_symbol_file_kind kind, zend_string *path, bool *is_new);

/* Makes room for a level. */
void hp_symbol_grow_levels(hp_symbol *symbol, uint32_t level, hp_pool *pool);

/* Does the rare part of hp_symbol_node(): adds the node. */
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

/* The members in front of a symbol that has_more. */
static inline hp_symbol_more *hp_symbol_more_of(const hp_symbol *symbol)
{
	return (hp_symbol_more *) (uintptr_t) symbol - 1;
}

/* Returns a place's symbol by the engine's name; NULL if the symbol is no place. */
static inline hp_symbol *hp_symbol_plain(const hp_symbol *symbol)
{
	return symbol->has_more ? hp_symbol_more_of(symbol)->plain : NULL;
}

/* Returns the names of a variant; NULL if the symbol is none. */
static inline const hp_symbol_name *hp_symbol_names(const hp_symbol *symbol)
{
	return symbol->has_more ? hp_symbol_more_of(symbol)->names : NULL;
}

/* Returns the symbol's own node at the level of `node`, which may be the node of a call path. It
 * exists. */
static inline hp_node *hp_symbol_level(const hp_node *node)
{
	return node->level == 0 ? &node->symbol->first : node->symbol->levels->nodes[node->level];
}

/* Returns the node of a level; if it is new, allocates it from the run's pool. */
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

/* Returns the node of the next call of a symbol; NULL if the symbol is special or has no such level
 * yet. */
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
