/* fork.h: lists the counters of a thread that must be restarted in a forked child. */
#ifndef HP_EVENT_FORK_H
#define HP_EVENT_FORK_H

#include "event/event.h"

/* In MINIT; may be called twice. */
#ifndef PHP_WIN32
void hp_event_fork_startup(void);

/* Call these in an event's enable and disable. */
void hp_event_fork_add(hp_event_counter *counter);
void hp_event_fork_remove(hp_event_counter *counter);
#else
# define hp_event_fork_startup() ((void) 0)
# define hp_event_fork_add(counter) ((void) 0)
# define hp_event_fork_remove(counter) ((void) 0)
#endif

#endif /* HP_EVENT_FORK_H */
