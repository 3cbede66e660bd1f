/* attachment.h: all threads of another process that run PHP, each with a ring that this process writes. */
#ifndef HP_ATTACH_ATTACHMENT_H
#define HP_ATTACH_ATTACHMENT_H

#include "attach/guard.h"
#include "attach/threads.h"
#include "attach/writer.h"

#include "base/vector.h"

#ifdef __linux__

typedef struct hp_attachment {
	hp_attach_memory memory; /* read for the process and all its writers */
	hp_attach_process process;
	HP_VECTOR(hp_attach_writer *) writers; /* each where it is until the end */
	hp_attach_guard guard; /* for what reads it all */
	hp_attach_thread found[HP_ATTACH_MAX_THREADS];
	size_t found_count;
	char error[HP_ATTACH_ERROR_BYTES]; /* why it is not open */
	bool is_open;
	bool is_blocked; /* a thread is left behind in it: it is never freed */
	char *folder;
	hp_live_locals_level locals; /* of its writers */
	size_t threads; /* of the process, when they were looked for */
	uint64_t search_ns; /* they are not looked for before */
} hp_attachment;

/* NULL: error, of HP_ATTACH_ERROR_BYTES, says what lacks. For the caller to close. */
hp_attachment *hp_attachment_open(
	pid_t pid, const char *folder, hp_live_locals_level locals, char *error);
void hp_attachment_close(hp_attachment *attachment);

/* Looks for threads that are new, where the process has any. */
void hp_attachment_refresh(hp_attachment *attachment);

/* True: no thread is left. */
bool hp_attachment_is_over(const hp_attachment *attachment);

#endif

#endif /* HP_ATTACH_ATTACHMENT_H */
