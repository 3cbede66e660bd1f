/* atomic_file.h: a file that gets its name when it is complete.
 *
 * Until then it has a temporary name beside it. It is always a new file; no symlink is followed. After the first
 * error, which it keeps, writing does nothing. Allocates no memory, so a forked process may use it. */
#ifndef HP_BASE_ATOMIC_FILE_H
#define HP_BASE_ATOMIC_FILE_H

#include "base/descriptor.h"

/* The system resolves the path. */
#define HP_ATOMIC_FILE_NO_FOLDER (-1)

typedef struct hp_atomic_file {
	int descriptor; /* -1: closed */
	int error; /* an errno; 0: none so far */
	int folder; /* the path is below it; or HP_ATOMIC_FILE_NO_FOLDER */
	int64_t time_ns; /* its modification, as Unix time, set when it is closed; 0: now */
	const char *path; /* the caller's, until publishing or removal; NULL: written in place */
	int pid; /* with the number, in the temporary name */
	uint32_t number;
} hp_atomic_file;

/* The readers of a new file. */
typedef enum hp_atomic_file_access {
	HP_ATOMIC_FILE_AS_UMASK, /* or as the regular file of this user that it replaces */
	HP_ATOMIC_FILE_PRIVATE, /* its owner alone, whatever the umask */
	HP_ATOMIC_FILE_AS_FOLDER /* so too, unless the folder has the setgid bit and its group may read it: then that group */
} hp_atomic_file_access;

/* Creates the file as "PATH.PID-NUMBER.tmp", or ".xhprof-PID-NUMBER.tmp" in a folder. Returns 0, or an errno if there
 * is no file. */
int hp_atomic_file_create(
	hp_atomic_file *file, int folder, const char *path, hp_atomic_file_access access);

/* Takes an open file that has its name, such as a pipe: written in place. */
void hp_atomic_file_adopt(hp_atomic_file *file, int descriptor);

/* Writes everything, or sets the error. */
void hp_atomic_file_write(hp_atomic_file *file, const char *bytes, size_t length);

/* Closes the descriptor once: another thread may reuse its number. A quota or network may report its error only
 * now. */
void hp_atomic_file_close(hp_atomic_file *file);

/* Renames the file into place, or removes it after an error. Returns the error. Close it first, or, to hold a
 * lock, afterwards. */
int hp_atomic_file_publish(hp_atomic_file *file);

/* Closes and removes it. */
void hp_atomic_file_discard(hp_atomic_file *file);

/* Removes any file. */
void hp_atomic_file_remove(int folder, const char *name);

#endif /* HP_BASE_ATOMIC_FILE_H */
