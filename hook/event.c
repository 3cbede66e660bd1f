#include "hook/event.h"

#include "base/lock.h"
#include "event/mark.h"
#include "hook/allocator.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_gc.h"
#include "Zend/zend_observer.h"

/* An extension that took a pointer over while we had it calls our function. If it stays, or
 * restores another function than ours, we cannot know whether we are still called. If we took the
 * pointer again with the same function, the two might call each other forever. So there are several
 * functions, each with its own `next`. */
#define EVENT_COPIES 4
#define EVENT_COPY(make) make(0) make(1) make(2) make(3)
#define EVENT_POINTER(name) \
 { \
  .get = name##_get, .set = name##_set, .ours = { \
	  (void *) name##_0, \
	  (void *) name##_1, \
	  (void *) name##_2, \
	  (void *) name##_3 \
  } \
 }

/* How the pointer is read and changed. */
#define EVENT_ACCESS(name, pointer, type) \
 static void *name##_get(void) \
 { \
  return (void *) (pointer); \
 } \
 static void name##_set(void *function) \
 { \
  HP_SHARED_WRITE(&(pointer), (type) function); \
 }

/* One of the engine's pointers, which all threads share. It is ours while any thread needs it.
 * Changed under the lock; hooks read `next` and `chained` without it. */
typedef struct event_pointer {
	void *(*get)(void);
	void (*set)(void *function);
	void *ours[EVENT_COPIES];
	void *next[EVENT_COPIES]; /* the value before ours */
	bool is_in_chain[EVENT_COPIES]; /* ours may be in another extension's chain */
	uint32_t chained; /* number of those in a chain */
	uint32_t users; /* number of takes without a return, over all threads */
} event_pointer;

static hp_lock event_lock = HP_LOCK_FREE;

/* Returns which of our functions this is; EVENT_COPIES: none. */
static uint32_t event_copy(const event_pointer *pointer, const void *function)
{
	uint32_t copy = 0;

	while (copy < EVENT_COPIES && pointer->ours[copy] != function) {
		copy++;
	}

	return copy;
}

/* Returns one of our functions that is in no chain; EVENT_COPIES: none. If the pointer has the
 * value before ours again, no one calls ours. */
static uint32_t event_free_copy(const event_pointer *pointer, const void *now)
{
	uint32_t copy = 0;

	while (copy < EVENT_COPIES && pointer->is_in_chain[copy] && pointer->next[copy] != now) {
		copy++;
	}

	return copy;
}

static void event_take(event_pointer *pointer)
{
	uint32_t copy;
	void *now;

	hp_lock_take_of_threads(&event_lock);
	now = pointer->get();
	copy = event_free_copy(pointer, now);
	if (pointer->users++ == 0 && copy < EVENT_COPIES && event_copy(pointer, now) == EVENT_COPIES) {
		HP_SHARED_WRITE(&pointer->next[copy], now);
		HP_SHARED_WRITE(&pointer->chained, pointer->chained + !pointer->is_in_chain[copy]);
		pointer->is_in_chain[copy] = true;
		pointer->set(pointer->ours[copy]);
	}
	hp_lock_release_of_threads(&event_lock);
}

static void event_give_back(event_pointer *pointer)
{
	uint32_t copy;

	hp_lock_take_of_threads(&event_lock);
	if (--pointer->users == 0) {
		while ((copy = event_copy(pointer, pointer->get())) < EVENT_COPIES) {
			pointer->set(pointer->next[copy]);
			HP_SHARED_WRITE(&pointer->chained, pointer->chained - pointer->is_in_chain[copy]);
			pointer->is_in_chain[copy] = false;
		}
	}
	hp_lock_release_of_threads(&event_lock);
}

/* For each event, the object that this thread's running hook is about. One event may pass through
 * several of our functions, and counts only in the first. */
ZEND_TLS const void *event_about[HP_EVENT_PHP_COUNT];

/* Exceptions. */

/* The next exception was already counted, in a fiber that has ended. */
ZEND_TLS bool event_is_passed_on = false;

static bool event_is_first(const event_pointer *pointer, hp_event_php event, const void *about)
{
	bool is_first = HP_THREADS_READ(&pointer->chained) < 2 || event_about[event] != about;

	event_about[event] = about;

	return is_first;
}

static void event_mark_thrown(const zend_object *exception)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hp_mark mark = {
		.kind = HP_MARK_EXCEPTION,
		.count = 1,
		.text = ZSTR_VAL(exception->ce->name),
		.length = ZSTR_LEN(exception->ce->name),
	};

	hp_mark_emit(&mark);
	if (tracer->timeline.has_marks && tracer->is_recording) {
		hp_tracer_add_mark(tracer, &mark);
	}
}

