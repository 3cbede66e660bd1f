/* units.c: unit tests of attach/ by given files of /proc, and by a given memory of another process.
 * tests/base/units.c includes it. */
#include "tests/base/units.h"

#include "base/descriptor.h"

#ifdef __linux__

int hp_descriptor_open(const char *path, int flags, int mode)
{
	return open(path, flags, mode);
}

int hp_descriptor_open_perf(struct perf_event_attr *attributes, pid_t tid, int group)
{
	return -1;
}

# include "attach/clock.c"

# include <stdlib.h>

static int clock_made_file(void)
{
	char name[] = "/tmp/xhprof-units-XXXXXX";
	int file = mkstemp(name);

	unlink(name);

	return file;
}

/* What the kernel says of the thread from now on. */
static hp_attach_moment clock_at(hp_attach_clock *clock, const char *schedstat, const char *stat)
{
	CHECK(ftruncate(clock->schedstat, 0) == 0 && ftruncate(clock->stat, 0) == 0);
	CHECK(pwrite(clock->schedstat, schedstat, strlen(schedstat), 0) == (ssize_t) strlen(schedstat));
	CHECK(pwrite(clock->stat, stat, strlen(stat), 0) == (ssize_t) strlen(stat));

	return hp_attach_clock_look(clock);
}

static void clock_sees_each_turn_on_a_cpu(void)
{
	hp_attach_clock clock = {
		.schedstat = clock_made_file(), .stat = clock_made_file(), .exact = -1};
	hp_attach_moment moment = clock_at(&clock, "1000 20 3\n", "5 (a) b) S 1");

	CHECK(moment.has_run && moment.is_asleep && !moment.is_gone);
	CHECK_INT(clock.cpu_ns, 1000);
	CHECK_INT(clock.delay_ns, 20);
	CHECK_INT(clock.switches, 3);
	moment = clock_at(&clock, "1000 20 3\n", "5 (a) b) S 1");
	CHECK(!moment.has_run && moment.is_asleep);
	/* Too short for the kernel's clock. */
	moment = clock_at(&clock, "1000 20 4\n", "5 (a) b) S 1");
	CHECK(moment.has_run && moment.is_asleep);
	moment = clock_at(&clock, "1001 20 4\n", "5 (a) b) R 1");
	CHECK(moment.has_run && !moment.is_asleep);
	/* What runs may have run on. */
	moment = clock_at(&clock, "1001 20 4\n", "5 (a) b) R 1");
	CHECK(moment.has_run && !moment.is_asleep);
	hp_attach_clock_close(&clock);
	CHECK(clock.schedstat == -1 && clock.stat == -1);
}

/* request */

# include "attach/request.h"

/* Two pages of another process; behind them nothing can be read. */
# define OTHER_START ((uintptr_t) 0x100000)
static char other_memory[2 * 4096];
static uintptr_t other_fcgi_uri;

bool hp_attach_read(hp_attach_memory *memory, uintptr_t from, void *to, size_t bytes)
{
	size_t at = from - OTHER_START;

	if (from < OTHER_START || at > sizeof(other_memory) || bytes > sizeof(other_memory) - at) {
		return false;
	}
	memcpy(to, other_memory + at, bytes);

	return true;
}

size_t hp_attach_read_pieces(hp_attach_memory *memory, const hp_attach_piece *pieces, size_t count)
{
	size_t read = 0;

	while (read < count &&
		hp_attach_read(memory, pieces[read].from, pieces[read].to, pieces[read].bytes)) {
		read++;
	}

	return read;
}

uintptr_t hp_attach_fcgi_uri(uintptr_t *in, const hp_attach_process *process, uintptr_t request)
{
	return other_fcgi_uri;
}

# include "attach/request.c"

/* sapi_globals of that process, at the start of its memory. */
typedef struct other_globals {
	uintptr_t server, method, uri, path;
	double time;
} other_globals;

static uintptr_t other_text(size_t at, const char *text)
{
	memcpy(other_memory + at, text, MIN(strlen(text) + 1, sizeof(other_memory) - at));

	return OTHER_START + at;
}

static bool request_at(hp_attach_request *request, const other_globals *globals, const char *sapi)
{
	static const hp_attach_layout layout = {.request_method = offsetof(other_globals, method),
		.request_uri = offsetof(other_globals, uri),
		.request_path = offsetof(other_globals, path),
		.request_time = offsetof(other_globals, time)};
	hp_attach_process process = {.layout = &layout, .sapi_globals = OTHER_START};

	snprintf(process.sapi, sizeof(process.sapi), "%s", sapi);
	memcpy(other_memory, globals, sizeof(*globals));

	return hp_attach_request_read(request, &process);
}

/* The time of a request is there once the program has asked PHP for it: that begins none. */
static void request_is_new_at_its_next_time(void)
{
	other_globals globals = {.path = other_text(100, "/srv/a.php")};
	hp_attach_request request = {.time = 0};

	CHECK(request_at(&request, &globals, "cli"));
	CHECK_TEXT(request.method_text, "cli");
	CHECK_TEXT(request.uri_text, "/srv/a.php");
	CHECK(!request_at(&request, &globals, "cli"));
	globals.time = 1000.5;
	CHECK(!request_at(&request, &globals, "cli"));
	CHECK(!request_at(&request, &globals, "cli"));
	globals.time = 1002;
	CHECK(request_at(&request, &globals, "cli"));
	globals.time = 0;
	CHECK(request_at(&request, &globals, "cli"));
}

