#include "request/folder.h"

#ifndef PHP_WIN32

# include "base/atomic_file.h"

# include <errno.h>
# include <sys/stat.h>
# include <unistd.h>

# define FOLDER_SECOND_NS 1000000000

/* Persistent: PHP's allocator may be at its limit. */
static zend_string *folder_error(int number)
{
	const char *reason = hp_compat_error(number);

	return zend_string_init(reason, strlen(reason), true);
}

static const char *folder_refusal(const char *path, int number)
{
	struct stat status;
	bool is_symlink = lstat(path, &status) == 0 && S_ISLNK(status.st_mode);

	return is_symlink ? "it is a symbolic link" : hp_compat_error(number);
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
		*error = hp_compat_error(errno);
		close(folder);
		folder = HP_FOLDER_NONE;
	}

	return folder;
}

void hp_folder_close(int folder)
{
	close(folder);
}

/* The writer closes its own descriptor. */
static zend_string *folder_fill(
	const hp_atomic_file *file, const hp_format *format, const hp_profile *profile)
{
	int descriptor = fcntl(file->descriptor, F_DUPFD_CLOEXEC, 0);
	hp_writer writer;

	if (descriptor < 0) {
		return folder_error(errno);
	}
	hp_writer_open_file(&writer, descriptor);
	format->write(profile, &writer);

	return hp_writer_close(&writer, NULL);
}

/* The files of a run get the same time, so that retention sees that they belong together. */
static void folder_set_time(const hp_atomic_file *file, int64_t time_ns)
{
	struct timespec time = {
		(time_t) (time_ns / FOLDER_SECOND_NS), (long) (time_ns % FOLDER_SECOND_NS)};

	futimens(file->descriptor, (struct timespec[]){time, time});
}

zend_string *hp_folder_write(int folder, const char *name, int64_t time_ns, const hp_format *format,
	const hp_profile *profile)
{
	hp_atomic_file file;
	zend_string *error;

	if (hp_atomic_file_create(&file, folder, name, true) != 0) {
		return folder_error(file.error);
	}
	error = folder_fill(&file, format, profile);
	if (error != NULL) {
		hp_atomic_file_discard(&file);
		return error;
	}
	folder_set_time(&file, time_ns);
	hp_atomic_file_close(&file);

	return hp_atomic_file_publish(&file) == 0 ? NULL : folder_error(file.error);
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
