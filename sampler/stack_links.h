/* stack_links.h: the frames of a thread that runs on, as they were at one moment. The innermost
 * ones come from one copy, and are compared with the memory afterwards. */
#ifndef HP_SAMPLER_STACK_LINKS_H
#define HP_SAMPLER_STACK_LINKS_H

#include "sampler/stack_memory.h"

#ifdef __linux__

/* Attempts to read the stack of a thread that runs. */
# define HP_STACK_LINKS_TRIES 3

/* Reads the address of the innermost frame and the memory around it. Fails if that cannot be read,
 * or changes too often. *is_running: the thread had CPU time during the copy, which is checked here
 * because the helper may have lost its CPU since it last checked. */
bool hp_stack_links_copy(hp_stack_walk *walk, const hp_sample_thread *thread,
	const zend_execute_data **top, bool *is_running);

/* Chooses the pages to copy next: the innermost frame's, those of its callers as far as these were
 * read, and pages that were copied before. Frames of one stack of the engine lie beside one
 * another; those of generators and fibers lie anywhere. */
void hp_stack_links_choose(hp_stack_walk *walk, const zend_execute_data *top);

/* Reads all frames from this one outwards into walk->links. Fails if one cannot be read, or if
 * there are too many, as in a circle. */
bool hp_stack_links_read(hp_stack_walk *walk, const zend_execute_data *frame);

/* Called right after the copy: true if all frames were open at one moment. */
bool hp_stack_links_join(hp_stack_walk *walk);

/* Returns the index of the innermost frame that is still open. All frames outside of it are open,
 * too; only this one may have moved on to another instruction. Returns links_count if no frame is
 * open, or if that cannot be seen. */
uint32_t hp_stack_links_rejoin(hp_stack_walk *walk);

/* True if this address is in a page that was copied right after the pointer to the innermost
 * frame. */
bool hp_stack_links_is_copied(const hp_stack_walk *walk, const void *address);

#endif

#endif /* HP_SAMPLER_STACK_LINKS_H */
