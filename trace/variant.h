/* variant.h: calls of closures and of methods of anonymous classes. They have two names: one by
 * place, one by the engine.
 *
 *   places  {closure:a.php:3}  {closure:a.php:9}  {closure:a.php:3}@1
 *   engine  {closure}          {closure}@1        {closure}@2
 *
 * A variant is the symbol of all calls that have the same two names and the same two levels of
 * recursion, so at most one of them is open. The result uses either kind of name, and adds up the
 * rows that become equal. */
#ifndef HP_TRACE_VARIANT_H
#define HP_TRACE_VARIANT_H

#include "trace/symbol.h"

typedef struct hp_variant {
	hp_symbol_more more; /* the symbol's further members */
	hp_symbol symbol;
	hp_symbol_name names[2];
	/* For each kind of name, the call that was open one level below when this variant was last
	 * opened. At level 0 it is hp_symbol_no_variant's symbol. */
	const hp_symbol *below[2];
} hp_variant;

typedef struct hp_variants {
	HashTable by_names; /* persistent */
	hp_pool pool;
} hp_variants;

void hp_variant_startup(hp_variants *variants);
void hp_variant_shutdown(hp_variants *variants);

/* Returns the variant for the next call of a place. Begin the call at once. */
hp_symbol *hp_variant_of(hp_variants *variants, hp_symbol *place);

/* True if the name has exactly one variant, at level 0, and that is not open: then another may take
 * its place. */
static zend_always_inline bool hp_variant_is_free(const hp_symbol *name)
{
	return name->depth == 1 && name->levels->nodes[0]->symbol->depth == 0;
}

/* The fast way of hp_variant_of() when closures that share the engine's name take turns. The
 * variant takes the place at level 0 of both its names if each is held by one variant that is not
 * open. Returns NULL, and does nothing, if that is not so. */
static zend_always_inline hp_symbol *hp_variant_take_turn(hp_symbol *place, hp_variant *variant)
{
	hp_symbol *plain = variant->names[true].symbol;

	/* Tested bit by bit: one comparison of depth_and_special would need constants in registers. */
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

/* Returns the variant for the next call of a place if that needs no search, else the place. No
 * search is needed if the newest variant still holds its level of both names and the calls below it
 * are still open, or if it can take its turn. Begin the call at once. */
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

/* Returns the name and level of a node, by its place or by the engine. */
static inline hp_symbol_name hp_variant_name(const hp_node *node, bool is_plain)
{
	const hp_symbol_name *names = hp_symbol_names(node->symbol);
	hp_symbol_name name = {node->symbol, node->level};

	return names == NULL ? name : names[is_plain];
}

#endif /* HP_TRACE_VARIANT_H */
