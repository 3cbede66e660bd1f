/* wait_child.h: names the child that a thread waits for, directly or at the other end of a pipe. */
#ifndef HP_SAMPLER_WAIT_CHILD_H
#define HP_SAMPLER_WAIT_CHILD_H

#include "sampler/wait_process.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Sets name to the name of a pipe: that of the child at its other end, or "pipe". */
void hp_wait_child_pipe_name(hp_wait_process *process, uint64_t inode, char name[HP_WAIT_BYTES]);

/* Sets name to "child convert", with the name of the child's program, or to "child" if that is not
 * known. */
void hp_wait_child_name(hp_wait_process *process, pid_t child, char name[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_CHILD_H */
