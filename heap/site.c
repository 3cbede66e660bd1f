#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/site.h"

#include "trace/tracer.h"
#include "php_xhprof.h"

/* Of a call path, so many of the innermost functions. */
#define SITES_DEPTH 12

/* Where only some blocks are noted there is no shadow: they are all in the table. */
static const uint32_t *sites_slot(hp_live *live, uintptr_t address)
{
	return live->shadow.chunks == NULL || hp_live_is_huge(address)
		? NULL
		: hp_shadow_slot(&live->shadow, address, false);
}

static uint32_t sites_account(uintptr_t address, bool *is_known)
{
	hp_live *live = &XHPROF_G(tracer)->live;
	const uint32_t *slot = sites_slot(live, address);
	const hp_block *block;

	if (slot != NULL && *slot != 0 && (*slot & HP_LIVE_CLASS_MASK) != HP_LIVE_CLASS_TABLE) {
		*is_known = true;
		return *slot >> HP_LIVE_CLASS_BITS;
	}
	block = live->blocks.slots == NULL ? NULL : hp_block_find(&live->blocks, address);
	*is_known = block != NULL;

	return block == NULL ? 0 : block->site;
}

static uint32_t sites_of(const void *block)
{
	bool is_known;
	uint32_t site = sites_account((uintptr_t) block, &is_known);

	return is_known && site < XHPROF_G(tracer)->live.sites.count ? site + 1 : 0;
}

static void sites_append(char **to, const char *end, const char *text, size_t length)
{
	length = MIN(length, (size_t) (end - *to));
	memcpy(*to, text, length);
	*to += length;
}

/* The function that allocated first, then who called it. A pair knows one caller. */
static int sites_nodes(const hp_edge *edge, const hp_node *nodes[SITES_DEPTH], bool is_path)
{
	int count = 0;

	for (; count < SITES_DEPTH; edge = edge->parent->in) {
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
static void sites_name(uint32_t site, char *text, size_t size)
{
	const hp_tracer *tracer = XHPROF_G(tracer);
	const hp_node *nodes[SITES_DEPTH];
	int count =
		sites_nodes(tracer->live.sites.rows[site - 1].owner, nodes, tracer->metrics & HP_RUN_TREE);
	char *end = text;

	while (count-- > 0) {
		const zend_string *name = nodes[count]->symbol->name;

		sites_append(&end, text + size - 1, ZSTR_VAL(name), ZSTR_LEN(name));
		if (count > 0) {
			sites_append(&end, text + size - 1, "==>", strlen("==>"));
		}
	}
	*end = '\0';
}

void hp_heap_site_init(hp_heap_site *sites)
{
	bool has_ledger = XHPROF_G(tracer)->is_running && XHPROF_G(tracer)->live.mode != HP_LIVE_OFF;

	sites->of = has_ledger ? sites_of : NULL;
	sites->name = has_ledger ? sites_name : NULL;
}
