#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_hier.h"

#define HIER_ARROW "==>"

/* The decimal digits of a level, and the '@' before them. */
#define HIER_LEVEL_BYTES (1 + 10)

static hp_edge *hier_make(hp_graph *graph, hp_node *parent, hp_node *level)
{
	hp_edge *edge = hp_pool_alloc(&graph->pool, sizeof(*edge));

	edge->parent = parent;
	edge->child = level;

	return edge;
}

const hp_mode hp_hier = {"hier", hier_make, NULL};

typedef struct hier_names {
	zend_string *calls;
	zend_string *wall;
	zend_string *cpu;
	zend_string *memory;
	zend_string *peak;
} hier_names;

static hier_names hier_names_new(void)
{
	hier_names names = {
		zend_string_init("ct", 2, false),
		zend_string_init("wt", 2, false),
		zend_string_init("cpu", 3, false),
		zend_string_init("mu", 2, false),
		zend_string_init("pmu", 3, false),
	};

	return names;
}

static void hier_names_free(hier_names *names)
{
	zend_string_release(names->calls);
	zend_string_release(names->wall);
	zend_string_release(names->cpu);
	zend_string_release(names->memory);
	zend_string_release(names->peak);
}

/* Writes "f" or "f@2"; returns where it ends. */
static char *hier_write_node(char *to, const hp_node *node)
{
	const zend_string *name = node->symbol->name;
	char digits[HIER_LEVEL_BYTES + 1];
	char *end = digits + sizeof(digits) - 1;
	char *start;

	memcpy(to, ZSTR_VAL(name), ZSTR_LEN(name));
	to += ZSTR_LEN(name);
	if (node->level == 0) {
		return to;
	}
	*end = '\0';
	start = zend_print_ulong_to_buf(end, node->level);
	*--start = '@';
	memcpy(to, start, (size_t) (end - start));

	return to + (end - start);
}

static zend_string *hier_key(const hp_edge *edge)
{
	size_t room = ZSTR_LEN(edge->child->symbol->name) + HIER_LEVEL_BYTES;
	zend_string *key;
	char *end;

	if (edge->parent != NULL) {
		room += ZSTR_LEN(edge->parent->symbol->name) + HIER_LEVEL_BYTES + strlen(HIER_ARROW);
	}
	key = zend_string_alloc(room, false);
	end = ZSTR_VAL(key);
	if (edge->parent != NULL) {
		end = hier_write_node(end, edge->parent);
		memcpy(end, HIER_ARROW, strlen(HIER_ARROW));
		end += strlen(HIER_ARROW);
	}
	end = hier_write_node(end, edge->child);
	*end = '\0';
	ZSTR_LEN(key) = (size_t) (end - ZSTR_VAL(key));

	return key;
}

/* A clock that ran backwards must not show as a time of centuries. */
static zend_long hier_microseconds(uint64_t ticks, double ticks_per_us)
{
	return (int64_t) ticks < 0 ? 0 : (zend_long) ((double) ticks / ticks_per_us);
}

/* Adds to what the row has under that name: two names may be written alike, such as level 1 of
 * "load::f" and a file that is called "f@1". */
static void hier_add(HashTable *row, zend_string *name, zend_long value)
{
	zval *slot = zend_hash_lookup(row, name);

	ZVAL_LONG(slot, value + (Z_TYPE_P(slot) == IS_LONG ? Z_LVAL_P(slot) : 0));
}

static HashTable *hier_row(HashTable *rows, const hp_edge *edge)
{
	zend_string *key = hier_key(edge);
	zval *slot = zend_hash_lookup(rows, key);

	zend_string_release(key);
	if (Z_TYPE_P(slot) != IS_ARRAY) {
		array_init_size(slot, 8);
		zend_hash_real_init_mixed(Z_ARRVAL_P(slot));
	}

	return Z_ARRVAL_P(slot);
}

void hp_hier_result(const hp_graph *graph, uint32_t metrics, double ticks_per_ns, zval *result)
{
	double ticks_per_us = ticks_per_ns * 1000;
	hier_names names = hier_names_new();

	array_init_size(result, graph->ended_count);
	zend_hash_real_init_mixed(Z_ARRVAL_P(result));
	for (const hp_edge *edge = graph->first; edge != NULL; edge = edge->next) {
		HashTable *row = hier_row(Z_ARRVAL_P(result), edge);

		hier_add(row, names.calls, (zend_long) edge->calls);
		hier_add(row, names.wall, hier_microseconds(edge->sum.wall_ticks, ticks_per_us));
		if (metrics & HP_METRIC_CPU) {
			hier_add(row, names.cpu, hier_microseconds(edge->sum.cpu_ticks, ticks_per_us));
		}
		if (metrics & HP_METRIC_MEMORY) {
			hier_add(row, names.memory, (zend_long) edge->sum.memory_bytes);
			hier_add(row, names.peak, (zend_long) edge->sum.peak_bytes);
		}
	}
	hier_names_free(&names);
}
