#include "attach/guard.h"

#include "sampler/helper.h"

#ifdef __linux__

# include <errno.h>
# include <time.h>

/* A reading takes microseconds. Slices, as this process may be stopped for longer. */
# define GUARD_SLICE_NS 100000000
# define GUARD_SLICES 30

static void *guard_main(void *argument)
{
	hp_attach_guard *guard = argument;

	guard->work(guard->context);
	pthread_mutex_lock(&guard->lock);
	guard->is_over = true;
	pthread_mutex_unlock(&guard->lock);
	sem_post(&guard->ended);

	return NULL;
}

/* Comes back with the lock. A semaphore, unlike a condition, tells of signals. */
static void guard_wait(hp_attach_guard *guard)
{
	struct timespec until;
	bool is_interrupted;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += GUARD_SLICE_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	is_interrupted = sem_timedwait(&guard->ended, &until) != 0 && errno == EINTR;
	pthread_mutex_lock(&guard->lock);
	guard->is_interrupted = guard->is_interrupted || is_interrupted;
}

static uint64_t guard_progress(const hp_attach_guard *guard)
{
	return guard->sections +
		(guard->progress == NULL ? 0 : __atomic_load_n(guard->progress, __ATOMIC_RELAXED));
}

/* Returns what blocks it; NULL: it is over. */
static const void *guard_watch(hp_attach_guard *guard)
{
	uint64_t before = 0;
	uint32_t slices = 0;
	const void *blocked = NULL;
	bool is_over = false;

	while (!is_over && blocked == NULL) {
		bool is_same;

		guard_wait(guard);
		is_same = guard->subject != NULL && before == guard_progress(guard);
		slices = is_same ? slices + 1 : 0;
		before = guard_progress(guard);
		is_over = guard->is_over;
		guard->is_left = !is_over && slices == GUARD_SLICES;
		blocked = guard->is_left ? guard->subject : NULL;
		pthread_mutex_unlock(&guard->lock);
	}

	return blocked;
}

const void *hp_attach_guard_run(
	hp_attach_guard *guard, void (*work)(void *context), void *context, const uint64_t *progress)
{
	const void *blocked;
	pthread_t thread;

	*guard = (hp_attach_guard){.work = work, .context = context, .progress = progress};
	pthread_mutex_init(&guard->lock, NULL);
	sem_init(&guard->ended, 0, 0);
	if (hp_sample_helper_create(&thread, guard_main, guard) != 0) {
		work(context);
		return NULL;
	}
	blocked = guard_watch(guard);
	if (blocked != NULL) {
		pthread_detach(thread);
		return blocked;
	}
	pthread_join(thread, NULL);
	sem_destroy(&guard->ended);
	pthread_mutex_destroy(&guard->lock);

	return NULL;
}

bool hp_attach_guard_enter(hp_attach_guard *guard, const void *subject)
{
	bool is_left;

	pthread_mutex_lock(&guard->lock);
	guard->subject = subject;
	guard->sections++;
	is_left = guard->is_left;
	pthread_mutex_unlock(&guard->lock);

	return !is_left;
}

bool hp_attach_guard_is_interrupted(hp_attach_guard *guard)
{
	bool is_interrupted;

	pthread_mutex_lock(&guard->lock);
	is_interrupted = guard->is_interrupted;
	pthread_mutex_unlock(&guard->lock);

	return is_interrupted;
}

#endif
