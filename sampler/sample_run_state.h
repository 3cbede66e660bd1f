/* sample_run_state.h: one sampling run of a thread: its samples, and what takes them. */
#ifndef HP_SAMPLER_SAMPLE_RUN_STATE_H
#define HP_SAMPLER_SAMPLE_RUN_STATE_H

#include "sampler/helper.h"
#include "sampler/result.h"
#include "sampler/sampler.h"

struct hp_sample_run;

#ifdef HP_SAMPLE_HAS_SOURCES

/* An event by which samples are taken. The thread writes it, in signal handlers too. Its counts are
 * those of the event, such as page faults. */
typedef struct hp_sample_run_event {
	struct hp_sample_run *run; /* the run that it is part of */
	uint32_t number; /* its index in the options, and in the run's events */
	hp_sample_event source; /* for an event of the kernel */
	hp_event_counter counter; /* for any other event */
	/* The node of the store for its next tick; HP_SAMPLE_NONE: the stack as it is then. */
	uint32_t prepared_node;
	uint64_t paused_at; /* its count when the run was paused */
	/* For an event that samples of the clock read: they account for the count up to here. */
	uint64_t taken;
} hp_sample_run_event;

#endif

/* The run belongs to one thread of PHP, and owns what it has, but for `usage`. While it goes on, a
 * helper thread and the thread's signal handler use it, too: "the lock" is that of `sampler`. */
typedef struct hp_sample_run {
	bool is_running; /* from a start that succeeded to the stop; written by the thread */
	bool
		has_samples; /* a run has ended, and its samples are not released yet; the thread's alone */
	hp_sample_options options; /* written before the start only */
	hp_sample_store store; /* used with the lock, until the run has ended */
	/* The sums are written with the lock, while the run goes on. The thread writes the rest at the
	 * start and at the stop. Only `late` is atomic. */
	hp_sample_summary summary;
	zend_long setting_depth; /* xhprof.sampling_depth; the helper thread may read it at any time */
#ifdef HP_SAMPLE_HAS_SOURCES
	hp_sampler sampler;
	hp_sample_helper helper; /* runs without a clock do not start it */
	const zend_long *depth; /* points to setting_depth, or to the options' depth; in frames */
	const size_t *usage; /* where PHP keeps its memory in use, in bytes; NULL: not wanted */
	hp_sample_run_event events[HP_EVENT_MAX]; /* as many as the options have */
	/* With the lock: the store's nodes of the stacks that were kept last, [false] by a look from
	 * beside, [true] by the thread itself. */
	uint32_t kept[2];
	/* With the lock: the sum of w * w - w over the weights w of samples off the CPU that no look
	 * saw, in intervals. */
	double estimates;
	/* Used by the thread alone. */
	uint64_t began_ns; /* when the run began, by the clock that samples are weighed by */
	uint64_t paused_ns; /* time since then in pauses that have ended */
	char error[HP_EVENT_ERROR_BYTES]; /* why the last start failed, if an event was the reason */
#endif
} hp_sample_run;

#ifdef HP_SAMPLE_HAS_SOURCES

static inline bool hp_sample_run_is_paused(const hp_sample_run *run)
{
	return !HP_SHARED_READ(&run->sampler.is_open);
}

static inline uint64_t hp_sample_run_interval_ns(const hp_sample_run *run)
{
	return (uint64_t) run->options.interval_us * 1000;
}

/* True for an event that is read at samples of the clock. */
static inline bool hp_sample_run_event_is_of_samples(const hp_sample_run_event *event)
{
	return event->counter.event != NULL && event->counter.event->is_of_samples;
}

#endif

#endif /* HP_SAMPLER_SAMPLE_RUN_STATE_H */
