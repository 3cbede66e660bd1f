#include "sampler/source_choice.h"

#include "sampler/due.h"
#include "sampler/tick.h"

/* The least that the kernel's part of a tick is assumed to cost. */
#define SOURCE_CHOICE_SIGNAL_NS 3000u

/* A perf tick is too expensive if it costs more than this part of the interval. The timer then
 * takes perf's place: its ticks are fewer, and as accurate. */
#define SOURCE_CHOICE_TICK_PARTS 25

/* The same limit on one CPU. There the helper does not see the thread run, so without perf only the
 * timer's ticks would be left. Where timers are expensive for the kernel, as in a virtual machine,
 * those ticks miss the code that runs between short sleeps. */
#define SOURCE_CHOICE_TICK_PARTS_OF_ONE 10

/* The cost of perf each time the thread is taken off a CPU and put on one again. */
#define SOURCE_CHOICE_SWITCH_NS 3000u

/* A run changes from perf to the timer when perf's cost at switches exceeds 1 / SWITCHING_PARTS of
 * the time, and back to perf below 1 / CALM_PARTS. There are two bounds, so that it does not swing.
 * With one CPU, both bounds are ONE_CPU_TIMES as high. */
#define SOURCE_CHOICE_SWITCHING_PARTS 100
#define SOURCE_CHOICE_CALM_PARTS 400
#define SOURCE_CHOICE_ONE_CPU_TIMES 5

/* The timer takes the place of perf if too many of the ticks that were due are missing: more than
 * KERNEL_TICKS, plus one in KERNEL_PARTS of those due. */
#define SOURCE_CHOICE_KERNEL_TICKS 2u
#define SOURCE_CHOICE_KERNEL_PARTS 40u

bool hp_source_choice_is_expensive(uint64_t interval_ns)
{
	uint64_t tick_ns = hp_sample_tick_ns();
	uint64_t parts = hp_sample_states_have_one_cpu() ? SOURCE_CHOICE_TICK_PARTS_OF_ONE
													 : SOURCE_CHOICE_TICK_PARTS;

	return tick_ns != HP_SAMPLE_NO_TICK && tick_ns > interval_ns / parts;
}

static bool source_choice_attach_to(hp_sampler *sampler, const hp_sample_source *source)
{
	return hp_sample_source_enable(&sampler->cpu, source) == SUCCESS;
}

bool hp_source_choice_attach(hp_sampler *sampler)
{
	hp_sampler_choice *choice = &sampler->helper.choice;
	uint64_t tick_ns = hp_sample_tick_ns();

	sampler->tick_ns = tick_ns == HP_SAMPLE_NO_TICK ? SOURCE_CHOICE_SIGNAL_NS
													: MAX(SOURCE_CHOICE_SIGNAL_NS, tick_ns);
	sampler->cpu.interval_ns = sampler->interval_ns;
	if (sampler->setup.is_perf_expensive || choice->is_switching || choice->is_in_kernel) {
		return source_choice_attach_to(sampler, &hp_sample_source_timer) ||
			(!choice->is_switching && source_choice_attach_to(sampler, &hp_sample_source_perf));
	}

	return source_choice_attach_to(sampler, &hp_sample_source_perf) ||
		source_choice_attach_to(sampler, &hp_sample_source_timer);
}

/* True if the program handles, ignores or blocks the signal. In some cases that shows only because
 * no signal ever came. */
static bool source_choice_is_deaf(const hp_sampler *sampler)
{
	const hp_sample_event *event = &sampler->cpu;

	if (event->source == NULL) {
		return sampler->thread.is_blocked;
	}

	return !HP_SHARED_READ(&event->is_armed) ||
		(HP_SHARED_READ(&sampler->thread.ticks) == 0 &&
			hp_due_is_silent(sampler, hp_sampler_cpu_ns(sampler)));
}

hp_why hp_source_choice_why(const hp_sampler *sampler)
{
	const hp_sample_source *source = sampler->cpu.source;

	if (source_choice_is_deaf(sampler)) {
		return HP_WHY_BLOCKED;
	}
	if (source == &hp_sample_source_perf) {
		return HP_WHY_PERF; /* perf is back, or stayed because the system refused the timer */
	}
	if (sampler->helper.choice.has_switched) {
		return HP_WHY_SLEEPS;
	}
	if (sampler->helper.choice.is_in_kernel) {
		return HP_WHY_KERNEL;
	}
	if (source == NULL) {
		return hp_sample_source_is_taken() ? HP_WHY_HANDLER : HP_WHY_NO_SIGNAL;
	}

	return sampler->setup.is_perf_expensive ? HP_WHY_EXPENSIVE : HP_WHY_NO_PERF;
}

hp_source hp_source_choice_source(const hp_sampler *sampler, hp_why why)
{
	if (sampler->cpu.source == NULL || why == HP_WHY_BLOCKED) {
		return HP_SOURCE_INTERRUPT;
	}

	return sampler->cpu.source == &hp_sample_source_perf ? HP_SOURCE_PERF : HP_SOURCE_TIMER;
}

