/* signal.h: on the command line, SIGINT and SIGTERM save the run so far before they end the
 * process.
 *
 * Only where the program leaves them alone: each must have its default when the run starts, and a
 * handler that the program installs replaces ours. The run is saved at the next safe point, and the
 * signal raised again with its default. A second one ends the process at once, as does a safe point
 * that does not come in time. */
#ifndef HP_REQUEST_SIGNAL_H
#define HP_REQUEST_SIGNAL_H

#include "base/compat.h"

#ifndef PHP_WIN32

/* In MINIT. */
void hp_signal_startup(void);

/* When a run starts: save is called at a safe point, within a bailout guard. It returns false if
 * the run is being saved already: then the process ends after the request. */
void hp_signal_catch(bool (*save)(void));

/* Restores the defaults if the process continues. For the saver of hp_signal_catch(), while it is
 * in force. */
void hp_signal_release(bool (*save)(void));

/* In RINIT: the same for "xhprof run", which sets xhprof.run. */
void hp_signal_begin(void);

/* The signal for which a run is being saved, which then ends the process; 0: none. */
int hp_signal_number(void);

/* In RSHUTDOWN: gives the defaults back, and raises a signal that came too late to be saved for. */
void hp_signal_end(void);

#else /* no such signals */
# define hp_signal_startup() ((void) 0)
# define hp_signal_catch(save) ((void) (save))
# define hp_signal_release(save) ((void) (save))
# define hp_signal_begin() ((void) 0)
# define hp_signal_number() 0
# define hp_signal_end() ((void) 0)
#endif

#endif /* HP_REQUEST_SIGNAL_H */
