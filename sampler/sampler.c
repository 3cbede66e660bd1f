#include "sampler/sampler.h"

#include "base/interrupt.h"

#include <sched.h>

void hp_sampler_lock(hp_sampler *sampler)
{
	while (!hp_sampler_try_lock(sampler)) {
		sched_yield();
	}
}

void hp_sampler_interrupt(hp_sampler *sampler)
{
	HP_SHARED_WRITE(&sampler->is_wanted, true);
	hp_interrupt_ask((zend_executor_globals *) ((char *) sampler->locked.walk.current -
		offsetof(zend_executor_globals, current_execute_data)));
}

void hp_sampler_close_files(hp_sampler *sampler)
{
	hp_sample_states_close(&sampler->locked.off.states);
	hp_wait_close(&sampler->helper.wait);
	hp_sample_states_close(&sampler->helper.states);
}
