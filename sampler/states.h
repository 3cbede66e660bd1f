/* states.h: what the kernel reports about a thread that does not run: asleep or waiting for a CPU,
 * and for how long. */
#ifndef HP_SAMPLER_STATES_H
#define HP_SAMPLER_STATES_H

#include "base/descriptor.h"
#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* A thread, and the kernel's files about it. */
typedef struct hp_sample_states {
	const hp_sample_thread *thread;
	hp_descriptor_kept stat, schedule; /* owned; "stat" and "schedstat" of the thread in /proc */
} hp_sample_states;

/* How long a thread has waited for a CPU in its life, and how often it has been put on one. Zeros:
 * not available. */
typedef struct hp_sample_schedule {
	uint64_t waited_ns;
	uint64_t switches;
} hp_sample_schedule;

/* Opens and closes the files. They are in the table of files of the calling thread, so a thread
 * that shares this table closes them as well. They may be about any thread of the process. */
void hp_sample_states_open(hp_sample_states *states, const hp_sample_thread *thread);
void hp_sample_states_close(hp_sample_states *states);

/* True if the thread is ready to run. If its CPU time does not change, it is waiting for a CPU. */
bool hp_sample_states_is_runnable(const hp_sample_states *states);

/* hp_sample_states_waits_here() is true if the thread is ready to run, and the CPU that it used
 * last is the calling thread's. hp_sample_states_was_here() only compares the CPUs, whatever the
 * thread's state. */
bool hp_sample_states_waits_here(const hp_sample_states *states);
bool hp_sample_states_was_here(const hp_sample_states *states);

/* True if the calling thread may use one CPU only. Where a sampled thread has the same one, looks
 * at it come late, when its slice has ended. */
bool hp_sample_states_have_one_cpu(void);

/* Moves the calling thread to another CPU that it may use. The kernel may move it back. */
void hp_sample_states_leave_cpu(void);

hp_sample_schedule hp_sample_states_schedule(const hp_sample_states *states);

/* Returns the calling thread's own schedule. Use it if a thread with another table of files opened
 * the states. *file belongs to the calling thread's table: it is opened here if it is not open, and
 * the caller drops it. */
hp_sample_schedule hp_sample_states_schedule_here(hp_descriptor_kept *file);

#endif

#endif /* HP_SAMPLER_STATES_H */
