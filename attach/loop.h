/* loop.h: the looks at all attached processes, by the clock. */
#ifndef HP_ATTACH_LOOP_H
#define HP_ATTACH_LOOP_H

#include "attach/writer.h"

#ifdef __linux__

/* Looks at them for so long. Returns early if a signal came, or one has blocked its reader: "left" of the writer tells that, and
 * the next loop must be without it until it is taken back. */
void hp_attach_loop_run(hp_attach_writer *const *writers, size_t count, uint64_t for_ns);

/* To be called before a loop of so long for each writer that has a thread left behind in it. True: the thread has returned, and
 * the writer is as any other. After a few seconds of loops it is given up: then is_blocked is set. */
bool hp_attach_loop_take_back(hp_attach_writer *writer, uint64_t for_ns);

#endif

#endif /* HP_ATTACH_LOOP_H */
