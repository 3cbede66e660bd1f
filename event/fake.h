/* fake.h: an event for tests, which happens at each reading: a call without callees takes exactly one. */
#ifndef HP_EVENT_FAKE_H
#define HP_EVENT_FAKE_H

#include "event/event.h"

#ifdef XHPROF_FAKE_CLOCK
extern HP_HIDDEN const hp_event hp_event_fake;
#endif

#endif /* HP_EVENT_FAKE_H */
