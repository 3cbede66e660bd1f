/* bailout.h: gives back what PHP does not know of also when a fatal error, memory_limit above all,
 * leaves the function that has it by a longjmp(). */
#ifndef HP_BASE_BAILOUT_H
#define HP_BASE_BAILOUT_H

typedef void (*hp_bailout_function)(void *context);

/* Calls work and then, however it ended, release; a fatal error goes on from there. */
void hp_bailout(hp_bailout_function work, hp_bailout_function release, void *context);

#endif /* HP_BASE_BAILOUT_H */