void hp_source_choice_count_switches(hp_sampler *sampler)
{
	hp_sampler_choice *choice = &sampler->helper.choice;
	uint64_t switches = hp_sample_states_schedule(&sampler->locked.off.states).switches, ns;

	ns = switches > choice->switches ? (switches - choice->switches) * SOURCE_CHOICE_SWITCH_NS : 0;
	choice->switches = switches;
	choice->switch_ns += ns;
	if (sampler->cpu.source == &hp_sample_source_perf) {
		choice->attached_ns += ns;
	}
}

void hp_source_choice_begin_ticks(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_window *window = &sampler->helper.window;

	window->ticks = HP_SHARED_READ(&sampler->thread.ticks);
	window->switches = hp_sample_states_schedule(&sampler->locked.off.states).switches;
	window->cpu_ns = cpu_ns;
}

/* With the lock: requests another source, which the thread attaches at its next safe point. */
static void source_choice_change_source(hp_sampler *sampler)
{
	hp_sample_source_stop(&sampler->cpu);
	sampler->locked.wants_attach = true;
	hp_sampler_ask_interrupt(sampler);
}

/* With the lock: how often the thread was put on a CPU since the window of ticks began. */
static uint64_t source_choice_turns(const hp_sampler *sampler)
{
	return hp_sample_states_schedule(&sampler->locked.off.states).switches -
		sampler->helper.window.switches;
}

/* True if the thread used ran_ns of CPU time in turns so short that the kernel takes a large part
 * of each. Looks see more of such turns than ticks do. */
static bool source_choice_is_of_naps(const hp_sampler *sampler, uint64_t ran_ns)
{
	return !sampler->helper.has_one_cpu &&
		ran_ns < source_choice_turns(sampler) * HP_SAMPLER_TURN_NS;
}

/* With the lock: true if more of the expected ticks are missing than SOURCE_CHOICE_KERNEL_TICKS
 * allows. */
static bool source_choice_misses_ticks(const hp_sampler *sampler, uint64_t expected)
{
	return expected > SOURCE_CHOICE_KERNEL_TICKS + expected / SOURCE_CHOICE_KERNEL_PARTS +
		HP_SHARED_READ(&sampler->thread.ticks) - sampler->helper.window.ticks;
}

void hp_source_choice_mind_kernel(hp_sampler *sampler, uint64_t cpu_ns)
{
	hp_sampler_window *window = &sampler->helper.window;
	uint64_t ran_ns = cpu_ns - window->cpu_ns, expected = ran_ns / sampler->interval_ns;

	HP_SHARED_WRITE(&window->is_unsure, false);
	if (sampler->helper.choice.is_in_kernel || sampler->setup.has_safe_points_only ||
		sampler->cpu.source != &hp_sample_source_perf || !HP_SHARED_READ(&sampler->cpu.is_armed)) {
		window->cpu_ns = cpu_ns;
		window->ticks = HP_SHARED_READ(&sampler->thread.ticks);
		return;
	}
	if (!window->is_first && expected < HP_SOURCE_CHOICE_KERNEL_INTERVALS) {
		return;
	}
	if (source_choice_misses_ticks(sampler, expected) &&
		!(sampler->helper.has_one_cpu && sampler->helper.pace.is_napping)) {
		sampler->helper.choice.is_in_kernel = true;
		source_choice_change_source(sampler);
	} else if (expected >= HP_SOURCE_CHOICE_KERNEL_INTERVALS) {
		hp_source_choice_begin_ticks(sampler, cpu_ns);
		window->is_first = false;
	} else {
		HP_SHARED_WRITE(&window->is_unsure, source_choice_is_of_naps(sampler, ran_ns));
	}
}

bool hp_source_choice_mind_switches(hp_sampler *sampler, uint64_t now_ns)
{
	hp_sampler_choice *choice = &sampler->helper.choice;
	uint64_t spent_ns, passed_ns = now_ns - choice->compared_ns, parts;
	bool was_switching = choice->is_switching;

	if (sampler->setup.has_safe_points_only || sampler->locked.wants_attach ||
		passed_ns < HP_SAMPLER_CHECK_NS ||
		(sampler->cpu.source != &hp_sample_source_perf && !was_switching)) {
		return false;
	}
	hp_source_choice_count_switches(sampler);
	spent_ns = choice->switch_ns - choice->compared_switch_ns;
	choice->compared_ns = now_ns;
	choice->compared_switch_ns = choice->switch_ns;
	/* On one CPU the timer takes the place of perf without the help of looks, and is far coarser.
	 * So perf may cost more there. */
	parts = (was_switching ? SOURCE_CHOICE_CALM_PARTS : SOURCE_CHOICE_SWITCHING_PARTS) /
		(sampler->helper.has_one_cpu ? SOURCE_CHOICE_ONE_CPU_TIMES : 1);
	choice->is_switching = choice->is_over_budget || spent_ns > passed_ns / parts;
	choice->has_switched = choice->has_switched || choice->is_switching;
	if (choice->is_switching == was_switching) {
		return false;
	}
	source_choice_change_source(sampler);

	return true;
}
