/* sapi.h: what there is to know of the request, without any of the program's doing. */
#ifndef HP_REQUEST_SAPI_H
#define HP_REQUEST_SAPI_H

#include "base/compat.h"

/* Whether opcache preloads: that is no request. */
bool hp_sapi_is_preload(void);

/* False on the command line. */
bool hp_sapi_is_web(void);

/* A variable of CGI, "REMOTE_ADDR", "HTTP_HOST"; NULL if there is none. The caller releases it. */
zend_string *hp_sapi_variable(const char *name);

/* The URI as the client sent it, or the script; the host that it was sent to, or "cli". */
zend_string *hp_sapi_uri(void);
zend_string *hp_sapi_host(void);

/* The status of HTTP, or the exit status of the command; whether the request failed: a fatal error, a status
 * of 500 or above, a command that did not end with 0. */
int hp_sapi_status(void);
bool hp_sapi_has_failed(void);

/* A line in the log of errors. The program is never told: it did not ask for anything. */
void hp_sapi_log(const char *what, const char *why);

#endif /* HP_REQUEST_SAPI_H */
