#include "trace/variant.h"

typedef struct variant_key {
	hp_symbol_name names[2];
} variant_key;

void hp_variant_startup(hp_variants *variants)
{
	memset(variants, 0, sizeof(*variants));
	zend_hash_init(&variants->by_names, 0, NULL, NULL, true);
	zend_hash_init(&variants->moved[false], 0, NULL, NULL, true);
	zend_hash_init(&variants->moved[true], 0, NULL, NULL, true);
}

void hp_variant_shutdown(hp_variants *variants)
{
	zend_hash_destroy(&variants->by_names);
	zend_hash_destroy(&variants->moved[false]);
	zend_hash_destroy(&variants->moved[true]);
	hp_pool_free(&variants->pool);
}

/* The level of the next call by a name. Its levels are the variants opened last there; its depth is not below
 * that of those that are open: each step down is paid by the call that ended. */
static uint32_t variant_level(hp_symbol *name)
{
	while (name->depth > 0 && name->levels[name->depth - 1]->symbol->depth == 0) {
		name->depth--;
	}

	return name->depth;
}

static void variant_open(hp_symbol *name, hp_symbol *variant, hp_pool *pool)
{
	if (name->depth >= name->levels_size) {
		hp_symbol_grow_levels(name, name->depth, pool);
	}
	name->levels[name->depth++] = &variant->first;
}

static hp_symbol *variant_add(hp_variants *variants, const variant_key *key)
{
	hp_symbol *variant = hp_pool_alloc(&variants->pool, sizeof(*variant));

	*variant = *key->names[false].symbol;
	variant->first.symbol = variant;
	variant->names = hp_pool_alloc(&variants->pool, sizeof(*key));
	memcpy(variant->names, key->names, sizeof(*key));
	hp_symbol_reset(variant);
	zend_hash_str_add_new_ptr(&variants->by_names, (const char *) key, sizeof(*key), variant);

	return variant;
}

static hp_symbol *variant_find(hp_variants *variants, hp_symbol *place, hp_symbol *plain)
{
	variant_key key;
	hp_symbol *variant;

	memset(&key, 0, sizeof(key)); /* the padding, too */
	key.names[false].symbol = place;
	key.names[false].level = place->depth;
	key.names[true].symbol = plain;
	key.names[true].level = plain->depth;
	variant = zend_hash_str_find_ptr(&variants->by_names, (const char *) &key, sizeof(key));

	return variant == NULL ? variant_add(variants, &key) : variant;
}

hp_symbol *hp_variant_of(hp_variants *variants, hp_symbol *place, hp_symbol *plain)
{
	uint32_t level = variant_level(place), plain_level = variant_level(plain);
	/* Mostly the one that was there last. */
	hp_symbol *variant = level < place->levels_size && place->levels[level] != NULL
		? place->levels[level]->symbol
		: NULL;

	if (variant == NULL || variant->names[true].symbol != plain ||
		variant->names[true].level != plain_level) {
		variant = variant_find(variants, place, plain);
	}
	variant_open(place, variant, &variants->pool);
	variant_open(plain, variant, &variants->pool);

	return variant;
}

static bool variant_is_same(const hp_node *node, const hp_node *other, bool is_plain)
{
	hp_symbol_name name = hp_variant_name(node, is_plain);
	hp_symbol_name other_name = hp_variant_name(other, is_plain);

	return name.symbol == other_name.symbol && name.level == other_name.level;
}

void hp_variant_move(hp_variants *variants, const hp_edge *from, const hp_edge *to)
{
	for (int i = 0; i < 2; i++) {
		if (variant_is_same(from->child, to->child, i) &&
			variant_is_same(from->parent, to->parent, i)) {
			zval *calls =
				zend_hash_index_lookup(&variants->moved[i], (zend_ulong) (uintptr_t) from);

			ZVAL_LONG(calls, Z_TYPE_P(calls) == IS_LONG ? Z_LVAL_P(calls) + 1 : 1);
		}
	}
}

uint64_t hp_variant_calls(const hp_variants *variants, const hp_edge *edge, bool is_plain)
{
	const zval *moved =
		zend_hash_index_find(&variants->moved[is_plain], (zend_ulong) (uintptr_t) edge);

	return edge->calls - (moved == NULL ? 0 : (uint64_t) Z_LVAL_P(moved));
}
