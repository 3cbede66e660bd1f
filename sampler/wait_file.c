#include "sampler/wait_file.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/proc.h"
# include "base/seccomp.h"
# include "sampler/wait_child.h"
# include "sampler/wait_socket.h"

# include <sys/stat.h>
# include <sys/syscall.h>
# include <unistd.h>

/* Before musl 1.2.5 and glibc 2.28, only the kernel's header has it. */
# ifndef STATX_TYPE
#  include <linux/stat.h>
# endif

# ifndef AT_STATX_DONT_SYNC
#  define AT_STATX_DONT_SYNC 0x4000
# endif

typedef struct wait_file_status {
	uint32_t mode;
	uint64_t inode;
} wait_file_status;

static void wait_file_link(const hp_wait_process *process, int number, char *path, size_t room)
{
	hp_proc_read_link(path, room, "%s/fd/%d", process->folder, number);
}

bool hp_wait_file_path(const hp_wait_process *process, int number, char path[HP_WAIT_BYTES])
{
	static const char deleted[] = " (deleted)";
	char text[4096], *start = text;
	size_t length, end = sizeof(deleted) - 1;

	wait_file_link(process, number, text, sizeof(text));
	length = strlen(text);
	if (length > end && strcmp(text + length - end, deleted) == 0) {
		text[length -= end] = '\0';
	}
	/* Cuts a long path at its beginning, but a long file name at its end. */
	if (length > HP_WAIT_BYTES - 32) {
		start = strchr(text + length - (HP_WAIT_BYTES - 32), '/');
		start = start != NULL ? start : strrchr(text, '/');
		start = start != NULL ? start : text;
	}
	snprintf(path, HP_WAIT_BYTES, "%s%s", start == text ? "" : "…", start);

	return *text == '/';
}

/* Names a descriptor without a path by its link, such as "anon_inode:[eventfd]". */
static hp_wait_file wait_file_nameless(const hp_wait_process *process, int number, char *name)
{
	static const char *const kinds[][2] = {{"eventfd", "eventfd"}, {"timerfd", "sleep"},
		{"signalfd", "signal"}, {"pidfd", "child"}, {"inotify", "inotify"},
		{"io_uring", "io_uring"}};
	char path[128];

	wait_file_link(process, number, path, sizeof(path));
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strstr(path, kinds[i][0]) != NULL) {
			snprintf(name, HP_WAIT_BYTES, "%s", kinds[i][1]);
			return i == 0 ? HP_WAIT_WAKER : HP_WAIT_FILE;
		}
	}
	snprintf(name, HP_WAIT_BYTES, "file");

	return HP_WAIT_FILE;
}

/* Reads a file's kind and inode as the kernel has them. It must not ask a file server: if that does
 * not answer, stat() would block for as long as the thread does. */
static bool wait_file_stat(const hp_wait_process *process, int number, wait_file_status *status)
{
	char path[64] = "";
	struct statx found;

	if (!process->has_files) {
		snprintf(path, sizeof(path), "%s/fd/%d", process->folder, number);
	}
	if (hp_seccomp_kills(SYS_statx) ||
		syscall(SYS_statx, process->has_files ? number : AT_FDCWD, path,
			AT_STATX_DONT_SYNC | (process->has_files ? AT_EMPTY_PATH : 0), STATX_TYPE | STATX_INO,
			&found) != 0) {
		return false;
	}
	*status = (wait_file_status){found.stx_mode, found.stx_ino};

	return true;
}

hp_wait_file hp_wait_file_name(hp_wait_process *process, int number, char name[HP_WAIT_BYTES])
{
	char path[HP_WAIT_BYTES];
	wait_file_status status;

	if (number < 0 || !wait_file_stat(process, number, &status)) {
		return HP_WAIT_NO_FILE;
	}
	if (S_ISSOCK(status.mode)) {
		return hp_wait_socket_name(process, number, status.inode, name) ? HP_WAIT_WAKER
																		: HP_WAIT_FILE;
	}
	if (!hp_wait_file_path(process, number, path)) {
		if (!S_ISFIFO(status.mode)) {
			return wait_file_nameless(process, number, name);
		}
		hp_wait_child_pipe_name(process, status.inode, name);
		return HP_WAIT_FILE;
	}
	snprintf(name, HP_WAIT_BYTES, "%s %.*s", S_ISFIFO(status.mode) ? "fifo" : "file",
		HP_WAIT_BYTES - 8, path);

	return HP_WAIT_FILE;
}

#endif
