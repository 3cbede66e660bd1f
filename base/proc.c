#include "base/proc.h"

#ifndef PHP_WIN32

# include "base/descriptor.h"

# include <dirent.h>
# include <stdarg.h>
# include <stdlib.h>
# include <unistd.h>

static int proc_open(const char *format, va_list arguments)
{
	char path[96];

	vsnprintf(path, sizeof(path), format, arguments);

	return hp_descriptor_open(path, O_RDONLY, 0);
}

int hp_proc_open(const char *format, ...)
{
	va_list arguments;
	int file;

	va_start(arguments, format);
	file = proc_open(format, arguments);
	va_end(arguments);

	return file;
}

ssize_t hp_proc_read_open(int file, char *text, size_t room)
{
	ssize_t length = file < 0 ? -1 : pread(file, text, room - 1, 0);

	text[MAX(length, 0)] = '\0';

	return length;
}

/* Reads a file that was opened for that, and closes it. */
static ssize_t proc_read(int file, char *text, size_t room)
{
	ssize_t length = hp_proc_read_open(file, text, room);

	if (file >= 0) {
		close(file);
	}

	return length;
}

ssize_t hp_proc_read(char *text, size_t room, const char *format, ...)
{
	va_list arguments;
	int file;

	va_start(arguments, format);
	file = proc_open(format, arguments);
	va_end(arguments);

	return proc_read(file, text, room);
}

void hp_proc_read_link(char *text, size_t room, const char *format, ...)
{
	char path[96];
	va_list arguments;
	ssize_t length;

	va_start(arguments, format);
	vsnprintf(path, sizeof(path), format, arguments);
	va_end(arguments);
	length = readlink(path, text, room - 1);
	text[MAX(length, 0)] = '\0';
}

/* The text is "PID (NAME) STATE PARENT ...". The name may hold spaces, parentheses and newlines, so
 * it ends at the last parenthesis. */
static const char *proc_stat_field(const char *text, unsigned int field)
{
	const char *at = strrchr(text, ')');

	for (unsigned int i = 2; i < field && at != NULL; i++) {
		at = strchr(at + 1, ' ');
	}

	return at == NULL ? "" : at + 1;
}

char hp_proc_stat_state(const char *text)
{
	return *proc_stat_field(text, 3);
}

int64_t hp_proc_stat_number(const char *text, unsigned int field)
{
	const char *at = proc_stat_field(text, field);
	char *end;
	long long number = strtoll(at, &end, 10);

	return end != at && (*end == ' ' || *end == '\n') ? number : -1;
}

static int proc_open_of(pid_t pid, const char *name)
{
	return pid == 0 ? hp_proc_open("/proc/self/%s", name)
					: hp_proc_open("/proc/%d/%s", (int) pid, name);
}

uint64_t hp_proc_start_ticks(pid_t pid)
{
	char text[HP_PROC_STAT_BYTES];
	int64_t ticks;

	proc_read(proc_open_of(pid, "stat"), text, sizeof(text));
	ticks = hp_proc_stat_number(text, HP_PROC_START_TICKS);

	return ticks < 0 ? 0 : (uint64_t) ticks;
}

size_t hp_proc_threads(pid_t pid, pid_t *tids, size_t most)
{
	int file = proc_open_of(pid, "task");
	DIR *folder = file < 0 ? NULL : fdopendir(file);
	const struct dirent *entry;
	size_t count = 0;

	if (folder == NULL) {
		if (file >= 0) {
			close(file);
		}
		return 0;
	}
	while (count < most && (entry = readdir(folder)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		if (entry->d_name[0] != '.') {
			if (tids != NULL) {
				tids[count] = (pid_t) strtol(entry->d_name, NULL, 10);
			}
			count++;
		}
	}
	closedir(folder);

	return count;
}

bool hp_proc_schedstat(const char *text, uint64_t numbers[3])
{
	char *end;

	for (size_t i = 0; i < 3; i++) {
		numbers[i] = strtoull(text, &end, 10);
		if (end == text) {
			memset(numbers, 0, 3 * sizeof(numbers[0]));
			return false;
		}
		text = end;
	}

	return true;
}

#endif
