#include "sampler/wait.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/descriptor.h"
# include "base/peek.h"
# include "base/seccomp.h"
# include "base/sql.h"
# include "base/table.h"
# include "sampler/wait_text.h"

# include "SAPI.h"

# include <dirent.h>
# include <stdlib.h>
# include <unistd.h>

# ifdef __linux__

#  include <linux/futex.h>
#  include <poll.h>
#  include <sys/syscall.h>
#  include <sys/wait.h>

/* The most descriptors of a set that are named. */
#  define WAIT_SET 16

/* Limits: the threads that are checked for a question to a name server; the bytes of a set of
 * select(); the bytes of the kernel's text about a set of epoll. */
#  define WAIT_THREADS 32
#  define WAIT_SELECT_BYTES 128
#  define WAIT_SET_BYTES 4096

#  define WAIT_PATH_BYTES 256

/* No process has memory below this address, and no set has this many descriptors. */
#  define WAIT_FIRST_ADDRESS 65536u

/* A question is left out if there is room for fewer bytes than this. */
#  define WAIT_LEAST_TEXT 16

#  ifndef F_OFD_SETLKW
#   define F_OFD_SETLKW 38
#  endif

typedef enum wait_kind {
	WAIT_ON_FILE, /* argument 0 is the descriptor */
	WAIT_ON_PATH, /* argument 0 or 1 is a path */
	WAIT_ON_PATH_AT,
	WAIT_ON_FLOCK,
	WAIT_ON_FCNTL,
	WAIT_ON_CONNECT,
	WAIT_ON_POLL,
	WAIT_ON_SELECT,
	WAIT_ON_EPOLL,
	WAIT_ON_CHILD, /* argument 0 is the process id; for the next kind argument 1 */
	WAIT_ON_CHILD_BY_KIND,
	WAIT_ON_NOTHING /* the system call's name says it all */
} wait_kind;

typedef struct wait_call {
	long number;
	wait_kind kind;
	const char *name;
} wait_call;

