/* helper.h: threads of ours beside a thread of PHP. They have all signals blocked. */
#ifndef HP_SAMPLER_HELPER_H
#define HP_SAMPLER_HELPER_H

#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Starts a thread of ours that runs the function. Returns 0, or the error number. The caller joins
 * it. */
int hp_sample_helper_create(pthread_t *thread, void *(*run)(void *), void *argument);

/* In a thread of ours: makes it wake up on time from now on, as far as the kernel permits that. */
void hp_sample_helper_be_prompt(void);

/* In a thread of ours: gives it a table of files of its own, with these files alone. Returns false
 * if that is not possible, and nothing has changed. While two threads share one table, the kernel
 * counts references at each system call of either, and a number may be of the program's file at any
 * moment. */
bool hp_sample_helper_leave_files(const int *files, uint32_t count);

/* A helper thread that does nothing but look, now and then. The owner sets the first four members,
 * and keeps the struct in place until hp_sample_helper_stop(). */
typedef struct hp_sample_helper {
	/* Looks, in the helper's thread. Returns the nanoseconds until the next look, which comes after
	 * 100 ms at the latest. UINT64_MAX: hp_sample_helper_wake() ends the wait. */
	uint64_t (*look)(void *owner);
	void (*begin)(void *owner); /* before the first look, in the helper's thread, too */
	void (*end)(void *owner); /* after the last look, in the helper's thread */
	void *owner;
	pid_t pid; /* the process that started it; 0: not started */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool is_parked; /* it waits for hp_sample_helper_wake(); written with the lock */
	bool is_stopping;
} hp_sample_helper;

zend_result hp_sample_helper_start(hp_sample_helper *helper);

/* Makes a parked helper look now. Costs nothing unless it is parked. */
void hp_sample_helper_wake(hp_sample_helper *helper);

/* Stops the helper and joins its thread, so that no look is under way afterwards. In a forked child
 * it only forgets the thread. Does nothing if none was started. */
void hp_sample_helper_stop(hp_sample_helper *helper);

#endif

#endif /* HP_SAMPLER_HELPER_H */
