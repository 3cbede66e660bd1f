/* folder.h: files in the folder of xhprof.output_dir, and nowhere else.
 *
 * The folder is opened once, and files are named below it: they stay in it if its path changes meanwhile.
 * Its path may lead through symlinks, but the folder itself must not be one. A file is made under a
 * temporary name, never an existing one and never through a symlink, readable by its owner alone; it gets
 * its name once it is complete. */
#ifndef HP_REQUEST_FOLDER_H
#define HP_REQUEST_FOLDER_H

#include "format/format.h"

#define HP_FOLDER_NONE (-1)

/* Opens the folder of an absolute path, for the caller to close; or returns HP_FOLDER_NONE and the reason in
 * *error. */
int hp_folder_open(const char *path, const char **error);
void hp_folder_close(int folder);

/* Writes a run as a file of that name, modified at that Unix time, in place of any other. Returns NULL, or the
 * error for the caller to release: then there is no file. */
zend_string *hp_folder_write(int folder, const char *name, int64_t time_ns, const hp_format *format,
	const hp_profile *profile);

void hp_folder_remove(int folder, const char *name);

#endif /* HP_REQUEST_FOLDER_H */
