#include "live/apart.h"

static void apart_read_here(hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		rings[i].more = hp_live_sums_read(sums, rings[i].tally, rings[i].label);
	}
}

#ifdef __linux__

# include "base/descriptor.h"
# include "live/confine.h"

# include <errno.h>
# include <poll.h>
# include <signal.h>
# include <sys/wait.h>
# include <unistd.h>

/* So many children for one call. */
# define APART_MAX_FAILURES 3

/* What a child says before it reads. */
# define APART_CONFINED 'c'
# define APART_LIMITED 'l'

# define APART_BUFFER_BYTES 65536

typedef struct apart_child {
	pid_t process;
	int output; /* of the child, to read from; -1: closed */
	bool is_late;
	int status; /* at its end */
	uint32_t begin, end; /* of what is read and not taken */
	char buffer[APART_BUFFER_BYTES];
} apart_child;

static bool apart_write(int file, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count > 0) {
		ssize_t written = write(file, at, count);

		if (written < 0 && errno != EINTR) {
			return false;
		}
		at += MAX(written, 0);
		count -= (size_t) MAX(written, 0);
	}

	return true;
}

static int apart_compare(const void *a, const void *b)
{
	return *(const int *) a < *(const int *) b ? -1 : *(const int *) a > *(const int *) b;
}

static bool apart_confine(const hp_live_apart_ring *rings, uint32_t count, int output)
{
	int *files = safe_pemalloc(count + 1, sizeof(*files), 0, true);
	bool is_confined;

	for (uint32_t i = 0; i < count; i++) {
		files[i] = rings[i].tally->reader->file;
	}
	files[count] = output;
	qsort(files, count + 1, sizeof(*files), apart_compare);
	is_confined = hp_live_confine(files, count + 1, output, HP_LIVE_APART_S * (count + 1));
	pefree(files, true);

	return is_confined;
}

/* Calls of the C library that the filter may not know: better to die before a ring is blamed. */
static void apart_try(void)
{
	volatile char *memory = pemalloc(1 << 20, true);

	memory[0] = 1;
	memory = perealloc((void *) memory, 1 << 22, true);
	memory[1] = 1;
	pefree((void *) memory, true);
	usleep(1);
}

/* In the child: never returns, and runs no handler of PHP's or the C library's end. */
static ZEND_NORETURN void apart_serve(
	const hp_live_apart_ring *rings, uint32_t count, int output, hp_live_apart_wall wall)
{
	hp_live_extract_buffer buffer = {0};
	char hello = APART_LIMITED;

	if (wall < HP_LIVE_APART_BARE && apart_confine(rings, count, output)) {
		hello = APART_CONFINED;
	}
	apart_try();
	if (!apart_write(output, &hello, 1)) {
		_exit(1);
	}
	for (uint32_t i = 0; i < count; i++) {
		hp_live_extract_read(&buffer, rings[i].tally);
		if (!apart_write(
				output, buffer.words.rows, buffer.words.count * sizeof(*buffer.words.rows))) {
			_exit(1);
		}
	}
	_exit(0);
}

