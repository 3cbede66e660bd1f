/* bailout.h: releases resources outside PHP's heap even if a fatal error (memory_limit) leaves with
 * longjmp(). */
#ifndef HP_BASE_BAILOUT_H
#define HP_BASE_BAILOUT_H

#include "zend_portability.h"

#include <stdbool.h>

typedef void (*hp_bailout_function)(void *context);

/* Calls `work`, then always `release`. A fatal error then continues. */
void hp_bailout(hp_bailout_function work, hp_bailout_function release, void *context);

/* Continues a fatal error that was caught. It does not return, but is not declared so: a sanitizer
 * must not assume that before it has begun. */
ZEND_COLD void hp_bailout_again(void);

/* True if PHP is beyond memory_limit, and raises the error only when our function returns, as
 * 8.2.36 does. Then allocate nothing more, as PHP ends the process at twice the limit. False while
 * a request's run is saved, as saving raises the limit. */
bool hp_bailout_is_due(void);

#endif /* HP_BASE_BAILOUT_H */