static const wait_call wait_calls[] = {
	{SYS_read, WAIT_ON_FILE, NULL},
	{SYS_write, WAIT_ON_FILE, NULL},
	{SYS_readv, WAIT_ON_FILE, NULL},
	{SYS_writev, WAIT_ON_FILE, NULL},
	{SYS_pread64, WAIT_ON_FILE, NULL},
	{SYS_pwrite64, WAIT_ON_FILE, NULL},
	{SYS_preadv, WAIT_ON_FILE, NULL},
	{SYS_pwritev, WAIT_ON_FILE, NULL},
	{SYS_recvfrom, WAIT_ON_FILE, NULL},
	{SYS_recvmsg, WAIT_ON_FILE, NULL},
	{SYS_recvmmsg, WAIT_ON_FILE, NULL},
	{SYS_sendto, WAIT_ON_FILE, NULL},
	{SYS_sendmsg, WAIT_ON_FILE, NULL},
	{SYS_sendmmsg, WAIT_ON_FILE, NULL},
	{SYS_sendfile, WAIT_ON_FILE, NULL},
	{SYS_splice, WAIT_ON_FILE, NULL},
	{SYS_copy_file_range, WAIT_ON_FILE, NULL},
	{SYS_accept, WAIT_ON_FILE, NULL},
	{SYS_accept4, WAIT_ON_FILE, NULL},
	{SYS_shutdown, WAIT_ON_FILE, NULL},
	{SYS_close, WAIT_ON_FILE, NULL},
	{SYS_fsync, WAIT_ON_FILE, NULL},
	{SYS_fdatasync, WAIT_ON_FILE, NULL},
	{SYS_ftruncate, WAIT_ON_FILE, NULL},
	{SYS_fallocate, WAIT_ON_FILE, NULL},
	{SYS_getdents64, WAIT_ON_FILE, NULL},
	{SYS_fstat, WAIT_ON_FILE, NULL},
	{SYS_lseek, WAIT_ON_FILE, NULL},
	{SYS_ioctl, WAIT_ON_FILE, NULL},
	{SYS_flock, WAIT_ON_FLOCK, NULL},
	{SYS_fcntl, WAIT_ON_FCNTL, NULL},
	{SYS_connect, WAIT_ON_CONNECT, NULL},
	{SYS_ppoll, WAIT_ON_POLL, NULL},
	{SYS_pselect6, WAIT_ON_SELECT, NULL},
	{SYS_epoll_pwait, WAIT_ON_EPOLL, NULL},
#  ifdef SYS_poll
	{SYS_poll, WAIT_ON_POLL, NULL},
	{SYS_select, WAIT_ON_SELECT, NULL},
	{SYS_epoll_wait, WAIT_ON_EPOLL, NULL},
	{__NR_open, WAIT_ON_PATH, NULL},
	{SYS_stat, WAIT_ON_PATH, NULL},
	{SYS_lstat, WAIT_ON_PATH, NULL},
	{SYS_access, WAIT_ON_PATH, NULL},
	{SYS_unlink, WAIT_ON_PATH, NULL},
	{SYS_rename, WAIT_ON_PATH, NULL},
	{SYS_mkdir, WAIT_ON_PATH, NULL},
	{SYS_rmdir, WAIT_ON_PATH, NULL},
	{SYS_readlink, WAIT_ON_PATH, NULL},
	{SYS_pause, WAIT_ON_NOTHING, "signal"},
	{SYS_vfork, WAIT_ON_NOTHING, "fork"},
	{SYS_fork, WAIT_ON_NOTHING, "fork"},
#  endif
#  ifdef SYS_epoll_pwait2
	{SYS_epoll_pwait2, WAIT_ON_EPOLL, NULL},
#  endif
	{SYS_truncate, WAIT_ON_PATH, NULL},
	{SYS_chdir, WAIT_ON_PATH, NULL},
	{__NR_openat, WAIT_ON_PATH_AT, NULL},
#  ifdef SYS_newfstatat
	{SYS_newfstatat, WAIT_ON_PATH_AT, NULL},
#  endif
	{SYS_statx, WAIT_ON_PATH_AT, NULL},
	{SYS_faccessat, WAIT_ON_PATH_AT, NULL},
	{SYS_unlinkat, WAIT_ON_PATH_AT, NULL},
	{SYS_renameat, WAIT_ON_PATH_AT, NULL},
	{SYS_renameat2, WAIT_ON_PATH_AT, NULL},
	{SYS_mkdirat, WAIT_ON_PATH_AT, NULL},
	{SYS_readlinkat, WAIT_ON_PATH_AT, NULL},
	{SYS_wait4, WAIT_ON_CHILD, NULL},
	{SYS_waitid, WAIT_ON_CHILD_BY_KIND, NULL},
	{SYS_clone, WAIT_ON_NOTHING, "fork"},
#  ifdef SYS_clone3
	{SYS_clone3, WAIT_ON_NOTHING, "fork"},
#  endif
	{SYS_execve, WAIT_ON_NOTHING, "fork"},
	{SYS_nanosleep, WAIT_ON_NOTHING, "sleep"},
	{SYS_clock_nanosleep, WAIT_ON_NOTHING, "sleep"},
	{SYS_futex, WAIT_ON_NOTHING, "futex"},
	{SYS_semop, WAIT_ON_NOTHING, "semaphore"},
	{SYS_semtimedop, WAIT_ON_NOTHING, "semaphore"},
	{SYS_msgrcv, WAIT_ON_NOTHING, "message queue"},
	{SYS_msgsnd, WAIT_ON_NOTHING, "message queue"},
	{SYS_rt_sigtimedwait, WAIT_ON_NOTHING, "signal"},
	{SYS_rt_sigsuspend, WAIT_ON_NOTHING, "signal"},
	{SYS_sync, WAIT_ON_NOTHING, "sync"},
	{SYS_msync, WAIT_ON_NOTHING, "sync"},
	{SYS_mmap, WAIT_ON_NOTHING, "memory"},
	{SYS_munmap, WAIT_ON_NOTHING, "memory"},
	{SYS_mprotect, WAIT_ON_NOTHING, "memory"},
	{SYS_madvise, WAIT_ON_NOTHING, "memory"},
	{SYS_mremap, WAIT_ON_NOTHING, "memory"},
	{SYS_brk, WAIT_ON_NOTHING, "memory"},
	{SYS_exit_group, WAIT_ON_NOTHING, "exit"},
};

