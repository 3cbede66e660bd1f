/* symbol.h: what is called: functions, by the name they have in the result.
 *
 *   symbol "f" --+-- node "f"      first
 *                +-- node "f@1"    levels[1]
 *                +-- node "f@2"    levels[2]
 *
 * A symbol lives from its first call to the end of the request, so that the engine's run-time
 * caches may point at it; its nodes live as long as the run. Equal names are one symbol, however
 * many functions bear them. */
#ifndef HP_TRACE_SYMBOL_H
#define HP_TRACE_SYMBOL_H

#include "base/pool.h"
#include "trace/metric.h"

typedef struct hp_symbol hp_symbol;
typedef struct hp_node hp_node;
typedef struct hp_edge hp_edge;

/* A symbol at one level of recursion: one name in the result. In tree mode also: one call path that
 * ends there. */
struct hp_node {
	hp_symbol *symbol;
	hp_edge *in; /* the edge it was last entered by; never NULL */
	uint32_t level;
	uint32_t number; /* for whoever walks over all nodes */
};

/* A call from one node to another, summed up. 64 bytes: one cache line. */
struct hp_edge {
	hp_node *parent; /* NULL for main() */
	hp_node *child;
	uint64_t calls; /* ended, or closed when the run was stopped */
	hp_metrics sum; /* inclusive, over these calls */
	hp_edge *next; /* by their first end; NULL for the last and for one that has not ended */
};

/* An empty inline cache: it leads from no node. Read only. */
extern HP_HIDDEN hp_edge hp_symbol_no_edge;

/* Why a call of a symbol takes the slow path. */
#define HP_SYMBOL_IS_IGNORED 1u /* transparent: its callees belong to its caller */
#define HP_SYMBOL_IS_FILE 2u /* the code of a file or of an eval(), not a function */
#define HP_SYMBOL_HAS_DETAIL 4u /* named further by what is passed to it: trace/detail.h */

#define HP_SYMBOL_NO_NUMBER UINT32_MAX

struct hp_symbol {
	uint32_t depth; /* the level that its next call gets: one more than its innermost open call's */
	uint32_t special; /* HP_SYMBOL_* of the run */
	hp_node first; /* level 0 */
	hp_node **levels; /* [0] unused, NULL where not yet needed */
	uint32_t levels_size;
	uint32_t detail; /* which one, if HP_SYMBOL_HAS_DETAIL */
	zend_string *name; /* owned by the table */
	zend_string *file; /* where it is declared, NULL for internal functions; owned by the table */
	uint32_t line; /* of the declaration, 0 for a file */
	uint32_t number; /* in the run's result; HP_SYMBOL_NO_NUMBER until it has one */
	uint32_t site; /* of what it allocates, where calls are not traced; likewise */
};

typedef struct hp_symbols {
	HashTable by_name; /* hp_symbol by name; persistent */
	HashTable files; /* their names, once each; persistent */
	hp_pool pool; /* the symbols */
} hp_symbols;

/* An empty table. */
void hp_symbol_startup(hp_symbols *symbols);
void hp_symbol_shutdown(hp_symbols *symbols);

/* The symbol of that name, made if it is new; *is_new says whether it was (NULL: who cares).
 * An "==>" in the name becomes "= =>": it would split the keys of the result. */
hp_symbol *hp_symbol_get(hp_symbols *symbols, const char *name, size_t length, bool *is_new);

/* The symbol of a function, of a method by its declaring class, or of a file's code. */
hp_symbol *hp_symbol_of_function(hp_symbols *symbols, const zend_function *function, bool *is_new);

/* "load::" or "run_init::" and the last two components of a path. */
hp_symbol *hp_symbol_of_file(
	hp_symbols *symbols, const char *prefix, const char *path, size_t length, bool *is_new);

/* The rare half of hp_symbol_node(). */
hp_node *hp_symbol_node_slow(hp_symbol *symbol, uint32_t level, hp_pool *pool);

/* Forgets what a run left in a symbol, before its nodes are given back. */
void hp_symbol_reset(hp_symbol *symbol);

/* Forgets the numbers that the symbols have in a result: another result begins. */
void hp_symbol_reset_numbers(hp_symbols *symbols);

/* The node of a level; a new one comes from the pool of the run. */
static zend_always_inline hp_node *hp_symbol_node(hp_symbol *symbol, uint32_t level, hp_pool *pool)
{
	if (EXPECTED(level == 0)) {
		return &symbol->first;
	}
	if (EXPECTED(level < symbol->levels_size && symbol->levels[level] != NULL)) {
		return symbol->levels[level];
	}

	return hp_symbol_node_slow(symbol, level, pool);
}

#endif /* HP_TRACE_SYMBOL_H */
