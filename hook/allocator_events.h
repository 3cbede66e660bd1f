/* allocator_events.h: handlers that count what happens in PHP's allocator, and pass on to others of ours. */
#ifndef HP_HOOK_ALLOCATOR_EVENTS_H
#define HP_HOOK_ALLOCATOR_EVENTS_H

#include "hook/allocator_blocks.h"

/* Handlers that count hook->events and then call hook->inner, which has these. */
hp_allocator_handlers hp_allocator_events_handlers(const hp_allocator_handlers *inner);

/* Objects are counted from here on; and those since the last look. Does nothing while they are not counted. */
void hp_allocator_events_note_objects(hp_allocator *hook);
void hp_allocator_events_look(hp_allocator *hook);

#endif /* HP_HOOK_ALLOCATOR_EVENTS_H */
