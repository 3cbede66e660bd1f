/*
 * Runs one test, and ends what it left behind: servers, workers and copies, also those that took a
 * session of their own. run-tests.sh lets PHP's runner start each section of a test by it.
 *
 * guard COMMAND [ARGUMENT...]
 *
 * It ends as the command did. SIGTERM, which the runner sends where a test's time is over, ends all
 * of it, as does the end of the runner. TEST_PHP_LEFT names a file that gets a line for each
 * process that was still running, TEST_PHP_TIMES one that gets a line for each test: the CPU time
 * of all its processes in seconds, and the command.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What the test is made of; its last argument says where it is. */
static const char *command;

/* The parent of a process, 0 for one that has ended. base/proc.h parses the same, but needs PHP's
 * headers; this is compiled without them. */
static pid_t parent_of(const char *pid)
{
	char path[64], line[512];
	int parent = 0;
	char state = 'Z';

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	FILE *file = fopen(path, "r");
	if (!file) {
		return 0;
	}
	if (fgets(line, sizeof(line), file)) {
		/* The name, in brackets, may have any characters. */
		const char *end = strrchr(line, ')');
		if (!end || sscanf(end + 1, " %c %d", &state, &parent) != 2) {
			parent = 0;
		}
	}
	fclose(file);
	return state == 'Z' ? 0 : parent;
}

static void tell(const char *pid)
{
	const char *to = getenv("TEST_PHP_LEFT");
	char path[64], line[1024];

	if (!to) {
		return;
	}
	snprintf(path, sizeof(path), "/proc/%.20s/cmdline", pid);
	FILE *from = fopen(path, "r");
	size_t length = from ? fread(line, 1, sizeof(line) - 1, from) : 0;
	if (from) {
		fclose(from);
	}
	for (size_t i = 0; i < length; i++) {
		line[i] = line[i] < ' ' ? ' ' : line[i];
	}
	line[length] = '\0';
	FILE *file = fopen(to, "a");
	if (file) {
		fprintf(file, "%s\n\tleft by %s\n", line, command);
		fclose(file);
	}
}

/* Children, and whose parents have ended: the system makes those ours. */
static int kill_children(int is_first)
{
	DIR *folder = opendir("/proc");
	const struct dirent *entry;
	int killed = 0;

	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' &&
			parent_of(entry->d_name) == getpid()) {
			if (is_first) {
				tell(entry->d_name);
			}
			kill(atoi(entry->d_name), SIGKILL);
			killed++;
		}
	}
	if (folder) {
		closedir(folder);
	}
	return killed;
}

/* Nothing is left of it, unless the system does not let go of a process: that is not waited for. */
static void end_all(void)
{
	const struct timespec moment = {0, 5000000};

	for (int i = 0; i < 2000; i++) {
		kill_children(i == 0);
		while (waitpid(-1, NULL, WNOHANG) > 0) {
		}
		if (waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD) {
			return;
		}
		nanosleep(&moment, NULL);
	}
}

static void tell_times(void)
{
	const char *to = getenv("TEST_PHP_TIMES");
	struct rusage used;
	FILE *file = to ? fopen(to, "a") : NULL;

	if (file && getrusage(RUSAGE_CHILDREN, &used) == 0) {
		fprintf(file, "%.3f\t%s\n",
			(double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
				(double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6,
			command);
	}
	if (file) {
		fclose(file);
	}
}

static pid_t start(char **arguments, const sigset_t *before)
{
	pid_t pid = fork();

	if (pid == 0) {
		sigprocmask(SIG_SETMASK, before, NULL);
		execvp(arguments[0], arguments);
		perror(arguments[0]);
		_exit(127);
	}
	return pid;
}

static void die_by(int number)
{
	sigset_t only;

	sigemptyset(&only);
	sigaddset(&only, number);
	signal(number, SIG_DFL);
	prctl(PR_SET_DUMPABLE, 0); /* the command had its own image written */
	raise(number);
	sigprocmask(SIG_UNBLOCK, &only, NULL);
	_exit(128 + number);
}

int main(int count, char **arguments)
{
	sigset_t ends, before;
	int number, status = 0;

	if (count < 2) {
		fprintf(stderr, "usage: guard COMMAND [ARGUMENT...]\n");
		return 2;
	}
	command = arguments[count - 1];
	sigemptyset(&ends);
	sigaddset(&ends, SIGCHLD);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGHUP);
	sigprocmask(SIG_BLOCK, &ends, &before);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	pid_t pid = start(arguments + 1, &before);
	while (pid > 0 && sigwait(&ends, &number) == 0) {
		pid_t ended;
		if (number != SIGCHLD) {
			end_all();
			die_by(number);
		}
		while ((ended = waitpid(-1, &status, WNOHANG)) > 0 && ended != pid) {
		}
		if (ended == pid) {
			break;
		}
	}
	end_all();
	tell_times();
	if (WIFSIGNALED(status)) {
		die_by(WTERMSIG(status));
	}
	return pid > 0 ? WEXITSTATUS(status) : 127;
}
