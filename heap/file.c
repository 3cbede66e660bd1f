#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "heap/file.h"

#include "base/temporary.h"
#include "heap/memory.h"

#include <errno.h>
#include <sys/stat.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

#define FILE_BUFFER_BYTES ((size_t) 256 * 1024)

/* Checked now: at the end, a forked writer could not report it. */
static int file_check(const char *path)
{
	struct stat status;

	if (path[0] == '\0') {
		return ENOENT;
	}
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		return (status.st_mode & S_IFMT) == S_IFDIR ? EISDIR : EEXIST;
	}

	return 0;
}

static void file_create(hp_heap_file *file)
{
	int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_BINARY | O_CLOEXEC;
	int tries = HP_TEMPORARY_TRIES;

	do {
		hp_temporary_name(file->temporary, sizeof(file->temporary), file->path);
		file->descriptor = open(file->temporary, flags, 0600);
	} while (file->descriptor < 0 && errno == EEXIST && --tries > 0);
}

int hp_heap_file_open(hp_heap_file *file, const char *path)
{
	file->used = 0;
	file->descriptor = -1;
	file->error = file_check(path);
	if (file->error != 0) {
		return file->error;
	}
	if (strlen(path) + HP_TEMPORARY_BYTES > sizeof(file->temporary)) {
		return file->error = ENAMETOOLONG;
	}
	memcpy(file->path, path, strlen(path) + 1);
	file->buffer = hp_heap_memory_take(FILE_BUFFER_BYTES);
	if (file->buffer == NULL) {
		return file->error = ENOMEM;
	}
	file_create(file);
	if (file->descriptor < 0) {
		file->error = errno;
		hp_heap_memory_release(file->buffer, FILE_BUFFER_BYTES);
	}

	return file->error;
}

static void file_flush(hp_heap_file *file)
{
	const char *bytes = file->buffer;

	while (file->used > 0 && file->error == 0) {
		ssize_t written = write(file->descriptor, bytes, file->used);

		if (written < 0 && errno == EINTR) {
			continue;
		}
		if (written <= 0) {
			file->error = written == 0 ? EIO : errno;
			break;
		}
		bytes += written;
		file->used -= (size_t) written;
	}
	file->used = 0;
}

char *hp_heap_file_room(hp_heap_file *file)
{
	if (UNEXPECTED(FILE_BUFFER_BYTES - file->used < HP_HEAP_FILE_LINE)) {
		file_flush(file);
	}

	return file->buffer + file->used;
}

void hp_heap_file_wrote(hp_heap_file *file, const char *end)
{
	file->used = (size_t) (end - file->buffer);
}

void hp_heap_file_leave(hp_heap_file *file)
{
	if (file->descriptor >= 0) {
		if (close(file->descriptor) != 0 && file->error == 0) {
			file->error = errno;
		}
		file->descriptor = -1;
		hp_heap_memory_release(file->buffer, FILE_BUFFER_BYTES);
	}
}

int hp_heap_file_finish(hp_heap_file *file)
{
	file_flush(file);
	hp_heap_file_leave(file);
	if (file->error == 0 && rename(file->temporary, file->path) != 0) {
		file->error = errno;
	}
	if (file->error != 0) {
		unlink(file->temporary);
	}

	return file->error;
}

void hp_heap_file_abandon(hp_heap_file *file)
{
	hp_heap_file_leave(file);
	unlink(file->temporary);
}
