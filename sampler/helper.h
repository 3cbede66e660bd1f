/* helper.h: threads of ours beside a thread of PHP. They have all signals blocked. */
#ifndef HP_SAMPLER_HELPER_H
#define HP_SAMPLER_HELPER_H

#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Starts one that runs the function. Returns 0, or the error. */
int hp_sample_helper_create(pthread_t *thread, void *(*run)(void *), void *argument);

/* From here on the calling thread, which is one of those, wakes on time. */
void hp_sample_helper_be_prompt(void);

/* Where two threads share one table of files, the kernel counts references at each system call of either, and a number may be of the
 * program's file at any moment. So the calling thread, one of those, gets its own, with these files. False: it is as it was. */
bool hp_sample_helper_leave_files(const int *files, uint32_t count);

/* A helper that does nothing but look, now and then. */
typedef struct hp_sample_helper {
	/* Set by the owner: looks, and returns the nanoseconds until the next look; UINT64_MAX: not before it is woken. */
	uint64_t (*look)(void *owner);
	void (*begin)(void *owner); /* before the first look, in the helper's thread, as the next */
	void (*end)(void *owner); /* after the last one */
	void *owner;
	pid_t pid; /* of the process that started it; 0: not started */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool is_parked; /* until it is woken */
	bool is_stopping;
} hp_sample_helper;

zend_result hp_sample_helper_start(hp_sample_helper *helper);

/* Costs nothing unless it is parked. */
void hp_sample_helper_wake(hp_sample_helper *helper);

/* Afterwards no look is under way. In a forked child it only forgets the thread. Also if none was started. */
void hp_sample_helper_stop(hp_sample_helper *helper);

#endif

#endif /* HP_SAMPLER_HELPER_H */
