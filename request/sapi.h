/* sapi.h: the request as the SAPI knows it, whatever the program does to its superglobals; or the
 * job that is open, as the program describes it: see request/job.h. */
#ifndef HP_REQUEST_SAPI_H
#define HP_REQUEST_SAPI_H

#include "base/compat.h"

/* True while opcache preloads, which is no request. */
bool hp_sapi_is_preload(void);

/* False on the command line, and for a job without a method. */
bool hp_sapi_is_web(void);

/* True if a request of the SAPI begins and ends with PHP's own: of all but workers, and
 * FrankenPHP's within frankenphp_handle_request(). */
bool hp_sapi_is_whole(void);

/* True if it has no other name than its script. */
bool hp_sapi_is_script(void);

/* The method of HTTP; NULL: it is no web request. */
const char *hp_sapi_method(void);

/* The parameters of the query, or the cookies: an array, or something else if there are none. */
const zval *hp_sapi_parameters(zval *place);
const zval *hp_sapi_cookies(zval *place);

/* A variable of CGI, "REMOTE_ADDR", "HTTP_HOST"; NULL if there is none. The caller releases it. */
zend_string *hp_sapi_variable(const char *name);

/* W3C's header of that name; of a command the variable TRACEPARENT of its environment; NULL: there
 * is none. The caller releases it. */
zend_string *hp_sapi_traceparent(void);

/* The URI as the client sent it, without the parameter that requests a run; the name of a job, or
 * the script of a command. The path: without host, query and fragment. The caller releases each. */
zend_string *hp_sapi_uri(void);
zend_string *hp_sapi_path(void);

/* The host that the client asked, or "cli". The caller releases it. */
zend_string *hp_sapi_host(void);

/* HTTP's status, or the command's exit status. HP_SAPI_NO_STATUS: the program gave none. */
#define HP_SAPI_NO_STATUS INT_MIN
int hp_sapi_status(void);

#endif /* HP_REQUEST_SAPI_H */
