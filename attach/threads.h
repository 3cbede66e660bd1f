/* threads.h: the threads of a PHP with threads (ZTS), and where each has its globals.
 *
 * Nothing that a program exports leads there: the memory of the process is searched for what the thread-safe resource manager
 * keeps of each thread, a block in which the globals lie themselves. */
#ifndef HP_ATTACH_THREADS_H
#define HP_ATTACH_THREADS_H

#include "attach/process.h"

#ifdef __linux__

# define HP_ATTACH_MAX_THREADS 512

typedef struct hp_attach_thread {
	pid_t tid;
	uintptr_t block; /* offsets of globals count from here */
} hp_attach_thread;

/* Returns how many there are that run PHP. Takes milliseconds for each 100 MB of the process. */
size_t hp_attach_threads_find(
	const hp_attach_process *process, hp_attach_thread threads[HP_ATTACH_MAX_THREADS]);

/* The number of all threads of the process, of which some may not run PHP; 0: it is gone. */
size_t hp_attach_threads_count(pid_t pid);

#endif

#endif /* HP_ATTACH_THREADS_H */
