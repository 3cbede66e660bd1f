#include "attach/attachment.h"

#include "attach/loop.h"
#include "base/proc.h"

#ifdef __linux__

# include <stdlib.h>

/* The least time between two searches for threads, each of which reads all memory of the process.
 * After a search that took long, the pause is ATTACHMENT_SEARCH_RARER times as long as the
 * search. */
# define ATTACHMENT_SEARCH_NS UINT64_C(5000000000)
# define ATTACHMENT_SEARCH_RARER 50

/* A search that blocks for longer is assumed to hang. */
# define ATTACHMENT_TIMEOUT_NS UINT64_C(3000000000)

/* How many processes are opened at once, each in a thread. */
# define ATTACHMENT_SIDE_BY_SIDE 64

static void attachment_add(hp_attachment *attachment, const hp_attach_process *process, char *error)
{
	hp_attach_writer *writer = malloc(sizeof(*writer));

	if (writer == NULL ||
		hp_attach_writer_open(writer, process, attachment->folder, error) == FAILURE) {
		free(writer);
		return;
	}
	writer->locals = attachment->locals;
	*hp_vector_add(&attachment->writers) = writer;
}

static bool attachment_has(const hp_attachment *attachment, const hp_attach_process *process)
{
	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		const hp_attach_writer *writer = attachment->writers.rows[i];

		if (!writer->is_over && writer->process.tid == process->tid &&
			writer->process.executor_globals == process->executor_globals) {
			return true;
		}
	}

	return false;
}

/* Reads the whole process. Runs in the guard's thread. */
static void attachment_read(void *context)
{
	hp_attachment *attachment = context;

	hp_attach_guard_enter(&attachment->guard, attachment);
	attachment->is_open = attachment->is_open ||
		hp_attach_process_open(&attachment->process, &attachment->memory, attachment->error) ==
			SUCCESS;
	if (attachment->is_open && attachment->process.layout->is_zts) {
		attachment->found_count = hp_attach_threads_find(&attachment->process, attachment->found);
		attachment->threads = hp_proc_threads(attachment->process.pid, NULL, SIZE_MAX);
	}
}

static void attachment_add_threads(hp_attachment *attachment, char *error)
{
	for (size_t i = 0; i < attachment->found_count; i++) {
		hp_attach_process thread = hp_attach_process_of(
			&attachment->process, attachment->found[i].tid, attachment->found[i].block);

		if (!attachment_has(attachment, &thread)) {
			attachment_add(attachment, &thread, error);
		}
	}
}

/* Adds the threads that an opening, or a later search, has found. */
static void attachment_take(hp_attachment *attachment, char *error)
{
	uint64_t took_ns = hp_live_ring_now_ns() - attachment->begin_ns;

	if (!attachment->is_open) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "%s", attachment->error);
		return;
	}
	attachment->search_ns =
		attachment->begin_ns + MAX(ATTACHMENT_SEARCH_NS, ATTACHMENT_SEARCH_RARER * took_ns);
	if (attachment->process.layout->is_zts) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "none of its threads runs PHP");
		attachment_add_threads(attachment, error);
	} else {
		attachment_add(attachment, &attachment->process, error);
	}
}

static void attachment_begin(hp_attachment *attachment)
{
	attachment->begin_ns = hp_live_ring_now_ns();
	hp_attach_guard_init(
		&attachment->guard, attachment_read, attachment, &attachment->memory.readings);
	/* nothing is known about the process yet: it may block its reader */
	attachment->guard.needs_thread = !attachment->is_open;
}

static hp_attachment *attachment_new(pid_t pid, const char *folder, hp_live_locals_level locals)
{
	hp_attachment *attachment = calloc(1, sizeof(*attachment));

	if (attachment == NULL) {
		return NULL;
	}
	attachment->folder = strdup(folder);
	attachment->locals = locals;
	attachment->memory.pid = pid;
	if (attachment->folder == NULL) {
		free(attachment);
		return NULL;
	}
	attachment_begin(attachment);

	return attachment;
}

