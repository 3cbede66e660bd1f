/* atomic_file.h: a file that gets its name when it is complete.
 *
 * Until then it has a temporary name in the same folder. It is always a new file; symlinks are not
 * followed. The first error is kept, and writing does nothing after it. Allocates no memory, so a
 * forked process may use it. */
#ifndef HP_BASE_ATOMIC_FILE_H
#define HP_BASE_ATOMIC_FILE_H

#include "base/descriptor.h"

/* For hp_atomic_file.folder: the system resolves the path. */
#define HP_ATOMIC_FILE_NO_FOLDER (-1)

typedef struct hp_atomic_file {
	int descriptor; /* -1: closed */
	int error; /* an errno; 0: none so far */
	/* descriptor of the folder that the path is relative to, or HP_ATOMIC_FILE_NO_FOLDER */
	int folder;
	int64_t time_ns; /* time of modification, as Unix time, set when the file is closed; 0: now */
	/* owned by the caller until the file is published or removed; NULL: written in place */
	const char *path;
	int pid; /* part of the temporary name, like the number */
	uint32_t number;
} hp_atomic_file;

/* The permission to read a new file. */
typedef enum hp_atomic_file_access {
	/* by the umask, or like the regular file of this user that it replaces */
	HP_ATOMIC_FILE_AS_UMASK,
	HP_ATOMIC_FILE_PRIVATE, /* only its owner, even if the umask permits more */
	HP_ATOMIC_FILE_AS_FOLDER /* its owner, and the group of a setgid folder that it may read */
} hp_atomic_file_access;

/* Creates the file as ".xhprof-PID-NUMBER.tmp" in the folder of its path. Returns 0, or an errno if
 * there is no file. */
int hp_atomic_file_create(
	hp_atomic_file *file, int folder, const char *path, hp_atomic_file_access access);

/* Takes over an open file that has its name already, such as a pipe. It is written in place. */
void hp_atomic_file_adopt(hp_atomic_file *file, int descriptor);

/* Writes everything, or sets the error. */
void hp_atomic_file_write(hp_atomic_file *file, const char *bytes, size_t length);

/* Closes the descriptor once, as another thread may then reuse its number. A quota or a network
 * file system may report an error only now. */
void hp_atomic_file_close(hp_atomic_file *file);

/* Renames the file into place, or removes it after an error. Returns the error, or 0. Close the
 * file before or, to hold a lock, afterwards. */
int hp_atomic_file_publish(hp_atomic_file *file);

/* Closes and removes the file. */
void hp_atomic_file_discard(hp_atomic_file *file);

/* Removes any file. */
void hp_atomic_file_remove(int folder, const char *name);

#endif /* HP_BASE_ATOMIC_FILE_H */
