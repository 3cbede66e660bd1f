/* sapi.h: the current request as the SAPI knows it, so that changed superglobals make no
 * difference. While a job is open, it is the job as the program describes it: see request/job.h. */
#ifndef HP_REQUEST_SAPI_H
#define HP_REQUEST_SAPI_H

#include "base/compat.h"

/* True while opcache preloads. That looks like a request, but is none. */
bool hp_sapi_is_preload(void);

/* False on the command line, and for a job without a method. */
bool hp_sapi_is_web(void);

/* True if the SAPI's request begins and ends with PHP's own. It does not in workers, such as
 * FrankenPHP's within frankenphp_handle_request(). */
bool hp_sapi_is_whole(void);

/* True if the request has no name but its script's. */
bool hp_sapi_is_script(void);

/* Returns the HTTP method; NULL: it is no web request. */
const char *hp_sapi_method(void);

/* Return the parameters of the query, and the cookies. The value is an array, or of another type if
 * there are none. */
const zval *hp_sapi_parameters(zval *place);
const zval *hp_sapi_cookies(zval *place);

/* Returns a CGI variable, such as "REMOTE_ADDR" or "HTTP_HOST"; NULL if there is none. The caller
 * releases it. */
zend_string *hp_sapi_variable(const char *name);

/* Returns W3C's header "traceparent", or in a command the environment variable TRACEPARENT; NULL:
 * there is none. The caller releases it. */
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