static void attachment_finish(hp_attachment_opening *opening)
{
	hp_attachment *attachment = opening->opened;

	if (attachment->guard.blocked != NULL) {
		snprintf(opening->error, sizeof(opening->error),
			"it blocks its reader, as memory on a file system of its user may");
		opening->code = HP_ATTACHMENT_BLOCKED;
		opening->opened = NULL; /* not freed: the thread that was left behind uses it */
		return;
	}
	if (attachment->guard.has_thread) {
		attachment_take(attachment, opening->error);
	} else {
		snprintf(opening->error, sizeof(opening->error),
			"the system refused a thread; without one, a process that blocks its reader could "
			"stop this one");
	}
	if (attachment->writers.count == 0) {
		hp_attachment_close(attachment);
		opening->opened = NULL;
	}
}

static void attachment_open_some(
	hp_attachment_opening *openings, size_t count, const char *folder, hp_live_locals_level locals)
{
	hp_attach_guard *guards[ATTACHMENT_SIDE_BY_SIDE];
	size_t begun = 0;

	for (size_t i = 0; i < count; i++) {
		openings[i].opened = attachment_new(openings[i].pid, folder, locals);
		snprintf(openings[i].error, sizeof(openings[i].error), "no memory");
		if (openings[i].opened != NULL) {
			guards[begun++] = &openings[i].opened->guard;
		}
	}
	hp_attach_guard_run(guards, begun, HP_ATTACH_OPENING_SLICES);
	for (size_t i = 0; i < count; i++) {
		if (openings[i].opened != NULL) {
			attachment_finish(&openings[i]);
		}
	}
}

void hp_attachment_open(
	hp_attachment_opening *openings, size_t count, const char *folder, hp_live_locals_level locals)
{
	for (size_t i = 0; i < count; i += ATTACHMENT_SIDE_BY_SIDE) {
		attachment_open_some(openings + i, MIN(count - i, ATTACHMENT_SIDE_BY_SIDE), folder, locals);
	}
}

/* Returns false while a thread that was left behind uses the attachment, or one of its writers.
 * for_ns is the length of the next loop. */
static bool attachment_is_free(hp_attachment *attachment, uint64_t for_ns)
{
	bool is_free = true;

	if (attachment->is_left && hp_attach_guard_is_over(&attachment->guard)) {
		char error[HP_ATTACH_ERROR_BYTES];

		attachment->is_left = false;
		attachment_take(attachment, error);
	}
	attachment->left_ns += for_ns;
	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		is_free = hp_attach_loop_take_back(attachment->writers.rows[i], for_ns) && is_free;
	}

	return is_free && !attachment->is_left;
}

void hp_attachment_close(hp_attachment *attachment)
{
	/* Left as it is while a thread uses it. Its rings are removed with the folder. */
	if (!attachment_is_free(attachment, 0)) {
		return;
	}
	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		hp_attach_writer_close(attachment->writers.rows[i]);
		free(attachment->writers.rows[i]);
	}
	hp_vector_free(&attachment->writers);
	free(attachment->folder);
	free(attachment);
}

static void attachment_search(hp_attachment *attachment)
{
	hp_attach_guard *guard = &attachment->guard;
	char error[HP_ATTACH_ERROR_BYTES];

	attachment_begin(attachment);
	hp_attach_guard_run(&guard, 1, HP_ATTACH_LOOK_SLICES);
	attachment->is_left = guard->blocked != NULL;
	attachment->left_ns = 0;
	if (!attachment->is_left) {
		attachment_take(attachment, error);
	}
}

bool hp_attachment_refresh(hp_attachment *attachment, uint64_t for_ns)
{
	if (!attachment_is_free(attachment, for_ns)) {
		return false;
	}
	if (attachment->process.layout->is_zts && hp_live_ring_now_ns() > attachment->search_ns &&
		hp_proc_threads(attachment->process.pid, NULL, SIZE_MAX) != attachment->threads) {
		attachment_search(attachment);
	}

	return !attachment->is_left;
}

bool hp_attachment_is_over(const hp_attachment *attachment)
{
	uint32_t over = 0;

	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		if (attachment->writers.rows[i]->is_blocked) {
			return true;
		}
		over += attachment->writers.rows[i]->is_over;
	}

	return over == attachment->writers.count ||
		(attachment->is_left && attachment->left_ns > ATTACHMENT_TIMEOUT_NS);
}

#endif
