/* threads.h: finds the threads of a PHP with threads (ZTS), and where each has its globals.
 *
 * Nothing that a program exports leads there. So the memory of the process is searched for what the
 * thread-safe resource manager keeps of each thread: a block that contains the globals. */
#ifndef HP_ATTACH_THREADS_H
#define HP_ATTACH_THREADS_H

#include "attach/process.h"

#ifdef __linux__

# define HP_ATTACH_MAX_THREADS 512

typedef struct hp_attach_thread {
	pid_t tid;
	uintptr_t block; /* offsets of globals count from here */
} hp_attach_thread;

/* Finds the threads that run PHP, and returns how many there are. Takes milliseconds for each 100
 * MB of the process. */
size_t hp_attach_threads_find(
	const hp_attach_process *process, hp_attach_thread threads[HP_ATTACH_MAX_THREADS]);

#endif

#endif /* HP_ATTACH_THREADS_H */
