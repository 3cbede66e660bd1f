/* locals.h: the variables of the open calls of another process' thread, read while it stands still or as if it did. */
#ifndef HP_ATTACH_LOCALS_H
#define HP_ATTACH_LOCALS_H

#include "attach/process.h"

#include "live/locals_text.h"

#ifdef __linux__

/* Fills the file that has begun: values one level deep. False: the thread ran on at each attempt. */
bool hp_attach_locals_read(hp_locals_file *file, const hp_attach_process *process);

#endif

#endif /* HP_ATTACH_LOCALS_H */
