#include "sampler/wait_label.h"

uint32_t hp_wait_label_of(hp_sampler *sampler, hp_sampler_activity state, uint32_t asleep)
{
	return state == HP_SAMPLER_ON_CPU ? HP_SAMPLE_NONE
		: state == HP_SAMPLER_WAITS_FOR_CPU
		? hp_sample_store_label(sampler->setup.store, HP_SAMPLE_WAIT, HP_PROFILE_WAIT_FOR_CPU)
		: asleep;
}

/* With the lock, in the helper thread: names what the thread sleeps in. Returns HP_SAMPLE_NONE if
 * that is not known, or if the thread has run since its CPU time was cpu_ns. */
static uint32_t wait_label_read(hp_sampler *sampler, uint64_t cpu_ns)
{
	const char *name = hp_wait_name(&sampler->helper.wait);

	if (!sampler->helper.wait.process.is_child) {
		sampler->helper.wait_again_ns = 0;
	}

	return name == NULL || hp_sampler_cpu_ns(sampler) != cpu_ns
		? HP_SAMPLE_NONE
		: hp_sample_store_label(sampler->setup.store, HP_SAMPLE_WAIT, name);
}

uint32_t hp_wait_label_new(hp_sampler *sampler, uint64_t cpu_ns)
{
	sampler->helper.wait_named_ns = hp_sampler_now_ns();
	sampler->helper.wait_again_ns = sampler->helper.wait_named_ns + 1;

	return wait_label_read(sampler, cpu_ns);
}

void hp_wait_label_again(hp_sampler *sampler, uint64_t cpu_ns, uint32_t *wait)
{
	uint64_t now_ns = hp_sampler_now_ns();

	if (sampler->helper.wait_again_ns > 0 && now_ns >= sampler->helper.wait_again_ns) {
		sampler->helper.wait_again_ns = 2 * now_ns - sampler->helper.wait_named_ns;
		*wait = wait_label_read(sampler, cpu_ns);
	}
}
