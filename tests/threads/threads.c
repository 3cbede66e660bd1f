/* threads.c: an extension that runs a script in many threads at once, each time as a request. */
#include "php.h"

#include "SAPI.h"
#include "php_main.h"

#include <pthread.h>
#include <time.h>

#define THREADS_MAX 64

typedef struct threads_worker {
	pthread_t thread;
	const char *file;
	uint64_t until_ns;
	zend_long seed; /* another one for each request */
	zend_long requests;
	zend_long failures;
} threads_worker;

static __thread threads_worker *threads_here;

#ifdef __SANITIZE_THREAD__

# include "Zend/zend_extensions.h"
# include "Zend/zend_fibers.h"
# include "Zend/zend_observer.h"

# include <sanitizer/tsan_interface.h>

void __tsan_func_entry(void *pc);

/* ThreadSanitizer must be told when the program goes to another C stack. It is told some calls too
 * early, whose returns it then takes for returns of the other stack: a new one must have as
 * many. */
# define THREADS_EARLY_CALLS 8

static int threads_fiber_place;

static __attribute__((no_sanitize_thread)) void threads_switched(
	zend_fiber_context *from, zend_fiber_context *to)
{
	if (from->reserved[threads_fiber_place] == NULL) {
		from->reserved[threads_fiber_place] = __tsan_get_current_fiber();
	}
	if (to->reserved[threads_fiber_place] != NULL) {
		__tsan_switch_to_fiber(to->reserved[threads_fiber_place], 0);
		return;
	}
	to->reserved[threads_fiber_place] = __tsan_create_fiber(0);
	__tsan_switch_to_fiber(to->reserved[threads_fiber_place], 0);
	for (int i = 0; i < THREADS_EARLY_CALLS; i++) {
		__tsan_func_entry(__builtin_return_address(0));
	}
}

static void threads_destroyed(zend_fiber_context *context)
{
	if (context->reserved[threads_fiber_place] != NULL) {
		__tsan_destroy_fiber(context->reserved[threads_fiber_place]);
	}
}

static PHP_MINIT_FUNCTION(threads)
{
	threads_fiber_place = zend_get_resource_handle("threads");
	zend_observer_fiber_switch_register(threads_switched);
	zend_observer_fiber_destroy_register(threads_destroyed);

	return SUCCESS;
}

# define THREADS_MINIT PHP_MINIT(threads)

#else
# define THREADS_MINIT NULL
#endif

/* Code that the JIT compiled has the functions of the thread that first ran it: all threads'
 * functions must be there as long as any thread runs. */
static pthread_barrier_t threads_end;

static uint64_t threads_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t) now.tv_sec * 1000000000 + (uint64_t) now.tv_nsec;
}

static void threads_request(threads_worker *worker)
{
	zend_file_handle file;

	if (php_request_startup() == FAILURE) {
		worker->failures++;
		return;
	}
	SG(headers_sent) = 1;
	SG(request_info).no_headers = 1;
	zend_stream_init_filename(&file, worker->file);
	php_execute_script(&file);
	zend_destroy_file_handle(&file);
	php_request_shutdown(NULL);
	worker->requests++;
	worker->seed++;
}

static void *threads_work(void *argument)
{
	threads_here = argument;
	ts_resource(0);
	do {
		threads_request(threads_here);
	} while (threads_now_ns() < threads_here->until_ns);
	pthread_barrier_wait(&threads_end);
	ts_free_thread();

	return NULL;
}

/* The seed of this request. */
PHP_FUNCTION(threads_seed)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG(threads_here == NULL ? 0 : threads_here->seed);
}

/* Tells of a failure in this request. */
PHP_FUNCTION(threads_fail)
{
	char *what;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STRING(what, length)
	ZEND_PARSE_PARAMETERS_END();
	fprintf(stderr, "seed " ZEND_LONG_FMT ": %s\n",
		threads_here == NULL ? 0 : threads_here->seed, what);
	if (threads_here != NULL) {
		threads_here->failures++;
	}
}

/* Runs a file in so many threads for so many milliseconds. How many requests there were and, as
 * a negative number, how many failures if there were any. */
PHP_FUNCTION(threads_run)
{
	char *file;
	size_t length;
	zend_long count, milliseconds, seed, requests = 0, failures = 0;
	threads_worker workers[THREADS_MAX];

	ZEND_PARSE_PARAMETERS_START(4, 4)
		Z_PARAM_STRING(file, length)
		Z_PARAM_LONG(count)
		Z_PARAM_LONG(milliseconds)
		Z_PARAM_LONG(seed)
	ZEND_PARSE_PARAMETERS_END();
	memset(workers, 0, sizeof(workers));
	count = MAX(1, MIN(count, THREADS_MAX));
	pthread_barrier_init(&threads_end, NULL, (unsigned int) count);
	for (zend_long i = 0; i < count; i++) {
		workers[i].file = file;
		workers[i].until_ns = threads_now_ns() + (uint64_t) milliseconds * 1000000;
		workers[i].seed = seed + i * 1000000;
		if (pthread_create(&workers[i].thread, NULL, threads_work, &workers[i]) != 0) {
			php_error_docref(NULL, E_ERROR, "no thread");
		}
	}
	for (zend_long i = 0; i < count; i++) {
		pthread_join(workers[i].thread, NULL);
		requests += workers[i].requests;
		failures += workers[i].failures;
	}
	pthread_barrier_destroy(&threads_end);

	RETURN_LONG(failures > 0 ? -failures : requests);
}

ZEND_BEGIN_ARG_INFO_EX(arginfo_threads_seed, 0, 0, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_threads_fail, 0, 0, 1)
	ZEND_ARG_INFO(0, what)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_threads_run, 0, 0, 4)
	ZEND_ARG_INFO(0, file)
	ZEND_ARG_INFO(0, threads)
	ZEND_ARG_INFO(0, milliseconds)
	ZEND_ARG_INFO(0, seed)
ZEND_END_ARG_INFO()

static const zend_function_entry threads_functions[] = {
	PHP_FE(threads_seed, arginfo_threads_seed)
	PHP_FE(threads_fail, arginfo_threads_fail)
	PHP_FE(threads_run, arginfo_threads_run)
	PHP_FE_END
};

zend_module_entry threads_module_entry = {
	STANDARD_MODULE_HEADER, "threads", threads_functions,
	THREADS_MINIT, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(threads)
