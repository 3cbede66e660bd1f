#include "live/apart.h"

static void apart_read_here(hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (!rings[i].is_done) {
			rings[i].more = hp_live_sums_read(sums, rings[i].tally, rings[i].label);
		}
	}
}

static void apart_prepare(hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		hp_live_sums_prepare(sums, rings[i].tally);
		rings[i].error = NULL;
		rings[i].more = (hp_live_amount){.samples = 0};
		rings[i].is_done = false;
	}
}

#ifdef __linux__

# include "base/descriptor.h"
# include "live/confine.h"

# include <errno.h>
# include <poll.h>
# include <signal.h>
# include <sys/mman.h>
# include <sys/socket.h>
# include <sys/wait.h>
# include <unistd.h>

/* One call gives up after losing this many children. */
# define APART_MAX_FAILURES 3

# define APART_AGE_NS UINT64_C(60000000000)

/* The CPU limit of a child, in seconds. Normally the parent ends a child by its age; this holds if
 * the parent is stopped. */
# define APART_CPU_S 120

/* The first byte that a child sends: how well it could confine itself. */
# define APART_CONFINED 'c'
# define APART_LIMITED 'l'

# define APART_BUFFER_BYTES 65536
# define APART_NO_REQUEST UINT32_MAX

/* The number of requests in one message, which the socket takes at once. */
# define APART_BATCH 256

typedef struct apart_request {
	uint32_t ring;
	uint32_t numbers; /* how many of its functions are known already */
	uint64_t position;
} apart_request;

typedef struct apart_batch {
	uint32_t count;
	uint32_t is_careful; /* send each result before reading the next ring */
	apart_request requests[APART_BATCH];
} apart_batch;

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

static bool apart_read(int file, void *bytes, size_t count)
{
	char *at = bytes;

	while (count > 0) {
		ssize_t got = read(file, at, count);

		if (got == 0 || (got < 0 && errno != EINTR)) {
			return false;
		}
		at += MAX(got, 0);
		count -= (size_t) MAX(got, 0);
	}

	return true;
}

static bool apart_confine(
	const hp_live_apart *apart, const hp_live_apart_ring *rings, uint32_t count, int peer)
{
	int *files = safe_pemalloc(count + 1, sizeof(*files), 0, true);
	bool is_confined = false;

	for (uint32_t i = 0; i < count; i++) {
		files[i] = rings[i].tally->samples.reader->file;
	}
	files[count] = peer;
	if (apart->wall < HP_LIVE_APART_BARE) {
		is_confined = hp_live_confine(files, count + 1, peer, APART_CPU_S);
	} else {
		hp_descriptor_close_others(files, count + 1);
	}
	pefree(files, true);

	return is_confined;
}

/* Tries the calls of the C library that the seccomp filter might forbid. If it forbids one, the
 * child dies now, before it has read a ring that would be blamed. */
static void apart_try(void)
{
	volatile char *memory = pemalloc(1 << 20, true);

	memory[0] = 1;
	memory = perealloc((void *) memory, 1 << 22, true);
	memory[1] = 1;
	pefree((void *) memory, true);
	usleep(1);
}

static void apart_serve_request(
	hp_live_extract_buffer *buffer, const hp_live_apart_ring *rings, const apart_request *request)
{
	hp_live_tally *tally = rings[request->ring].tally;

	tally->samples.finds = 0;
	tally->is_learned = false;
	tally->numbers.count = MIN(tally->numbers.count, request->numbers);
	tally->samples.reader->position = request->position;
	tally->samples.reader->lost_bytes = tally->samples.reader->damaged = 0;
	hp_live_extract_read(buffer, tally);
}

/* Serves the parent, in the child, until the parent closes the socket. Never returns: it ends by
 * _exit(), so that no exit handler of PHP or the C library runs. */
