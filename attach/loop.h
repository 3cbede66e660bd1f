/* loop.h: looks at all attached processes, each when it is due. */
#ifndef HP_ATTACH_LOOP_H
#define HP_ATTACH_LOOP_H

#include "attach/writer.h"

#ifdef __linux__

/* Looks at the processes for for_ns nanoseconds. Returns early if a signal came, or if one of them
 * has blocked its reader. In that case "left" of its writer is set, and the next loop must go
 * without that writer until it is taken back. */
void hp_attach_loop_run(hp_attach_writer *const *writers, size_t count, uint64_t for_ns);

/* Call it for each writer before a loop of for_ns nanoseconds. Returns true if the loop may use the
 * writer: no thread was left behind in it, or that thread has returned. A writer that stays blocked
 * for a few seconds of loops is given up: is_blocked is set. */
bool hp_attach_loop_take_back(hp_attach_writer *writer, uint64_t for_ns);

#endif

#endif /* HP_ATTACH_LOOP_H */
