/* folder.h: files in the folder of xhprof.output_dir, and nowhere else.
 *
 * The folder is opened once, and files are named below it: they stay in it whatever becomes of its path
 * meanwhile. It may be reached through symbolic links but is not to be one. A file is made under another
 * name, never an existing one and never through a link, readable by its owner alone; it gets its name when
 * all of it is there. */
#ifndef HP_REQUEST_FOLDER_H
#define HP_REQUEST_FOLDER_H

#include "base/compat.h"

#define HP_FOLDER_NONE (-1)

/* The folder of an absolute path, for the caller to close; or HP_FOLDER_NONE, and *error says why. */
int hp_folder_open(const char *path, const char **error);
void hp_folder_close(int folder);

/* A new file to write to, for the caller to close; -1, with errno, if there is none. */
int hp_folder_create(int folder, const char *name);

/* Another name for it, in place of whatever had that. FAILURE with errno. */
zend_result hp_folder_rename(int folder, const char *from, const char *to);
void hp_folder_remove(int folder, const char *name);

/* In bytes; 0 if it is not there. */
uint64_t hp_folder_size(int folder, const char *name);

#endif /* HP_REQUEST_FOLDER_H */
