#include "sample/store.h"

#include "base/vector.h"

/* Initial sizes. Untouched memory costs nothing, so only the slots are zeroed. */
#define STORE_FUNCTIONS 2048u
#define STORE_TEXTS ((size_t) 512 * 1024)
#define STORE_NODES 16384u
#define STORE_RECORDS ((size_t) 65536)

static void *store_new(size_t count, size_t bytes)
{
	return safe_pemalloc(count, bytes, 0, true);
}

static uint32_t *store_new_slots(uint32_t count)
{
	return pecalloc(count, sizeof(uint32_t), true);
}

void hp_sample_store_init(hp_sample_store *store)
{
	memset(store, 0, sizeof(*store));
	store->functions = store_new(STORE_FUNCTIONS, sizeof(*store->functions));
	store->functions_size = STORE_FUNCTIONS;
	store->function_slots = store_new_slots(4 * STORE_FUNCTIONS);
	store->texts = store_new(STORE_TEXTS, 1);
	store->texts_size = STORE_TEXTS;
	store->nodes = store_new(STORE_NODES, sizeof(*store->nodes));
	store->nodes_size = STORE_NODES;
	store->node_slots = store_new_slots(2 * STORE_NODES);
	store->records = store_new(STORE_RECORDS, sizeof(*store->records));
	store->records_size = STORE_RECORDS;
	store->frames = store_new(HP_SAMPLE_MAX_FRAMES, sizeof(*store->frames));

	store->nodes[HP_SAMPLE_ROOT].parent = HP_SAMPLE_NONE;
	store->nodes[HP_SAMPLE_ROOT].frame = (hp_sample_frame){HP_SAMPLE_NONE, 0};
	store->nodes_count = HP_SAMPLE_ROOT + 1;
}

