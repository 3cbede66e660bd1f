#include "base/lock.h"

#ifndef PHP_WIN32

/* Guards the list of all locks that were ever taken, the latest first. */
static pthread_mutex_t lock_list_mutex = PTHREAD_MUTEX_INITIALIZER;
static hp_lock *lock_first;

static void lock_before_fork(void)
{
	pthread_mutex_lock(&lock_list_mutex);
	for (hp_lock *lock = lock_first; lock != NULL; lock = lock->next) {
		pthread_mutex_lock(&lock->mutex);
	}
}

static void lock_after_fork(void)
{
	for (hp_lock *lock = lock_first; lock != NULL; lock = lock->next) {
		pthread_mutex_unlock(&lock->mutex);
	}
	pthread_mutex_unlock(&lock_list_mutex);
}

void hp_lock_startup(void)
{
	static bool is_started;

	if (!is_started) {
		is_started = true;
		pthread_atfork(lock_before_fork, lock_after_fork, lock_after_fork);
	}
}

static void lock_add(hp_lock *lock)
{
	pthread_mutex_lock(&lock_list_mutex);
	if (!lock->is_known) {
		lock->next = lock_first;
		lock_first = lock;
		HP_SHARED_WRITE(&lock->is_known, true);
	}
	pthread_mutex_unlock(&lock_list_mutex);
}

void hp_lock_take(hp_lock *lock)
{
	if (UNEXPECTED(!HP_SHARED_READ(&lock->is_known))) {
		lock_add(lock);
	}
	pthread_mutex_lock(&lock->mutex);
}

void hp_lock_release(hp_lock *lock)
{
	pthread_mutex_unlock(&lock->mutex);
}

#else

void hp_lock_startup(void)
{
}

void hp_lock_take(hp_lock *lock)
{
	AcquireSRWLockExclusive(&lock->lock);
}

void hp_lock_release(hp_lock *lock)
{
	ReleaseSRWLockExclusive(&lock->lock);
}

#endif