/* Signals are the program's: none reaches its handlers in the child. */
static bool apart_start(
	apart_child *child, const hp_live_apart_ring *rings, uint32_t count, hp_live_apart_wall wall)
{
	sigset_t all, before;
	int ends[2];

	memset(child, 0, offsetof(apart_child, buffer));
	if (hp_descriptor_open_pipe(ends) != 0) {
		return false;
	}
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	child->process = fork();
	if (child->process == 0) {
		apart_serve(rings, count, ends[1], wall);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	close(ends[1]);
	child->output = ends[0];
	if (child->process < 0) {
		close(child->output);
	}

	return child->process > 0;
}

/* Waits for more until a time. False: it has ended, or is late. */
static bool apart_fill(apart_child *child, uint64_t until_ns)
{
	struct pollfd wait = {.fd = child->output, .events = POLLIN};
	uint64_t now_ns;
	ssize_t got = -1;
	int ready;

	do {
		now_ns = zend_hrtime();
		ready = now_ns >= until_ns ? 0 : poll(&wait, 1, (int) ((until_ns - now_ns) / 1000000) + 1);
		child->is_late = ready == 0;
		if (ready > 0) {
			got = read(child->output, child->buffer, sizeof(child->buffer));
		}
	} while (ready != 0 && got < 0 && errno == EINTR);
	child->begin = 0;
	child->end = got > 0 ? (uint32_t) got : 0;

	return got > 0;
}

static bool apart_take(apart_child *child, void *bytes, size_t count, uint64_t until_ns)
{
	char *at = bytes;

	while (count > 0) {
		uint32_t part = (uint32_t) MIN(count, (size_t) (child->end - child->begin));

		memcpy(at, child->buffer + child->begin, part);
		child->begin += part;
		at += part;
		count -= part;
		if (count > 0 && !apart_fill(child, until_ns)) {
			return false;
		}
	}

	return true;
}

static uint64_t apart_deadline_ns(void)
{
	return zend_hrtime() + UINT64_C(1000000000) * HP_LIVE_APART_S;
}

/* Takes the result of a ring, all or nothing. NULL; or why not, "" if the end of the child says it. */
static const char *apart_take_ring(hp_live_sums *sums, apart_child *child, hp_live_apart_ring *ring)
{
	const char *error = "its reader answered nonsense";
	uint64_t until_ns = apart_deadline_ns(), *records;
	hp_live_extract extract;

	if (!apart_take(child, &extract, sizeof(extract), until_ns)) {
		return "";
	}
	if (extract.bytes > HP_LIVE_EXTRACT_BYTES) {
		return error;
	}
	records = pemalloc((size_t) extract.bytes + 1, true);
	if (!apart_take(child, records, (size_t) extract.bytes, until_ns)) {
		error = "";
	} else if (hp_live_extract_check(&extract, records, ring->tally->reader)) {
		ring->more = hp_live_sums_add(sums, ring->tally, ring->label, &extract, records);
		error = NULL;
	}
	pefree(records, true);

	return error;
}

/* One that is in order, or has ended, needs no signal: the number of a process that nobody waits for may be another one's. */
static void apart_stop(apart_child *child, bool is_killed)
{
	close(child->output);
	if (is_killed) {
		kill(child->process, SIGKILL);
	}
	while (waitpid(child->process, &child->status, 0) < 0 && errno == EINTR) {
	}
}

static const char *apart_end(const apart_child *child)
{
	if (child->is_late) {
		return "its reader took too long";
	}
	if (WIFSIGNALED(child->status) && WTERMSIG(child->status) == SIGSYS) {
		return "its reader made a forbidden system call";
	}

	return WIFSIGNALED(child->status) && WTERMSIG(child->status) == SIGKILL
		? "its reader was killed"
		: "its reader crashed";
}

/* Returns how many rings have a result; the last of them is an error if they are not all. */
static uint32_t apart_take_rings(
	hp_live_sums *sums, apart_child *child, hp_live_apart_ring *rings, uint32_t count)
{
	const char *error = NULL;
	uint32_t done = 0;

	while (done < count && error == NULL) {
		error = apart_take_ring(sums, child, &rings[done]);
		rings[done++].error = error;
	}
	apart_stop(child, child->is_late || (error != NULL && error[0] != '\0'));
	if (error != NULL && error[0] == '\0') {
		rings[done - 1].error = apart_end(child);
	}

	return done;
}

/* By one child, as apart_take_rings(); 0: it has not begun. */
static uint32_t apart_read_some(hp_live_sums *sums, apart_child *child, hp_live_apart_ring *rings,
	uint32_t count, hp_live_apart_wall *wall)
{
	char hello;

	if (!apart_start(child, rings, count, *wall)) {
		*wall = HP_LIVE_APART_NONE;
		return 0;
	}
	if (apart_take(child, &hello, 1, apart_deadline_ns())) {
		if (hello == APART_CONFINED || *wall == HP_LIVE_APART_CONFINED) {
			*wall = hello == APART_CONFINED ? HP_LIVE_APART_CONFINED : HP_LIVE_APART_LIMITED;
		}
		return apart_take_rings(sums, child, rings, count);
	}
	apart_stop(child, child->is_late);
	/* It cannot live so, as under valgrind. No wall falls because the machine is busy, or short of memory. */
	if (!child->is_late && !(WIFSIGNALED(child->status) && WTERMSIG(child->status) == SIGKILL)) {
		*wall = *wall == HP_LIVE_APART_BARE ? HP_LIVE_APART_NONE : HP_LIVE_APART_BARE;
	}

	return 0;
}

void hp_live_apart_read(
	hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count, hp_live_apart_wall *wall)
{
	apart_child *child = pemalloc(sizeof(*child), true);
	uint32_t done = 0, more, failures = 0;

	for (uint32_t i = 0; i < count; i++) {
		hp_live_sums_prepare(sums, rings[i].tally);
		rings[i].error = NULL;
		rings[i].more = (hp_live_sums_more){0, 0};
	}
	while (done < count && *wall != HP_LIVE_APART_NONE && failures < APART_MAX_FAILURES) {
		more = apart_read_some(sums, child, rings + done, count - done, wall);
		done += more;
		failures += more == 0 || rings[done - 1].error != NULL;
	}
	pefree(child, true);
	if (*wall == HP_LIVE_APART_NONE) {
		apart_read_here(sums, rings + done, count - done);
	}
}

#else

void hp_live_apart_read(
	hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count, hp_live_apart_wall *wall)
{
	*wall = HP_LIVE_APART_NONE;
	apart_read_here(sums, rings, count);
}

#endif
