#include "event/php.h"

/* Limit of counters for one event in a thread at the same time: a run of calls, a run of samples,
 * and a test whether it can be counted. */
#define PHP_COUNTERS 4

/* The counters of one event in one thread. */
typedef struct php_count {
	uint64_t count;
	uint32_t counters_count;
	hp_event_counter *counters[PHP_COUNTERS];
} php_count;

ZEND_TLS php_count php_counts[HP_EVENT_PHP_COUNT];

/* Set in MINIT. */
static const hp_event_php_source *php_sources[HP_EVENT_PHP_COUNT];

static hp_event_php php_number(const hp_event_counter *counter)
{
	return (hp_event_php) (counter->event - hp_event_php_events);
}

/* Returns the reason why the event cannot be counted; NULL if it can. */
static const char *php_start(hp_event_php event)
{
	const hp_event_php_source *source = php_sources[event];
	const php_count *count = &php_counts[event];

	if (source == NULL) {
		return "xhprof was loaded by dl(); load it in php.ini instead";
	}
	if (count->counters_count == PHP_COUNTERS) {
		return "too many threads count it already";
	}
	if (count->counters_count == 0) {
		return source->start(event);
	}
	if (source->update != NULL) {
		source->update();
	}

	return NULL;
}

static zend_result php_enable(hp_event_counter *counter)
{
	hp_event_php number = php_number(counter);
	php_count *count = &php_counts[number];

	counter->refusal = php_start(number);
	if (counter->refusal != NULL) {
		return FAILURE;
	}
	counter->means = php_sources[number]->means;
	counter->base = count->count;
	count->counters[count->counters_count++] = counter;

	return SUCCESS;
}

static void php_disable(hp_event_counter *counter)
{
	hp_event_php number = php_number(counter);
	php_count *count = &php_counts[number];
	uint32_t at = 0;

	while (at < count->counters_count && count->counters[at] != counter) {
		at++;
	}
	if (at == count->counters_count) {
		return;
	}
	count->counters[at] = count->counters[--count->counters_count];
	if (count->counters_count == 0) {
		php_sources[number]->stop(number);
	}
}

static uint64_t php_read(hp_event_counter *counter)
{
	hp_event_php number = php_number(counter);

	if (php_sources[number]->update != NULL) {
		php_sources[number]->update();
	}

	return php_counts[number].count - counter->base;
}

void hp_event_php_connect(hp_event_php event, const hp_event_php_source *source)
{
	php_sources[event] = source;
}

void hp_event_php_add(hp_event_php event, uint64_t count)
{
	php_count *to = &php_counts[event];

	to->count += count;
	for (uint32_t i = 0; i < to->counters_count; i++) {
		hp_event_pass(to->counters[i], to->count - to->counters[i]->base);
	}
}

bool hp_event_php_is_on(hp_event_php event)
{
	return php_counts[event].counters_count > 0;
}

void hp_event_php_prepare(hp_event_php event)
{
	const php_count *count = &php_counts[event];

	for (uint32_t i = 0; i < count->counters_count; i++) {
		hp_event_counter *counter = count->counters[i];

		if (counter->prepare != NULL && count->count + 1 - counter->base >= counter->due) {
			counter->prepare(counter);
		}
	}
}

#define PHP_EVENT(name_, unit_, title_) \
 { \
  .name = name_, .unit = HP_EVENT_UNIT_##unit_, .title = title_, .enable = php_enable, \
  .disable = php_disable, .read = php_read, \
 }

const hp_event hp_event_php_events[HP_EVENT_PHP_COUNT] = {
	[HP_EVENT_PHP_EXCEPTIONS] = PHP_EVENT("exceptions", COUNT, "exception thrown"),
	[HP_EVENT_PHP_ERRORS] = PHP_EVENT("errors", COUNT, "error, warning or notice raised"),
	[HP_EVENT_PHP_OBJECTS] = PHP_EVENT("objects", COUNT, "object created"),
	[HP_EVENT_PHP_BYTES] = PHP_EVENT("allocated-bytes", BYTES, "byte allocated by PHP's allocator"),
	[HP_EVENT_PHP_GC_RUNS] = PHP_EVENT("gc-runs", COUNT, "run of the garbage collector"),
	[HP_EVENT_PHP_AUTOLOADS] =
		PHP_EVENT("autoloads", COUNT, "class that the autoloaders had to load"),
	[HP_EVENT_PHP_INCLUDES] = PHP_EVENT("includes", COUNT, "file included"),
	[HP_EVENT_PHP_STATEMENTS] = PHP_EVENT("sql-statements", COUNT, "SQL statement executed"),
};
