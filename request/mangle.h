/* mangle.h: names of query parameters and of cookies, as PHP makes keys of $_GET and $_COOKIE of them. */
#ifndef HP_REQUEST_MANGLE_H
#define HP_REQUEST_MANGLE_H

#include "base/compat.h"

/* Changes a name that is URL-decoded, and returns where in it the key begins. What is in brackets, which
 * are keys below that one, stays behind it as it is. */
char *hp_mangle_name(char *name);

/* Whether a key is what PHP makes of the name, in whatever case. */
bool hp_mangle_is_key(const char *key, size_t length, const char *name);

#endif /* HP_REQUEST_MANGLE_H */
