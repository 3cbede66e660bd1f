#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/walk.h"

#include "ext/standard/file.h"
#include "main/php_streams.h"

static void resource_edge(hp_heap_walk *walk, uint32_t from, const zval *value, const char *name)
{
	uint32_t to = hp_heap_walk_value(walk, value);

	if (to != 0) {
		hp_heap_record_edge_name(&walk->record, from, to, HP_HEAP_EDGE_RESOURCE,
			hp_heap_record_name(&walk->record, name, name, strlen(name)));
	}
}

static size_t resource_stream_bytes(hp_heap_walk *walk, const php_stream *stream)
{
	return hp_heap_walk_block(walk, stream->readbuf, stream->readbuflen) +
		hp_heap_walk_block(walk, stream->abstract, 1) +
		(stream->orig_path == NULL
				? 0
				: hp_heap_walk_block(walk, stream->orig_path, strlen(stream->orig_path) + 1));
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

static void resource_context(hp_heap_walk *walk, const php_stream_context *context, uint32_t id)
{
	resource_edge(walk, id, &context->options, "options");
}

static bool resource_is_stream(const zend_resource *resource)
{
	return resource->ptr != NULL &&
		(resource->type == php_file_le_stream() || resource->type == php_file_le_pstream());
}

static bool resource_is_context(const zend_resource *resource)
{
	return resource->ptr != NULL && resource->type == php_le_stream_context();
}

void hp_heap_resource(hp_heap_walk *walk, const zend_resource *resource, uint32_t id)
{
	const char *type = zend_rsrc_list_get_rsrc_type((zend_resource *) resource);
	hp_heap_node node = {0};

	node.id = id;
	node.kind = HP_HEAP_RESOURCE;
	node.address = resource;
	node.bytes = hp_heap_block_bytes(&walk->blocks, resource, sizeof(*resource)) +
		hp_heap_walk_block(walk, resource->ptr, 1);
	if (resource_is_stream(resource)) {
		node.bytes += resource_stream_bytes(walk, resource->ptr);
	}
	node.refcount = GC_REFCOUNT(resource);
	node.count = (uint64_t) resource->handle;
	type = type == NULL ? "closed" : type;
	node.class_name = hp_heap_record_name(&walk->record, type, type, strlen(type));
	hp_heap_walk_node(walk, &node, resource);
	if (resource_is_stream(resource)) {
		resource_stream(walk, resource->ptr, id);
	} else if (resource_is_context(resource)) {
		resource_context(walk, resource->ptr, id);
	}
}
