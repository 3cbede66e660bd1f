/* engine.h: facts about PHP and its extensions in a saved run, by which runs may differ. */
#ifndef HP_REQUEST_ENGINE_H
#define HP_REQUEST_ENGINE_H

#include "php_xhprof.h"

/* Adds "php", "sapi", "hook" and so on to an array: docs/profile-format.md. */
void hp_request_add_engine(zval *own);

#endif /* HP_REQUEST_ENGINE_H */
