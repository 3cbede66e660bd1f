#include "live/files.h"

#include "base/descriptor.h"
#include "base/proc.h"
#include "base/quiet.h"
#include "live/format.h"

#ifdef __linux__

# include <dirent.h>
# include <errno.h>
# include <fcntl.h>
# include <stdlib.h>
# include <sys/stat.h>
# include <time.h>
# include <unistd.h>

# define FILES_ERROR_BYTES 256

/* The data of at most this many processes that died during a request is kept: a crash loop must not
 * fill the memory. */
# define FILES_MAX_DEAD 32

static __thread char files_error[FILES_ERROR_BYTES];

static const char *files_say(const char *what, const char *advice)
{
	snprintf(files_error, sizeof(files_error), "%s%s", what, advice);

	return files_error;
}

/* Returns NULL if nobody else can remove or replace files that this process makes in the folder,
 * else the reason why not. */
static const char *files_refusal(const struct stat *folder)
{
	bool is_sticky = (folder->st_mode & S_ISVTX) != 0;

	if (folder->st_uid != geteuid() && folder->st_uid != 0) {
		return "it belongs to another user: give it to this user, or to root with mode 1770 or "
			   "3770";
	}
	if ((folder->st_mode & (S_IWGRP | S_IWOTH)) != 0 && !is_sticky) {
		return "other users can write to it, and could replace our files: use chmod 2750, or "
			   "3770 if several users share it";
	}

	return NULL;
}

static const char *files_open_error(const char *path)
{
	struct stat status;
	int number = errno;

	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) {
		return "it is a symbolic link: give the folder itself";
	}

	if (number == EACCES) {
		return "this user may not read it: give it to this user, or to root with mode "
			   "3770";
	}

	return files_say(
		hp_compat_error(number), ": create it, with mode 2750 and the group of the readers");
}

bool hp_live_files_are_of_another(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid != geteuid() &&
		status.st_uid != 0;
}