/* The system call; number is -1 outside of one. */
typedef struct wait_now {
	long number;
	uintptr_t arguments[4];
} wait_now;

/* The names of a set's descriptors: the first in alphabetical order, and the count of those that
 * differ from it. */
typedef struct wait_set {
	char first[HP_WAIT_BYTES];
	char waker[HP_WAIT_BYTES];
	uint32_t others;
	bool has_unknown; /* some have no name: /proc may be missing, as after chroot() */
} wait_set;

/* The file about the system call of this process's first thread, opened while that was still
 * permitted, and the thread. */
static hp_descriptor_kept wait_own_call = {.number = -1};
static pid_t wait_own_tid;

static hp_descriptor_kept wait_open_call(const char *folder, pid_t tid)
{
	char path[64];

	snprintf(path, sizeof(path), "%s/task/%d/syscall", folder, (int) tid);

	return hp_descriptor_keep(hp_descriptor_open(path, O_RDONLY, 0));
}

static bool wait_copy(const hp_wait *wait, void *to, uintptr_t from, size_t bytes)
{
	return hp_peek(wait->process.pid, (const void *) from, to, bytes);
}

/* "232 0x3 0x7ffd... 0x10 0xffffffff 0x0 0x0 stack counter", "running", or "-1 stack counter". */
static bool wait_parse(const char *text, wait_now *now)
{
	char *end;

	now->number = strtol(text, &end, 10);
	if (end == text) {
		return false;
	}
	for (size_t i = 0; i < sizeof(now->arguments) / sizeof(now->arguments[0]); i++) {
		now->arguments[i] = strtoul(end, &end, 16);
	}

	return true;
}

/* The call that restart_syscall() continues. It has the arguments of the call that SIGSTOP, a
 * debugger or strace has interrupted. They tell the few calls apart that the kernel continues in
 * this way. A sleep has a clock, or the time's address and then NULL or an address; a futex has an
 * operation, one of two that are continued; poll() has a count. */
static long wait_restarted(const wait_now *now)
{
	uintptr_t second = now->arguments[1];

	if (now->arguments[0] < WAIT_FIRST_ADDRESS || second == 0 || second >= WAIT_FIRST_ADDRESS) {
		return SYS_clock_nanosleep;
	}
#  ifdef SYS_poll
	second &= ~(uintptr_t) FUTEX_CLOCK_REALTIME;
	if (second != FUTEX_WAIT_PRIVATE && second != FUTEX_WAIT_BITSET_PRIVATE) {
		return SYS_poll;
	}
#  endif

	return SYS_futex;
}

static const wait_call *wait_find_call(long number)
{
	for (size_t i = 0; i < sizeof(wait_calls) / sizeof(wait_calls[0]); i++) {
		if (wait_calls[i].number == number) {
			return &wait_calls[i];
		}
	}

	return NULL;
}

/* Names a lock by its path, but the lock of a session by the file's name alone. */
static void wait_lock_name(const hp_wait *wait, int number, const char *kind, char *name)
{
	char path[HP_WAIT_BYTES];
	const char *file;

	if (!hp_wait_file_path(&wait->process, number, path)) {
		snprintf(name, HP_WAIT_BYTES, "%s", kind);
		return;
	}
	file = strrchr(path, '/');
	file = file != NULL && strncmp(file, "/sess_", 6) == 0 ? file + 1 : path;
	snprintf(name, HP_WAIT_BYTES, "%s %.*s", kind, HP_WAIT_BYTES - 16, file);
}

/* True if the thread waits in open() for the other end of a FIFO. */
static bool wait_is_for_partner(const hp_wait *wait)
{
	char text[64];

	hp_wait_read(text, sizeof(text), "%s/task/%d/wchan", wait->process.folder, (int) wait->tid);

	return strcmp(text, "wait_for_partner") == 0 || strcmp(text, "fifo_open") == 0;
}

