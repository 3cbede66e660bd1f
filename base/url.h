/* url.h: a URL without its values. */
#ifndef HP_BASE_URL_H
#define HP_BASE_URL_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* True for http, https, ftp and ftps, which PHP's functions for files open as well. */
bool hp_url_is_remote(const char *text, size_t length);

/* Appends persistent text, of a URL of up to limit bytes: scheme, host and port as they are; the path's shape, as in
 * key.h; of the query the names. No user, password and fragment. */
void hp_url_append(smart_str *to, const char *text, size_t length, size_t limit);

#endif /* HP_BASE_URL_H */
