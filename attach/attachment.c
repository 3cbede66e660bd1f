#include "attach/attachment.h"

#include "attach/threads.h"

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

static void attachment_add_threads(hp_attachment *attachment, char *error)
{
	hp_attach_thread threads[HP_ATTACH_MAX_THREADS];
	uint64_t begin_ns = hp_live_ring_now_ns(), took_ns;
	size_t count = hp_attach_threads_find(&attachment->process, threads);

	took_ns = hp_live_ring_now_ns() - begin_ns;
	attachment->threads = hp_attach_threads_count(attachment->process.pid);
	attachment->search_ns = begin_ns + MAX(ATTACHMENT_SEARCH_NS, ATTACHMENT_SEARCH_RARER * took_ns);
	for (size_t i = 0; i < count; i++) {
		hp_attach_process thread =
			hp_attach_process_of(&attachment->process, threads[i].tid, threads[i].block);

		if (!attachment_has(attachment, &thread)) {
			attachment_add(attachment, &thread, error);
		}
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
	if (attachment->folder != NULL &&
		hp_attach_process_open(&attachment->process, &attachment->memory, error) == SUCCESS) {
		if (attachment->process.layout->is_zts) {
			snprintf(error, HP_ATTACH_ERROR_BYTES, "none of its threads runs PHP");
			attachment_add_threads(attachment, error);
		} else {
			attachment_add(attachment, &attachment->process, error);
		}
	}
	if (attachment->writers.count == 0) {
		hp_attachment_close(attachment);
		return NULL;
	}

	return attachment;
}

void hp_attachment_close(hp_attachment *attachment)
{
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
		attachment_add_threads(attachment, error);
	}
}

bool hp_attachment_is_over(const hp_attachment *attachment)
{
	for (uint32_t i = 0; i < attachment->writers.count; i++) {
		if (!attachment->writers.rows[i]->is_over) {
			return false;
		}
	}

	return true;
}

#endif
