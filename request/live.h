/* live.h: describes the current request for readers in other processes: see live/thread.h. */
#ifndef HP_REQUEST_LIVE_H
#define HP_REQUEST_LIVE_H

#include "live/locals.h"

void hp_request_live_begin_request(
	struct hp_live_thread *thread, const php_xhprof_settings *settings);

/* In MINIT. */
#ifdef HP_LIVE_HAS_RINGS
void hp_request_live_startup(void);

/* How much of variables xhprof.meta lets readers of this process see, or this process of others. */
hp_live_locals_level hp_request_live_locals_level(void);
#else
# define hp_request_live_startup() ((void) 0)
#endif

/* In RINIT, before what may take long. */
static zend_always_inline void hp_request_live_begin(
	struct hp_live_thread *thread, const php_xhprof_settings *settings)
{
	if (UNEXPECTED(settings->live_dir != NULL && settings->live_dir[0] != '\0')) {
		hp_request_live_begin_request(thread, settings);
	}
}

#endif /* HP_REQUEST_LIVE_H */
