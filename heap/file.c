#include "heap/file.h"

#include "base/pages.h"

#include <errno.h>
#include <sys/stat.h>

#define FILE_BUFFER_BYTES ((size_t) 256 * 1024)

/* Returns 0, or the errno for a path that is no place for a file. This is checked at the beginning,
 * because a forked writer could not report it at the end. */
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

int hp_heap_file_open(hp_heap_file *file, const char *path)
{
	int error = file_check(path);

	file->used = 0;
	hp_atomic_file_adopt(&file->file, -1);
	if (error != 0) {
		return error;
	}
	if (strlen(path) >= sizeof(file->path)) {
		return ENAMETOOLONG;
	}
	memcpy(file->path, path, strlen(path) + 1);
	file->buffer = hp_pages_take(FILE_BUFFER_BYTES);
	if (file->buffer == NULL) {
		return ENOMEM;
	}
	error = hp_atomic_file_create(
		&file->file, HP_ATOMIC_FILE_NO_FOLDER, file->path, HP_ATOMIC_FILE_PRIVATE);
	if (error != 0) {
		hp_pages_release(file->buffer, FILE_BUFFER_BYTES);
	}

	return error;
}

static void file_flush(hp_heap_file *file)
{
	hp_atomic_file_write(&file->file, file->buffer, file->used);
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
	if (file->file.descriptor >= 0) {
		hp_atomic_file_close(&file->file);
		hp_pages_release(file->buffer, FILE_BUFFER_BYTES);
	}
}

int hp_heap_file_finish(hp_heap_file *file)
{
	file_flush(file);
	hp_heap_file_leave(file);

	return hp_atomic_file_publish(&file->file);
}

void hp_heap_file_abandon(hp_heap_file *file)
{
	hp_heap_file_leave(file);
	hp_atomic_file_discard(&file->file);
}
