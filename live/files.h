/* files.h: the folder of xhprof.live_dir, and the files of a thread in it: see live/format.h. */
#ifndef HP_LIVE_FILES_H
#define HP_LIVE_FILES_H

#include "base/descriptor.h"

#ifdef __linux__

# include <sys/types.h>

# define HP_LIVE_FILES_NAME_BYTES 64

/* Made, closed and removed by the thread that the files are about. The helper thread reads messages
 * from `control`. */
typedef struct hp_live_files {
	hp_descriptor_kept folder;
	hp_descriptor_kept control; /* the FIFO, open for reading; it never blocks */
	int data; /* the data file, open only until it is mapped */
	pid_t pid; /* the process that made the files; only it may remove them */
	pid_t tid; /* the thread that the files are about */
	uint64_t start_ticks; /* when its process started, in clock ticks since the machine did */
	char name[HP_LIVE_FILES_NAME_BYTES]; /* without ".data", ".ctl" or ".locals" */
} hp_live_files;

/* Creates the files of a thread of process pid, in place of older ones of that thread: of one of
 * this process, or of another, which does not have our module and is read by this one. files->tid
 * and files->start_ticks must be set. The data file has data_bytes bytes, all zeros. On FAILURE
 * there are no files, and *error says in English what to do; it is valid until the next call in
 * this thread. */
zend_result hp_live_files_create(
	hp_live_files *files, pid_t pid, const char *path, size_t data_bytes, const char **error);

/* Returns true if the folder exists and belongs to a user who is neither root nor that of this
 * process. */
bool hp_live_files_are_of_another(const char *path);

/* Removes the files if this process made them, and closes them. A mapping of the data stays. */
void hp_live_files_remove(hp_live_files *files);

/* Removes the variables that were written for a reader. */
void hp_live_files_remove_locals(const hp_live_files *files);

/* Closes the files without removing them: in a forked child they are the parent's. */
void hp_live_files_close(hp_live_files *files);

/* Removes the files of dead processes. The data of processes that died during a request stays for
 * keep_s seconds after the death is noticed; of these only the newest are kept. */
void hp_live_files_sweep(int folder, uint64_t keep_s);

/* Does the same in a folder that may belong to another user. The master of a server cleans up after
 * the workers that it ended, which run as that user. */
void hp_live_files_sweep_path(const char *path, uint64_t keep_s);

#endif

#endif /* HP_LIVE_FILES_H */
