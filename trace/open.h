/* open.h: where hooks that are made for the work of a run find the stack of calls, with one
 * load. */
#ifndef HP_TRACE_OPEN_H
#define HP_TRACE_OPEN_H

/* The stacks on which these hooks record. While such a hook must not record, its pointer leads to a
 * stack that stays empty: the run is paused or has ended, does other work, or leaves out this kind
 * of call. */
typedef struct hp_open_stacks {
	struct hp_entry_stack *user; /* for calls of user functions */
	struct hp_entry_stack *internal;
} hp_open_stacks;

#endif /* HP_TRACE_OPEN_H */
