/* helper.h: the profiler's own threads, which run beside a thread of PHP. They have all signals
 * blocked. */
#ifndef HP_SAMPLER_HELPER_H
#define HP_SAMPLER_HELPER_H

#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Starts a thread of ours that runs the function. Returns 0, or the error number. The caller joins
 * it. */
int hp_sample_helper_create(pthread_t *thread, void *(*run)(void *), void *argument);

/* In a thread of ours: makes it wake up on time from now on, as far as the kernel permits that. */
void hp_sample_helper_be_prompt(void);

/* In a thread of ours: gives it its own table of files, with only these files in it. Returns false,
 * with nothing changed, if that is not possible. While two threads share one table, each system
 * call of either pays for counting references, and the program may close a descriptor and reuse its
 * number at any moment. */
bool hp_sample_helper_leave_files(const int *files, uint32_t count);

/* A helper thread whose only work is to call look(), when that asks for it. The owner sets the
 * first four members, and keeps the struct in place until hp_sample_helper_stop(). */
typedef struct hp_sample_helper {
	/* Called in the helper's thread. Returns the delay until the next call in nanoseconds, which is
	 * cut to 100 ms. UINT64_MAX parks the helper: hp_sample_helper_wake() can then end the delay
	 * early. */
	uint64_t (*look)(void *owner);
	void (*begin)(void *owner); /* before the first look, in the helper's thread, too */
	void (*end)(void *owner); /* after the last look, in the helper's thread */
	void *owner;
	pid_t pid; /* the process that started it; 0: not started */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool is_parked; /* it waits for hp_sample_helper_wake(); written with the lock */
	bool is_stopping; /* written and read with the lock */
} hp_sample_helper;

zend_result hp_sample_helper_start(hp_sample_helper *helper);

/* Makes a parked helper look now. Costs nothing unless it is parked. */
void hp_sample_helper_wake(hp_sample_helper *helper);

/* Stops the helper and joins its thread, so that no look is under way afterwards. In a forked child
 * it only forgets the thread. Does nothing if none was started. */
void hp_sample_helper_stop(hp_sample_helper *helper);

#endif

#endif /* HP_SAMPLER_HELPER_H */
