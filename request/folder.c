#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/folder.h"

#ifndef PHP_WIN32

# include <errno.h>
# include <fcntl.h>
# include <stdio.h>
# include <sys/stat.h>
# include <unistd.h>

# define STORE_MODE 0600

static const char *folder_why(const char *path, int number)
{
	struct stat status;

	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) {
		return "it is a symbolic link";
	}

	/* As PHP itself has it; where threads matter, the C library's is safe. */
	return strerror(number); /* NOLINT(concurrency-mt-unsafe) */
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
		length--; /* behind a slash a link would be followed */
	}
	memcpy(plain, path, length);
	plain[length] = '\0';
	folder = open(plain, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0) {
		*error = folder_why(plain, errno);
	} else if (faccessat(folder, ".", W_OK | X_OK, 0) != 0) {
		*error = strerror(errno); /* NOLINT(concurrency-mt-unsafe) */
		close(folder);
		folder = HP_FOLDER_NONE;
	}

	return folder;
}

void hp_folder_close(int folder)
{
	close(folder);
}

int hp_folder_create(int folder, const char *name)
{
	int file =
		openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, STORE_MODE);

	if (file >= 0) {
		fchmod(file, STORE_MODE); /* whatever the program's umask is */
	}

	return file;
}

zend_result hp_folder_rename(int folder, const char *from, const char *to)
{
	return renameat(folder, from, folder, to) == 0 ? SUCCESS : FAILURE;
}

void hp_folder_remove(int folder, const char *name)
{
	unlinkat(folder, name, 0);
}

uint64_t hp_folder_size(int folder, const char *name)
{
	struct stat status;

	return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? (uint64_t) status.st_size : 0;
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

int hp_folder_create(int folder, const char *name)
{
	return -1;
}

zend_result hp_folder_rename(int folder, const char *from, const char *to)
{
	return FAILURE;
}

void hp_folder_remove(int folder, const char *name)
{
}

uint64_t hp_folder_size(int folder, const char *name)
{
	return 0;
}

#endif
