#include "event/registry.h"

#include "base/nearest.h"
#include "event/fake.h"
#include "event/perf.h"
#include "event/php.h"
#include "event/usage.h"

static const hp_event *const registry_events[] = {
	&hp_event_page_faults,
	&hp_event_minor_faults,
	&hp_event_major_faults,
	&hp_event_context_switches,
	&hp_event_cpu_migrations,
	&hp_event_user_time,
	&hp_event_kernel_time,
	&hp_event_instructions,
	&hp_event_cycles,
	&hp_event_cache_references,
	&hp_event_cache_misses,
	&hp_event_branches,
	&hp_event_branch_misses,
	&hp_event_php_events[HP_EVENT_PHP_EXCEPTIONS],
	&hp_event_php_events[HP_EVENT_PHP_ERRORS],
	&hp_event_php_events[HP_EVENT_PHP_OBJECTS],
	&hp_event_php_events[HP_EVENT_PHP_BYTES],
	&hp_event_php_events[HP_EVENT_PHP_GC_RUNS],
	&hp_event_php_events[HP_EVENT_PHP_AUTOLOADS],
	&hp_event_php_events[HP_EVENT_PHP_INCLUDES],
	&hp_event_php_events[HP_EVENT_PHP_STATEMENTS],
#ifdef XHPROF_FAKE_CLOCK
	&hp_event_fake,
#endif
	NULL,
};

const hp_event *hp_event_at(uint32_t number)
{
	return registry_events[number];
}

const hp_event *hp_event_find(const char *name, size_t length)
{
	for (uint32_t i = 0; registry_events[i] != NULL; i++) {
		if (strlen(registry_events[i]->name) == length &&
			memcmp(registry_events[i]->name, name, length) == 0) {
			return registry_events[i];
		}
	}

	return NULL;
}

/* Reads the digits after the colon. Returns 0 if they are no period. */
static uint64_t registry_period(const char *digits, size_t length)
{
	uint64_t period = 0;

	for (size_t i = 0; i < length; i++) {
		if (digits[i] < '0' || digits[i] > '9' || i >= 12) {
			return 0;
		}
		period = 10 * period + (uint64_t) (digits[i] - '0');
	}

	return period;
}

static void registry_tell_unknown(const char *name, size_t length, char error[HP_EVENT_ERROR_BYTES])
{
	hp_nearest nearest;
	const hp_event *event;

	hp_nearest_start(&nearest, name, length);
	for (uint32_t i = 0; (event = hp_event_at(i)) != NULL; i++) {
		hp_nearest_offer(&nearest, event->name, strlen(event->name));
	}
	snprintf(error, HP_EVENT_ERROR_BYTES,
		"has no event \"%.*s\"%s xhprof_info()[\"events\"] lists them", (int) MIN(length, 64), name,
		nearest.best == NULL ? ";" : hp_nearest_hint(&nearest));
}

/* Adds an event from a word such as "page-faults" or "page-faults:100". On FAILURE, `error` says in
 * English what is wrong. An event that was already added stays as it is. */
static zend_result registry_add(
	hp_event_choice *choice, const char *word, size_t length, char error[HP_EVENT_ERROR_BYTES])
{
	const char *colon = memchr(word, ':', length);
	size_t name_length = colon == NULL ? length : (size_t) (colon - word);
	const hp_event *event = hp_event_find(word, name_length);
	uint64_t period = colon == NULL ? 0 : registry_period(colon + 1, length - name_length - 1);

	if (event == NULL) {
		registry_tell_unknown(word, name_length, error);
		return FAILURE;
	}
	if (colon != NULL && period == 0) {
		snprintf(error, HP_EVENT_ERROR_BYTES,
			"has a period that is not a number from 1 to 999999999999: \"%.*s\"",
			(int) MIN(length, 64), word);
		return FAILURE;
	}
	for (uint32_t i = 0; i < choice->count; i++) {
		if (choice->events[i] == event) {
			return SUCCESS;
		}
	}
	if (choice->count == HP_EVENT_MAX) {
		snprintf(error, HP_EVENT_ERROR_BYTES, "has more than %d events", HP_EVENT_MAX);
		return FAILURE;
	}
	choice->events[choice->count] = event;
	choice->periods[choice->count++] = period;

	return SUCCESS;
}

#define REGISTRY_OPTION "option \"events\" "

/* Returns the reason why a run does not take an event that is read at samples of a clock; NULL if
 * it does. */
static const char *registry_misuse_of_samples(uint64_t *period, hp_event_use use)
{
	const char *misuse = use == HP_EVENT_SAMPLED
		? "has an event that is read with samples of a clock: give a \"clock\", too"
		: NULL;

	if (*period > 0) {
		return "has a period for an event that is read at each sample; omit the period";
	}
	*period = 1;

	return misuse;
}

/* Returns the reason why the run does not take the newest event; NULL if it does. */
static const char *registry_misuse(hp_event_choice *choice, hp_event_use use)
{
	uint64_t period = choice->periods[choice->count - 1];

	if (use != HP_EVENT_COUNTED && choice->events[choice->count - 1]->is_of_samples) {
		return registry_misuse_of_samples(&choice->periods[choice->count - 1], use);
	}
	if (use == HP_EVENT_COUNTED) {
		return period == 0
			? NULL
			: "has a period, which only xhprof_sample_enable() takes; omit it to count at calls";
	}
	if (choice->count > 1 && use == HP_EVENT_SAMPLED) {
		return "has more than one event, which needs a \"clock\", too";
	}

	return period > 0
		? NULL
		: "needs a period, as in \"exceptions:1\"; only counting at calls does without";
}

static const char *registry_read_word(
	hp_event_choice *choice, hp_event_use use, const zval *word, char error[HP_EVENT_MESSAGE_BYTES])
{
	char *what = error + strlen(REGISTRY_OPTION);
	const char *misuse;

	memcpy(error, REGISTRY_OPTION, sizeof(REGISTRY_OPTION));
	if (registry_add(choice, Z_STRVAL_P(word), Z_STRLEN_P(word), what) == FAILURE) {
		return error;
	}
	misuse = registry_misuse(choice, use);
	if (misuse == NULL) {
		return NULL;
	}
	snprintf(what, HP_EVENT_ERROR_BYTES, "%s", misuse);

	return error;
}

const char *hp_event_choice_read(hp_event_choice *choice, hp_event_use use, const HashTable *array,
	char error[HP_EVENT_MESSAGE_BYTES])
{
	const char *wrong = NULL;
	zval *list = zend_hash_str_find(array, ZEND_STRL("events")), *word;

	if (list == NULL) {
		return NULL;
	}
	ZVAL_DEREF(list);
	if (Z_TYPE_P(list) != IS_ARRAY) {
		return REGISTRY_OPTION "must be a list of event names";
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), word) {
		ZVAL_DEREF(word);
		wrong = Z_TYPE_P(word) != IS_STRING ? REGISTRY_OPTION "must be a list of event names"
											: registry_read_word(choice, use, word, error);
		if (wrong != NULL) {
			break;
		}
	}
	ZEND_HASH_FOREACH_END();

	return wrong;
}
