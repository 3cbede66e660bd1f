/* attachment.h: attaches to another process: each of its threads that run PHP gets a ring, which
 * this process writes. */
#ifndef HP_ATTACH_ATTACHMENT_H
#define HP_ATTACH_ATTACHMENT_H

#include "attach/guard.h"
#include "attach/threads.h"
#include "attach/writer.h"

#include "base/vector.h"

/* The code, a constant of XHProf\Attachment, if a process blocks its reader. Each further attempt
 * would leave another thread behind. */
#define HP_ATTACHMENT_BLOCKED 1

#ifdef __linux__

typedef struct hp_attachment {
	hp_attach_memory memory; /* reads for the process and all its writers */
	hp_attach_process process;
	HP_VECTOR(hp_attach_writer *) writers; /* each stays where it is until the end */
	hp_attach_guard guard; /* for the thread that reads the whole process */
	hp_attach_thread found[HP_ATTACH_MAX_THREADS];
	size_t found_count;
	char error[HP_ATTACH_ERROR_BYTES]; /* why it is not open */
	bool is_open;
	bool is_left; /* a blocked thread was left behind in it: only that thread may use it */
	uint64_t left_ns; /* the time of loops over other processes since then */
	char *folder;
	hp_live_locals_level locals; /* how much its writers show of variables */
	size_t threads; /* how many the process had at the last search */
	uint64_t begin_ns; /* when the last reading of the whole process began */
	uint64_t search_ns; /* the next search for threads begins no earlier */
} hp_attachment;

typedef struct hp_attachment_opening {
	pid_t pid;
	hp_attachment *opened; /* the caller closes it; NULL: error says why */
	char error[HP_ATTACH_ERROR_BYTES];
	int code; /* HP_ATTACHMENT_BLOCKED, or 0 */
} hp_attachment_opening;

/* Opens processes side by side, so that several processes that block their readers take no longer
 * than one. */
void hp_attachment_open(
	hp_attachment_opening *openings, size_t count, const char *folder, hp_live_locals_level locals);
void hp_attachment_close(hp_attachment *attachment);

/* Call it before a loop of for_ns nanoseconds. Searches for new threads of PHP if the process has
 * started or ended some. Returns false if the loop must leave out its writers, because one of them
 * has blocked its reader. */
bool hp_attachment_refresh(hp_attachment *attachment, uint64_t for_ns);

/* Returns true if none of its threads runs any more, or if it has blocked its reader for too
 * long. */
bool hp_attachment_is_over(const hp_attachment *attachment);

#endif

#endif /* HP_ATTACH_ATTACHMENT_H */
