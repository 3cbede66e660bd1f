/* lock.h: locks of the whole process, which a forked child finds free.
 *
 * Only the thread that forks is in the child. If another thread held a lock at that moment, nobody
 * there would ever release it. So the thread that forks takes all locks before, and both processes
 * release them. This holds for each lock of this kind, from the first time that it is taken. */
#ifndef HP_BASE_LOCK_H
#define HP_BASE_LOCK_H

#include "base/compat.h"

#ifndef PHP_WIN32
# include <pthread.h>
#endif

typedef struct hp_lock {
#ifdef PHP_WIN32
	SRWLOCK lock;
#else
	pthread_mutex_t mutex;
	struct hp_lock *next; /* of those that were ever taken */
	bool is_known; /* it is one of them */
#endif
} hp_lock;

#ifdef PHP_WIN32
# define HP_LOCK_FREE \
  { \
   SRWLOCK_INIT \
  }
#else
# define HP_LOCK_FREE \
  { \
   .mutex = PTHREAD_MUTEX_INITIALIZER \
  }
#endif

/* Call it in MINIT, before any other function around a fork is registered that takes a lock or
 * waits for one of a thread: so these locks are taken last before a fork, and released first.
 * May be called several times. */
void hp_lock_startup(void);

/* A thread holds at most one of these locks, and forks with none. lock is static: it is never
 * freed. Not for signal handlers. */
void hp_lock_take(hp_lock *lock);
void hp_lock_release(hp_lock *lock);

/* The same for what only PHP's threads share. Nothing without ZTS: then there is one. */
static inline void hp_lock_take_of_threads(hp_lock *lock)
{
#ifdef ZTS
	hp_lock_take(lock);
#endif
}

static inline void hp_lock_release_of_threads(hp_lock *lock)
{
#ifdef ZTS
	hp_lock_release(lock);
#endif
}

#endif /* HP_BASE_LOCK_H */
