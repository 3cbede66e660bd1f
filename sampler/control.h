/* control.h: starts, changes and stops the sampling of a thread. All functions are called in one
 * thread: the helper, or PHP's thread where there is none. */
#ifndef HP_SAMPLER_CONTROL_H
#define HP_SAMPLER_CONTROL_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Prepares a sampler of the calling thread. Nothing of it may move until hp_control_free(), which
 * leaves the sink and the store to the caller. */
void hp_control_init(
	hp_sampler *sampler, const hp_sampler_sink *sink, void *owner, hp_sample_store *store);
void hp_control_free(hp_sampler *sampler);

/* In a helper that has its own table of files: between these two calls the helper copies memory
 * through a file. It then does not take the lock of the process's memory map, for which mmap(),
 * munmap() and fork() would wait. */
void hp_control_open_own(hp_sampler *sampler);
void hp_control_close_own(hp_sampler *sampler);

/* Call it in the helper, after PHP's thread has enabled the sampler and attached its source, while
 * both still share one table of files. Gives the helper its own table, if the system permits that,
 * and then calls hp_control_open_own(). */
void hp_control_leave_files(hp_sampler *sampler);

/* Begins to sample. The caller has set has_wall, grain_ns, is_perf_expensive and
 * has_safe_points_only. Takes the lock. */
void hp_control_enable(hp_sampler *sampler, uint64_t interval_ns);

/* Ends sampling: the open time goes to the sink. Takes the lock. */
void hp_control_disable(hp_sampler *sampler);

/* With the lock: sets whether readers want stacks, but no samples. True passes the open time to the
 * sink, as at the end of sampling; false starts the clocks anew. */
void hp_control_set_for_stacks(hp_sampler *sampler, bool is_for_stacks);

/* With the lock: requests one stack. The next sample or look passes it to the sink's answer().
 * False withdraws the request. */
void hp_control_ask_stack(hp_sampler *sampler, bool is_asked);

/* Changes the interval in the middle of sampling. Takes the lock. */
void hp_control_set_interval(hp_sampler *sampler, uint64_t interval_ns);

#endif

#endif /* HP_SAMPLER_CONTROL_H */
