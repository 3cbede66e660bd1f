/* open.h: where hooks that are made for the work of a run find the stack of calls, by one load. */
#ifndef HP_TRACE_OPEN_H
#define HP_TRACE_OPEN_H

/* A stack that no call is on, where no such hook is to record: the run is paused or over, has another work, or leaves
 * those calls out. */
typedef struct hp_open_stacks {
	struct hp_entry_stack *user; /* for calls of user functions */
	struct hp_entry_stack *internal;
} hp_open_stacks;

#endif /* HP_TRACE_OPEN_H */