/* Counts an exception. The engine also throws what ends a fiber or the program, which is no
 * Throwable. */
static void event_count_thrown(const zend_object *exception)
{
	if (instanceof_function(exception->ce, zend_ce_throwable)) {
		if (!event_is_passed_on) {
			hp_event_php_add(HP_EVENT_PHP_EXCEPTIONS, 1);
			event_mark_thrown(exception);
		}
		event_is_passed_on = false;
	}
}

static event_pointer event_throws;

static void event_thrown(zend_object *exception, uint32_t copy)
{
	void (*next)(zend_object *) =
		(void (*)(zend_object *)) HP_THREADS_READ(&event_throws.next[copy]);

	if (exception != NULL && event_is_first(&event_throws, HP_EVENT_PHP_EXCEPTIONS, exception)) {
		event_count_thrown(exception);
	}
	if (next != NULL) {
		next(exception);
	}
	event_about[HP_EVENT_PHP_EXCEPTIONS] = NULL;
}

#define EVENT_THROWN(copy) \
 static void event_thrown_##copy(zend_object *exception) \
 { \
  event_thrown(exception, copy); \
 }
EVENT_COPY(EVENT_THROWN)
EVENT_ACCESS(event_thrown, zend_throw_exception_hook, void (*)(zend_object *))

static event_pointer event_throws = EVENT_POINTER(event_thrown);

void hp_hook_event_fiber_over(const zend_fiber_context *context)
{
	const zend_fiber *fiber =
		(const zend_fiber *) ((const char *) context - offsetof(zend_fiber, context));

	if (context->kind == zend_ce_fiber) {
		event_is_passed_on = (fiber->flags & (ZEND_FIBER_FLAG_THREW | ZEND_FIBER_FLAG_DESTROYED)) ==
			ZEND_FIBER_FLAG_THREW;
	}
}

void hp_hook_event_watch_thrown(bool is_wanted)
{
	if (is_wanted) {
		event_is_passed_on = false;
		event_about[HP_EVENT_PHP_EXCEPTIONS] = NULL;
		event_take(&event_throws);
	} else {
		event_give_back(&event_throws);
	}
}

void hp_hook_event_watch_timeline(hp_tracer *tracer, bool is_wanted)
{
	if (is_wanted != tracer->timeline.has_marks) {
		tracer->timeline.has_marks = is_wanted;
		hp_hook_event_watch_thrown(is_wanted);
	}
}

/* Errors. */

static void event_raised(int type, zend_string *file, uint32_t line, zend_string *message)
{
	if (UNEXPECTED(hp_event_php_is_on(HP_EVENT_PHP_ERRORS))) {
		hp_event_php_add(HP_EVENT_PHP_ERRORS, 1);
	}
}

/* Runs of the garbage collector. */

/* The collector's number of runs, which starts at 0 in each request. */
ZEND_TLS uint32_t event_gc_runs = 0;

static uint32_t event_count_gc_runs(void)
{
	zend_gc_status status;

	zend_gc_get_status(&status);

	return status.runs;
}

static void event_update_collected(void)
{
	uint32_t runs = event_count_gc_runs();

	if (hp_event_php_is_on(HP_EVENT_PHP_GC_RUNS) && runs > event_gc_runs) {
		hp_event_php_add(HP_EVENT_PHP_GC_RUNS, runs - event_gc_runs);
	}
	event_gc_runs = runs;
}

static event_pointer event_collects;

static int event_collect(uint32_t copy)
{
	int (*next)(void) = (int (*)(void)) HP_THREADS_READ(&event_collects.next[copy]);
	int freed;

	hp_allocator_look_for_objects();
	freed = next();
	event_update_collected();

	return freed;
}

#define EVENT_COLLECT(copy) \
 static int event_collect_##copy(void) \
 { \
  return event_collect(copy); \
 }
EVENT_COPY(EVENT_COLLECT)
EVENT_ACCESS(event_collect, gc_collect_cycles, int (*)(void))

static event_pointer event_collects = EVENT_POINTER(event_collect);

/* Objects, which the allocator counts. */

static const char *event_start_objects(hp_event_php event)
{
	const char *refusal = hp_allocator_start_event(event);

	if (refusal == NULL) {
		event_take(&event_collects);
	}

	return refusal;
}

static void event_stop_objects(hp_event_php event)
{
	hp_allocator_stop_event(event);
	event_give_back(&event_collects);
}

/* Autoloads. */

static event_pointer event_autoloads;

