/* url.h: removes the values from URLs. */
#ifndef HP_BASE_URL_H
#define HP_BASE_URL_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* True for http, https, ftp and ftps, which PHP's file functions also open. */
bool hp_url_is_remote(const char *text, size_t length);

/* Appends a URL without its values as persistent text: scheme, host and port as they are, the
 * path's shape as in key.h, and the names in the query. Drops user, password and fragment. Reads at
 * most `limit` bytes of the URL. */
void hp_url_append(smart_str *to, const char *text, size_t length, size_t limit);

#endif /* HP_BASE_URL_H */