static bool wait_path_name(const hp_wait *wait, uintptr_t at, char *name)
{
	char path[WAIT_PATH_BYTES];
	size_t bytes = MIN(sizeof(path), 4096 - at % 4096);

	/* The path may end before the page does, and the next page may be missing. */
	if (!wait_copy(wait, path, at, bytes) ||
		(memchr(path, '\0', bytes) == NULL && bytes < sizeof(path) &&
			!wait_copy(wait, path + bytes, at + bytes, sizeof(path) - bytes))) {
		return false;
	}
	path[sizeof(path) - 1] = '\0';
	snprintf(name, HP_WAIT_BYTES, "%s %.*s", wait_is_for_partner(wait) ? "fifo" : "file",
		HP_WAIT_BYTES - 8, path);

	return true;
}

static bool wait_connect_name(hp_wait *wait, const wait_now *now, char *name)
{
	struct sockaddr_storage address;
	size_t bytes = (size_t) MIN(now->arguments[2], sizeof(address));

	if (hp_wait_file_name(&wait->process, (int) now->arguments[0], name) == HP_WAIT_FILE &&
		strchr(name, ' ') != NULL) {
		return true;
	}
	memset(&address, 0, sizeof(address));

	return wait_copy(wait, &address, now->arguments[1], bytes) &&
		hp_wait_address_name(&address, bytes, address.ss_family == AF_UNIX ? "unix" : "tcp", name);
}

static void wait_set_add(hp_wait *wait, wait_set *set, int number)
{
	char name[HP_WAIT_BYTES];

	switch (hp_wait_file_name(&wait->process, number, name)) {
		case HP_WAIT_NO_FILE:
			set->has_unknown = true;
			return;
		case HP_WAIT_WAKER:
			memcpy(set->waker, name, sizeof(name));
			return;
		default:
			break;
	}
	if (*set->first == '\0') {
		memcpy(set->first, name, sizeof(name));
	} else if (strcmp(set->first, name) != 0) {
		set->others++;
		if (strcmp(name, set->first) < 0) {
			memcpy(set->first, name, sizeof(name));
		}
	}
}

static bool wait_is_resolver(const hp_wait *wait, pid_t tid)
{
	hp_wait other;
	bool is_resolver;

	memset(&other, 0, sizeof(other));
	other.process = wait->process;
	other.tid = tid;
	other.is_resolver = true;
	other.call = wait_open_call(wait->process.folder, tid);
	is_resolver = hp_wait_name(&other) != NULL && strcmp(other.name, "{dns}") == 0;
	hp_descriptor_drop(&other.call);

	return is_resolver;
}

/* True if another thread of the process asks a name server, as a thread of curl's does. */
static bool wait_has_resolver(const hp_wait *wait)
{
	char path[64];
	bool is_found = false;
	const struct dirent *entry;
	DIR *folder;
	int file;

	snprintf(path, sizeof(path), "%s/task", wait->process.folder);
	file = hp_descriptor_open(path, O_RDONLY | O_DIRECTORY, 0);
	folder = file < 0 ? NULL : fdopendir(file);
	for (int i = 0; folder != NULL && !is_found && i < WAIT_THREADS; i++) {
		pid_t tid;

		entry = readdir(folder); /* NOLINT(concurrency-mt-unsafe) */
		if (entry == NULL) {
			break;
		}
		tid = (pid_t) strtol(entry->d_name, NULL, 10);
		is_found = tid > 0 && tid != wait->tid && wait_is_resolver(wait, tid);
	}
	if (folder != NULL) {
		closedir(folder);
	} else if (file >= 0) {
		close(file);
	}

	return is_found;
}

/* Names a set. A thread that waits for no descriptor waits for time alone. Returns false if the
 * descriptors are not known. */
static bool wait_set_name(const hp_wait *wait, const wait_set *set, char *name)
{
	if (set->others > 0) {
		snprintf(
			name, HP_WAIT_BYTES, "%.*s and %u more", HP_WAIT_BYTES - 24, set->first, set->others);
	} else if (*set->first != '\0') {
		memcpy(name, set->first, sizeof(set->first));
	} else if (set->has_unknown) {
		return false;
	} else if (*set->waker == '\0') {
		snprintf(name, HP_WAIT_BYTES, "sleep");
	} else if (!wait->is_resolver && wait_has_resolver(wait)) {
		snprintf(name, HP_WAIT_BYTES, "dns");
	} else {
		memcpy(name, set->waker, sizeof(set->waker));
	}

	return true;
}

