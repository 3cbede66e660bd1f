#include "attach/attachment.h"

#ifdef __linux__

# include <stdlib.h>

/* The least time between two searches: each reads all memory of the process. One that took long is followed by a longer one. */
# define ATTACHMENT_SEARCH_NS UINT64_C(5000000000)
# define ATTACHMENT_SEARCH_RARER 50

static zend_result attachment_add(
	hp_attachment *attachment, const hp_attach_process *process, char *error)
{
	hp_attach_writer *writer = malloc(sizeof(*writer));

	if (writer == NULL ||
		hp_attach_writer_open(writer, process, attachment->folder, error) == FAILURE) {
		free(writer);
		return FAILURE;
	}
	writer->locals = attachment->locals;
	*hp_vector_add(&attachment->writers) = writer;

	return SUCCESS;
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

/* A thread is left behind in it. */
static bool attachment_is_blocked(const hp_attachment *attachment)
{
	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		if (attachment->writers.rows[i]->is_blocked) {
			return true;
		}
	}

	return attachment->is_blocked;
}

/* Reads the process, in the guard's thread. */
static void attachment_read(void *context)
{
	hp_attachment *attachment = context;

	hp_attach_guard_enter(&attachment->guard, attachment);
	attachment->is_open = attachment->is_open ||
		hp_attach_process_open(&attachment->process, &attachment->memory, attachment->error) ==
			SUCCESS;
	if (attachment->is_open && attachment->process.layout->is_zts) {
		attachment->found_count = hp_attach_threads_find(&attachment->process, attachment->found);
		attachment->threads = hp_attach_threads_count(attachment->process.pid);
	}
}

/* False: it blocks its reader, or cannot be read. */
static bool attachment_read_guarded(hp_attachment *attachment)
{
	attachment->is_blocked = hp_attach_guard_run(&attachment->guard, attachment_read, attachment,
								 &attachment->memory.readings) != NULL;

	return !attachment->is_blocked && attachment->is_open;
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

/* An opening, or a search that follows one. */
static void attachment_take(hp_attachment *attachment, char *error)
{
	uint64_t begin_ns = hp_live_ring_now_ns(), took_ns;

	if (!attachment_read_guarded(attachment)) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "%s",
			attachment->is_blocked
				? "it blocks its reader, as memory behind a file system of its user does"
				: attachment->error);
		return;
	}
	took_ns = hp_live_ring_now_ns() - begin_ns;
	attachment->search_ns = begin_ns + MAX(ATTACHMENT_SEARCH_NS, ATTACHMENT_SEARCH_RARER * took_ns);
	if (attachment->process.layout->is_zts) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "none of its threads runs PHP");
		attachment_add_threads(attachment, error);
	} else {
		attachment_add(attachment, &attachment->process, error);
	}
}

hp_attachment *hp_attachment_open(
	pid_t pid, const char *folder, hp_live_locals_level locals, char *error)
{
	hp_attachment *attachment = calloc(1, sizeof(*attachment));

	if (attachment == NULL) {
		return NULL;
	}
	attachment->folder = strdup(folder);
	attachment->locals = locals;
	attachment->memory.pid = pid;
	if (attachment->folder != NULL) {
		attachment_take(attachment, error);
	}
	if (attachment->writers.count == 0) {
		hp_attachment_close(attachment);
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): a thread that was left behind uses it */
		return NULL;
	}

	return attachment;
}

void hp_attachment_close(hp_attachment *attachment)
{
	/* Its rings go with the folder. */
	if (attachment_is_blocked(attachment)) {
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

void hp_attachment_refresh(hp_attachment *attachment)
{
	char error[HP_ATTACH_ERROR_BYTES];

	if (attachment->process.layout->is_zts && hp_live_ring_now_ns() > attachment->search_ns &&
		hp_attach_threads_count(attachment->process.pid) != attachment->threads) {
		attachment_take(attachment, error);
	}
}

bool hp_attachment_is_over(const hp_attachment *attachment)
{
	if (attachment_is_blocked(attachment)) {
		return true;
	}
	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		if (!attachment->writers.rows[i]->is_over) {
			return false;
		}
	}

	return true;
}

#endif
