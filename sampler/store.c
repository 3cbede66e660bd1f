#include "sampler/store.h"

/* Initial sizes. Untouched memory costs nothing, so only the tables are zeroed. */
#define STORE_FUNCTIONS 2048u
#define STORE_TEXTS ((uint32_t) 512 * 1024)
#define STORE_NODES 16384u
#define STORE_RECORDS 65536u

/* A row of the tables is the index of a function or of a node plus one. The element after the last
 * one in use holds what is being searched for. */
static const hp_sample_function *store_function(const hp_table *table, const void *row)
{
	const hp_sample_store *store = table->context;

	return &store->functions.rows[*(const uint32_t *) row - 1];
}

static const hp_sample_node *store_node(const hp_table *table, const void *row)
{
	const hp_sample_store *store = table->context;

	return &store->nodes.rows[*(const uint32_t *) row - 1];
}

static uint64_t store_function_hash(const hp_table *table, const void *row)
{
	return store_function(table, row)->key;
}

static bool store_function_is_same(const hp_table *table, const void *row, const void *wanted)
{
	return store_function(table, row)->key == store_function(table, wanted)->key;
}

static uint64_t store_node_hash(const hp_table *table, const void *row)
{
	const hp_sample_node *node = store_node(table, row);

	return hp_table_mix(node->parent, (uint64_t) node->frame.function << 32 | node->frame.line);
}

static bool store_node_is_same(const hp_table *table, const void *row, const void *wanted)
{
	return memcmp(store_node(table, row), store_node(table, wanted), sizeof(hp_sample_node)) == 0;
}

static const hp_table_kind store_functions = {
	sizeof(uint32_t), STORE_FUNCTIONS, store_function_hash, store_function_is_same, NULL, NULL};
static const hp_table_kind store_nodes = {
	sizeof(uint32_t), STORE_NODES, store_node_hash, store_node_is_same, NULL, NULL};

static uint32_t *store_function_slot(const hp_sample_store *store, uint32_t number)
{
	return hp_table_slot(&store->function_index, &store_functions, &number);
}

static uint32_t *store_node_slot(const hp_sample_store *store, uint32_t number)
{
	return hp_table_slot(&store->node_index, &store_nodes, &number);
}

void hp_sample_store_grow(hp_sample_store *store)
{
	hp_vector_reserve(&store->functions, store->functions.count + 1);
	hp_vector_reserve(&store->texts, store->texts.count + store->texts_wanted + 1);
	hp_vector_reserve(&store->nodes, store->nodes.count + store->nodes_wanted + 1);
	hp_vector_reserve(&store->records, store->records.count + 1);
	hp_table_reserve(&store->function_index, &store_functions, store->functions.size);
	hp_table_reserve(&store->node_index, &store_nodes, store->nodes.size);
	store->texts_wanted = store->nodes_wanted = 0;
}

void hp_sample_store_init(hp_sample_store *store)
{
	memset(store, 0, sizeof(*store));
	store->function_index.context = store->node_index.context = store;
	store->frames = safe_pemalloc(HP_SAMPLE_MAX_FRAMES, sizeof(*store->frames), 0, true);
	hp_vector_reserve(&store->functions, STORE_FUNCTIONS);
	hp_vector_reserve(&store->texts, STORE_TEXTS);
	hp_vector_reserve(&store->nodes, STORE_NODES);
	hp_vector_reserve(&store->records, STORE_RECORDS);
	hp_sample_store_grow(store);
	*hp_vector_add(&store->nodes) =
		(hp_sample_node){HP_SAMPLE_NONE, {HP_SAMPLE_NONE, 0}}; /* HP_SAMPLE_ROOT */
}

void hp_sample_store_free(hp_sample_store *store)
{
	hp_vector_free(&store->functions);
	hp_vector_free(&store->texts);
	hp_vector_free(&store->nodes);
	hp_vector_free(&store->records);
	hp_table_free(&store->function_index, &store_functions);
	hp_table_free(&store->node_index, &store_nodes);
	hp_vector_release(store->frames);
	store->frames = NULL;
}

bool hp_sample_store_wants_room(const hp_sample_store *store)
{
	return store->functions.count > store->functions.size / 2 ||
		store->texts.count > store->texts.size / 2 || store->nodes.count > store->nodes.size / 2 ||
		store->records.count > store->records.size / 2 || store->texts_wanted > 0 ||
		store->nodes_wanted > 0;
}

uint32_t hp_sample_store_find(hp_sample_store *store, uint64_t key)
{
	store->functions.rows[store->functions.count].key = key;

	return *store_function_slot(store, store->functions.count + 1) - 1;
}

