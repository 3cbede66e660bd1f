/* xhprof_profile.h: the class XHProf\Profile. */
#ifndef XHPROF_PROFILE_H
#define XHPROF_PROFILE_H

#include "profile/profile.h"

/* In MINIT. */
void php_xhprof_profile_startup(void);

/* Makes *result an object that holds the run, and owns it. */
void php_xhprof_profile_wrap(zval *result, hp_profile *run);

#endif /* XHPROF_PROFILE_H */
