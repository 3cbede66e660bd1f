#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/folder.h"

#ifndef PHP_WIN32

# include "base/random.h"

# include <errno.h>
# include <fcntl.h>
# include <sys/stat.h>
# include <unistd.h>

# define FOLDER_FILE_MODE 0600
# define FOLDER_SECOND_NS 1000000000

/* As PHP itself does it; where threads matter, the C library's strerror() is safe. */
static const char *folder_reason(int number)
{
	return strerror(number); /* NOLINT(concurrency-mt-unsafe) */
}

/* Of the system's allocator: PHP's may be at its limit. */
static zend_string *folder_error(int number)
{
	const char *reason = folder_reason(number);

	return zend_string_init(reason, strlen(reason), true);
}

static const char *folder_refusal(const char *path, int number)
{
	struct stat status;
	bool is_symlink = lstat(path, &status) == 0 && S_ISLNK(status.st_mode);

	return is_symlink ? "it is a symbolic link" : folder_reason(number);
}

int hp_folder_open(const char *path, const char **error)
{
	char plain[MAXPATHLEN];
	size_t length = strlen(path);
	int folder;

	*error = NULL;
	if (!IS_ABSOLUTE_PATH(path, length) || length >= sizeof(plain)) {
		*error = "it must be an absolute path";
		return HP_FOLDER_NONE;
	}
	while (length > 1 && path[length - 1] == '/') {
		length--; /* a slash at the end would follow a symlink */
	}
	memcpy(plain, path, length);
	plain[length] = '\0';
	folder = open(plain, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0) {
		*error = folder_refusal(plain, errno);
	} else if (faccessat(folder, ".", W_OK | X_OK, 0) != 0) {
		*error = folder_reason(errno);
		close(folder);
		folder = HP_FOLDER_NONE;
	}

	return folder;
}

void hp_folder_close(int folder)
{
	close(folder);
}

/* The random name differs from those that killed workers left. */
static int folder_create(int folder, char *temporary, size_t size)
{
	uint64_t number;
	int file;

	hp_random_bytes(&number, sizeof(number));
	snprintf(temporary, size, ".xhprof-%016" PRIx64 ".tmp", number);
	file = openat(
		folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FOLDER_FILE_MODE);
	if (file >= 0) {
		fchmod(file, FOLDER_FILE_MODE); /* whatever the program's umask is */
	}

	return file;
}

/* The files of a run get the same time, so that retention sees that they belong together. */
static zend_string *folder_publish(
	int folder, const char *temporary, const char *name, int64_t time_ns)
{
	struct timespec time = {
		(time_t) (time_ns / FOLDER_SECOND_NS), (long) (time_ns % FOLDER_SECOND_NS)};
	struct timespec times[] = {time, time};

	utimensat(folder, temporary, times, AT_SYMLINK_NOFOLLOW);

	return renameat(folder, temporary, folder, name) == 0 ? NULL : folder_error(errno);
}

zend_string *hp_folder_write(int folder, const char *name, int64_t time_ns, const hp_format *format,
	const hp_profile *profile)
{
	char temporary[64];
	int file = folder_create(folder, temporary, sizeof(temporary));
	zend_string *error;
	hp_writer writer;

	if (file < 0) {
		return folder_error(errno);
	}
	hp_writer_open_file(&writer, file);
	format->write(profile, &writer);
	error = hp_writer_close(&writer, NULL);
	if (error == NULL) {
		error = folder_publish(folder, temporary, name, time_ns);
	}
	if (error != NULL) {
		hp_folder_remove(folder, temporary);
	}

	return error;
}

void hp_folder_remove(int folder, const char *name)
{
	unlinkat(folder, name, 0);
}

#else /* no way to stay below a folder */

int hp_folder_open(const char *path, const char **error)
{
	*error = "runs are not saved on this system";

	return HP_FOLDER_NONE;
}

void hp_folder_close(int folder)
{
}

zend_string *hp_folder_write(int folder, const char *name, int64_t time_ns, const hp_format *format,
	const hp_profile *profile)
{
	return NULL;
}

void hp_folder_remove(int folder, const char *name)
{
}

#endif
