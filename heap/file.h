/* file.h: the file of a snapshot, written by write(2) alone.
 *
 * It has a temporary name until it is complete. Only its owner can read it, and no symlink is
 * followed. After the first error nothing more is written, and that error is returned at the end. */
#ifndef HP_HEAP_FILE_H
#define HP_HEAP_FILE_H

#include "base/atomic_file.h"

typedef struct hp_heap_file {
	hp_atomic_file file;
	char *buffer;
	size_t used;
	char path[MAXPATHLEN];
} hp_heap_file;

/* The longest line. */
#define HP_HEAP_FILE_LINE ((size_t) 8192)

/* Returns 0 or an errno; on an error there is nothing to close. */
int hp_heap_file_open(hp_heap_file *file, const char *path);

/* Room for HP_HEAP_FILE_LINE bytes; then hp_heap_file_wrote() takes the end of the bytes used. */
char *hp_heap_file_room(hp_heap_file *file);
void hp_heap_file_wrote(hp_heap_file *file, const char *end);

/* Renames the file if all of it is written, else removes it. Returns 0 or an errno. */
int hp_heap_file_finish(hp_heap_file *file);

/* Closes the file here; another process continues to write it. */
void hp_heap_file_leave(hp_heap_file *file);

/* Closes and removes it. */
void hp_heap_file_abandon(hp_heap_file *file);

#endif /* HP_HEAP_FILE_H */
