#include "heap/resource.h"

#include "heap/reach.h"

#include "ext/standard/file.h"
#include "main/php_streams.h"

static void resource_edge(hp_heap_walk *walk, uint32_t from, const zval *value, const char *name)
{
	hp_heap_walk_edge_named(walk, from, value, HP_HEAP_EDGE_RESOURCE, name);
}

static void resource_filters(hp_heap_walk *walk, const php_stream_filter_chain *chain, uint32_t id)
{
	for (const php_stream_filter *filter = chain->head; filter != NULL; filter = filter->next) {
		resource_edge(walk, id, &filter->abstract, "filter");
	}
}

static void resource_stream(hp_heap_walk *walk, const php_stream *stream, uint32_t id)
{
	resource_edge(walk, id, &stream->wrapperdata, "wrapper");
	resource_filters(walk, &stream->readfilters, id);
	resource_filters(walk, &stream->writefilters, id);
	if (stream->ctx != NULL) {
		zval context;

		ZVAL_RES(&context, stream->ctx);
		resource_edge(walk, id, &context, "context");
	}
}

/* Claims the block that a resource points to, and returns its size. C code refers to a resource by
 * this block, as one stream does to another. */
static size_t resource_own_bytes(hp_heap_walk *walk, const void *own, uint32_t id)
{
	size_t bytes = hp_heap_block_claim(&walk->blocks, own, 1);

	if (bytes > 0) {
		hp_heap_walk_alias(walk, own, id);
		hp_heap_reach_part(walk, id, own, bytes);
	}

	return bytes;
}

void hp_heap_resource_visit(hp_heap_walk *walk, const hp_heap_task *task)
{
	const zend_resource *resource = task->address;
	const char *type = zend_rsrc_list_get_rsrc_type((zend_resource *) resource);
	bool is_stream = resource->ptr != NULL &&
		(resource->type == php_file_le_stream() || resource->type == php_file_le_pstream());
	hp_heap_node node = hp_heap_walk_node(walk, task, resource, sizeof(*resource));

	node.bytes += resource_own_bytes(walk, resource->ptr, task->id);
	node.count = (uint64_t) resource->handle;
	type = type == NULL ? "closed" : type;
	node.class_name = hp_heap_record_name(&walk->record, type, type, strlen(type));
	hp_heap_walk_record(walk, &node, resource);
	if (is_stream) {
		resource_stream(walk, resource->ptr, task->id);
	} else if (resource->ptr != NULL && resource->type == php_le_stream_context()) {
		const php_stream_context *context = resource->ptr;

		resource_edge(walk, task->id, &context->options, "options");
	}
}
