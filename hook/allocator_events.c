/* allocator_events.c: counts the bytes allocated and the objects created.
 *
 * The engine has no hook for a new object. But each new object takes a block of memory and then the
 * first free handle of EG(objects_store), whose entry in the table changes. So the first free
 * handles are noted at each call of the allocator, and checked before the next one. A freed object
 * gives its block back before its handle, so no object lives and dies unseen. Only the garbage
 * collector frees handles first; it is watched. */
#include "hook/allocator_events.h"

#include "event/php.h"
#include "php_xhprof.h"

static zend_never_inline void events_look_closely(hp_allocator *hook)
{
	const hp_allocator_objects *seen = &hook->objects;
	const zend_objects_store *store = &EG(objects_store);
	uint64_t count = store->top - seen->top;

	for (uint32_t i = 0; i < seen->count; i++) {
		count += store->object_buckets[seen->handles[i]] != seen->links[i];
	}
	hp_allocator_events_note_objects(hook);
	if (count > 0) {
		hp_event_php_add(HP_EVENT_PHP_OBJECTS, count);
	}
}

static zend_always_inline void events_look(hp_allocator *hook)
{
	const hp_allocator_objects *seen = &hook->objects;
	const zend_objects_store *store = &EG(objects_store);

	if ((hook->events & HP_ALLOCATOR_OBJECTS) == 0 || UNEXPECTED(store->object_buckets == NULL)) {
		return;
	}
	if (UNEXPECTED(store->top != seen->top) || UNEXPECTED(store->free_list_head != seen->handle) ||
		(seen->count > 0 && UNEXPECTED(store->object_buckets[seen->handle] != seen->links[0]))) {
		events_look_closely(hook);
	}
}

void hp_allocator_events_note_objects(hp_allocator *hook)
{
	hp_allocator_objects *seen = &hook->objects;
	const zend_objects_store *store = &EG(objects_store);
	int handle = store->free_list_head;

	seen->top = store->top;
	seen->handle = handle;
	seen->count = 0;
	while (handle != -1 && seen->count < HP_ALLOCATOR_FREE_HANDLES) {
		const zend_object *link = store->object_buckets[handle];

		seen->handles[seen->count] = handle;
		seen->links[seen->count++] = link;
		handle = (int) GET_OBJ_BUCKET_NUMBER(link);
	}
}

void hp_allocator_events_look(hp_allocator *hook)
{
	events_look(hook);
}

/* Returns the size that the allocator gave a block, or the requested size if it does not report
 * it. */
static size_t events_bytes(const hp_allocator *hook, void *block, size_t size)
{
	size_t bytes;

	if (UNEXPECTED(hook->next.allocate != NULL)) {
		return size;
	}
	hp_allocator_enter(hook);
	bytes = zend_mm_block_size(hook->heap, block);
	hp_allocator_leave(hook);

	return bytes;
}

static void *events_allocate(size_t size HP_ALLOCATOR_LINE_DC)
{
	hp_allocator *hook = XHPROF_G(allocator);
	void *block;

	events_look(hook);
	if ((hook->events & HP_ALLOCATOR_OBJECTS) && size >= sizeof(zend_object) - sizeof(zval)) {
		hp_event_php_prepare(HP_EVENT_PHP_OBJECTS);
	}
	block = hook->inner.allocate(size HP_ALLOCATOR_LINE_CC);
	if ((hook->events & HP_ALLOCATOR_BYTES) && EXPECTED(block != NULL)) {
		hp_event_php_add(HP_EVENT_PHP_BYTES, events_bytes(hook, block, size));
	}

	return block;
}

static void events_release(void *block HP_ALLOCATOR_LINE_DC)
{
	hp_allocator *hook = XHPROF_G(allocator);

	events_look(hook);
	hook->inner.release(block HP_ALLOCATOR_LINE_CC);
}

/* A block that grows counts as an allocation of the bytes by which it grew. */
static void *events_resize(void *block, size_t size HP_ALLOCATOR_LINE_DC)
{
	hp_allocator *hook = XHPROF_G(allocator);
	size_t before = 0, after;
	void *moved;

	events_look(hook);
	if ((hook->events & HP_ALLOCATOR_BYTES) && block != NULL) {
		before = events_bytes(hook, block, 0);
	}
	moved = hook->inner.resize(block, size HP_ALLOCATOR_LINE_CC);
	if ((hook->events & HP_ALLOCATOR_BYTES) && EXPECTED(moved != NULL)) {
		after = events_bytes(hook, moved, size);
		if (after > before) {
			hp_event_php_add(HP_EVENT_PHP_BYTES, after - before);
		}
	}

	return moved;
}

hp_allocator_handlers hp_allocator_events_handlers(const hp_allocator_handlers *inner)
{
	hp_allocator_handlers handlers = *inner;

	handlers.allocate = events_allocate;
	handlers.release = events_release;
	handlers.resize = events_resize;

	return handlers;
}
