#include "attach/guard.h"

#include "sampler/helper.h"

#ifdef __linux__

# include <dlfcn.h>
# include <errno.h>
# include <semaphore.h>
# include <stdlib.h>
# include <time.h>
# include <unistd.h>

/* Shared by works that run side by side. */
typedef struct hp_attach_guard_group {
	sem_t ended; /* a semaphore: unlike a condition variable, it reports signals */
	uint32_t users; /* the threads, and the one that waits for them; the last one frees the group */
} hp_attach_guard_group;

typedef struct guard_event {
	bool is_late; /* a slice has passed */
	bool is_interrupted;
} guard_event;

static hp_attach_guard_group *guard_group_new(void)
{
	hp_attach_guard_group *group = malloc(sizeof(*group));

	if (group != NULL) {
		sem_init(&group->ended, 0, 0);
		group->users = 1;
	}

	return group;
}

static void guard_group_release(hp_attach_guard_group *group)
{
	if (__atomic_sub_fetch(&group->users, 1, __ATOMIC_ACQ_REL) == 0) {
		sem_destroy(&group->ended);
		free(group);
	}
}

static void *guard_main(void *argument)
{
	hp_attach_guard *guard = argument;
	hp_attach_guard_group *group = guard->group;

	hp_sample_helper_be_prompt();
	guard->work(guard->context);
	pthread_mutex_lock(&guard->lock);
	guard->is_over = true;
	pthread_mutex_unlock(&guard->lock);
	sem_post(&group->ended); /* the guard may be gone by now */
	guard_group_release(group);

	return NULL;
}

void hp_attach_guard_init(
	hp_attach_guard *guard, void (*work)(void *context), void *context, const uint64_t *progress)
{
	*guard =
		(hp_attach_guard){.pid = getpid(), .work = work, .context = context, .progress = progress};
	pthread_mutex_init(&guard->lock, NULL);
}

static void guard_start(hp_attach_guard *guard, hp_attach_guard_group *group)
{
	if (group != NULL) {
		guard->group = group;
		__atomic_add_fetch(&group->users, 1, __ATOMIC_RELAXED);
		guard->has_thread = hp_sample_helper_create(&guard->thread, guard_main, guard) == 0;
	}
	if (!guard->has_thread) {
		if (!guard->needs_thread) {
			guard->work(guard->context);
		}
		guard->is_over = true;
		if (group != NULL) {
			/* not the last one: the caller is a user, too */
			__atomic_sub_fetch(&group->users, 1, __ATOMIC_RELAXED);
		}
	}
}

static guard_event guard_wait(hp_attach_guard_group *group)
{
	struct timespec until;
	bool is_ended;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += HP_ATTACH_SLICE_NS;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	is_ended = sem_timedwait(&group->ended, &until) == 0;

	return (guard_event){!is_ended && errno == ETIMEDOUT, !is_ended && errno == EINTR};
}

static uint64_t guard_progress(const hp_attach_guard *guard)
{
	return guard->sections +
		(guard->progress == NULL ? 0 : __atomic_load_n(guard->progress, __ATOMIC_RELAXED));
}

/* Records an event. Returns true if the caller must continue to wait for the work. */
static bool guard_watch(hp_attach_guard *guard, guard_event event, uint32_t slices)
{
	bool is_open;

	pthread_mutex_lock(&guard->lock);
	guard->is_interrupted = guard->is_interrupted || event.is_interrupted;
	if (event.is_late) {
		bool is_same = guard->subject != NULL && guard->seen == guard_progress(guard);

		guard->slices = is_same ? guard->slices + 1 : 0;
		guard->seen = guard_progress(guard);
	}
	if (!guard->is_over && guard->slices >= slices) {
		guard->blocked = guard->subject;
	}
	is_open = !guard->is_over && guard->blocked == NULL;
	pthread_mutex_unlock(&guard->lock);

	return is_open;
}

/* Keeps the code of this module loaded. A thread that is left behind may wake after PHP has
 * unloaded its modules. */
static void guard_keep_code(void)
{
	Dl_info here;

	if (dladdr((void *) guard_main, &here) != 0) {
		dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	}
}

static void guard_end(hp_attach_guard *guard)
{
	if (guard->blocked != NULL) {
		guard_keep_code();
		pthread_detach(guard->thread);
	} else if (guard->has_thread) {
		pthread_join(guard->thread, NULL);
	}
	if (guard->blocked == NULL) {
		pthread_mutex_destroy(&guard->lock);
	}
}

void hp_attach_guard_run(hp_attach_guard *const *guards, size_t count, uint32_t slices)
{
	hp_attach_guard_group *group = guard_group_new();
	guard_event event = {false, false};
	size_t open;

	for (size_t i = 0; i < count; i++) {
		guard_start(guards[i], group);
	}
	do {
		open = 0;
		for (size_t i = 0; i < count; i++) {
			open += guards[i]->blocked == NULL && guard_watch(guards[i], event, slices);
		}
		if (open > 0) {
			event = guard_wait(group);
		}
	} while (open > 0);
	for (size_t i = 0; i < count; i++) {
		guard_end(guards[i]);
	}
	if (group != NULL) {
		guard_group_release(group);
	}
}

bool hp_attach_guard_is_over(hp_attach_guard *guard)
{
	bool is_over;

	if (guard->pid != getpid()) {
		return false;
	}
	pthread_mutex_lock(&guard->lock);
	is_over = guard->is_over;
	pthread_mutex_unlock(&guard->lock);

	return is_over;
}

bool hp_attach_guard_enter(hp_attach_guard *guard, const void *subject)
{
	bool is_left;

	pthread_mutex_lock(&guard->lock);
	guard->subject = subject;
	guard->sections++;
	is_left = guard->blocked != NULL;
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