static ZEND_NORETURN void apart_serve(
	const hp_live_apart *apart, const hp_live_apart_ring *rings, uint32_t count, int peer)
{
	hp_live_extract_buffer buffer = {{0}};
	char hello = APART_LIMITED;
	apart_batch batch;

	if (apart_confine(apart, rings, count, peer)) {
		hello = APART_CONFINED;
	}
	apart_try();
	if (!apart_write(peer, &hello, 1)) {
		_exit(1);
	}
	while (apart_read(peer, &batch, offsetof(apart_batch, requests)) &&
		apart_read(peer, batch.requests, batch.count * sizeof(*batch.requests))) {
		for (uint32_t i = 0; i < batch.count; i++) {
			__atomic_store_n(apart->progress, i, __ATOMIC_RELEASE);
			apart_serve_request(&buffer, rings, &batch.requests[i]);
			if (!batch.is_careful && i + 1 < batch.count &&
				buffer.words.count * sizeof(uint64_t) < APART_BUFFER_BYTES / 2) {
				continue; /* collect more results: each message wakes the parent */
			}
			if (!apart_write(peer, buffer.words.rows, buffer.words.count * sizeof(uint64_t))) {
				_exit(1);
			}
			buffer.words.count = 0;
		}
	}
	_exit(0);
}

/* Forks the child with all signals blocked, so that no signal handler of the program runs in it.
 * Returns false if there can be no child. */
