/* fake.h: an event for tests that happens at each reading, so that a call without callees has
 * exactly one. */
#ifndef HP_EVENT_FAKE_H
#define HP_EVENT_FAKE_H

#include "event/event.h"

#ifdef XHPROF_FAKE_CLOCK
extern HP_HIDDEN const hp_event hp_event_fake;
#endif

#endif /* HP_EVENT_FAKE_H */
