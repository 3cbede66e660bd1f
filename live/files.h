/* files.h: the folder of xhprof.live_dir, and the two files of a thread in it: see live/format.h. */
#ifndef HP_LIVE_FILES_H
#define HP_LIVE_FILES_H

#include "base/descriptor.h"

#ifdef __linux__

# include <sys/types.h>

# define HP_LIVE_FILES_NAME_BYTES 64

typedef struct hp_live_files {
	hp_descriptor_kept folder;
	hp_descriptor_kept control; /* the FIFO, open for reading; it never blocks */
	int data; /* only until it is mapped */
	pid_t pid; /* of the process that made them, and alone may remove them */
	pid_t tid;
	uint64_t start_ticks;
	char name[HP_LIVE_FILES_NAME_BYTES]; /* without ".data", ".ctl" or ".locals" */
} hp_live_files;

/* Makes the files of the calling thread, the data of that size and all zeros, in place of older ones of
 * this thread. FAILURE: there are none, and *error says what to do, in English, valid until the next
 * call in this thread. */
zend_result hp_live_files_create(
	hp_live_files *files, const char *path, size_t data_bytes, const char **error);

/* Likewise those of a thread of another process, which has no module of ours and that this process looks into: tid and
 * start_ticks are set. */
zend_result hp_live_files_create_for(
	hp_live_files *files, pid_t pid, const char *path, size_t data_bytes, const char **error);

/* True: the folder is there, and of a user who is neither root nor this process' own. */
bool hp_live_files_are_of_another(const char *path);

/* Removes them, if this process made them, and closes them. A mapping of the data stays. */
void hp_live_files_remove(hp_live_files *files);

/* Removes the variables that were written for a reader. */
void hp_live_files_remove_locals(const hp_live_files *files);

/* Closes them: in a forked child they are the parent's. */
void hp_live_files_close(hp_live_files *files);

/* Removes the files of processes that are dead. The data of one that died in the middle of a request
 * stays for keep_s seconds from when its death is noticed, and of these the newest only. */
void hp_live_files_sweep(int folder, uint64_t keep_s);

/* Likewise in a folder that may be of another user, of whom this process ends processes. */
void hp_live_files_sweep_path(const char *path, uint64_t keep_s);

#endif

#endif /* HP_LIVE_FILES_H */