static bool apart_fork(hp_live_apart *apart, const hp_live_apart_ring *rings, uint32_t count)
{
	sigset_t all, before;
	int ends[2];

	if (hp_descriptor_open_sockets(ends) != 0) {
		return false;
	}
	apart->progress = mmap(
		NULL, sizeof(*apart->progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	apart->process = apart->progress == MAP_FAILED ? -1 : fork();
	if (apart->process == 0) {
		close(ends[0]);
		apart_serve(apart, rings, count, ends[1]);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	close(ends[1]);
	apart->socket = ends[0];
	if (apart->process > 0) {
		return true;
	}
	close(ends[0]);
	if (apart->progress != MAP_FAILED) {
		munmap(apart->progress, sizeof(*apart->progress));
	}
	apart->process = 0;

	return false;
}

/* Sets the deadline of the next answers. The child may divide the time as it likes. */
static void apart_allow(hp_live_apart *apart, uint32_t rings)
{
	apart->until_ns = zend_hrtime() +
		UINT64_C(1000000) * (HP_LIVE_APART_S * 1000 + (uint64_t) rings * HP_LIVE_APART_EACH_MS);
}

/* Returns how many milliseconds the next answer may take; 0 if the deadline has passed. */
static int apart_left_ms(const hp_live_apart *apart)
{
	uint64_t now_ns = zend_hrtime();
	uint64_t left_ns = now_ns < apart->until_ns ? apart->until_ns - now_ns : 0;

	return (int) MIN((left_ns + 999999) / 1000000, HP_LIVE_APART_S * 1000);
}

/* Receives more bytes from the child. If it takes too long, but has moved on to another request
 * meanwhile, the wait is repeated until the deadline. Returns false if the child has ended or is
 * late. */
static bool apart_fill(hp_live_apart *apart)
{
	struct pollfd wait = {.fd = apart->socket, .events = POLLIN};
	uint32_t before;
	ssize_t got = -1;
	int ready, left_ms;

	do {
		before = __atomic_load_n(apart->progress, __ATOMIC_ACQUIRE);
		left_ms = apart_left_ms(apart);
		ready = left_ms == 0 ? 0 : poll(&wait, 1, left_ms);
		if (ready > 0) {
			got = recv(apart->socket, apart->buffer, APART_BUFFER_BYTES, 0);
		}
		apart->is_out_of_time = left_ms == 0;
		apart->is_late = ready == 0 &&
			(apart->is_out_of_time || before == __atomic_load_n(apart->progress, __ATOMIC_ACQUIRE));
	} while (!apart->is_late && got < 0 && (ready == 0 || errno == EINTR));
	apart->begin = 0;
	apart->end = got > 0 ? (uint32_t) got : 0;

	return got > 0;
}

static bool apart_take(hp_live_apart *apart, void *bytes, size_t count)
{
	char *at = bytes;

	while (count > 0) {
		uint32_t part = (uint32_t) MIN(count, (size_t) (apart->end - apart->begin));

		memcpy(at, apart->buffer + apart->begin, part);
		apart->begin += part;
		at += part;
		count -= part;
		if (count > 0 && !apart_fill(apart)) {
			return false;
		}
	}

	return true;
}

/* Weakens the confinement after a child could not start, because it cannot run confined here, as
 * under valgrind. It stays as it is if the child was late or killed by SIGKILL: the machine may
 * just be busy, or short of memory. */
static void apart_lower(hp_live_apart *apart)
{
	bool is_by_chance =
		apart->is_late || (WIFSIGNALED(apart->status) && WTERMSIG(apart->status) == SIGKILL);

	if (!is_by_chance) {
		apart->wall = apart->wall == HP_LIVE_APART_BARE ? HP_LIVE_APART_NONE : HP_LIVE_APART_BARE;
	}
}

static bool apart_start(hp_live_apart *apart, const hp_live_apart_ring *rings, uint32_t count)
{
	char hello;

	apart->is_late = apart->is_out_of_time = false;
	if (!apart_fork(apart, rings, count)) {
		apart->wall = HP_LIVE_APART_NONE;
		return false;
	}
	apart->owner = getpid();
	apart->started_ns = zend_hrtime();
	apart->buffer = pemalloc(APART_BUFFER_BYTES, true);
	apart->begin = apart->end = 0;
	hp_vector_reserve(&apart->ids, count);
	for (uint32_t i = 0; i < count; i++) {
		apart->ids.rows[i] = rings[i].id;
	}
	apart->ids.count = count;
	apart_allow(apart, 0);
	if (!apart_take(apart, &hello, 1)) {
		hp_live_apart_stop(apart);
		apart_lower(apart);
		return false;
	}
	if (apart->wall < HP_LIVE_APART_BARE) {
		apart->wall = hello == APART_CONFINED ? HP_LIVE_APART_CONFINED : HP_LIVE_APART_LIMITED;
	}

	return true;
}

/* Returns the child's index of a ring, searching from hint; UINT32_MAX if the child does not know
 * the ring. */
static uint32_t apart_find(const hp_live_apart *apart, uint64_t id, uint32_t hint)
{
	for (uint32_t i = 0; i < apart->ids.count; i++) {
		uint32_t at = (hint + i) % apart->ids.count;

		if (apart->ids.rows[at] == id) {
			return at;
		}
	}

	return UINT32_MAX;
}

static bool apart_is_good_for(
	const hp_live_apart *apart, const hp_live_apart_ring *rings, uint32_t count)
{
	uint32_t at = 0;

	if (apart->process == 0 || apart->owner != getpid() ||
		zend_hrtime() - apart->started_ns > APART_AGE_NS) {
		return false;
	}
	for (uint32_t i = 0; i < count && at != UINT32_MAX; i++) {
		at = apart_find(apart, rings[i].id, at);
	}

	return at != UINT32_MAX;
}

/* Fills the batch with the next rings to read. numbers[i] becomes the index in rings of its request
 * i. */
static void apart_gather(const hp_live_apart *apart, const hp_live_apart_ring *rings,
	uint32_t count, apart_batch *batch, uint32_t *numbers)
{
	uint32_t at = 0;

	memset(batch, 0, offsetof(apart_batch, requests));
	batch->is_careful = apart->is_careful;
	for (uint32_t i = 0; i < count && batch->count < APART_BATCH; i++) {
		const hp_live_tally *tally = rings[i].tally;

		if (!rings[i].is_done) {
			at = apart_find(apart, rings[i].id, at);
			batch->requests[batch->count] =
				(apart_request){at, tally->numbers.count, tally->samples.reader->position};
			numbers[batch->count++] = i;
		}
	}
}

/* Takes over the result of a ring, all of it or nothing. Returns NULL on success, else the reason
 * for the failure; "" if the child's exit status will explain it. */
static const char *apart_take_ring(
	hp_live_apart *apart, hp_live_sums *sums, hp_live_apart_ring *ring)
{
	const char *error = "its reader sent an invalid answer";
	hp_live_extract extract;
	uint64_t *records;

	if (!apart_take(apart, &extract, sizeof(extract))) {
		return "";
	}
	if (extract.bytes > HP_LIVE_EXTRACT_BYTES) {
		return error;
	}
	records = pemalloc((size_t) extract.bytes + 1, true);
	if (!apart_take(apart, records, (size_t) extract.bytes)) {
		error = "";
	} else if (hp_live_extract_check(&extract, records)) {
		ring->more = hp_live_sums_add(sums, ring->tally, ring->label, &extract, records);
		error = NULL;
	}
	pefree(records, true);

	return error;
}

static const char *apart_end(const hp_live_apart *apart)
{
	if (apart->is_late) {
		return "its reader took too long";
	}
	if (WIFSIGNALED(apart->status) && WTERMSIG(apart->status) == SIGSYS) {
		return "its reader made a forbidden system call";
	}

	return WIFSIGNALED(apart->status) && WTERMSIG(apart->status) == SIGKILL
		? "its reader was killed"
		: "its reader crashed";
}

/* Ends the child and blames the ring that it was reading; the rings before that are read again. The
 * progress that a child claims is not trusted once the deadline has passed: then the ring whose
 * answer is missing is blamed. */
static void apart_blame(hp_live_apart *apart, hp_live_apart_ring *rings, const apart_batch *batch,
	const uint32_t *numbers, uint32_t at, const char *error)
{
	uint32_t progress = __atomic_load_n(apart->progress, __ATOMIC_ACQUIRE);
	bool is_answer = error[0] != '\0';

	hp_live_apart_stop(apart);
	if (!is_answer) {
		error = apart_end(apart);
		if (progress == APART_NO_REQUEST) {
			return; /* it ended before it read any ring */
		}
		at = apart->is_out_of_time ? at : MAX(at, MIN(progress, batch->count - 1));
	}
	if (!batch->is_careful && (is_answer || apart->is_out_of_time)) {
		return; /* first read again carefully: a later ring may have spoilt the answer */
	}
	rings[numbers[at]].error = error;
	rings[numbers[at]].is_done = true;
}

/* Reads one batch of rings by the child, which is started if necessary. Returns false if the child
 * was lost, or there is none. */
static bool apart_read_batch(
	hp_live_apart *apart, hp_live_sums *sums, hp_live_apart_ring *rings, uint32_t count)
{
	uint32_t numbers[APART_BATCH] = {0};
	const char *error = NULL;
	apart_batch batch;
	size_t bytes;

	if (!apart_is_good_for(apart, rings, count)) {
		hp_live_apart_stop(apart);
		if (!apart_start(apart, rings, count)) {
			return false;
		}
	}
	apart_gather(apart, rings, count, &batch, numbers);
	bytes = offsetof(apart_batch, requests) + batch.count * sizeof(*batch.requests);
	__atomic_store_n(apart->progress, APART_NO_REQUEST, __ATOMIC_RELEASE);
	if (send(apart->socket, &batch, bytes, MSG_NOSIGNAL) != (ssize_t) bytes) {
		hp_live_apart_stop(apart);
		return false;
	}
	apart_allow(apart, batch.count);
	for (uint32_t i = 0; i < batch.count && error == NULL; i++) {
		error = apart_take_ring(apart, sums, &rings[numbers[i]]);
		if (error != NULL) {
			apart_blame(apart, rings, &batch, numbers, i, error);
		} else {
			rings[numbers[i]].is_done = true;
		}
	}

	return error == NULL;
}

static bool apart_is_done(const hp_live_apart_ring *rings, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (!rings[i].is_done) {
			return false;
		}
	}

	return true;
}

void hp_live_apart_read(hp_live_apart *apart, hp_live_sums *sums, hp_live_apart_ring *rings,
	uint32_t count, bool is_own)
{
	uint32_t failures = 0;

	apart_prepare(sums, rings, count);
	if (is_own) {
		hp_live_apart_stop(apart);
	}
	/* There may be a child by now: try again. */
	apart->wall = apart->wall == HP_LIVE_APART_NONE ? HP_LIVE_APART_CONFINED : apart->wall;
	while (failures < APART_MAX_FAILURES && apart->wall != HP_LIVE_APART_NONE &&
		!apart_is_done(rings, count)) {
		apart->is_careful = failures > 0;
		failures += !apart_read_batch(apart, sums, rings, count);
	}
	if (apart->wall == HP_LIVE_APART_NONE) {
		apart_read_here(sums, rings, count);
	}
	if (is_own) {
		hp_live_apart_stop(apart);
	}
}

void hp_live_apart_stop(hp_live_apart *apart)
{
	if (apart->process == 0) {
		return;
	}
	close(apart->socket);
	if (apart->owner == getpid()) {
		kill(apart->process, SIGKILL);
		while (waitpid(apart->process, &apart->status, 0) < 0 && errno == EINTR) {
		}
	}
	munmap(apart->progress, sizeof(*apart->progress));
	pefree(apart->buffer, true);
	hp_vector_free(&apart->ids);
	apart->process = 0;
}

#else

void hp_live_apart_read(hp_live_apart *apart, hp_live_sums *sums, hp_live_apart_ring *rings,
	uint32_t count, bool is_own)
{
	apart->wall = HP_LIVE_APART_NONE;
	apart_prepare(sums, rings, count);
	apart_read_here(sums, rings, count);
}

void hp_live_apart_stop(hp_live_apart *apart)
{
}

#endif
