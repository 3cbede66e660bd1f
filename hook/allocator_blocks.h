/* allocator_blocks.h: handlers that record each block PHP's allocator gives out or takes back. */
#ifndef HP_HOOK_ALLOCATOR_BLOCKS_H
#define HP_HOOK_ALLOCATOR_BLOCKS_H

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
	HP_ALLOCATOR_NONE, /* it does not */
	HP_ALLOCATOR_CALLS, /* full, in a run that traces calls */
	HP_ALLOCATOR_FUNCTIONS, /* full, in a run that does not */
	HP_ALLOCATOR_SAMPLED
} hp_allocator_kind;

/* Events that the handlers count, together or alone. */
#define HP_ALLOCATOR_BYTES 1u
#define HP_ALLOCATOR_OBJECTS 2u

/* As many objects may be made of blocks that were allocated before the first of them was. */
#define HP_ALLOCATOR_FREE_HANDLES 4u

/* The engine's table of objects at the last check: an object takes the first of the free handles. */
typedef struct hp_allocator_objects {
	uint32_t top;
	int handle; /* the first free one; -1: none */
	uint32_t count; /* of handles */
	int handles[HP_ALLOCATOR_FREE_HANDLES];
	const zend_object *links[HP_ALLOCATOR_FREE_HANDLES]; /* what the table has in their places */
} hp_allocator_objects;

/* Each thread's state. */
typedef struct hp_allocator {
	zend_mm_heap *heap; /* has our handlers; NULL: none has */
	int mark; /* the first word of a heap that has handlers */
	hp_allocator_kind kind;
	uint32_t events; /* HP_ALLOCATOR_*; not 0: ours count them, and then call inner */
	hp_allocator_handlers ours;
	hp_allocator_handlers inner; /* of the kind, or those that compensate */
	hp_allocator_handlers recorded; /* of the kind, which those that compensate call */
	bool is_compensated;
	hp_allocator_handlers next; /* the handlers before ours */
	hp_allocator_objects objects;
} hp_allocator;

/* Our handlers, by kind; those of HP_ALLOCATOR_NONE only pass on. */
extern const hp_allocator_handlers hp_allocator_blocks_handlers[];

/* They call hp_allocator.recorded, and then take the overhead of that out of the run. */
extern const hp_allocator_handlers hp_allocator_blocks_compensated;

/* Between these two, the allocator has no handlers. */
static zend_always_inline void hp_allocator_enter(const hp_allocator *hook)
{
	*(volatile int *) hook->heap = 0;
}

static zend_always_inline void hp_allocator_leave(const hp_allocator *hook)
{
	*(volatile int *) hook->heap = hook->mark;
}

#endif /* HP_HOOK_ALLOCATOR_BLOCKS_H */
