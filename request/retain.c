#include "request/retain.h"

#ifndef PHP_WIN32

# include "base/descriptor.h"
# include "base/random.h"
# include "base/vector.h"

# include <dirent.h>
# include <fcntl.h>
# include <stdlib.h>
# include <sys/stat.h>
# include <unistd.h>

# define RETAIN_SECOND_NS INT64_C(1000000000)

/* An older temporary file is left over from a worker that was killed. */
# define RETAIN_STALE_NS (600 * RETAIN_SECOND_NS)

/* In a folder of up to this many files, each save sweeps. In a larger one, fewer saves do, so that
 * on average a save looks at this many files, and the folder has 1 % too many at most. */
# define RETAIN_FILES_PER_SAVE 100

typedef struct retain_file {
	int64_t time_ns; /* its modification, or the wall time of its run */
	uint64_t bytes;
} retain_file;

typedef struct retain_scan {
	int folder;
	DIR *stream;
	const char *name;
	hp_file_kind kind;
	hp_file_mark mark;
} retain_scan;

static bool retain_open(retain_scan *scan, int folder)
{
	int again = hp_descriptor_open_at(folder, ".", O_RDONLY | O_DIRECTORY, 0);

	scan->folder = folder;
	scan->stream = again < 0 ? NULL : fdopendir(again);
	if (scan->stream == NULL && again >= 0) {
		close(again);
	}

	return scan->stream != NULL;
}

