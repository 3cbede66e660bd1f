#include "request/folder.h"

#include "base/descriptor.h"

#ifndef PHP_WIN32

# include <errno.h>
# include <fcntl.h>
# include <sys/stat.h>
# include <unistd.h>

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
	folder = hp_descriptor_open(plain, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
	if (folder < 0) {
		*error = folder_refusal(plain, errno);
	} else if (faccessat(folder, ".", W_OK | X_OK, 0) != 0) {
		*error = hp_compat_error(errno);
		close(folder);
		folder = HP_FOLDER_NONE;
	}

	return folder;
}

#else /* no way to stay below a folder */

int hp_folder_open(const char *path, const char **error)
{
	*error = "runs are not saved on this system";

	return HP_FOLDER_NONE;
}

#endif
