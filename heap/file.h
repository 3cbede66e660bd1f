/* file.h: the file of a snapshot, written by write(2) alone.
 *
 * It has a temporary name until it is complete. Only its owner can read it, and no symlink is
 * followed. After the first error nothing more is written, and that error is returned at the
 * end. */
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

/* Opens the file under a temporary name. Returns 0 or an errno; after an error there is nothing to
 * close. */
int hp_heap_file_open(hp_heap_file *file, const char *path);

/* hp_heap_file_room() returns room for HP_HEAP_FILE_LINE bytes. hp_heap_file_wrote() then takes the
 * end of the bytes that were used. */
char *hp_heap_file_room(hp_heap_file *file);
void hp_heap_file_wrote(hp_heap_file *file, const char *end);

/* Closes the file, and renames it if all of it was written; else removes it. Returns 0 or an
 * errno. */
int hp_heap_file_finish(hp_heap_file *file);

/* Closes the file in this process; another one continues to write it. */
void hp_heap_file_leave(hp_heap_file *file);

/* Closes the file and removes it. */
void hp_heap_file_abandon(hp_heap_file *file);

#endif /* HP_HEAP_FILE_H */
