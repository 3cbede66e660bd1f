#include "sampler/wait.h"

#ifdef __linux__

# include "base/proc.h"
# include "sampler/wait_argument.h"
# include "sampler/wait_call.h"
# include "sampler/wait_child.h"
# include "sampler/wait_own.h"
# include "sampler/wait_set.h"

# include <sys/wait.h>
# include <unistd.h>

/* The most threads that are checked for a question to a name server. */
# define WAIT_THREADS 32

# ifndef F_OFD_SETLKW
#  define F_OFD_SETLKW 38
# endif

static void wait_find_name(hp_wait *wait, const hp_wait_now *now, char name[HP_WAIT_BYTES]);

static bool wait_is_resolver(const hp_wait *wait, pid_t tid)
{
	char name[HP_WAIT_BYTES];
	hp_wait other = {.process = wait->process,
		.tid = tid,
		.is_resolver = true,
		.call = hp_wait_call_open(wait->process.folder, tid)};
	hp_wait_now now;
	bool is_resolver = false;

	if (hp_wait_call_read(&other.call, &now)) {
		wait_find_name(&other, &now, name);
		is_resolver = strcmp(name, "dns") == 0;
	}
	hp_descriptor_drop(&other.call);

	return is_resolver;
}

/* True if another thread of the process asks a name server, as a thread of curl's does. */
static bool wait_has_resolver(const hp_wait *wait)
{
	pid_t tids[WAIT_THREADS], pid = wait->process.pid;
	size_t count = hp_proc_threads(pid == getpid() ? 0 : pid, tids, WAIT_THREADS);

	for (size_t i = 0; i < count; i++) {
		if (tids[i] != wait->tid && wait_is_resolver(wait, tids[i])) {
			return true;
		}
	}

	return false;
}

/* Names a set that only another thread can end by that thread's question, if it has one: "dns".
 * Returns false if the descriptors are not known. */
static bool wait_set_name(const hp_wait *wait, hp_wait_file set, char *name)
{
	if (set == HP_WAIT_WAKER && !wait->is_resolver && wait_has_resolver(wait)) {
		snprintf(name, HP_WAIT_BYTES, "dns");
	}

	return set != HP_WAIT_NO_FILE;
}

/* Names what a system call waits for. Returns false if it has no name. */
static bool wait_describe(
	hp_wait *wait, const hp_wait_call *call, const hp_wait_now *now, char name[HP_WAIT_BYTES])
{
	int file = (int) now->arguments[0];

	switch (call->kind) {
		case HP_WAIT_ON_FILE:
			return hp_wait_file_name(&wait->process, file, name) != HP_WAIT_NO_FILE;
		case HP_WAIT_ON_PATH:
			return hp_wait_argument_path(&wait->process, wait->tid, now->arguments[0], name);
		case HP_WAIT_ON_PATH_AT:
			return hp_wait_argument_path(&wait->process, wait->tid, now->arguments[1], name);
		case HP_WAIT_ON_FLOCK:
			hp_wait_argument_lock(&wait->process, file, "flock", name);
			return true;
		case HP_WAIT_ON_FCNTL:
			if (now->arguments[1] != F_SETLKW && now->arguments[1] != F_OFD_SETLKW) {
				return hp_wait_file_name(&wait->process, file, name) != HP_WAIT_NO_FILE;
			}
			hp_wait_argument_lock(&wait->process, file, "fcntl", name);
			return true;
		case HP_WAIT_ON_CONNECT:
			return hp_wait_argument_server(&wait->process, now, name);
		case HP_WAIT_ON_POLL:
			return wait_set_name(wait, hp_wait_set_poll(&wait->process, now, name), name);
		case HP_WAIT_ON_SELECT:
			return wait_set_name(wait, hp_wait_set_select(&wait->process, now, name), name);
		case HP_WAIT_ON_EPOLL:
			return wait_set_name(wait, hp_wait_set_epoll(&wait->process, now, name), name);
		case HP_WAIT_ON_CHILD:
			hp_wait_child_name(&wait->process, (pid_t) file, name);
			return true;
		case HP_WAIT_ON_CHILD_BY_KIND:
			hp_wait_child_name(&wait->process, file == P_PID ? (pid_t) now->arguments[1] : 0, name);
			return true;
		default:
			snprintf(name, HP_WAIT_BYTES, "%s", call->name);
			return true;
	}
}

/* Names what the thread sleeps in, before the table of names bounds it. */
static void wait_find_name(hp_wait *wait, const hp_wait_now *now, char name[HP_WAIT_BYTES])
{
	const hp_wait_call *call = hp_wait_call_find(now->number);

	if (now->number < 0) {
		snprintf(name, HP_WAIT_BYTES, "page fault");
	} else if (call == NULL || !wait_describe(wait, call, now, name)) {
		snprintf(name, HP_WAIT_BYTES, "system call %ld", now->number);
	}
}

/* True if the thread is stopped. A watcher in the same process would be stopped with it. */
static bool wait_is_stopped(const hp_wait *wait)
{
	char text[HP_PROC_STAT_BYTES], state;

	if (wait->process.pid == getpid()) {
		return false;
	}
	hp_proc_read(text, sizeof(text), "%s/task/%d/stat", wait->process.folder, (int) wait->tid);
	state = hp_proc_stat_state(text);

	return state == 'T' || state == 't';
}

const char *hp_wait_name(hp_wait *wait)
{
	char name[HP_WAIT_BYTES];
	hp_wait_now now;
	bool is_known = hp_wait_call_read(&wait->call, &now);

	wait->process.is_child = false;
	if (wait_is_stopped(wait)) {
		return HP_WAIT_STOPPED;
	}
	if (!is_known) {
		return NULL;
	}
	wait_find_name(wait, &now, name);
	hp_wait_names_bound(&wait->names, name);
	if (wait->has_texts && wait->current != NULL) {
		hp_wait_names_ask(&wait->names, wait->current, name);
	}
	snprintf(wait->name, sizeof(wait->name), "{%.*s}", HP_WAIT_BYTES - 3, name);

	return wait->name;
}

void hp_wait_open(hp_wait *wait, pid_t pid, pid_t tid, bool has_files)
{
	hp_wait_process *process = &wait->process;

	memset(&wait->names, 0, sizeof(wait->names));
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
	wait->call = hp_wait_call_open(process->folder, tid);
	if (wait->call.number < 0) {
		wait->call = hp_wait_own_call(tid);
	}
}

void hp_wait_close(hp_wait *wait)
{
	if (!hp_wait_own_has(wait->call.number)) {
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

#else /* other kernels do not report system calls */

void hp_wait_open(hp_wait *wait, pid_t pid, pid_t tid, bool has_files)
{
	wait->call = wait->process.file = HP_DESCRIPTOR_NONE;
}

void hp_wait_close(hp_wait *wait)
{
}

const char *hp_wait_name(hp_wait *wait)
{
	return NULL;
}

#endif