void hp_sample_store_free(hp_sample_store *store)
{
	hp_vector_release(store->functions);
	hp_vector_release(store->function_slots);
	hp_vector_release(store->texts);
	hp_vector_release(store->nodes);
	hp_vector_release(store->node_slots);
	hp_vector_release(store->records);
	hp_vector_release(store->frames);
	memset(store, 0, sizeof(*store));
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t *store_function_slot(const hp_sample_store *store, uint64_t key)
{
	uint32_t mask = 4 * store->functions_size - 1;
	uint32_t at = (uint32_t) key & mask;

	while (store->function_slots[at] != 0 &&
		store->functions[store->function_slots[at] - 1].key != key) {
		at = (at + 1) & mask;
	}

	return &store->function_slots[at];
}

static uint32_t *store_node_slot(const hp_sample_store *store, const hp_sample_node *node)
{
	uint32_t mask = 2 * store->nodes_size - 1;
	uint64_t key =
		hp_table_mix(node->parent, ((uint64_t) node->frame.function << 32) | node->frame.line);
	uint32_t at = (uint32_t) key & mask;

	while (store->node_slots[at] != 0) {
		const hp_sample_node *other = &store->nodes[store->node_slots[at] - 1];

		if (other->parent == node->parent && other->frame.function == node->frame.function &&
			other->frame.line == node->frame.line) {
			break;
		}
		at = (at + 1) & mask;
	}

	return &store->node_slots[at];
}

bool hp_sample_store_wants_room(const hp_sample_store *store)
{
	return store->functions_count > store->functions_size / 2 ||
		store->texts_used > store->texts_size / 2 || store->nodes_count > store->nodes_size / 2 ||
		store->records_count > store->records_size / 2 || store->texts_wanted > 0 ||
		store->nodes_wanted > 0;
}

static void store_grow_functions(hp_sample_store *store)
{
	store->functions_size *= 2;
	store->functions =
		safe_perealloc(store->functions, store->functions_size, sizeof(*store->functions), 0, true);
	pefree(store->function_slots, true);
	store->function_slots = store_new_slots(4 * store->functions_size);
	for (uint32_t i = 0; i < store->functions_count; i++) {
		*store_function_slot(store, store->functions[i].key) = i + 1;
	}
}

static void store_grow_nodes(hp_sample_store *store)
{
	while (store->nodes_size - store->nodes_count <= store->nodes_count + store->nodes_wanted) {
		store->nodes_size *= 2;
	}
	store->nodes_wanted = 0;
	store->nodes = safe_perealloc(store->nodes, store->nodes_size, sizeof(*store->nodes), 0, true);
	pefree(store->node_slots, true);
	store->node_slots = store_new_slots(2 * store->nodes_size);
	for (uint32_t i = HP_SAMPLE_ROOT + 1; i < store->nodes_count; i++) {
		*store_node_slot(store, &store->nodes[i]) = i + 1;
	}
}

static void store_grow_texts(hp_sample_store *store)
{
	while (store->texts_size - store->texts_used <= store->texts_used + store->texts_wanted) {
		store->texts_size *= 2;
	}
	store->texts_wanted = 0;
	store->texts = safe_perealloc(store->texts, store->texts_size, 1, 0, true);
}

void hp_sample_store_grow(hp_sample_store *store)
{
	if (store->functions_count > store->functions_size / 2) {
		store_grow_functions(store);
	}
	if (store->texts_used > store->texts_size / 2 || store->texts_wanted > 0) {
		store_grow_texts(store);
	}
	if (store->nodes_count > store->nodes_size / 2 || store->nodes_wanted > 0) {
		store_grow_nodes(store);
	}
	if (store->records_count > store->records_size / 2) {
		store->records_size *= 2;
		store->records =
			safe_perealloc(store->records, store->records_size, sizeof(*store->records), 0, true);
	}
}

uint32_t hp_sample_store_find(const hp_sample_store *store, uint64_t key)
{
	return *store_function_slot(store, key) - 1;
}

char *hp_sample_store_text_room(hp_sample_store *store, size_t bytes)
{
	if (store->texts_size - store->texts_used < bytes) {
		store->texts_wanted = bytes;
		return NULL;
	}

	return store->texts + store->texts_used;
}

uint32_t hp_sample_store_add_function(hp_sample_store *store, const hp_sample_function *function)
{
	hp_sample_function *added = &store->functions[store->functions_count];

	if (store->functions_count == store->functions_size) {
		return HP_SAMPLE_NONE;
	}
	*added = *function;
	added->text = store->texts_used;
	store->texts_used +=
		(size_t) function->class_length + function->name_length + function->file_length;
	*store_function_slot(store, function->key) = ++store->functions_count;

	return store->functions_count - 1;
}

void hp_sample_store_drop_functions(hp_sample_store *store, uint32_t count)
{
	/* The newest ended a chain of full slots: none behind it needs its slot. */
	while (store->functions_count > count) {
		const hp_sample_function *function = &store->functions[store->functions_count - 1];

		*store_function_slot(store, function->key) = 0;
		store->texts_used = function->text;
		store->functions_count--;
	}
}

uint32_t hp_sample_store_path(hp_sample_store *store, uint32_t count)
{
	hp_sample_node node = {HP_SAMPLE_ROOT, {0, 0}};

	for (uint32_t i = count; i > 0; i--) {
		uint32_t *slot;

		node.frame = store->frames[i - 1];
		slot = store_node_slot(store, &node);
		if (*slot == 0) {
			if (store->nodes_count == store->nodes_size) {
				store->nodes_wanted = i;
				return HP_SAMPLE_NONE;
			}
			store->nodes[store->nodes_count] = node;
			*slot = ++store->nodes_count;
		}
		node.parent = *slot - 1;
	}

	return node.parent;
}

zend_result hp_sample_store_add(hp_sample_store *store, const hp_sample_record *record)
{
	hp_sample_record *last = store->records + store->records_count - 1;

	if (store->records_count < store->records_size) {
		store->records[store->records_count++] = *record;
		return SUCCESS;
	}
	/* A long internal call reaches no safe point to grow at, but stays in one place. */
	if (last->node == record->node && last->depth == record->depth &&
		last->is_off_cpu == record->is_off_cpu) {
		last->weight += record->weight;
		last->time_us = record->time_us;
		return SUCCESS;
	}

	return FAILURE;
}
