#include "event/fake.h"

#ifdef XHPROF_FAKE_CLOCK

static zend_result fake_enable(hp_event_counter *counter)
{
	counter->means = "fake";

	return SUCCESS;
}

static void fake_disable(hp_event_counter *counter)
{
}

static uint64_t fake_read(hp_event_counter *counter)
{
	return counter->last + 1;
}

const hp_event hp_event_fake = {
	.name = "fake",
	.title = "reading of this counter, for tests",
	.enable = fake_enable,
	.disable = fake_disable,
	.read = fake_read,
	.unsampled = "it only exists to test counting",
};

#endif
