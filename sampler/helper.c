#include "sampler/helper.h"

#include "base/descriptor.h"
#include "base/seccomp.h"

#include <sched.h>
#ifdef __SANITIZE_ADDRESS__
# include <semaphore.h>
#endif
#include <signal.h>
#include <unistd.h>
#ifdef __linux__
# include <sys/prctl.h>
# include <sys/syscall.h>
#endif

/* The thread's C stack. The system's minimum may be too little where libraries have much TLS. */
#define HELPER_STACK_BYTES ((size_t) 256 * 1024)

/* With the default slack, timers may be 50 us late, or more. */
#define HELPER_SLACK_NS 1

/* The shortest slice that the kernel accepts. Since Linux 6.6 a thread that wakes up waits for the
 * end of the other's slice, 3 ms, where both are on one CPU. So the helper would find the program
 * in system calls rather than in its code. Since 6.12 a thread whose own slice is short does not
 * wait. */
#define HELPER_SLICE_NS 100000u

/* The longest time between two looks, also of a parked helper. */
#define HELPER_MOST_NS 100000000u

/* More files than any owner keeps. */
#define HELPER_MOST_FILES 16

#ifdef __linux__
/* As the kernel's struct sched_attr, which not all C libraries have. */
typedef struct helper_attributes {
	uint32_t size;
	uint32_t policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime;
	uint64_t deadline;
	uint64_t period;
} helper_attributes;
#endif

#ifdef __APPLE__
# define HELPER_CLOCK CLOCK_REALTIME /* a wait can use no other clock there */
#else
# define HELPER_CLOCK CLOCK_MONOTONIC
#endif

#ifdef __SANITIZE_ADDRESS__

/* AddressSanitizer allocates memory while a thread begins, and does not release its locks in a
 * forked child. If the program forks in that moment, the child hangs as soon as it starts a thread
 * itself. So the creator of a thread waits until the new thread runs. */
typedef struct helper_beginning {
	void *(*run)(void *);
	void *argument;
	sem_t has_begun;
} helper_beginning;

static void *helper_begin(void *beginning)
{
	helper_beginning mine = *(helper_beginning *) beginning;

	sem_post(&((helper_beginning *) beginning)->has_begun);

	return mine.run(mine.argument);
}

static int helper_create(
	pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
	helper_beginning beginning = {.run = run, .argument = argument};
	int error;

	sem_init(&beginning.has_begun, 0, 0);
	error = pthread_create(thread, attributes, helper_begin, &beginning);
	while (error == 0 && sem_wait(&beginning.has_begun) != 0) {
	}
	sem_destroy(&beginning.has_begun);

	return error;
}

#else
# define helper_create pthread_create
#endif

int hp_sample_helper_create(pthread_t *thread, void *(*run)(void *), void *argument)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	int error;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, HELPER_STACK_BYTES);
	/* Signals are for the program's own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	error = helper_create(thread, &attributes, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);

	return error;
}

void hp_sample_helper_be_prompt(void)
{
#ifdef __linux__
	helper_attributes attributes = {.size = sizeof(attributes)};

	prctl(PR_SET_TIMERSLACK, HELPER_SLACK_NS);
	if (!hp_seccomp_kills(SYS_sched_setattr) && !hp_seccomp_kills(SYS_sched_getattr) &&
		syscall(SYS_sched_getattr, 0, &attributes, sizeof(attributes), 0) == 0 &&
		attributes.policy == SCHED_OTHER) {
		attributes.runtime = HELPER_SLICE_NS;
		syscall(SYS_sched_setattr, 0, &attributes, 0);
	}
#endif
}

#ifdef __linux__

/* Returns the file that a sanitizer reports to; -1: none. A stress test wants the reports about
 * this thread, too. */
static int helper_reports(void)
{
# if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return getenv("XHPROF_SANITIZER_REPORTS") == NULL ? -1 : STDERR_FILENO;
# else
	return -1;
# endif
}

#endif

bool hp_sample_helper_leave_files(const int *files, uint32_t count)
{
#ifdef __linux__
	int spared[HELPER_MOST_FILES];

	memcpy(spared, files, count * sizeof(*files));
	spared[count] = helper_reports();

	return hp_descriptor_leave(spared, count + 1);
#else
	return false;
#endif
}

/* Waits for the delay, or until the helper is woken or stopped. Returns false if it is to stop. */
static bool helper_wait(hp_sample_helper *helper, uint64_t delay_ns)
{
	uint64_t until_ns = hp_sample_source_clock_ns(HELPER_CLOCK) + MIN(delay_ns, HELPER_MOST_NS);
	struct timespec until = {(time_t) (until_ns / 1000000000), (long) (until_ns % 1000000000)};
	bool is_stopping;

	pthread_mutex_lock(&helper->lock);
	HP_SHARED_WRITE(&helper->is_parked, delay_ns == UINT64_MAX);
	while (!helper->is_stopping && helper->is_parked == (delay_ns == UINT64_MAX) &&
		pthread_cond_timedwait(&helper->wake, &helper->lock, &until) == 0) {
	}
	HP_SHARED_WRITE(&helper->is_parked, false);
	is_stopping = helper->is_stopping;
	pthread_mutex_unlock(&helper->lock);

	return !is_stopping;
}

static void *helper_run(void *argument)
{
	hp_sample_helper *helper = argument;

	hp_sample_helper_be_prompt();
	helper->begin(helper->owner);
	while (helper_wait(helper, helper->look(helper->owner))) {
	}
	helper->end(helper->owner);

	return NULL;
}

static void helper_init_locks(hp_sample_helper *helper)
{
	pthread_condattr_t attributes;

	pthread_condattr_init(&attributes);
#ifndef __APPLE__
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
	pthread_mutex_init(&helper->lock, NULL);
	pthread_cond_init(&helper->wake, &attributes);
	pthread_condattr_destroy(&attributes);
}

static void helper_destroy_locks(hp_sample_helper *helper)
{
	pthread_cond_destroy(&helper->wake);
	pthread_mutex_destroy(&helper->lock);
}

zend_result hp_sample_helper_start(hp_sample_helper *helper)
{
	helper_init_locks(helper);
	helper->is_stopping = false;
	if (hp_sample_helper_create(&helper->thread, helper_run, helper) != 0) {
		helper_destroy_locks(helper);
		return FAILURE;
	}
	helper->pid = getpid();

	return SUCCESS;
}

void hp_sample_helper_wake(hp_sample_helper *helper)
{
	if (helper->pid == getpid() && HP_SHARED_READ(&helper->is_parked)) {
		pthread_mutex_lock(&helper->lock);
		HP_SHARED_WRITE(&helper->is_parked, false);
		pthread_cond_signal(&helper->wake);
		pthread_mutex_unlock(&helper->lock);
	}
}

void hp_sample_helper_stop(hp_sample_helper *helper)
{
	if (helper->pid == getpid()) {
		pthread_mutex_lock(&helper->lock);
		helper->is_stopping = true;
		pthread_cond_signal(&helper->wake);
		pthread_mutex_unlock(&helper->lock);
		pthread_join(helper->thread, NULL);
		helper_destroy_locks(helper);
	}
	helper->pid = 0;
}
