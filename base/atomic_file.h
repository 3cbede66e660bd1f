/* atomic_file.h: a file that gets its name when it is complete.
 *
 * Until then it has another one beside it. It never is an existing file, and no symbolic link is followed. The
 * first error is kept; writing after it does nothing. No memory is allocated: it is fit for a forked process. */
#ifndef HP_BASE_ATOMIC_FILE_H
#define HP_BASE_ATOMIC_FILE_H

#include "base/compat.h"

#include <fcntl.h>

#ifndef O_BINARY
# define O_BINARY 0
#endif
#ifndef O_CLOEXEC
# define O_CLOEXEC 0
#endif

/* No folder: the path is as the system resolves it. */
#define HP_ATOMIC_FILE_NO_FOLDER (-1)

typedef struct hp_atomic_file {
	int descriptor; /* -1: closed */
	int error; /* an errno; 0: none so far */
	int folder; /* the path is below it; or HP_ATOMIC_FILE_NO_FOLDER */
	const char
		*path; /* the caller's, until the file is published or removed; NULL: written in place */
	int pid; /* these two make the other name */
	uint32_t number;
} hp_atomic_file;

/* Creates the file under its other name: "PATH.PID-NUMBER.tmp", or ".xhprof-PID-NUMBER.tmp" in a folder. is_private:
 * its owner alone may read it, whatever the umask is; else it has the mode of the file that it replaces. Returns an errno, or 0; with an error there is no file. */
int hp_atomic_file_create(hp_atomic_file *file, int folder, const char *path, bool is_private);

/* A file that is open and has its name, such as a pipe: written in place. */
void hp_atomic_file_adopt(hp_atomic_file *file, int descriptor);

/* Writes all of it, or sets the error. */
void hp_atomic_file_write(hp_atomic_file *file, const char *bytes, size_t length);

/* Closes the descriptor, once: another thread may have its number next. A quota or a network may report an
 * error only now. */
void hp_atomic_file_close(hp_atomic_file *file);

/* Gives the file its name in place of whatever has it; or removes it, if there was an error. Returns the error.
 * Close it first, or, to hold a lock, after. */
int hp_atomic_file_publish(hp_atomic_file *file);

/* Closes and removes it. */
void hp_atomic_file_discard(hp_atomic_file *file);

#endif /* HP_BASE_ATOMIC_FILE_H */