/* Returns the open folder, or -1 with the reason in *error. */
static int files_open_folder(const char *path, const char **error)
{
	char plain[MAXPATHLEN];
	size_t length = strlen(path);
	struct stat status;
	int folder;

	if (!IS_ABSOLUTE_PATH(path, length) || length >= sizeof(plain)) {
		*error = "it must be an absolute path";
		return -1;
	}
	while (length > 1 && path[length - 1] == '/') {
		length--; /* a slash at the end would follow a symlink */
	}
	memcpy(plain, path, length);
	plain[length] = '\0';
	folder = hp_descriptor_open(plain, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
	if (folder < 0 || fstat(folder, &status) != 0) {
		*error = files_open_error(plain);
	} else {
		*error = files_refusal(&status);
	}
	if (*error != NULL && folder >= 0) {
		close(folder);
		folder = -1;
	}

	return folder;
}

static void files_name(const hp_live_files *files, char *name, const char *suffix)
{
	snprintf(name, HP_LIVE_FILES_NAME_BYTES + 8, "%s.%s", files->name, suffix);
}

static void files_name_of(hp_live_files *files, pid_t pid)
{
	int length = snprintf(files->name, sizeof(files->name), "%d-%llu", (int) pid,
		(unsigned long long) files->start_ticks);

	if (files->tid != pid) {
		snprintf(
			files->name + length, sizeof(files->name) - (size_t) length, "-%d", (int) files->tid);
	}
}

static void files_unlink(const hp_live_files *files)
{
	char name[HP_LIVE_FILES_NAME_BYTES + 8];

	files_name(files, name, "ctl");
	unlinkat(files->folder.number, name, 0);
	files_name(files, name, "data");
	unlinkat(files->folder.number, name, 0);
	files_name(files, name, "locals");
	unlinkat(files->folder.number, name, 0);
}

/* Creates the FIFO. Readers may write to it, but not read what others wrote. */
static zend_result files_create_control(hp_live_files *files)
{
	char name[HP_LIVE_FILES_NAME_BYTES + 8];
	struct stat status;

	files_name(files, name, "ctl");
	if (mkfifoat(files->folder.number, name, 0620) != 0) {
		return FAILURE;
	}
	/* Opened for writing, too: without a writer poll() would not wait. */
	files->control = hp_descriptor_keep(
		hp_descriptor_open_at(files->folder.number, name, O_RDWR | O_NONBLOCK | O_NOFOLLOW, 0));
	if (files->control.number < 0 || fstat(files->control.number, &status) != 0) {
		return FAILURE;
	}
	/* Checked before the mode changes: if something else has taken the name, it must not be
	 * touched. */
	if (!S_ISFIFO(status.st_mode) || status.st_uid != geteuid()) {
		errno = EEXIST;
		return FAILURE;
	}
	if (fchmod(files->control.number, 0620) != 0) {
		return FAILURE;
	}

	return SUCCESS;
}

/* Creates the data file and allocates all of it now: memory that is missing later would cause a
 * SIGBUS. */
static zend_result files_create_data(hp_live_files *files, size_t bytes)
{
	char name[HP_LIVE_FILES_NAME_BYTES + 8];
	hp_quiet quiet;
	int number;

	files_name(files, name, "data");
	files->data = hp_descriptor_open_at(
		files->folder.number, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0640);
	if (files->data < 0 || fchmod(files->data, 0640) != 0) {
		return FAILURE;
	}
	hp_quiet_begin(&quiet);
	do {
		number = posix_fallocate(files->data, 0, (off_t) bytes);
	} while (number == EINTR);
	hp_quiet_end(&quiet);
	errno = number;

	return number == 0 ? SUCCESS : FAILURE;
}

static const char *files_create_error(int number)
{
	if (number == ENOSPC) {
		return "it is full: enlarge it, or lower xhprof.live_bytes";
	}
	if (number == EFBIG) {
		return "the limit on the size of files (ulimit -f, LimitFSIZE) was reached: raise it, "
			   "or lower xhprof.live_bytes";
	}
	if (number == EEXIST) {
		return "a file of this process' name there belongs to another user: remove it";
	}

	return files_say(hp_compat_error(number), "");
}

zend_result hp_live_files_create(
	hp_live_files *files, pid_t pid, const char *path, size_t data_bytes, const char **error)
{
	files->control = HP_DESCRIPTOR_NONE;
	files->data = -1;
	files->pid = getpid();
	*error = NULL;
	files->folder = hp_descriptor_keep(files_open_folder(path, error));
	if (files->folder.number < 0) {
		return FAILURE;
	}
	files_name_of(files, pid);
	files_unlink(files); /* left from before an exec(), which keeps pid and start time */
	if (files_create_control(files) == FAILURE || files_create_data(files, data_bytes) == FAILURE) {
		*error = files_create_error(errno);
		hp_live_files_remove(files);
		return FAILURE;
	}

	return SUCCESS;
}

void hp_live_files_remove_locals(const hp_live_files *files)
{
	char name[HP_LIVE_FILES_NAME_BYTES + 8];

	files_name(files, name, "locals");
	unlinkat(files->folder.number, name, 0);
}

void hp_live_files_close(hp_live_files *files)
{
	if (files->data >= 0) {
		close(files->data);
		files->data = -1;
	}
	hp_descriptor_drop(&files->control);
	hp_descriptor_drop(&files->folder);
}

void hp_live_files_remove(hp_live_files *files)
{
	if (files->pid == getpid() && hp_descriptor_is_kept(&files->folder)) {
		files_unlink(files);
	}
	hp_live_files_close(files);
}

/* The parts of a file's name. */
typedef struct files_found {
	char stem[HP_LIVE_FILES_NAME_BYTES];
	unsigned long pid;
	uint64_t start_ticks;
} files_found;

/* Parses "<pid>-<start>.data", "<pid>-<start>-<tid>.ctl" and ".locals". Returns false if the file
 * is not ours. */
static bool files_parse(const char *name, files_found *found)
{
	const char *dot = strrchr(name, '.');
	char *end;

	if (dot == NULL || dot - name >= HP_LIVE_FILES_NAME_BYTES || name[0] < '0' || name[0] > '9' ||
		(strcmp(dot, ".data") != 0 && strcmp(dot, ".ctl") != 0 && strcmp(dot, ".locals") != 0)) {
		return false;
	}
	memcpy(found->stem, name, (size_t) (dot - name));
	found->stem[dot - name] = '\0';
	found->pid = strtoul(name, &end, 10);
	if (*end != '-' || end[1] < '0' || end[1] > '9') {
		return false;
	}
	found->start_ticks = strtoull(end + 1, &end, 10);
	if (*end == '-') {
		strtoul(end + 1, &end, 10);
	}

	return end == dot;
}

/* Returns true if the process has ended. A process in another container cannot be seen, but its
 * FIFO has a reader. */
static bool files_is_dead(int folder, const files_found *found)
{
	char path[HP_LIVE_FILES_NAME_BYTES + 32];
	int control;

	snprintf(path, sizeof(path), "%s.ctl", found->stem);
	control = hp_descriptor_open_at(folder, path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW, 0);
	if (control >= 0) {
		close(control);
		return false;
	}
	if (errno != ENXIO && errno != ENOENT) {
		return false;
	}

	return hp_proc_start_ticks((pid_t) found->pid) != found->start_ticks;
}

/* Data of a process that died in the middle of a request. */
typedef struct files_corpse {
	char stem[HP_LIVE_FILES_NAME_BYTES];
	struct timespec noticed;
	uint64_t began_unix_us; /* when its last request began */
} files_corpse;

/* Returns true if the data may explain a crash: the process died during a request. */
static bool files_died_at_work(int folder, const char *name, files_corpse *corpse)
{
	uint32_t state = HP_LIVE_IDLE;
	uint64_t magic = 0;
	int file = hp_descriptor_open_at(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
	bool is_read = file >= 0 && pread(file, &magic, sizeof(magic), 0) == sizeof(magic) &&
		pread(file, &state, sizeof(state), offsetof(hp_live_header, slot.state)) == sizeof(state) &&
		pread(file, &corpse->began_unix_us, sizeof(uint64_t),
			offsetof(hp_live_header, slot.began_unix_us)) == sizeof(uint64_t);

	if (file >= 0) {
		close(file);
	}

	return is_read && magic == HP_LIVE_MAGIC &&
		(state == HP_LIVE_RUNNING || state == HP_LIVE_SHUTDOWN);
}

/* Returns true if the data must be kept. If the FIFO still exists, nobody has noticed the process's
 * death yet, so the retention period starts now. */
static bool files_keep(
	int folder, const char *stem, uint64_t keep_s, struct timespec now, files_corpse *corpse)
{
	char data[HP_LIVE_FILES_NAME_BYTES + 8], control[HP_LIVE_FILES_NAME_BYTES + 8];
	struct stat status;

	snprintf(corpse->stem, sizeof(corpse->stem), "%s", stem);
	snprintf(data, sizeof(data), "%s.data", stem);
	snprintf(control, sizeof(control), "%s.ctl", stem);
	if (keep_s == 0 || !files_died_at_work(folder, data, corpse)) {
		return false;
	}
	if (fstatat(folder, control, &status, AT_SYMLINK_NOFOLLOW) == 0) {
		/* All data that is noticed in one sweep gets the same time, in whatever order the folder
		 * lists it. */
		struct timespec times[] = {now, now};

		utimensat(folder, data, times, AT_SYMLINK_NOFOLLOW);
		unlinkat(folder, control, 0);
		corpse->noticed = now;
		return true;
	}
	if (fstatat(folder, data, &status, AT_SYMLINK_NOFOLLOW) != 0) {
		return false;
	}
	corpse->noticed = status.st_mtim;

	return (uint64_t) status.st_mtime + keep_s > (uint64_t) now.tv_sec;
}

static bool files_is_older(const files_corpse *left, const files_corpse *right)
{
	if (left->noticed.tv_sec != right->noticed.tv_sec) {
		return left->noticed.tv_sec < right->noticed.tv_sec;
	}
	if (left->noticed.tv_nsec != right->noticed.tv_nsec) {
		return left->noticed.tv_nsec < right->noticed.tv_nsec;
	}

	return left->began_unix_us < right->began_unix_us;
}

static void files_drop(int folder, const char *stem)
{
	hp_live_files dead = {.folder = {.number = folder}};

	snprintf(dead.name, sizeof(dead.name), "%s", stem);
	files_unlink(&dead);
}

/* The dead processes whose data stays. */
typedef struct files_dead {
	uint32_t count;
	files_corpse corpses[FILES_MAX_DEAD];
} files_dead;

/* Adds one more whose data stays. If there is no room, the oldest data is removed. */
static void files_add(int folder, files_dead *dead, const files_corpse *corpse)
{
	files_corpse *place = dead->corpses;

	for (uint32_t i = 0; i < dead->count; i++) {
		if (strcmp(dead->corpses[i].stem, corpse->stem) == 0) {
			return; /* added already: the folder lists each of its files */
		}
		if (files_is_older(&dead->corpses[i], place)) {
			place = &dead->corpses[i];
		}
	}
	if (dead->count < FILES_MAX_DEAD) {
		dead->corpses[dead->count++] = *corpse;
	} else if (files_is_older(place, corpse)) {
		files_drop(folder, place->stem);
		*place = *corpse;
	} else {
		files_drop(folder, corpse->stem);
	}
}

void hp_live_files_sweep(int folder, uint64_t keep_s)
{
	int copy = hp_descriptor_open_at(folder, ".", O_RDONLY | O_DIRECTORY, 0);
	DIR *list = copy < 0 ? NULL : fdopendir(copy);
	const struct dirent *entry;
	struct timespec now;
	files_dead dead = {.count = 0};
	files_corpse corpse;
	files_found found;

	clock_gettime(CLOCK_REALTIME, &now);
	/* NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread has this list */
	while (list != NULL && (entry = readdir(list)) != NULL) {
		if (!files_parse(entry->d_name, &found) || !files_is_dead(folder, &found)) {
			continue;
		}
		if (strcmp(strrchr(entry->d_name, '.'), ".locals") == 0) {
			unlinkat(
				folder, entry->d_name, 0); /* values of the program: nobody reads them any more */
		} else if (files_keep(folder, found.stem, keep_s, now, &corpse)) {
			files_add(folder, &dead, &corpse);
		} else {
			files_drop(folder, found.stem);
		}
	}
	if (list != NULL) {
		closedir(list);
	} else if (copy >= 0) {
		close(copy);
	}
}

void hp_live_files_sweep_path(const char *path, uint64_t keep_s)
{
	int folder = hp_descriptor_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);

	if (folder >= 0) {
		hp_live_files_sweep(folder, keep_s);
		close(folder);
	}
}

#endif
