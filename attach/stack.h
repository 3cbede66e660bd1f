/* stack.h: reads the stack of another process while it runs.
 *
 * One system call copies the pointer to the current frame, then the memory of the innermost frames,
 * and then both again. The pointer comes first: the copy slows the thread down until its caches
 * have that memory back, so a pointer that was read later would find this place too often. Frames
 * that are the same in both copies were open when the pointer was read. An inner frame that differs
 * was left in between. It counts only if a frame that stayed can have called it at its address. */
#ifndef HP_ATTACH_STACK_H
#define HP_ATTACH_STACK_H

#include "attach/functions.h"

#ifdef __linux__

# define HP_ATTACH_REGION_BYTES 16384

/* How a stack was read. */
typedef enum hp_attach_outcome {
	HP_ATTACH_STACK, /* frames are set */
	HP_ATTACH_IDLE, /* no code runs: between two requests */
	HP_ATTACH_TORN, /* it changed during each attempt */
	HP_ATTACH_GONE /* nothing can be read any more */
} hp_attach_outcome;

typedef struct hp_attach_stack {
	hp_live_frames frames;
	/* where the innermost frames were at the last reading */
	uintptr_t region_at;
	size_t region_bytes;
} hp_attach_stack;

/* Returns room for one reading at a time, of any process; the caller frees it by free(). NULL: no
 * memory. */
struct hp_attach_walk *hp_attach_walk_new(void);

/* Reads the current stack of the thread. Its functions get numbers in the ring. stack->frames is
 * set only if HP_ATTACH_STACK is returned. walk is room for the reading. */
hp_attach_outcome hp_attach_stack_read(hp_attach_stack *stack, struct hp_attach_walk *walk,
	hp_attach_functions *functions, const hp_attach_process *process, hp_live_ring *ring);

/* Corrects the stack that was read last, if reading it had to wait, as while the process forks: the
 * function that ran when the wait began has ended. Keeps the functions that may have called it, and
 * puts HP_PROFILE_KERNEL_NAME on top of them. */
void hp_attach_stack_doubt(
	struct hp_attach_walk *walk, const hp_attach_functions *functions, hp_live_ring *ring);

#endif

#endif /* HP_ATTACH_STACK_H */
