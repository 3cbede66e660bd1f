/* glob.h: patterns for the paths of URIs: "*" is any text, slashes included, "?" is any byte. */
#ifndef HP_REQUEST_GLOB_H
#define HP_REQUEST_GLOB_H

#include "base/compat.h"

/* Whether the whole text is as one of a list of patterns. Takes no longer than length of the text times
 * length of the pattern. */
bool hp_glob_has(const char *list, const char *text, size_t length);

#endif /* HP_REQUEST_GLOB_H */
