/* sapi.h: the request as the SAPI knows it, whatever the program does to its superglobals. */
#ifndef HP_REQUEST_SAPI_H
#define HP_REQUEST_SAPI_H

#include "base/compat.h"

/* True while opcache preloads, which is no request. */
bool hp_sapi_is_preload(void);

/* False on the command line. */
bool hp_sapi_is_web(void);

/* A variable of CGI, "REMOTE_ADDR", "HTTP_HOST"; NULL if there is none. The caller releases it. */
zend_string *hp_sapi_variable(const char *name);

/* The URI as the client sent it, or the script of a command. The path: without host, query and fragment.
 * The caller releases each. */
zend_string *hp_sapi_uri(void);
zend_string *hp_sapi_path(void);

/* The host that the client asked, or "cli". The caller releases it. */
zend_string *hp_sapi_host(void);

/* The status of HTTP, or the exit status of the command. */
int hp_sapi_status(void);

/* True after a fatal error, a status of 500 or above, or a command that did not end with 0. */
bool hp_sapi_has_failed(void);

/* Adds a line to PHP's error log. The program sees no warning: it asked for nothing. */
void hp_sapi_log(const char *subject, const char *reason);

#endif /* HP_REQUEST_SAPI_H */
