#include "sampler/wait_child.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/proc.h"

# include <inttypes.h>
# include <stdlib.h>

/* The search for the other end of a pipe covers this many children, and this many files of each. */
# define WAIT_CHILD_MOST 8
# define WAIT_CHILD_FILES 64

/* True if the child has that pipe open. */
static bool wait_child_has_pipe(pid_t child, uint64_t inode)
{
	char path[64], wanted[64];
	bool is_found = false;

	snprintf(wanted, sizeof(wanted), "pipe:[%" PRIu64 "]", inode);
	for (int file = 0; file < WAIT_CHILD_FILES && !is_found; file++) {
		hp_proc_read_link(path, sizeof(path), "/proc/%d/fd/%d", (int) child, file);
		is_found = strcmp(path, wanted) == 0;
	}

	return is_found;
}

/* The child at the other end of a pipe; 0: none. */
static pid_t wait_child_find(const hp_wait_process *process, uint64_t inode)
{
	char text[256];
	const char *at = text;

	hp_proc_read(text, sizeof(text), "%s/task/%d/children", process->folder, (int) process->tid);
	for (int i = 0; i < WAIT_CHILD_MOST; i++) {
		char *end;
		pid_t child = (pid_t) strtol(at, &end, 10);

		if (end == at) {
			break;
		}
		if (wait_child_has_pipe(child, inode)) {
			return child;
		}
		at = end;
	}

	return 0;
}

void hp_wait_child_pipe_name(hp_wait_process *process, uint64_t inode, char name[HP_WAIT_BYTES])
{
	hp_wait_pipe *pipe = NULL;

	for (uint32_t i = 0; i < HP_WAIT_PIPES && pipe == NULL; i++) {
		pipe = process->pipes[i].inode == inode ? &process->pipes[i] : NULL;
	}
	if (pipe == NULL) {
		pipe = &process->pipes[process->next_pipe++ % HP_WAIT_PIPES];
		*pipe = (hp_wait_pipe){inode, wait_child_find(process, inode)};
	}
	if (pipe->child == 0) {
		snprintf(name, HP_WAIT_BYTES, "pipe");
	} else {
		hp_wait_child_name(process, pipe->child, name);
	}
}

static pid_t wait_child_parent(pid_t child)
{
	char text[HP_PROC_STAT_BYTES];

	hp_proc_read(text, sizeof(text), "/proc/%d/stat", (int) child);

	return (pid_t) hp_proc_stat_number(text, HP_PROC_PARENT);
}

void hp_wait_child_name(hp_wait_process *process, pid_t child, char name[HP_WAIT_BYTES])
{
	char text[32];

	process->is_child = true;
	if (child <= 0 || wait_child_parent(child) != process->pid) {
		snprintf(name, HP_WAIT_BYTES, "child");
		return;
	}
	hp_proc_read(text, sizeof(text), "/proc/%d/comm", (int) child);
	text[strcspn(text, "\n")] = '\0';
	snprintf(name, HP_WAIT_BYTES, "child%s%s", *text == '\0' ? "" : " ", text);
}

#endif
