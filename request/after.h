/* after.h: FPM sends the end of a response when all of the request is over. A run is saved behind
 * that, so that no client waits for it. */
#ifndef HP_REQUEST_AFTER_H
#define HP_REQUEST_AFTER_H

#include "base/compat.h"

/* In MINIT and MSHUTDOWN. If the SAPI reports that the response is out, save is called then. */
void hp_after_startup(void (*save)(void));
void hp_after_shutdown(void);

/* True if it is called. */
bool hp_after_is_there(void);

#endif /* HP_REQUEST_AFTER_H */
