/* loop.h: the looks at all attached processes, by the clock. */
#ifndef HP_ATTACH_LOOP_H
#define HP_ATTACH_LOOP_H

#include "attach/writer.h"

#ifdef __linux__

/* Looks at them for so long. Returns early if a signal came, or one has blocked its reader, which is_blocked tells from then on. */
void hp_attach_loop_run(hp_attach_writer *const *writers, size_t count, uint64_t for_ns);

#endif

#endif /* HP_ATTACH_LOOP_H */
