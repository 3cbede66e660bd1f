/* variant.h: calls of closures and in anonymous classes, each with two names: by its place, and by the engine.
 *
 *   places  {closure:a.php:3}  {closure:a.php:9}  {closure:a.php:3}@1
 *   engine  {closure}          {closure}@1        {closure}@2
 *
 * A variant is the symbol of the calls that have the same two names and levels of recursion, so at most one
 * of them is open. The result has them by either name: rows that are equal then are added up. */
#ifndef HP_TRACE_VARIANT_H
#define HP_TRACE_VARIANT_H

#include "trace/symbol.h"

typedef struct hp_variant {
	hp_symbol_more more; /* the symbol's */
	hp_symbol symbol;
	hp_symbol_name names[2];
	/* The calls, one level below by either name, that were open when it was opened last. At level 0 hp_symbol_no_variant. */
	const hp_symbol *below[2];
} hp_variant;

typedef struct hp_variants {
	HashTable by_names; /* persistent */
	hp_pool pool;
} hp_variants;

void hp_variant_startup(hp_variants *variants);
void hp_variant_shutdown(hp_variants *variants);

/* The variant of the next call of a place. Open it at once. */
hp_symbol *hp_variant_of(hp_variants *variants, hp_symbol *place);

/* True if the variant that is at level 0 of a name, if one is, is the only one there and not open: then another may take
 * its place. */
static zend_always_inline bool hp_variant_is_free(const hp_symbol *name)
{
	return name->depth == 1 && name->levels->nodes[0]->symbol->depth == 0;
}

/* hp_variant_of() for most calls of places whose names by the engine are equal: one takes the place of another at level
 * 0 of that name, and is or may be alone at level 0 of its own. Else NULL: nothing was done. */
static zend_always_inline hp_symbol *hp_variant_take_turn(hp_symbol *place, hp_variant *variant)
{
	hp_symbol *plain = variant->names[true].symbol;

	/* By bits: as one comparison of the symbol's it would take constants in registers. */
	if ((variant->symbol.depth | (variant->symbol.special ^ HP_SYMBOL_IS_LEFT) |
			variant->names[false].level | variant->names[true].level) != 0 ||
		!hp_variant_is_free(plain) || !hp_variant_is_free(place)) {
		return NULL;
	}
	plain->levels->nodes[0]->symbol->special = HP_SYMBOL_IS_LEFT;
	place->levels->nodes[0]->symbol->special = HP_SYMBOL_IS_LEFT;
	plain->levels->nodes[0] = &variant->symbol.first;
	place->levels->nodes[0] = &variant->symbol.first;
	variant->symbol.special = 0;

	return &variant->symbol;
}

/* The variant of the next call of a place if that needs no search. It is the one opened last, and still is at its level
 * of both names, and what was open below is; or it takes its turn. Else the place. Open it at once. */
static zend_always_inline hp_symbol *hp_variant_reopen(hp_symbol *place)
{
	hp_variant *variant = place->newest;
	hp_symbol *symbol = &variant->symbol;

	if (symbol->depth_and_special != 0) {
		symbol = hp_variant_take_turn(place, variant);
		return symbol == NULL ? place : symbol;
	}

	return EXPECTED(variant->below[false]->depth != 0) && EXPECTED(variant->below[true]->depth != 0)
		? symbol
		: place;
}

/* True if the run has variants. */
static inline bool hp_variant_has_any(const hp_variants *variants)
{
	return zend_hash_num_elements(&variants->by_names) > 0;
}

/* The name and level of a node. */
static inline hp_symbol_name hp_variant_name(const hp_node *node, bool is_plain)
{
	const hp_symbol_name *names = hp_symbol_names(node->symbol);
	hp_symbol_name name = {node->symbol, node->level};

	return names == NULL ? name : names[is_plain];
}

#endif /* HP_TRACE_VARIANT_H */
