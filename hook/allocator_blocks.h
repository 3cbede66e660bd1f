/* allocator_blocks.h: handlers that record each block that PHP's allocator allocates or frees. */
#ifndef HP_HOOK_ALLOCATOR_BLOCKS_H
#define HP_HOOK_ALLOCATOR_BLOCKS_H

#include "event/php.h"
#include "trace/tracer.h"

#if ZEND_DEBUG && PHP_VERSION_ID >= 80400
# define HP_ALLOCATOR_LINE_DC ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC
# define HP_ALLOCATOR_LINE_CC ZEND_FILE_LINE_RELAY_CC ZEND_FILE_LINE_ORIG_RELAY_CC
#else
# define HP_ALLOCATOR_LINE_DC
# define HP_ALLOCATOR_LINE_CC
#endif

/* A set of the allocator's handlers. All NULL: none. */
typedef struct hp_allocator_handlers {
	void *(*allocate)(size_t size HP_ALLOCATOR_LINE_DC);
	void (*release)(void *block HP_ALLOCATOR_LINE_DC);
	void *(*resize)(void *block, size_t size HP_ALLOCATOR_LINE_DC);
	size_t (*collect)(void); /* PHP 8.4 and newer, like the next */
	void (*shut_down)(bool is_full, bool is_silent);
} hp_allocator_handlers;

/* How a run sees blocks. */
typedef enum hp_allocator_kind {
	HP_ALLOCATOR_NONE, /* it does not see blocks */
	HP_ALLOCATOR_CALLS, /* all blocks, in a run that records calls */
	HP_ALLOCATOR_FUNCTIONS, /* all blocks, in a run without calls */
	HP_ALLOCATOR_SAMPLED
} hp_allocator_kind;

/* Events that the handlers can count. */
#define HP_ALLOCATOR_BYTES (1u << HP_EVENT_PHP_BYTES)
#define HP_ALLOCATOR_OBJECTS (1u << HP_EVENT_PHP_OBJECTS)

/* Number of objects that may be created from blocks that were all allocated before the first of
 * these objects. */
#define HP_ALLOCATOR_FREE_HANDLES 4u

/* The free handles in the engine's table of objects at the last look. A new object takes the first
 * of them. */
typedef struct hp_allocator_objects {
	uint32_t top;
	int handle; /* the first free handle; -1: none */
	uint32_t count; /* number of handles noted */
	int handles[HP_ALLOCATOR_FREE_HANDLES];
	const zend_object *links[HP_ALLOCATOR_FREE_HANDLES]; /* the table's values at these handles */
} hp_allocator_objects;

/* A thread's state. */
typedef struct hp_allocator {
	zend_mm_heap *heap; /* the heap that has our handlers; NULL: none */
	int mark; /* the first word of that heap while it has handlers */
	hp_allocator_kind kind;
	uint32_t events; /* HP_ALLOCATOR_*; if not 0, our handlers count them and then call inner */
	hp_allocator_handlers ours;
	hp_allocator_handlers inner; /* the handlers of the kind, or those that compensate */
	hp_allocator_handlers recorded; /* the handlers of the kind, which those that compensate call */
	bool is_compensated;
	hp_allocator_handlers next; /* the handlers before ours */
	hp_allocator_objects objects;
} hp_allocator;

/* Our handlers by kind. Those of HP_ALLOCATOR_NONE only pass on. */
extern const hp_allocator_handlers hp_allocator_blocks_handlers[];

/* Handlers that call hp_allocator.recorded, and then take its overhead out of the run. */
extern const hp_allocator_handlers hp_allocator_blocks_compensated;

/* Between these two calls, the allocator behaves as if it had no handlers. */
static zend_always_inline void hp_allocator_enter(const hp_allocator *hook)
{
	*(volatile int *) hook->heap = 0;
}

static zend_always_inline void hp_allocator_leave(const hp_allocator *hook)
{
	*(volatile int *) hook->heap = hook->mark;
}

#endif /* HP_HOOK_ALLOCATOR_BLOCKS_H */
