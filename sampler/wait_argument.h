/* wait_argument.h: names the one file or server that the arguments of a system call stand for.
 *
 * Names are texts of the caller's, of HP_WAIT_BYTES bytes. Arguments are those of another thread,
 * or of another process, and memory that they point to is copied. Called by the thread that
 * watches. */
#ifndef HP_SAMPLER_WAIT_ARGUMENT_H
#define HP_SAMPLER_WAIT_ARGUMENT_H

#include "sampler/wait_call.h"
#include "sampler/wait_file.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

/* Sets name to "file /srv/big.csv", or to "fifo /run/jobs" if the thread waits in open() for the
 * other end. at: the address of the path. Returns false if it cannot be read. */
bool hp_wait_argument_path(
	const hp_wait_process *process, pid_t tid, uintptr_t at, char name[HP_WAIT_BYTES]);

/* Sets name to a lock of a descriptor, such as "flock /run/jobs.lock". The lock of a session has
 * the file's name alone. */
void hp_wait_argument_lock(
	const hp_wait_process *process, int number, const char *kind, char name[HP_WAIT_BYTES]);

/* Sets name to the server that connect() waits for. Returns false if it has none. */
bool hp_wait_argument_server(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_ARGUMENT_H */
