#include "base/atomic_file.h"

#include "base/quiet.h"

#include "main/snprintf.h"

#include <errno.h>
#include <sys/stat.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

/* How many names are tried: killed processes may have left files, and in a container the same few
 * process numbers come back at each start. */
#define ATOMIC_FILE_TRIES 1000

#ifdef PHP_WIN32
/* On Windows, folders have no descriptors. */
static int atomic_file_open(int folder, const char *name, int flags, int mode)
{
	return hp_descriptor_open(name, flags, mode);
}

static int atomic_file_rename(int folder, const char *from, const char *to)
{
	return VCWD_RENAME(from, to);
}

void hp_atomic_file_remove(int folder, const char *name)
{
	VCWD_UNLINK(name);
}

static void atomic_file_set_mode(const hp_atomic_file *file, hp_atomic_file_access access)
{
}

static void atomic_file_set_time(const hp_atomic_file *file)
{
}
#else
static int atomic_file_at(int folder)
{
	return folder == HP_ATOMIC_FILE_NO_FOLDER ? AT_FDCWD : folder;
}

static int atomic_file_open(int folder, const char *name, int flags, int mode)
{
	return hp_descriptor_open_at(atomic_file_at(folder), name, flags | O_NOFOLLOW, mode);
}

static int atomic_file_rename(int folder, const char *from, const char *to)
{
	return folder == HP_ATOMIC_FILE_NO_FOLDER ? rename(from, to)
											  : renameat(folder, from, folder, to);
}

void hp_atomic_file_remove(int folder, const char *name)
{
	unlinkat(atomic_file_at(folder), name, 0);
}

/* Returns the mode of a new file in a folder. Without the setgid bit, a folder's group may as well
 * be that of all users. */
static mode_t atomic_file_mode_below(int folder)
{
	const mode_t shared = S_ISGID | S_IRGRP | S_IXGRP;
	struct stat status;

	return fstat(folder, &status) == 0 && (status.st_mode & shared) == shared ? 0640 : 0600;
}

/* Sets the mode. A file that replaces another one keeps its mode, so that no more users can read
 * it. The mode of another user's file or of a symlink is not copied, as it could allow too much. */
static void atomic_file_set_mode(const hp_atomic_file *file, hp_atomic_file_access access)
{
	struct stat status;

	if (access == HP_ATOMIC_FILE_AS_FOLDER) {
		fchmod(file->descriptor, atomic_file_mode_below(file->folder));
	} else if (access == HP_ATOMIC_FILE_PRIVATE) {
		fchmod(file->descriptor, 0600);
	} else if (fstatat(atomic_file_at(file->folder), file->path, &status, AT_SYMLINK_NOFOLLOW) ==
			0 &&
		S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
		fchmod(file->descriptor, status.st_mode & 0777);
	}
}

static void atomic_file_set_time(const hp_atomic_file *file)
{
	struct timespec time = {
		(time_t) (file->time_ns / 1000000000), (long) (file->time_ns % 1000000000)};

	if (file->time_ns != 0) {
		futimens(file->descriptor, (struct timespec[]){time, time});
	}
}
#endif

/* Returns the length of the folder in a path, with the last slash. */
static int atomic_file_folder_length(const char *path)
{
	size_t length = strlen(path);

	while (length > 0 && !IS_SLASH(path[length - 1])) {
		length--;
	}

	return (int) MIN(length, MAXPATHLEN);
}

/* Makes the temporary name in the same folder. It is short, as the file's name may have the maximum
 * length. Returns false if the path is too long. */
static bool atomic_file_name(const hp_atomic_file *file, char name[MAXPATHLEN])
{
	int folder =
		file->folder == HP_ATOMIC_FILE_NO_FOLDER ? atomic_file_folder_length(file->path) : 0;
	int length = snprintf(
		name, MAXPATHLEN, "%.*s.xhprof-%d-%u.tmp", folder, file->path, file->pid, file->number);

	return length > 0 && length < MAXPATHLEN - 1;
}

int hp_atomic_file_create(
	hp_atomic_file *file, int folder, const char *path, hp_atomic_file_access access)
{
	static uint32_t numbers = 0; /* shared by all threads */
	int flags = O_WRONLY | O_CREAT | O_EXCL;
	int tries = ATOMIC_FILE_TRIES;
	char name[MAXPATHLEN];

	*file = (hp_atomic_file){-1, 0, folder, 0, path, (int) getpid(), 0};
	do {
		file->number = HP_SHARED_COUNT(&numbers);
		errno = ENAMETOOLONG;
		file->descriptor = atomic_file_name(file, name)
			? atomic_file_open(folder, name, flags, access == HP_ATOMIC_FILE_AS_UMASK ? 0666 : 0600)
			: -1;
	} while (file->descriptor < 0 && errno == EEXIST && --tries > 0);
	if (file->descriptor < 0) {
		file->error = errno;
		file->path = NULL;
	} else {
		atomic_file_set_mode(file, access);
	}

	return file->error;
}

void hp_atomic_file_adopt(hp_atomic_file *file, int descriptor)
{
	*file = (hp_atomic_file){descriptor, 0, HP_ATOMIC_FILE_NO_FOLDER, 0, NULL, 0, 0};
}

void hp_atomic_file_write(hp_atomic_file *file, const char *bytes, size_t length)
{
	while (length > 0 && file->error == 0) {
		ssize_t written = hp_quiet_write(file->descriptor, bytes, length);

		if (written < 0 && errno == EINTR) {
			continue;
		}
		if (written <= 0) {
			file->error = written == 0 ? EIO : errno;
			break;
		}
		bytes += written;
		length -= (size_t) written;
	}
}

void hp_atomic_file_close(hp_atomic_file *file)
{
	int descriptor = file->descriptor;

	atomic_file_set_time(file);
	file->descriptor = -1;
	if (descriptor >= 0 && close(descriptor) != 0 && file->error == 0) {
		file->error = errno;
	}
}

int hp_atomic_file_publish(hp_atomic_file *file)
{
	char name[MAXPATHLEN];

	if (file->path != NULL && atomic_file_name(file, name)) {
		if (file->error == 0 && atomic_file_rename(file->folder, name, file->path) != 0) {
			file->error = errno;
		}
		if (file->error != 0) {
			hp_atomic_file_remove(file->folder, name);
		}
	}
	file->path = NULL;

	return file->error;
}

void hp_atomic_file_discard(hp_atomic_file *file)
{
	hp_atomic_file_close(file);
	file->error = file->error == 0 ? ECANCELED : file->error;
	hp_atomic_file_publish(file);
}
