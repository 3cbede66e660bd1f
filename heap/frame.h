/* frame.h: records a frame of the stack, and edges to its variables. */
#ifndef HP_HEAP_FRAME_H
#define HP_HEAP_FRAME_H

#include "heap/walk.h"

/* Records a frame and its edges. Returns its id, or 0 as hp_heap_walk_value() does. is_exact: frame->opline is the
 * instruction that runs. */
uint32_t hp_heap_frame_visit(
	hp_heap_walk *walk, const zend_execute_data *frame, int64_t depth, bool is_exact);

/* Claims the page of the stack that this frame is the first of. Its size; 0: it is not the first. */
size_t hp_heap_frame_claim_page(hp_heap_walk *walk, const zend_execute_data *frame);

#endif /* HP_HEAP_FRAME_H */