static bool wait_poll_name(hp_wait *wait, const wait_now *now, char *name)
{
	struct pollfd files[WAIT_SET];
	size_t count = (size_t) MIN(now->arguments[1], WAIT_SET);
	wait_set set = {.first = ""};

	if (count > 0 && !wait_copy(wait, files, now->arguments[0], count * sizeof(files[0]))) {
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (files[i].fd >= 0) {
			wait_set_add(wait, &set, files[i].fd);
		}
	}
	set.others += (uint32_t) MIN(now->arguments[1] - count, UINT16_MAX);

	return wait_set_name(wait, &set, name);
}

static bool wait_select_name(hp_wait *wait, const wait_now *now, char *name)
{
	unsigned char bits[WAIT_SELECT_BYTES], all[WAIT_SELECT_BYTES] = {0};
	size_t most = (size_t) MIN(now->arguments[0], sizeof(bits) * 8);
	wait_set set = {.first = ""};
	int count = 0;

	for (size_t i = 1; i <= 3; i++) {
		size_t bytes = (most + 63) / 64 * 8;

		if (now->arguments[i] != 0 && bytes > 0) {
			if (!wait_copy(wait, bits, now->arguments[i], bytes)) {
				return false;
			}
			for (size_t j = 0; j < bytes; j++) {
				all[j] |= bits[j];
			}
		}
	}
	for (size_t i = 0; i < most; i++) {
		if ((all[i / 8] >> i % 8 & 1) != 0 && count++ < WAIT_SET) {
			wait_set_add(wait, &set, (int) i);
		}
	}
	set.others += (uint32_t) MAX(0, count - WAIT_SET);

	return wait_set_name(wait, &set, name);
}

/* The kernel's text has "tfd:        5 events: ..." for each descriptor of the set. */
static bool wait_epoll_name(hp_wait *wait, const wait_now *now, char *name)
{
	char text[WAIT_SET_BYTES];
	const char *at = hp_wait_read(
		text, sizeof(text), "%s/fdinfo/%d", wait->process.folder, (int) now->arguments[0]);
	wait_set set = {.first = "", .has_unknown = *at == '\0'};
	uint32_t count = 0;

	while ((at = strstr(at, "tfd:")) != NULL) {
		at += 4;
		if (count++ < WAIT_SET) {
			wait_set_add(wait, &set, (int) strtol(at, NULL, 10));
		}
	}
	set.others += count > WAIT_SET ? count - WAIT_SET : 0;

	return wait_set_name(wait, &set, name);
}

/* Names what a system call waits for. Returns false if it has no name. */
static bool wait_call_name(
	hp_wait *wait, const wait_call *call, const wait_now *now, char name[HP_WAIT_BYTES])
{
	int file = (int) now->arguments[0];

	switch (call->kind) {
		case WAIT_ON_FILE:
			return hp_wait_file_name(&wait->process, file, name) != HP_WAIT_NO_FILE;
		case WAIT_ON_PATH:
			return wait_path_name(wait, now->arguments[0], name);
		case WAIT_ON_PATH_AT:
			return wait_path_name(wait, now->arguments[1], name);
		case WAIT_ON_FLOCK:
			wait_lock_name(wait, file, "flock", name);
			return true;
		case WAIT_ON_FCNTL:
			if (now->arguments[1] != F_SETLKW && now->arguments[1] != F_OFD_SETLKW) {
				return hp_wait_file_name(&wait->process, file, name) != HP_WAIT_NO_FILE;
			}
			wait_lock_name(wait, file, "fcntl", name);
			return true;
		case WAIT_ON_CONNECT:
			return wait_connect_name(wait, now, name);
		case WAIT_ON_POLL:
			return wait_poll_name(wait, now, name);
		case WAIT_ON_SELECT:
			return wait_select_name(wait, now, name);
		case WAIT_ON_EPOLL:
			return wait_epoll_name(wait, now, name);
		case WAIT_ON_CHILD:
			hp_wait_child_name(&wait->process, (pid_t) file, name);
			return true;
		case WAIT_ON_CHILD_BY_KIND:
			hp_wait_child_name(&wait->process, file == P_PID ? (pid_t) now->arguments[1] : 0, name);
			return true;
		default:
			snprintf(name, HP_WAIT_BYTES, "%s", call->name);
			return true;
	}
}

