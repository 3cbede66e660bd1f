/* opcache.h: looks whether opcache has been restarted, or is full. */
#ifndef HP_REQUEST_OPCACHE_H
#define HP_REQUEST_OPCACHE_H

#include "base/compat.h"

/* In MINIT of a module that stays loaded. */
void hp_opcache_startup(void);

/* In RSHUTDOWN: emits marks, at most once a second. Nothing of it is seen by the program, and where
 * opcache.restrict_api forbids it nothing is read. */
void hp_opcache_look(void);

#endif /* HP_REQUEST_OPCACHE_H */
