/* frame.h: records a frame of the stack, and edges to its variables. */
#ifndef HP_HEAP_FRAME_H
#define HP_HEAP_FRAME_H

#include "heap/walk.h"

/* Records a frame and its edges. Returns its id, or 0 as hp_heap_walk_value() does. depth: of the
 * frame on the stack, -1 if it is not on it. is_exact: frame->opline is the instruction that
 * runs. */
uint32_t hp_heap_frame_visit(
	hp_heap_walk *walk, const zend_execute_data *frame, int64_t depth, bool is_exact);

/* Claims the page of the VM stack that begins with this frame. Returns its size; 0: no page begins
 * with it. */
size_t hp_heap_frame_claim_page(hp_heap_walk *walk, const zend_execute_data *frame);

#endif /* HP_HEAP_FRAME_H */