char *hp_sample_store_text_room(hp_sample_store *store, size_t bytes)
{
	if (store->texts.size - store->texts.count < bytes) {
		store->texts_wanted = (uint32_t) bytes;
		return NULL;
	}

	return store->texts.rows + store->texts.count;
}

uint32_t hp_sample_store_add_function(hp_sample_store *store, const hp_sample_function *function)
{
	hp_sample_function *added = &store->functions.rows[store->functions.count];

	if (store->functions.count + 1 == store->functions.size) {
		return HP_SAMPLE_NONE;
	}
	*added = *function;
	added->text = store->texts.count;
	store->texts.count += function->class_length + function->name_length + function->file_length;
	store->functions.count++;
	*store_function_slot(store, store->functions.count) = store->functions.count;

	return store->functions.count - 1;
}

uint32_t hp_sample_store_label(hp_sample_store *store, hp_sample_kind kind, const char *name)
{
	hp_sample_function label = {.key = hp_table_mix(0, kind), .kind = kind};
	uint32_t found;
	char *room;

	label.name_length = (uint32_t) strlen(name);
	for (uint32_t i = 0; i < label.name_length; i++) {
		label.key = hp_table_mix(label.key, (unsigned char) name[i]);
	}
	found = hp_sample_store_find(store, label.key);
	if (found != HP_SAMPLE_NONE) {
		return found;
	}
	room = hp_sample_store_text_room(store, label.name_length);
	if (room == NULL) {
		return HP_SAMPLE_NONE;
	}
	memcpy(room, name, label.name_length);

	return hp_sample_store_add_function(store, &label);
}

void hp_sample_store_drop_functions(hp_sample_store *store, uint32_t count)
{
	/* The newest function took the free slot at the end of a chain, so no other one is found by way
	 * of that slot. */
	while (store->functions.count > count) {
		*store_function_slot(store, store->functions.count) = 0;
		store->functions.count--;
		store->texts.count = store->functions.rows[store->functions.count].text;
	}
}

/* The node of a frame below its caller's node; HP_SAMPLE_NONE: no room. */
static uint32_t store_add_node(hp_sample_store *store, uint32_t parent, hp_sample_frame frame)
{
	uint32_t *slot;

	store->nodes.rows[store->nodes.count] = (hp_sample_node){parent, frame};
	slot = store_node_slot(store, store->nodes.count + 1);
	if (*slot == 0) {
		if (store->nodes.count + 1 == store->nodes.size) {
			return HP_SAMPLE_NONE;
		}
		*slot = ++store->nodes.count;
	}

	return *slot - 1;
}

/* The number of outermost frames that this path shares with the last one. Most samples in a row
 * share most of them. */
static uint32_t store_common(const hp_sample_store *store, uint32_t count)
{
	uint32_t most = MIN(count, store->steps_count), common = 0;

	while (common < most &&
		memcmp(&store->steps[common].frame, &store->frames[count - common - 1],
			sizeof(hp_sample_frame)) == 0) {
		common++;
	}

	return common;
}

uint32_t hp_sample_store_path(hp_sample_store *store, uint32_t count)
{
	uint32_t at = store_common(store, count);
	uint32_t parent = at == 0 ? HP_SAMPLE_ROOT : store->steps[at - 1].node;

	store->steps_count = at;
	for (; at < count; at++) {
		hp_sample_frame frame = store->frames[count - at - 1];

		parent = store_add_node(store, parent, frame);
		if (parent == HP_SAMPLE_NONE) {
			store->nodes_wanted = count - at;
			return HP_SAMPLE_NONE;
		}
		if (at < HP_SAMPLE_STEPS) {
			store->steps[at] = (hp_sample_step){frame, parent};
			store->steps_count = at + 1;
		}
	}

	return parent;
}

uint32_t hp_sample_store_child(hp_sample_store *store, uint32_t node, uint32_t function)
{
	node = store_add_node(store, node, (hp_sample_frame){function, 0});
	store->nodes_wanted = node == HP_SAMPLE_NONE ? 1 : store->nodes_wanted;

	return node;
}

zend_result hp_sample_store_add(hp_sample_store *store, const hp_sample_record *record)
{
	hp_sample_record *last = store->records.rows + store->records.count - 1;

	if (store->records.count < store->records.size) {
		store->records.rows[store->records.count++] = *record;
		return SUCCESS;
	}
	/* A long internal call reaches no safe point where the store could grow. But its samples are
	 * all at one place, so that the last record can take them. */
	if (last->node == record->node && last->depth == record->depth &&
		last->is_off_cpu == record->is_off_cpu && last->is_custom == record->is_custom &&
		last->event == record->event) {
		last->weight += record->weight;
		last->time_us = record->time_us;
		return SUCCESS;
	}

	return FAILURE;
}
