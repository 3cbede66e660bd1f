/* stack_walk.h: reads the stack of a thread at any moment, also in the middle of an instruction
 * of the engine's, and also from another thread.
 *
 * Nothing is allocated, locked or called, and no pointer trusted that has not been checked: in the
 * thread itself by what it must look like, from another thread by having the kernel read. */
#ifndef HP_SAMPLE_STACK_WALK_H
#define HP_SAMPLE_STACK_WALK_H

#include "sample/store.h"

/* What one walk has read of another thread's memory: a system call is for a page, not for a word. */
#define HP_STACK_WALK_PAGES 64
#define HP_STACK_WALK_PAGE_BYTES 4096

typedef struct hp_stack_walk_page {
	uintptr_t address; /* 0: none */
	char bytes[HP_STACK_WALK_PAGE_BYTES];
} hp_stack_walk_page;

/* The thread, by addresses in its globals, and where what is found is kept. */
typedef struct hp_stack_walk {
	zend_execute_data *const *current;
	const bool *is_compiling;
	zend_string *const *compiled_file;
	bool can_read; /* as hp_stack_walk_can_read() says */
	bool has_registers; /* the engine keeps frame and instruction in registers that we know */
	hp_sample_store *store;
	hp_stack_walk_page *pages;
	uint32_t count; /* of the frames found so far */
	uint64_t truncated; /* stacks that were cut */
} hp_stack_walk;

/* For the calling thread. */
void hp_stack_walk_init(hp_stack_walk *walk, hp_sample_store *store);
void hp_stack_walk_free(hp_stack_walk *walk);

/* Whether another thread's stack can be read here. */
bool hp_stack_walk_can_read(void);

/* Puts the stack, innermost first, into the store's frames, and returns how many these are.
 * HP_SAMPLE_NONE: no room, or something is not as it should be.
 *
 * own: from the thread itself; top is where to start, context a signal handler's or NULL.
 * other: from another thread. Whatever it gives is right only if the thread did not run meanwhile;
 * else functions may have been added that are none, and the caller takes these back. */
uint32_t hp_stack_walk_own(hp_stack_walk *walk, const zend_execute_data *top, const void *context);
uint32_t hp_stack_walk_other(hp_stack_walk *walk);

#endif /* HP_SAMPLE_STACK_WALK_H */
