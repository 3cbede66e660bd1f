/* allocator_events.h: handlers that count events in PHP's allocator, and pass on to our other
 * handlers. */
#ifndef HP_HOOK_ALLOCATOR_EVENTS_H
#define HP_HOOK_ALLOCATOR_EVENTS_H

#include "hook/allocator_blocks.h"

/* Returns handlers that count hook->events and then call hook->inner, which must hold `inner`. */
hp_allocator_handlers hp_allocator_events_handlers(const hp_allocator_handlers *inner);

/* Begin counting objects from now on, and count those created since the last look. The second does
 * nothing while objects are not counted. */
void hp_allocator_events_note_objects(hp_allocator *hook);
void hp_allocator_events_look(hp_allocator *hook);

#endif /* HP_HOOK_ALLOCATOR_EVENTS_H */
