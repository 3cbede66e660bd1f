/* folder.h: files in the folder of xhprof.output_dir, and nowhere else.
 *
 * The folder is opened once, and files are named below it: they stay in it if its path changes
 * meanwhile. Its path may lead through symlinks, but the folder itself must not be one.
 * hp_writer_open_below() makes files in it. */
#ifndef HP_REQUEST_FOLDER_H
#define HP_REQUEST_FOLDER_H

#include "base/compat.h"

#define HP_FOLDER_NONE (-1)

/* Opens the folder of an absolute path, for the caller to close; or returns HP_FOLDER_NONE and the
 * reason in *error. */
int hp_folder_open(const char *path, const char **error);

#endif /* HP_REQUEST_FOLDER_H */
