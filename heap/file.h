/* file.h: the file of a snapshot: write(2) and nothing else.
 *
 * It has another name until it is complete. Nobody else may read it, and no symbolic link is
 * followed. The first error is kept, and what comes after it is swallowed. */
#ifndef HP_HEAP_FILE_H
#define HP_HEAP_FILE_H

#include "base/compat.h"

typedef struct hp_heap_file {
	int descriptor; /* -1: closed */
	int error; /* an errno; 0: none so far */
	char *buffer;
	size_t used;
	uint64_t bytes; /* that went through the buffer */
	char path[MAXPATHLEN];
	char temporary[MAXPATHLEN];
} hp_heap_file;

/* Room for a line: hp_heap_file_room() gives at least as much. */
#define HP_HEAP_FILE_LINE ((size_t) 8192)

/* Returns an errno, or 0; with an error there is nothing to close. */
int hp_heap_file_open(hp_heap_file *file, const char *path);

/* Where HP_HEAP_FILE_LINE bytes may be written; hp_heap_file_wrote() tells where they end. */
char *hp_heap_file_room(hp_heap_file *file);
void hp_heap_file_wrote(hp_heap_file *file, const char *end);

/* Gives the file its name if all of it could be written, or removes it. Returns an errno, or 0. */
int hp_heap_file_finish(hp_heap_file *file);

/* Closes what another process goes on writing. */
void hp_heap_file_leave(hp_heap_file *file);

/* Closes and removes it. */
void hp_heap_file_abandon(hp_heap_file *file);

#endif /* HP_HEAP_FILE_H */
