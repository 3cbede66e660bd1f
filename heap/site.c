#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/site.h"

#include "php_xhprof.h"

/* Of a call path, so many of the innermost functions. */
#define SITES_DEPTH 12

/* Where only some blocks are noted there is no shadow: they are all in the table. */
static const uint32_t *sites_slot(hp_ledger *ledger, uintptr_t address)
{
	return ledger->shadow.chunks == NULL || hp_ledger_is_huge(address)
		? NULL
		: hp_shadow_slot(&ledger->shadow, address, false);
}

static uint32_t sites_account(uintptr_t address, bool *is_known)
{
	hp_ledger *ledger = &XHPROF_G(profiler).ledger;
	const uint32_t *slot = sites_slot(ledger, address);
	const hp_block *block;

	if (slot != NULL && *slot != 0 && (*slot & HP_LEDGER_CLASS_MASK) != HP_LEDGER_CLASS_TABLE) {
		*is_known = true;
		return *slot >> HP_LEDGER_CLASS_BITS;
	}
	block = ledger->blocks.slots == NULL ? NULL : hp_block_find(&ledger->blocks, address);
	*is_known = block != NULL;

	return block == NULL ? 0 : block->account;
}

static uint32_t sites_of(const void *block)
{
	bool is_known;
	uint32_t account = sites_account((uintptr_t) block, &is_known);

	return is_known && account < XHPROF_G(profiler).ledger.accounts.count ? account + 1 : 0;
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
	const hp_profiler *profiler = &XHPROF_G(profiler);
	const hp_node *nodes[SITES_DEPTH];
	int count = sites_nodes(
		profiler->ledger.accounts.rows[site - 1].owner, nodes, profiler->metrics & HP_RUN_TREE);
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

void hp_heap_sites_init(hp_heap_sites *sites)
{
	bool has_ledger =
		XHPROF_G(profiler).is_running && XHPROF_G(profiler).ledger.mode != HP_LEDGER_OFF;

	sites->of = has_ledger ? sites_of : NULL;
	sites->name = has_ledger ? sites_name : NULL;
}
