/* locals.h: reads the variables of the open calls of another process's thread. The thread may run
 * meanwhile, so a reading counts only if the next one gives the same text. */
#ifndef HP_ATTACH_LOCALS_H
#define HP_ATTACH_LOCALS_H

#include "attach/process.h"

#include "live/locals_text.h"

#ifdef __linux__

/* Fills a file that has begun. Values are one level deep. Returns false if the thread ran on during
 * each attempt. */
bool hp_attach_locals_read(hp_locals_file *file, const hp_attach_process *process);

#endif

#endif /* HP_ATTACH_LOCALS_H */
