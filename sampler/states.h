/* states.h: what the kernel says of a thread that does not run: asleep or waiting for a CPU, and for how long. */
#ifndef HP_SAMPLER_STATES_H
#define HP_SAMPLER_STATES_H

#include "base/descriptor.h"
#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* The thread, and the kernel's files about it. */
typedef struct hp_sample_states {
	const hp_sample_thread *thread;
	hp_descriptor_kept stat, schedule;
} hp_sample_states;

/* How long a thread waited for a CPU in its life, and how often it was put on one. Zeros: not available. */
typedef struct hp_sample_schedule {
	uint64_t waited_ns;
	uint64_t switches;
} hp_sample_schedule;

/* The files are those of the calling thread's table: it closes them as well. */
void hp_sample_states_open(hp_sample_states *states, const hp_sample_thread *thread);
void hp_sample_states_close(hp_sample_states *states);

/* True while the thread is ready to run and has no CPU. */
bool hp_sample_states_is_waiting(const hp_sample_states *states);

/* Likewise, on the CPU that the calling thread has; and whether that CPU was its last one, in any state. */
bool hp_sample_states_waits_here(const hp_sample_states *states);
bool hp_sample_states_was_here(const hp_sample_states *states);

/* True if the calling thread may use one CPU only: then another thread looks late at one that runs its slice. */
bool hp_sample_states_have_one_cpu(void);

/* Takes the calling thread to another CPU that it may use. It may come back. */
void hp_sample_states_leave_cpu(void);

hp_sample_schedule hp_sample_states_schedule(const hp_sample_states *states);

/* That of the calling thread, which has another table of files: by a file of its own, which is opened if it is not there. */
hp_sample_schedule hp_sample_states_schedule_here(hp_descriptor_kept *file);

#endif

#endif /* HP_SAMPLER_STATES_H */
