#include "profile/events.h"

uint32_t hp_profile_events_find(const hp_profile_events *events, const char *name, size_t length)
{
	for (uint32_t i = 0; i < events->count; i++) {
		if (ZSTR_LEN(events->names[i]) == length &&
			memcmp(ZSTR_VAL(events->names[i]), name, length) == 0) {
			return i;
		}
	}

	return HP_EVENT_MAX;
}

bool hp_profile_events_is_name(const zend_string *name)
{
	static const char *const others[] = {"calls", "ct", "wt", "cpu", "mu", "pmu", "file", "line",
		"caller", "callee", "parent", "function", "level"};

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (zend_string_equals_cstr(name, others[i], strlen(others[i]))) {
			return false;
		}
	}

	return ZSTR_LEN(name) > 0 && ZSTR_LEN(name) <= 40 &&
		strspn(ZSTR_VAL(name), "abcdefghijklmnopqrstuvwxyz0123456789-") == ZSTR_LEN(name);
}

bool hp_profile_events_add(
	hp_profile_events *events, const char *name, size_t length, hp_event_unit unit)
{
	if (events->count == HP_EVENT_MAX ||
		hp_profile_events_find(events, name, length) != HP_EVENT_MAX) {
		return false;
	}
	events->names[events->count] = zend_string_init(name, length, true);
	events->units[events->count++] = unit;

	return true;
}

void hp_profile_events_copy(hp_profile_events *events, const hp_profile_events *from)
{
	for (uint32_t i = 0; i < from->count; i++) {
		hp_profile_events_add(
			events, ZSTR_VAL(from->names[i]), ZSTR_LEN(from->names[i]), from->units[i]);
	}
}

void hp_profile_events_keep(hp_profile_events *events, const hp_profile_events *those)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < events->count; i++) {
		zend_string *name = events->names[i];

		if (hp_profile_events_find(those, ZSTR_VAL(name), ZSTR_LEN(name)) == HP_EVENT_MAX) {
			zend_string_release(name);
		} else {
			events->units[count] = events->units[i];
			events->names[count++] = name;
		}
	}
	events->count = count;
}

void hp_profile_events_free(hp_profile_events *events)
{
	for (uint32_t i = 0; i < events->count; i++) {
		zend_string_release(events->names[i]);
	}
	events->count = 0;
}

const hp_counts *hp_profile_counts(const hp_counts_table *table, uint32_t number)
{
	static const hp_counts nothing = {{0}};

	return number < table->count ? &table->rows[number] : &nothing;
}

hp_counts *hp_profile_counts_of(hp_counts_table *table, uint32_t number)
{
	while (table->count <= number) {
		memset(hp_vector_add(table), 0, sizeof(*table->rows));
	}

	return &table->rows[number];
}

hp_counts hp_profile_counts_as(
	const hp_counts *counts, const hp_profile_events *events, const hp_profile_events *to)
{
	hp_counts same = {{0}};

	for (uint32_t i = 0; i < to->count; i++) {
		uint32_t number =
			hp_profile_events_find(events, ZSTR_VAL(to->names[i]), ZSTR_LEN(to->names[i]));

		same.of[i] = number == HP_EVENT_MAX ? 0 : counts->of[number];
	}

	return same;
}
