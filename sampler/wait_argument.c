#include "sampler/wait_argument.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/peek.h"
# include "base/proc.h"
# include "sampler/wait_socket.h"

# include <sys/socket.h>

# define WAIT_ARGUMENT_PATH_BYTES 256

/* True if the thread waits in open() for the other end of a FIFO. */
static bool wait_argument_is_fifo(const hp_wait_process *process, pid_t tid)
{
	char text[64];

	hp_proc_read(text, sizeof(text), "%s/task/%d/wchan", process->folder, (int) tid);

	return strcmp(text, "wait_for_partner") == 0 || strcmp(text, "fifo_open") == 0;
}

bool hp_wait_argument_path(
	const hp_wait_process *process, pid_t tid, uintptr_t at, char name[HP_WAIT_BYTES])
{
	char path[WAIT_ARGUMENT_PATH_BYTES];
	size_t bytes = MIN(sizeof(path), 4096 - at % 4096);

	/* The path may end before the page does, and the next page may be missing. */
	if (!hp_peek(process->pid, (const void *) at, path, bytes) ||
		(memchr(path, '\0', bytes) == NULL && bytes < sizeof(path) &&
			!hp_peek(
				process->pid, (const void *) (at + bytes), path + bytes, sizeof(path) - bytes))) {
		return false;
	}
	path[sizeof(path) - 1] = '\0';
	snprintf(name, HP_WAIT_BYTES, "%s %.*s", wait_argument_is_fifo(process, tid) ? "fifo" : "file",
		HP_WAIT_BYTES - 8, path);

	return true;
}

void hp_wait_argument_lock(
	const hp_wait_process *process, int number, const char *kind, char name[HP_WAIT_BYTES])
{
	char path[HP_WAIT_BYTES];
	const char *file;

	if (!hp_wait_file_path(process, number, path)) {
		snprintf(name, HP_WAIT_BYTES, "%s", kind);
		return;
	}
	file = strrchr(path, '/');
	file = file != NULL && strncmp(file, "/sess_", 6) == 0 ? file + 1 : path;
	snprintf(name, HP_WAIT_BYTES, "%s %.*s", kind, HP_WAIT_BYTES - 16, file);
}

bool hp_wait_argument_server(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES])
{
	struct sockaddr_storage address;
	size_t bytes = (size_t) MIN(now->arguments[2], sizeof(address));

	if (hp_wait_file_name(process, (int) now->arguments[0], name) == HP_WAIT_FILE &&
		strchr(name, ' ') != NULL) {
		return true;
	}
	memset(&address, 0, sizeof(address));

	return hp_peek(process->pid, (const void *) now->arguments[1], &address, bytes) &&
		hp_wait_socket_address_name(
			&address, bytes, address.ss_family == AF_UNIX ? "unix" : "tcp", name);
}

#endif
