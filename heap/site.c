#include "heap/site.h"

#include "trace/tracer.h"
#include "php_xhprof.h"

/* A name has this many of the innermost functions of a call path. */
#define SITE_DEPTH 12

bool hp_heap_site_has_any(void)
{
	const hp_tracer *tracer = XHPROF_G(tracer);

	return tracer->is_armed && tracer->live.mode != HP_LIVE_OFF;
}

uint32_t hp_heap_site_of(const void *block)
{
	hp_live *live = &XHPROF_G(tracer)->live;
	uint32_t site;

	return hp_live_site(live, block, &site) && site < live->sites.count ? site + 1 : 0;
}

static void site_append(char **to, const char *end, const char *text, size_t length)
{
	length = MIN(length, (size_t) (end - *to));
	memcpy(*to, text, length);
	*to += length;
}

/* Finds the function that allocated and then its callers, of which a pair has only one. Returns
 * their count. */
static int site_nodes(const hp_edge *edge, const hp_node *nodes[SITE_DEPTH], bool is_path)
{
	int count = 0;

	for (; count < SITE_DEPTH; edge = edge->parent->in) {
		nodes[count++] = edge->child;
		if (edge->parent == NULL) {
			break;
		}
		if (!is_path) {
			nodes[count++] = edge->parent;
			break;
		}
	}

	return count;
}

/* "a==>b" for a pair, "main()==>a==>b" for a path. */
void hp_heap_site_name(uint32_t site, char *text, size_t size)
{
	const hp_tracer *tracer = XHPROF_G(tracer);
	const hp_node *nodes[SITE_DEPTH];
	int count =
		site_nodes(tracer->live.sites.rows[site - 1].owner, nodes, tracer->work & HP_WORK_TREE);
	char *end = text;

	while (count-- > 0) {
		const hp_symbol *symbol = nodes[count]->symbol;

		site_append(&end, text + size - 1, hp_symbol_text(symbol), symbol->name_length);
		if (count > 0) {
			site_append(&end, text + size - 1, "==>", strlen("==>"));
		}
	}
	*end = '\0';
}