/* Cuts a session id after its first four characters. The rest is secret. */
static void wait_hide_session(char *name)
{
	for (char *id = name; (id = strstr(id, "sess_")) != NULL; id++) {
		bool is_name = id == name || id[-1] == '/' || id[-1] == ' ' || (id[-1] & 0x80) != 0;

		if (is_name && strlen(id) > 9) {
			memcpy(id + 9, "…", sizeof("…"));
			return;
		}
	}
}

static uint64_t wait_hash(const char *name)
{
	uint64_t hash = 0;

	for (; *name != '\0'; name++) {
		hash = hp_table_mix(hash, (unsigned char) *name);
	}

	return hash | 1;
}

static bool wait_has(const uint64_t *hashes, uint32_t count, uint64_t hash)
{
	for (uint32_t i = 0; i < count; i++) {
		if (hashes[i] == hash) {
			return true;
		}
	}

	return false;
}

/* When the table is full, a new name becomes its kind: "tcp *". */
static void wait_bound(hp_wait *wait, char *name)
{
	uint64_t hash = wait_hash(name);
	char *blank = strchr(name, ' ');

	if (blank == NULL || wait_has(wait->names, wait->names_count, hash)) {
		return; /* there are few names without a blank */
	}
	if (strncmp(blank, " sess_", 6) == 0 && wait->sessions++ >= HP_WAIT_SESSIONS) {
		snprintf(blank, HP_WAIT_BYTES - (size_t) (blank - name), " sess_*");
	} else if (wait->names_count >= HP_WAIT_NAMES) {
		snprintf(blank, HP_WAIT_BYTES - (size_t) (blank - name), " *");
	} else {
		wait->names[wait->names_count++] = hash;
	}
}

static bool wait_is_for_server(const char *name)
{
	static const char *const kinds[] = {"tcp ", "unix ", "udp "};

	if (strcmp(name, "socket") == 0 || strcmp(name, "dns") == 0) {
		return true;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strncmp(name, kinds[i], strlen(kinds[i])) == 0) {
			return true;
		}
	}

	return false;
}

/* A name must be one line of text without braces. */
static void wait_clean(char *name)
{
	for (char *at = name; *at != '\0'; at++) {
		*at = (unsigned char) *at < ' ' || *at == 0x7f || *at == '{' || *at == '}' ? '?' : *at;
	}
}

/* Appends the question to the server. When the table is full, a new question becomes "*". */
static void wait_add_text(hp_wait *wait, char *name)
{
	char text[HP_WAIT_TEXT_BYTES], whole[HP_WAIT_BYTES];
	size_t length = strlen(name), room = sizeof(whole) - sizeof("{: …}");
	size_t bytes;

	if (!wait->has_texts || wait->current == NULL || !wait_is_for_server(name) ||
		length + WAIT_LEAST_TEXT > room || !hp_wait_text(wait->current, text)) {
		return;
	}
	wait_clean(text);
	bytes = hp_sql_cut(text, strlen(text), room - length);
	snprintf(whole, sizeof(whole), "%s: %.*s%s", name, (int) bytes, text,
		text[bytes] == '\0' ? "" : "…");
	if (!wait_has(wait->texts, wait->texts_count, wait_hash(whole))) {
		if (wait->texts_count >= HP_WAIT_TEXTS) {
			snprintf(whole, sizeof(whole), "%s: *", name);
		} else {
			wait->texts[wait->texts_count++] = wait_hash(whole);
		}
	}
	memcpy(name, whole, sizeof(whole));
}

static void wait_finish(hp_wait *wait, char *name)
{
	wait_clean(name);
	wait_hide_session(name);
	wait_bound(wait, name);
	wait_add_text(wait, name);
	snprintf(wait->name, sizeof(wait->name), "{%.*s}", HP_WAIT_BYTES - 3, name);
}

/* True if the thread is stopped. A watcher in the same process would be stopped with it. */
static bool wait_is_stopped(const hp_wait *wait)
{
	char text[128];
	const char *end;

	if (wait->process.pid == getpid()) {
		return false;
	}
	end = strrchr(
		hp_wait_read(text, sizeof(text), "%s/task/%d/stat", wait->process.folder, (int) wait->tid),
		')');

	return end != NULL && (strncmp(end, ") T", 3) == 0 || strncmp(end, ") t", 3) == 0);
}