static void request_shows_no_query(void)
{
	other_globals globals = {
		.method = other_text(100, "GET"), .uri = other_text(200, "/a\tb?secret=1")};
	hp_attach_request request = {.time = 0};

	CHECK(request_at(&request, &globals, "cli-server"));
	CHECK_TEXT(request.method_text, "GET");
	CHECK_TEXT(request.uri_text, "/a?b");
	other_text(100, "PUT");
	CHECK(request_at(&request, &globals, "cli-server"));
	other_fcgi_uri = other_text(300, "/front#secret");
	CHECK(request_at(&request, &globals, "fpm-fcgi"));
	CHECK_TEXT(request.uri_text, "/front");
	CHECK(!request_at(&request, &globals, "fpm-fcgi"));
	other_fcgi_uri = 0;
}

static void request_texts_end_with_what_can_be_read(void)
{
	other_globals globals = {.method = other_text(100, "GET")};
	hp_attach_request request = {.time = 0};

	globals.uri = other_text(4096 - 4, "/over/two/pages");
	CHECK(request_at(&request, &globals, "cli-server"));
	CHECK_TEXT(request.uri_text, "/over/two/pages");
	globals.uri = other_text(2 * 4096 - 4, "/end");
	CHECK(request_at(&request, &globals, "cli-server"));
	CHECK_TEXT(request.uri_text, "/end");
}

/* guard */

# include "attach/guard.h"

void hp_sample_helper_be_prompt(void)
{
}

# include "attach/guard.c"

# include <sys/wait.h>

static void guard_nothing(void *context)
{
}

static void guard_waits_for_no_thread_of_a_parent(void)
{
	hp_attach_guard guard;
	int status = 0;
	pid_t child;

	hp_attach_guard_init(&guard, guard_nothing, NULL, NULL);
	CHECK(!hp_attach_guard_is_over(&guard));
	guard.is_over = true;
	CHECK(hp_attach_guard_is_over(&guard));
	pthread_mutex_lock(&guard.lock); /* as a thread that the child has not got */
	child = fork();
	if (child == 0) {
		alarm(20);
		_exit(hp_attach_guard_is_over(&guard) ? 1 : 0);
	}
	CHECK_INT(waitpid(child, &status, 0), child);
	CHECK_INT(status, 0);
	pthread_mutex_unlock(&guard.lock);
	pthread_mutex_destroy(&guard.lock);
}

/* A thread is left behind after two slices in a row without progress at one subject. */
static void guard_leaves_what_makes_no_progress(void)
{
	const guard_event late = {.is_late = true}, signal = {.is_interrupted = true};
	uint64_t progress = 5;
	hp_attach_guard guard;

	hp_attach_guard_init(&guard, guard_nothing, NULL, &progress);
	for (int i = 0; i < 4; i++) {
		CHECK(guard_watch(&guard, late, 2)); /* without a subject it cannot block */
	}
	CHECK_INT(guard.slices, 0);
	CHECK(hp_attach_guard_enter(&guard, "a"));
	for (int i = 0; i < 4; i++) {
		CHECK(guard_watch(&guard, late, 2));
		CHECK_INT(guard.slices, i == 3 ? 1 : 0);
		progress += i < 2; /* the section itself was progress, too */
	}
	CHECK(!hp_attach_guard_is_interrupted(&guard));
	CHECK(guard_watch(&guard, signal, 2));
	CHECK(hp_attach_guard_is_interrupted(&guard));
	CHECK_INT(guard.slices, 1);
	/* The work ends as its last slice passes. */
	guard.is_over = true;
	CHECK(!guard_watch(&guard, late, 2));
	CHECK_INT(guard.slices, 2);
	CHECK(guard.blocked == NULL);
	guard.is_over = false;
	CHECK(!guard_watch(&guard, signal, 2));
	CHECK(guard.blocked == guard.subject);
	CHECK(!hp_attach_guard_enter(&guard, "b"));
	pthread_mutex_destroy(&guard.lock);
}

#else

static void guard_waits_for_no_thread_of_a_parent(void)
{
}

static void guard_leaves_what_makes_no_progress(void)
{
}

static void clock_sees_each_turn_on_a_cpu(void)
{
}

static void request_is_new_at_its_next_time(void)
{
}

static void request_shows_no_query(void)
{
}

static void request_texts_end_with_what_can_be_read(void)
{
}

#endif

static const unit attach_units[] = {
	UNIT(clock_sees_each_turn_on_a_cpu),
	UNIT(request_is_new_at_its_next_time),
	UNIT(request_shows_no_query),
	UNIT(request_texts_end_with_what_can_be_read),
	UNIT(guard_waits_for_no_thread_of_a_parent),
	UNIT(guard_leaves_what_makes_no_progress),
};
