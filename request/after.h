/* after.h: some SAPIs end a response when all of the request is over. A run is saved behind that, so that no client
 * waits for it. */
#ifndef HP_REQUEST_AFTER_H
#define HP_REQUEST_AFTER_H

#include "base/compat.h"

/* In MINIT: sets the function that saves. And in MSHUTDOWN, where it is called for what is not saved yet. */
void hp_after_startup(void (*save)(void));
void hp_after_shutdown(void);

/* At the end of a request. True: the function will be called once its response is out, before the next request, or at the
 * latest in MSHUTDOWN. */
bool hp_after_expect(void);

#endif /* HP_REQUEST_AFTER_H */
