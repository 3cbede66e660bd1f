#include "trace/variant.h"

hp_variant hp_symbol_no_variant = {
	.symbol = {.depth = 1},
	.names = {{NULL, UINT32_MAX}, {NULL, UINT32_MAX}},
};

ZEND_STATIC_ASSERT(offsetof(hp_variant, symbol) == sizeof(hp_symbol_more),
	"the more of a symbol is in front of it");

typedef struct variant_key {
	hp_symbol_name names[2];
} variant_key;

void hp_variant_startup(hp_variants *variants)
{
	memset(variants, 0, sizeof(*variants));
	zend_hash_init(&variants->by_names, 0, NULL, NULL, true);
}

void hp_variant_shutdown(hp_variants *variants)
{
	zend_hash_destroy(&variants->by_names);
	hp_pool_free(&variants->pool);
}

/* Returns the level of the next call by a name. Up to its depth, its levels hold the variants
 * begun last, so variants at the top may have ended since. They are removed here: each step
 * down is paid by the call that ended. */
static uint32_t variant_level(hp_symbol *name)
{
	while (name->depth > 0 && name->levels->nodes[name->depth - 1]->symbol->depth == 0) {
		name->levels->nodes[--name->depth]->symbol->special = HP_SYMBOL_IS_LEFT;
	}

	return name->depth;
}

static void variant_take_level(hp_variant *variant, bool is_plain, hp_pool *pool)
{
	hp_symbol *name = variant->names[is_plain].symbol;

	if (name->depth >= name->levels->size) {
		hp_symbol_grow_levels(name, name->depth, pool);
	}
	variant->below[is_plain] = name->depth == 0 ? &hp_symbol_no_variant.symbol
												: name->levels->nodes[name->depth - 1]->symbol;
	name->levels->nodes[name->depth++] = &variant->symbol.first;
}

static hp_variant *variant_add(hp_variants *variants, const variant_key *key)
{
	hp_variant *variant = hp_pool_alloc(&variants->pool, sizeof(*variant));
	hp_symbol *symbol = &variant->symbol;

	*symbol = *key->names[false].symbol;
	symbol->first.symbol = symbol;
	symbol->name_length = 0;
	symbol->has_more = true;
	variant->more.names = variant->names;
	memcpy(variant->names, key->names, sizeof(*key));
	hp_symbol_reset(symbol);
	zend_hash_str_add_new_ptr(&variants->by_names, (const char *) key, sizeof(*key), variant);

	return variant;
}

static hp_variant *variant_find(hp_variants *variants, hp_symbol *place)
{
	variant_key key;
	hp_symbol *plain = hp_symbol_more_of(place)->plain;
	hp_variant *variant;

	memset(&key, 0, sizeof(key)); /* the padding, too */
	key.names[false].symbol = place;
	key.names[false].level = place->depth;
	key.names[true].symbol = plain;
	key.names[true].level = plain->depth;
	variant = zend_hash_str_find_ptr(&variants->by_names, (const char *) &key, sizeof(key));

	return variant == NULL ? variant_add(variants, &key) : variant;
}

hp_symbol *hp_variant_of(hp_variants *variants, hp_symbol *place)
{
	uint32_t level = variant_level(place);
	uint32_t plain_level = variant_level(hp_symbol_more_of(place)->plain);
	hp_variant *variant = place->newest;

	if (variant->names[false].level != level || variant->names[true].level != plain_level) {
		variant = variant_find(variants, place);
	}
	variant_take_level(variant, false, &variants->pool);
	variant_take_level(variant, true, &variants->pool);
	variant->symbol.special = 0;
	place->newest = variant;

	return &variant->symbol;
}
