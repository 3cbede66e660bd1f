/* proc.h: reads the small files by which the kernel reports about processes, threads and itself, as
 * those of /proc are, and parses the two that several folders need. Any thread may call these. */
#ifndef HP_BASE_PROC_H
#define HP_BASE_PROC_H

#include "base/compat.h"

#ifndef PHP_WIN32

# include <sys/types.h>

/* Room for all of a stat file. */
# define HP_PROC_STAT_BYTES 1024

/* Fields of a stat file that are numbers, counted as in proc(5): the parent's process id; when the
 * process started, in clock ticks since the start of the machine; the thread's last CPU. */
# define HP_PROC_PARENT 4u
# define HP_PROC_START_TICKS 22u
# define HP_PROC_CPU 39u

/* Opens a file or folder, whose path the format gives. The caller closes it. Returns -1 on failure;
 * errno says why. */
int hp_proc_open(const char *format, ...) ZEND_ATTRIBUTE_FORMAT(printf, 1, 2);

/* Reads the beginning of a file into text, as much as fits, and ends it with a zero byte. The first
 * opens the file, whose path the format gives; the second reads an open file from its start, and -1
 * stands for none. Both return the number of bytes. On failure they return -1, errno says why, and
 * text is empty. */
ssize_t hp_proc_read(char *text, size_t room, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);
ssize_t hp_proc_read_open(int file, char *text, size_t room);

/* Reads the target of a link, whose path the format gives, as much as fits. On failure text is
 * empty. */
void hp_proc_read_link(char *text, size_t room, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);

/* Returns the letter of the state in a text of /proc/PID/stat, such as 'R'; 0: it has none. */
char hp_proc_stat_state(const char *text);

/* Returns a number of that text by its field; -1: the text ends before the number does. */
int64_t hp_proc_stat_number(const char *text, unsigned int field);

/* Returns when a process started, in clock ticks since the start of the machine; 0: not known. The
 * pid 0 is this process, even where /proc has other process ids. */
uint64_t hp_proc_start_ticks(pid_t pid);

/* Lists the threads of a process, up to `most` of them. The pid 0 is this process. tids may be
 * NULL. Returns how many; 0: the process is gone, or may not be seen. */
size_t hp_proc_threads(pid_t pid, pid_t *tids, size_t most);

/* Parses a text of schedstat: nanoseconds on a CPU, nanoseconds of waiting for one, and how often
 * the thread was put on one. Returns false, with zeros, if it has not three numbers. */
bool hp_proc_schedstat(const char *text, uint64_t numbers[3]);

#endif

#endif /* HP_BASE_PROC_H */
