#include "event/set.h"

#include "event/perf.h"

#include "Zend/zend_smart_str.h"

/* More than the number of events. */
#define SET_KNOWN 64

static void set_refuse(hp_event_set *set, const hp_event *event, const char *reason)
{
	set->refused[set->refused_count].event = event;
	set->refused[set->refused_count++].reason = reason;
}

void hp_event_set_enable(hp_event_set *set, const hp_event_choice *choice)
{
	memset(set, 0, sizeof(*set));
	for (uint32_t i = 0; i < choice->count; i++) {
		const hp_event *event = choice->events[i];
		hp_event_counter *counter = &set->counters[set->count];

		memset(counter, 0, sizeof(*counter));
		counter->event = event;
		counter->file = HP_DESCRIPTOR_NONE;
		counter->group = hp_event_perf_group(set->counters, set->count);
		if (event->enable == NULL) {
			set_refuse(set, event, "this system cannot count it");
		} else if (event->enable(counter) == FAILURE) {
			set_refuse(set, event, counter->refusal);
		} else {
			set->count++;
		}
	}
}

void hp_event_set_disable(hp_event_set *set)
{
	/* In reverse, as the first of a group must be last. */
	for (uint32_t i = set->count; i-- > 0;) {
		hp_event_counter *counter = &set->counters[i];

		if (counter->event != NULL) {
			counter->event->disable(counter);
			counter->event = NULL;
		}
	}
	set->count = 0;
}

void hp_event_set_read(hp_event_set *set, int64_t values[HP_EVENT_MAX])
{
	for (uint32_t i = 0; i < set->count; i++) {
		hp_event_counter *counter = &set->counters[i];
		uint64_t value = counter->event->read(counter);

		counter->last = MAX(counter->last, value);
		values[i] = (int64_t) counter->last;
	}
}

static zend_string *set_refusal(const hp_event_set *set)
{
	smart_str text = {NULL, 0};

	for (uint32_t i = 0; i < set->refused_count; i++) {
		smart_str_appends(&text, i == 0 ? "" : "; ");
		smart_str_appends(&text, set->refused[i].event->name);
		smart_str_appends(&text, ": ");
		smart_str_appends(&text, set->refused[i].reason);
	}

	return smart_str_extract(&text);
}

static bool set_has_refused(const hp_event_set *set, const hp_event *event)
{
	for (uint32_t i = 0; i < set->refused_count; i++) {
		if (set->refused[i].event == event) {
			return true;
		}
	}

	return false;
}

zend_string *hp_event_set_check(hp_event_choice *choice)
{
	hp_event_set set;
	uint32_t count = 0;

	hp_event_set_enable(&set, choice);
	hp_event_set_disable(&set);
	for (uint32_t i = 0; i < choice->count; i++) {
		if (!set_has_refused(&set, choice->events[i])) {
			choice->periods[count] = choice->periods[i];
			choice->events[count++] = choice->events[i];
		}
	}
	choice->count = count;

	return set.refused_count == 0 ? NULL : set_refusal(&set);
}

/* The result is kept: opening the kernel's counters takes half a millisecond, and a counter that
 * worked once keeps working. */
const char *hp_event_set_try(uint32_t number, const char **refusal)
{
	static const char *known[SET_KNOWN];
	const hp_event *event = hp_event_at(number);
	hp_event_choice choice = {.events = {event}, .count = 1};
	hp_event_set set;
	const char *means = number < SET_KNOWN ? HP_SHARED_READ(&known[number]) : NULL;

	*refusal = NULL;
	if (means != NULL) {
		return means;
	}
	hp_event_set_enable(&set, &choice);
	means = set.count > 0 ? set.counters[0].means : NULL;
	*refusal = set.count > 0 ? NULL : set.refused[0].reason;
	hp_event_set_disable(&set);
	if (event->is_of_kernel && number < SET_KNOWN) {
		HP_SHARED_WRITE(&known[number], means);
	}

	return means;
}
