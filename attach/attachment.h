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
	bool is_left; /* a thread is left behind in it, which alone may use it */
	uint64_t left_ns; /* for so long others were looked at meanwhile */
	char *folder;
	hp_live_locals_level locals; /* of its writers */
	size_t threads; /* of the process, when they were looked for */
	uint64_t begin_ns; /* of the last reading of it all */
	uint64_t search_ns; /* they are not looked for before */
} hp_attachment;

typedef struct hp_attachment_opening {
	pid_t pid;
	hp_attachment *opened; /* for the caller to close; NULL: error says what lacks */
	char error[HP_ATTACH_ERROR_BYTES];
} hp_attachment_opening;

/* Opens them side by side: those that block their readers take the time of one. */
void hp_attachment_open(
	hp_attachment_opening *openings, size_t count, const char *folder, hp_live_locals_level locals);
void hp_attachment_close(hp_attachment *attachment);

/* To be called before a loop of so long: looks for threads that are new, where the process has any. False: the loop must be
 * without its writers, as one has blocked its reader. */
bool hp_attachment_refresh(hp_attachment *attachment, uint64_t for_ns);

/* True: no thread of it runs, or it has blocked its reader for too long. */
bool hp_attachment_is_over(const hp_attachment *attachment);

#endif

#endif /* HP_ATTACH_ATTACHMENT_H */
