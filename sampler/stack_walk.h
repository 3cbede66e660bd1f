/* stack_walk.h: reads the stack of a thread at any moment, even in the middle of one of the
 * engine's instructions, and even from another thread.
 *
 * It allocates nothing, takes no lock, and trusts no unchecked pointer: in the thread itself it
 * checks the pointer's form, from another thread it lets the kernel read. */
#ifndef HP_SAMPLER_STACK_WALK_H
#define HP_SAMPLER_STACK_WALK_H

#include "sampler/stack_walker.h"

/* Called in MINIT. */
void hp_stack_walk_startup(void);

/* The calling thread's garbage collector begins. caller is the frame that called it, or NULL for
 * none. Returns the frame of a collection around this one, to pass to hp_stack_walk_end_gc(). */
const zend_execute_data *hp_stack_walk_begin_gc(const zend_execute_data *caller);
void hp_stack_walk_end_gc(const zend_execute_data *outer);

/* Prepares to walk the calling thread's stack. The walk is all zeros. The store stays the caller's,
 * and must outlive the walk. */
void hp_stack_walk_init(hp_stack_walk *walk, hp_sample_store *store);
void hp_stack_walk_free(hp_stack_walk *walk);

/* Called by another thread, at any moment: remembers the thread's innermost frame for the next
 * hp_stack_walk_safe_point(). */
void hp_stack_walk_peek(hp_stack_walk *walk);

/* Each of these puts the stack, innermost first, into the store's frames, and returns their count.
 * HP_SAMPLE_NONE: no room, or the stack is inconsistent.
 *
 * own: called by the thread itself. top is the first frame; context is a signal handler's third
 * argument, or NULL.
 * safe_point: called by the thread itself, between two instructions. Takes the stack of the last
 * peek if the thread has entered or left one function since, else the present one.
 * labeled: called by the thread itself, outside of signal handlers. Adds a frame with the label's
 * name above the stack, or none if label is NULL.
 * other: called by another thread, to read a thread that does not run: its CPU time must stay
 * cpu_ns. Once it has run, the walk ends without a result, because its memory has changed, and
 * because it may be waiting for a lock that the caller holds. Functions that this walk added are
 * dropped.
 * links: for hp_stack_running_walk(), to take the frames from walk->links. */
uint32_t hp_stack_walk_own(hp_stack_walk *walk, const zend_execute_data *top, const void *context);
uint32_t hp_stack_walk_safe_point(hp_stack_walk *walk, const zend_execute_data *top);
uint32_t hp_stack_walk_labeled(
	hp_stack_walk *walk, const zend_execute_data *top, const zend_string *label);
uint32_t hp_stack_walk_other(hp_stack_walk *walk, const hp_sample_thread *thread, uint64_t cpu_ns);
uint32_t hp_stack_walk_links(hp_stack_walk *walk, const zend_execute_data *top);

/* Returns the innermost frame, including one that the engine is leaving: it makes the caller
 * current first, and frees the callee's variables afterwards. Freeing may take long, and counts as
 * the callee's time, as it does for a program that times the call. */
const zend_execute_data *hp_stack_walk_innermost(
	hp_stack_walk *walk, bool is_own, const zend_execute_data *top);

#endif /* HP_SAMPLER_STACK_WALK_H */