static zend_class_entry *event_autoload(zend_string *name, zend_string *key, uint32_t copy)
{
	zend_class_entry *(*next)(zend_string *, zend_string *) =
		(zend_class_entry * (*) (zend_string *, zend_string *) )
			HP_THREADS_READ(&event_autoloads.next[copy]);
	const void *outer = event_about[HP_EVENT_PHP_AUTOLOADS];
	zend_class_entry *class_entry = NULL;

	if (event_is_first(&event_autoloads, HP_EVENT_PHP_AUTOLOADS, key)) {
		hp_event_php_add(HP_EVENT_PHP_AUTOLOADS, 1);
	}
	if (next != NULL) {
		class_entry = next(name, key);
	}
	event_about[HP_EVENT_PHP_AUTOLOADS] = outer;

	return class_entry;
}

#define EVENT_AUTOLOAD(copy) \
 static zend_class_entry *event_autoload_##copy(zend_string *name, zend_string *key) \
 { \
  return event_autoload(name, key, copy); \
 }
EVENT_COPY(EVENT_AUTOLOAD)
EVENT_ACCESS(event_autoload, zend_autoload, zend_class_entry *(*) (zend_string *, zend_string *) )

static event_pointer event_autoloads = EVENT_POINTER(event_autoload);

/* Included files. */

static event_pointer event_compiles;

static zend_op_array *event_compile(zend_file_handle *handle, int type, uint32_t copy)
{
	zend_op_array *(*next)(zend_file_handle *, int) =
		(zend_op_array * (*) (zend_file_handle *, int) )
			HP_THREADS_READ(&event_compiles.next[copy]);
	const void *outer = event_about[HP_EVENT_PHP_INCLUDES];
	bool is_first = event_is_first(&event_compiles, HP_EVENT_PHP_INCLUDES, handle);
	zend_op_array *code = next(handle, type);

	event_about[HP_EVENT_PHP_INCLUDES] = outer;
	if (code != NULL && is_first) {
		hp_event_php_add(HP_EVENT_PHP_INCLUDES, 1);
	}

	return code;
}

#define EVENT_COMPILE(copy) \
 static zend_op_array *event_compile_##copy(zend_file_handle *handle, int type) \
 { \
  return event_compile(handle, type, copy); \
 }
EVENT_COPY(EVENT_COMPILE)
EVENT_ACCESS(event_compile, zend_compile_file, zend_op_array *(*) (zend_file_handle *, int) )

static event_pointer event_compiles = EVENT_POINTER(event_compile);

/* The pointers of events; NULL: the hooks of the event are in place from startup on. */
static event_pointer *const event_pointers[HP_EVENT_PHP_COUNT] = {
	[HP_EVENT_PHP_EXCEPTIONS] = &event_throws,
	[HP_EVENT_PHP_GC_RUNS] = &event_collects,
	[HP_EVENT_PHP_AUTOLOADS] = &event_autoloads,
	[HP_EVENT_PHP_INCLUDES] = &event_compiles,
};

static const char *event_start(hp_event_php event)
{
	if (event == HP_EVENT_PHP_EXCEPTIONS) {
		event_is_passed_on = false;
	} else if (event == HP_EVENT_PHP_GC_RUNS) {
		event_gc_runs = event_count_gc_runs();
	}
	event_about[event] = NULL;
	if (event_pointers[event] != NULL) {
		event_take(event_pointers[event]);
	}

	return NULL;
}

static void event_stop(hp_event_php event)
{
	if (event_pointers[event] != NULL) {
		event_give_back(event_pointers[event]);
	}
}

static const hp_event_php_source event_sources[HP_EVENT_PHP_COUNT] = {
	[HP_EVENT_PHP_EXCEPTIONS] = {"zend_throw_exception_hook", event_start, event_stop, NULL},
	[HP_EVENT_PHP_ERRORS] = {"observer of errors", event_start, event_stop, NULL},
	[HP_EVENT_PHP_OBJECTS] = {"PHP's allocator and table of objects", event_start_objects,
		event_stop_objects, hp_allocator_look_for_objects},
	[HP_EVENT_PHP_BYTES] = {"PHP's allocator", hp_allocator_start_event, hp_allocator_stop_event,
		NULL},
	[HP_EVENT_PHP_GC_RUNS] = {"gc_status()", event_start, event_stop, event_update_collected},
	[HP_EVENT_PHP_AUTOLOADS] = {"zend_autoload", event_start, event_stop, NULL},
	[HP_EVENT_PHP_INCLUDES] = {"zend_compile_file", event_start, event_stop, NULL},
	[HP_EVENT_PHP_STATEMENTS] = {"PDO, mysqli, pgsql, sqlite3", event_start, event_stop, NULL},
};

void hp_hook_event_startup(void)
{
	zend_observer_error_register(event_raised);
	for (int i = 0; i < HP_EVENT_PHP_COUNT; i++) {
		hp_event_php_connect((hp_event_php) i, &event_sources[i]);
	}
}
