/* allocator.h: sees each block that PHP's allocator gives out and takes back, for the ledger of a
 * run.
 *
 * The allocator has a place for handlers. As long as it has any it takes itself for another one:
 * memory_limit comes too early, and gc_mem_caches() does nothing. So ours switch it back to itself
 * for as long as they are in it. */
#ifndef HP_HOOK_ALLOCATOR_H
#define HP_HOOK_ALLOCATOR_H

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

/* What the hook keeps for each thread. */
typedef struct hp_allocator {
	zend_mm_heap *heap; /* that has our handlers; NULL: none */
	int mark; /* what stands first in a heap that has handlers */
	hp_allocator_handlers ours;
	hp_allocator_handlers next; /* who had the place before */
} hp_allocator;

/* Prepares, in MINIT, before any other hook looks at functions. */
void hp_allocator_startup(void);
void hp_allocator_shutdown(void);

/* Why blocks cannot be seen here, in English; NULL: they can. may_jit: the JIT may run. */
const char *hp_allocator_refusal(bool may_jit);

/* Opens the run's ledger, and notes from here on. */
void hp_allocator_enable(hp_tracer *tracer);

/* Notes no more. The ledger's accounts stay. Does nothing where nothing was enabled. */
void hp_allocator_disable(hp_tracer *tracer);

/* At the end of a request: takes out what somebody put back. */
void hp_allocator_forget(void);

/* Called while the fatal error of a memory limit is being raised. Set in MINIT; NULL: by nobody. */
extern void (*hp_allocator_limit_reached)(void);

#endif /* HP_HOOK_ALLOCATOR_H */
