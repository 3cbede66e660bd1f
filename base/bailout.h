/* bailout.h: releases resources outside PHP's heap even if a fatal error (memory_limit) leaves by longjmp(). */
#ifndef HP_BASE_BAILOUT_H
#define HP_BASE_BAILOUT_H

typedef void (*hp_bailout_function)(void *context);

/* Calls work, then always release; a fatal error then continues. */
void hp_bailout(hp_bailout_function work, hp_bailout_function release, void *context);

#endif /* HP_BASE_BAILOUT_H */