/* The next file with a name of ours; at the end closes the folder. */
static bool retain_next(retain_scan *scan)
{
	struct dirent *entry;

	while ((entry = readdir(scan->stream)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		scan->name = entry->d_name;
		scan->kind = hp_file_name_read(entry->d_name, &scan->mark);
		if (scan->kind != HP_FILE_FOREIGN) {
			return true;
		}
	}
	closedir(scan->stream);

	return false;
}

/* False for symlinks and folders, and for files of other users. */
static bool retain_look(const retain_scan *scan, retain_file *file)
{
	struct stat status;

	if (fstatat(scan->folder, scan->name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
		!S_ISREG(status.st_mode) || status.st_uid != geteuid()) {
		return false;
	}
# ifdef __APPLE__
	file->time_ns = status.st_mtimespec.tv_sec * RETAIN_SECOND_NS + status.st_mtimespec.tv_nsec;
# else
	file->time_ns = status.st_mtim.tv_sec * RETAIN_SECOND_NS + status.st_mtim.tv_nsec;
# endif
	file->bytes = (uint64_t) status.st_size;

	return true;
}

static int retain_compare(const void *one, const void *other)
{
	return hp_vector_order(
		((const retain_file *) other)->time_ns, ((const retain_file *) one)->time_ns, 0, 0);
}

typedef HP_VECTOR(retain_file) retain_files;

/* The saved files, the newest first; of a URI (0: of all) its runs' wall times, the longest first.
 * Removes temporary files that are left over. */
static retain_files retain_read(int folder, uint64_t uri, int64_t now_ns)
{
	retain_files files = {NULL, 0, 0};
	retain_scan scan;
	retain_file file;

	if (!retain_open(&scan, folder)) {
		return files;
	}
	while (retain_next(&scan)) {
		if (uri != 0) {
			if (scan.kind == HP_FILE_SAVED && scan.mark.uri == uri) {
				*hp_vector_add(&files) = (retain_file){(int64_t) scan.mark.wall_ns, 0};
			}
		} else if (!retain_look(&scan, &file)) {
			continue;
		} else if (scan.kind == HP_FILE_SAVED) {
			*hp_vector_add(&files) = file;
		} else if (file.time_ns < now_ns - RETAIN_STALE_NS) {
			unlinkat(folder, scan.name, 0);
		}
	}
	hp_vector_sort(files.rows, files.count, sizeof(*files.rows), retain_compare);

	return files;
}

/* Files before this time are too old. A limit of days that is out of range counts as none. */
static int64_t retain_oldest_ns(uint64_t days, int64_t now_ns)
{
	uint64_t most = (uint64_t) now_ns / RETAIN_SECOND_NS / 86400;

	return days == 0 || days > most ? 0 : now_ns - (int64_t) days * 86400 * RETAIN_SECOND_NS;
}

/* Files before this time must go. All files of the newest run stay, whatever their size. */
static int64_t retain_cutoff_ns(
	const retain_files *files, const php_xhprof_keep *keep, int64_t now_ns)
{
	uint64_t most_files = keep->files == 0 ? UINT64_MAX : keep->files;
	uint64_t most_bytes = keep->bytes == 0 ? UINT64_MAX : keep->bytes;
	int64_t oldest_ns = retain_oldest_ns(keep->days, now_ns);
	uint64_t bytes = 0;

	for (uint32_t i = 0; i < files->count; i++) {
		const retain_file *file = &files->rows[i];

		bytes += file->bytes;
		if ((i >= most_files || bytes > most_bytes) && file->time_ns != files->rows[0].time_ns) {
			return MAX(file->time_ns + 1, oldest_ns);
		}
	}

	return oldest_ns;
}

/* Removes the saved files before the cutoff; of a URI (0: of all) only runs faster than slow_ns. */
static void retain_remove(int folder, uint64_t uri, uint64_t slow_ns, int64_t cutoff_ns)
{
	retain_scan scan;
	retain_file file;

	if (!retain_open(&scan, folder)) {
		return;
	}
	while (retain_next(&scan)) {
		bool is_chosen = uri == 0 || (scan.mark.uri == uri && scan.mark.wall_ns < slow_ns);

		if (scan.kind == HP_FILE_SAVED && is_chosen && retain_look(&scan, &file) &&
			file.time_ns < cutoff_ns) {
			unlinkat(folder, scan.name, 0);
		}
	}
}

static uint64_t retain_sweep(int folder, const php_xhprof_keep *keep)
{
	int64_t now_ns = (int64_t) time(NULL) * RETAIN_SECOND_NS;
	retain_files files = retain_read(folder, 0, now_ns);
	int64_t cutoff_ns = retain_cutoff_ns(&files, keep, now_ns);
	uint64_t files_seen;

	if (files.count > 0 && files.rows[files.count - 1].time_ns < cutoff_ns) {
		retain_remove(folder, 0, 0, cutoff_ns);
	}
	files_seen = files.count;
	hp_vector_free(&files);

	return files_seen;
}

/* The wall time of the last run of a URI that xhprof.keep keeps; 0: there is room for more. The
 * files of a run have the same wall time. */
static uint64_t retain_slow_ns(int folder, uint64_t uri, uint64_t most)
{
	retain_files walls = retain_read(folder, uri, 0);
	uint64_t runs = 0, slow_ns = 0;

	for (uint32_t i = 0; i < walls.count && runs < most; i++) {
		runs += i == 0 || walls.rows[i].time_ns != walls.rows[i - 1].time_ns;
		slow_ns = runs == most ? (uint64_t) walls.rows[i].time_ns : 0;
	}
	hp_vector_free(&walls);

	return slow_ns;
}

/* For one save in files_seen / RETAIN_FILES_PER_SAVE, by chance: workers need not know of each
 * other. */
static bool retain_is_due(uint64_t files_seen)
{
	uint64_t saves = files_seen / RETAIN_FILES_PER_SAVE;

	return saves == 0 || hp_random_is_one_in(saves);
}

bool hp_retain_admits(int folder, const php_xhprof_keep *keep, const hp_file_mark *mark)
{
	return mark->uri == 0 ||
		mark->wall_ns > retain_slow_ns(folder, mark->uri, keep->slowest_per_uri);
}

void hp_retain_sweep(
	int folder, const php_xhprof_keep *keep, const hp_file_mark *mark, uint64_t *files_seen)
{
	if (mark != NULL && mark->uri != 0) {
		uint64_t slow_ns = retain_slow_ns(folder, mark->uri, keep->slowest_per_uri);

		if (slow_ns != 0) {
			retain_remove(folder, mark->uri, slow_ns, INT64_MAX);
		}
	}
	if (files_seen == NULL) {
		retain_sweep(folder, keep);
	} else if (retain_is_due(*files_seen)) {
		*files_seen = retain_sweep(folder, keep);
	}
}

#endif
