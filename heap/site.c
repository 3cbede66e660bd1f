#include "heap/walk.h"

#include "trace/tracer.h"
#include "php_xhprof.h"

/* The innermost functions of a call path that are named. */
#define SITE_DEPTH 12

static uint32_t site_number(uintptr_t address, bool *is_known)
{
	hp_live *live = &XHPROF_G(tracer)->live;
	/* In a sampled allocation profile there is no shadow; all blocks are in the table. */
	bool has_slot = live->shadow.chunks.rows != NULL && !hp_live_is_huge(address);
	const uint32_t *slot = has_slot ? hp_shadow_slot(&live->shadow, address, false) : NULL;
	const hp_block *block;

	if (slot != NULL && *slot != 0 && (*slot & HP_LIVE_CLASS_MASK) != HP_LIVE_CLASS_TABLE) {
		*is_known = true;
		return *slot >> HP_LIVE_CLASS_BITS;
	}
	block = hp_block_find(&live->blocks, address);
	*is_known = block != NULL;

	return block == NULL ? 0 : block->site;
}

static uint32_t site_of(const void *block)
{
	bool is_known;
	uint32_t site = site_number((uintptr_t) block, &is_known);

	return is_known && site < XHPROF_G(tracer)->live.sites.count ? site + 1 : 0;
}

static void site_append(char **to, const char *end, const char *text, size_t length)
{
	length = MIN(length, (size_t) (end - *to));
	memcpy(*to, text, length);
	*to += length;
}

/* The function that allocated, then its callers; a pair has only one. */
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
static void site_name(uint32_t site, char *text, size_t size)
{
	const hp_tracer *tracer = XHPROF_G(tracer);
	const hp_node *nodes[SITE_DEPTH];
	int count =
		site_nodes(tracer->live.sites.rows[site - 1].owner, nodes, tracer->work & HP_WORK_TREE);
	char *end = text;

	while (count-- > 0) {
		const zend_string *name = nodes[count]->symbol->name;

		site_append(&end, text + size - 1, ZSTR_VAL(name), ZSTR_LEN(name));
		if (count > 0) {
			site_append(&end, text + size - 1, "==>", strlen("==>"));
		}
	}
	*end = '\0';
}

hp_heap_sites hp_heap_site_current(void)
{
	const hp_tracer *tracer = XHPROF_G(tracer);

	return tracer->is_armed && tracer->live.mode != HP_LIVE_OFF
		? (hp_heap_sites){site_of, site_name}
		: (hp_heap_sites){NULL, NULL};
}