const char *hp_wait_name(hp_wait *wait)
{
	char text[256], name[HP_WAIT_BYTES];
	ssize_t length = hp_descriptor_is_kept(&wait->call)
		? pread(wait->call.number, text, sizeof(text) - 1, 0)
		: -1;
	const wait_call *call;
	wait_now now;

	text[length < 0 ? 0 : length] = '\0';
	wait->process.is_child = false;
	if (wait_is_stopped(wait)) {
		return HP_WAIT_STOPPED;
	}
	if (!wait_parse(text, &now)) {
		return NULL;
	}
	if (now.number == SYS_restart_syscall) {
		now.number = wait_restarted(&now);
	}
	call = wait_find_call(now.number);
	if (now.number < 0) {
		snprintf(name, sizeof(name), "page fault");
	} else if (call == NULL || !wait_call_name(wait, call, &now, name)) {
		snprintf(name, sizeof(name), "system call %ld", now.number);
	}
	wait_finish(wait, name);

	return wait->name;
}

void hp_wait_open(hp_wait *wait, pid_t pid, pid_t tid, bool has_files)
{
	hp_wait_process *process = &wait->process;

	wait->names_count = wait->texts_count = wait->sessions = 0;
	memset(process->ports, 0, sizeof(process->ports));
	process->client_port = 0;
	process->pid = pid;
	process->tid = wait->tid = tid;
	process->has_files = has_files;
	process->file = hp_descriptor_keep(has_files ? -1 : hp_descriptor_open_process(pid));
	if (pid == getpid()) {
		snprintf(process->folder, sizeof(process->folder), "/proc/self");
	} else {
		snprintf(process->folder, sizeof(process->folder), "/proc/%d", (int) pid);
	}
	wait->call = wait_open_call(process->folder, tid);
	if (wait->call.number < 0 && tid == wait_own_tid) {
		wait->call = wait_own_call;
	}
}

void hp_wait_close(hp_wait *wait)
{
	if (wait->call.number != wait_own_call.number) {
		hp_descriptor_drop(&wait->call);
	}
	hp_descriptor_drop(&wait->process.file);
	wait->call = HP_DESCRIPTOR_NONE;
}

bool hp_wait_may_leave_files(int file)
{
	int process = hp_descriptor_open_process(getpid());
	int copy = process < 0 ? -1 : hp_descriptor_copy_from(process, file);

	if (process >= 0) {
		close(process);
	}
	if (copy >= 0) {
		close(copy);
	}

	return copy >= 0;
}

void hp_wait_left_files(hp_wait *wait)
{
	wait->process.has_files = false;
	wait->process.file = hp_descriptor_keep(hp_descriptor_open_process(getpid()));
}

int hp_wait_kept_file(void)
{
	bool is_there = wait_own_tid == getpid() && hp_descriptor_is_kept(&wait_own_call);

	return is_there ? wait_own_call.number : -1;
}

static void wait_forked(void)
{
	hp_descriptor_drop(&wait_own_call);
	if (geteuid() == 0) {
		wait_own_tid = getpid();
		wait_own_call = wait_open_call("/proc/self", wait_own_tid);
	}
}

void hp_wait_startup(void)
{
	if (strcmp(sapi_module.name, "fpm-fcgi") == 0 ||
		strcmp(sapi_module.name, "apache2handler") == 0) {
		pthread_atfork(NULL, NULL, wait_forked);
		hp_seccomp_startup();
	}
}

# else /* other kernels do not report system calls */

void hp_wait_startup(void)
{
}

void hp_wait_open(hp_wait *wait, pid_t pid, pid_t tid, bool has_files)
{
	wait->call = wait->process.file = HP_DESCRIPTOR_NONE;
}

void hp_wait_close(hp_wait *wait)
{
}

bool hp_wait_may_leave_files(int file)
{
	return true;
}

void hp_wait_left_files(hp_wait *wait)
{
}

int hp_wait_kept_file(void)
{
	return -1;
}

const char *hp_wait_name(hp_wait *wait)
{
	return NULL;
}

# endif

#endif
