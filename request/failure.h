/* failure.h: why a request failed. */
#ifndef HP_REQUEST_FAILURE_H
#define HP_REQUEST_FAILURE_H

#include "base/compat.h"

/* In MINIT of a module that stays loaded. */
void hp_failure_startup(void);

/* In MSHUTDOWN, of any module. */
void hp_failure_shutdown(void);

/* A run of the request begins, and will be saved: from here on, fatal errors are noted. */
void hp_failure_begin(void);

/* True after a fatal error, a status of 500 or above, or a command or job whose status is not 0. */
bool hp_failure_has_failed(void);

/* Adds "failure" to the facts of a request that has failed: its "kind", and what is known of it. No
 * message: it may hold a secret. status: of hp_sapi_status(). */
void hp_failure_add(zval *own, int status);

/* Once PHP's request is over. */
void hp_failure_deactivate(void);

#endif /* HP_REQUEST_FAILURE_H */
