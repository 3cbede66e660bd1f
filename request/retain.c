#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/retain.h"

uint64_t hp_retain_hash(const char *uri)
{
	size_t length = strcspn(uri, "?#");
	uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */

	for (size_t i = 0; i < length; i++) {
		hash = (hash ^ (unsigned char) uri[i]) * UINT64_C(0x100000001B3);
	}

	return hash == 0 ? 1 : hash;
}

#ifndef PHP_WIN32

# include "request/folder.h"

# include "ext/standard/flock_compat.h"
# include "main/snprintf.h"

# include <dirent.h>
# include <fcntl.h>
# include <stdlib.h>
# include <sys/file.h>
# include <sys/stat.h>
# include <unistd.h>

# define RETAIN_INDEX ".xhprof-index"
# define RETAIN_HEAD "xhprof-index 1 %010" PRIu64 " %020" PRIu64 " %020" PRId64 " %020" PRId64 "\n"
# define RETAIN_HEAD_BYTES 89
# define RETAIN_LINE_MAX (HP_OUTPUT_FORMATS * HP_OUTPUT_NAME_MAX + 128)

/* Whoever holds the lock is done soon, but for a sweep: it gives the files of one run their names. */
# define RETAIN_TRIES 200
# define RETAIN_WAIT_US 1000

/* How often files are looked for that a worker left when it was killed, and how old these must be. */
# define RETAIN_TIDY_SECONDS 3600
# define RETAIN_STALE_SECONDS 600

typedef struct retain_sums {
	uint64_t files;
	uint64_t bytes;
	int64_t oldest_s;
	int64_t tidied_s;
} retain_sums;

typedef struct retain_entry {
	int64_t time_s;
	uint64_t bytes;
	int64_t wall_us;
	uint64_t uri;
	char *names; /* with a "/" between */
	uint32_t files;
	bool is_own_names; /* else they are within the text of the index */
	bool is_gone;
} retain_entry;

typedef struct retain_index {
	int folder;
	int file;
	retain_sums sums;
	char *text; /* all of it, which the entries point into; NULL: not read */
	retain_entry *entries;
	size_t count;
	size_t size;
} retain_index;

/* The file may have been replaced, or made, by who had the lock before. */
static bool retain_is_current(const retain_index *index)
{
	struct stat mine, current;

	return fstat(index->file, &mine) == 0 &&
		fstatat(index->folder, RETAIN_INDEX, &current, AT_SYMLINK_NOFOLLOW) == 0 &&
		mine.st_ino == current.st_ino && mine.st_dev == current.st_dev;
}

/* One that another user made, or may write to, would tell us what to remove. */
static bool retain_is_own(const retain_index *index)
{
	struct stat status;

	return fstat(index->file, &status) == 0 && S_ISREG(status.st_mode) &&
		status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* NULL, or why not. */
static const char *retain_lock(retain_index *index)
{
	for (int i = 0; i < RETAIN_TRIES; i++) {
		index->file = openat(index->folder, RETAIN_INDEX,
			O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
		if (index->file < 0) {
			return "the index in the folder, .xhprof-index, cannot be opened";
		}
		if (!retain_is_own(index)) {
			close(index->file);
			return "the index in the folder, .xhprof-index, is not only ours";
		}
		if (flock(index->file, LOCK_EX | LOCK_NB) == 0 && retain_is_current(index)) {
			return NULL;
		}
		close(index->file);
		usleep(RETAIN_WAIT_US);
	}

	return "the index in the folder cannot be locked";
}

static retain_entry *retain_append(retain_index *index)
{
	if (index->count == index->size) {
		index->size = 2 * index->size + 64;
		index->entries =
			safe_perealloc(index->entries, index->size, sizeof(*index->entries), 0, true);
	}
	memset(&index->entries[index->count], 0, sizeof(*index->entries));

	return &index->entries[index->count++];
}

static uint32_t retain_count_names(const char *names)
{
	uint32_t count = 1;

	for (; *names != '\0'; names++) {
		count += *names == '/';
	}

	return count;
}

/* What is no line of ours is passed over. */
static void retain_read_line(retain_index *index, char *line)
{
	retain_entry entry;
	char *end;

	memset(&entry, 0, sizeof(entry));
	entry.time_s = strtoll(line, &end, 10);
	entry.bytes = strtoull(end, &end, 10);
	entry.wall_us = strtoll(end, &end, 10);
	entry.uri = strtoull(end, &end, 16);
	if (entry.time_s > 0 && end[0] == ' ' && end[1] != '\0' && end[1] != '.') {
		entry.names = end + 1;
		entry.files = retain_count_names(entry.names);
		*retain_append(index) = entry;
	}
}

static bool retain_read_text(retain_index *index)
{
	struct stat status;
	ssize_t got = 0;

	if (fstat(index->file, &status) != 0) {
		return false;
	}
	index->text = pemalloc((size_t) status.st_size + 1, true);
	while (got < status.st_size) {
		ssize_t more = pread(index->file, index->text + got, (size_t) (status.st_size - got), got);

		if (more <= 0) {
			return false;
		}
		got += more;
	}
	index->text[got] = '\0';

	return true;
}

static bool retain_read_all(retain_index *index)
{
	char *line, *end;

	if (!retain_read_text(index)) {
		return false;
	}
	line = strchr(index->text, '\n');
	while (line != NULL && (end = strchr(++line, '\n')) != NULL) {
		*end = '\0';
		retain_read_line(index, line);
		line = end;
	}

	return true;
}

/* The names of what was saved before there was an index: "<name>.xhprof.<format>", and
 * "<run>.<name>.xhprof" with a run as we name it. */
static bool retain_is_ours(const char *name)
{
	size_t length = strlen(name);

	if (name[0] == '.' || strchr(name, '\n') != NULL) {
		return false;
	}
	if (strstr(name, ".xhprof.") != NULL) {
		return true;
	}

	return length > 7 && strcmp(name + length - 7, ".xhprof") == 0 &&
		strspn(name, "0123456789abcdef") == 16 && name[16] == '.';
}

static void retain_adopt(retain_index *index, const char *name, const struct stat *status)
{
	retain_entry *entry = retain_append(index);

	entry->time_s = MAX(1, (int64_t) status->st_mtime);
	entry->bytes = (uint64_t) status->st_size;
	entry->names = pestrdup(name, true);
	entry->is_own_names = true;
	entry->files = 1;
}

/* Removes what killed workers left; is_new: and takes in what is there. */
static void retain_look_through(retain_index *index, int64_t now_s, bool is_new)
{
	int again = openat(index->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = again < 0 ? NULL : fdopendir(again);
	struct dirent *item;

	if (folder == NULL) {
		if (again >= 0) {
			close(again);
		}
		return;
	}
	while ((item = readdir(folder)) != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		bool is_temporary =
			strncmp(item->d_name, ".xhprof-", 8) == 0 && strstr(item->d_name, ".tmp") != NULL;
		struct stat status;

		if ((!is_temporary && !(is_new && retain_is_ours(item->d_name))) ||
			fstatat(index->folder, item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
			!S_ISREG(status.st_mode) || status.st_uid != geteuid()) {
			continue;
		}
		if (!is_temporary) {
			retain_adopt(index, item->d_name, &status);
		} else if (status.st_mtime < now_s - RETAIN_STALE_SECONDS) {
			hp_folder_remove(index->folder, item->d_name);
		}
	}
	closedir(folder);
	index->sums.tidied_s = now_s;
}

static bool retain_read_sums(retain_index *index)
{
	char head[RETAIN_HEAD_BYTES + 1];
	const char *text = head;
	char *end;

	if (pread(index->file, head, RETAIN_HEAD_BYTES, 0) != RETAIN_HEAD_BYTES ||
		strncmp(head, "xhprof-index 1 ", 15) != 0 || head[RETAIN_HEAD_BYTES - 1] != '\n') {
		return false;
	}
	head[RETAIN_HEAD_BYTES] = '\0';
	index->sums.files = strtoull(text + 15, &end, 10);
	index->sums.bytes = strtoull(end, &end, 10);
	index->sums.oldest_s = strtoll(end, &end, 10);
	index->sums.tidied_s = strtoll(end, &end, 10);

	return true;
}

static bool retain_write(int file, const char *text, size_t length, off_t at)
{
	return pwrite(file, text, length, at) == (ssize_t) length;
}

static bool retain_write_sums(int file, const retain_sums *sums)
{
	char head[RETAIN_HEAD_BYTES + 1];

	snprintf(
		head, sizeof(head), RETAIN_HEAD, sums->files, sums->bytes, sums->oldest_s, sums->tidied_s);

	return retain_write(file, head, RETAIN_HEAD_BYTES, 0);
}

static size_t retain_line(char *line, const retain_entry *entry)
{
	size_t used = (size_t) snprintf(line, RETAIN_LINE_MAX,
		"%" PRId64 " %" PRIu64 " %" PRId64 " %016" PRIx64 " %s", entry->time_s, entry->bytes,
		entry->wall_us, entry->uri, entry->names);

	used = MIN(used, RETAIN_LINE_MAX - 2);
	line[used++] = '\n';

	return used;
}

static void retain_sum_up(retain_sums *sums, const retain_entry *entry)
{
	sums->files += entry->files;
	sums->bytes += entry->bytes;
	if (sums->oldest_s == 0 || entry->time_s < sums->oldest_s) {
		sums->oldest_s = entry->time_s;
	}
}

/* The sums last: what is more in the index than in them does no harm. */
static bool retain_add(retain_index *index, const retain_entry *entry)
{
	char line[RETAIN_LINE_MAX];
	size_t length = retain_line(line, entry);
	off_t end = lseek(index->file, 0, SEEK_END);

	if (end < 0) {
		return false;
	}
	if (!retain_write(index->file, line, length, end)) {
		/* Half a line would take the next one with it. Nothing is to be done where this fails, too. */
		(void) !ftruncate(index->file, end);
		return false;
	}
	retain_sum_up(&index->sums, entry);

	return retain_write_sums(index->file, &index->sums);
}

/* Names come from the file: none of them leads out of the folder. */
static void retain_drop(retain_index *index, retain_entry *entry)
{
	char *name = entry->names;

	entry->is_gone = true;
	while (name != NULL && *name != '\0') {
		size_t length = strcspn(name, "/");
		bool is_last = name[length] == '\0';

		name[length] = '\0';
		if (retain_is_ours(name)) {
			hp_folder_remove(index->folder, name);
		}
		name = is_last ? NULL : name + length + 1;
	}
}

/* Where names say nothing of the run, a later one has taken the file of an earlier one. */
static void retain_forget_replaced(retain_index *index, const retain_entry *more)
{
	HashTable names;

	zend_hash_init(&names, (uint32_t) index->count, NULL, NULL, true);
	zend_hash_str_add_empty_element(&names, more->names, strlen(more->names));
	for (size_t i = index->count; i-- > 0;) {
		retain_entry *entry = &index->entries[i];

		if (!entry->is_gone &&
			zend_hash_str_add_empty_element(&names, entry->names, strlen(entry->names)) == NULL) {
			entry->is_gone = true;
		}
	}
	zend_hash_destroy(&names);
}

static int retain_compare_time(const void *one, const void *other)
{
	int64_t first = ((const retain_entry *) one)->time_s;
	int64_t second = ((const retain_entry *) other)->time_s;

	return first < second ? -1 : first > second;
}

/* False: as many slower ones are there. Else only the slowest of these stay, with room for it. */
static bool retain_is_slow(retain_index *index, uint64_t slowest, const retain_entry *more)
{
	for (;;) {
		retain_entry *fastest = NULL;
		uint64_t count = 0;

		for (size_t i = 0; i < index->count; i++) {
			retain_entry *entry = &index->entries[i];

			if (entry->uri != more->uri || entry->is_gone) {
				continue;
			}
			count++;
			if (fastest == NULL || entry->wall_us < fastest->wall_us) {
				fastest = entry;
			}
		}
		if (count < slowest) {
			return true;
		}
		if (fastest->wall_us >= more->wall_us) {
			return false;
		}
		retain_drop(index, fastest);
	}
}

/* The oldest go, until a tenth of what is limited is free; and what is too old. */
static void retain_drop_oldest(
	retain_index *index, const hp_retain_limits *limits, const retain_entry *more, int64_t now_s)
{
	uint64_t files = more->files, bytes = more->bytes;
	bool has_many, has_much;

	for (size_t i = 0; i < index->count; i++) {
		files += index->entries[i].is_gone ? 0 : index->entries[i].files;
		bytes += index->entries[i].is_gone ? 0 : index->entries[i].bytes;
	}
	has_many = limits->files != 0 && files > limits->files;
	has_much = limits->bytes != 0 && bytes > limits->bytes;

	for (size_t i = 0; i < index->count; i++) {
		retain_entry *entry = &index->entries[i];

		if (entry->is_gone) {
			continue;
		}
		if ((limits->seconds != 0 && entry->time_s < now_s - limits->seconds) ||
			(has_many && files > limits->files - limits->files / 10) ||
			(has_much && bytes > limits->bytes - limits->bytes / 10)) {
			retain_drop(index, entry);
			files -= entry->files;
			bytes -= entry->bytes;
		}
	}
}

static bool retain_write_all(retain_index *index, int file)
{
	char line[RETAIN_LINE_MAX];
	off_t end = RETAIN_HEAD_BYTES;

	memset(&index->sums, 0, offsetof(retain_sums, tidied_s));
	for (size_t i = 0; i < index->count; i++) {
		const retain_entry *entry = &index->entries[i];
		size_t length;

		if (entry->is_gone) {
			continue;
		}
		length = retain_line(line, entry);
		if (!retain_write(file, line, length, end)) {
			return false;
		}
		end += (off_t) length;
		retain_sum_up(&index->sums, entry);
	}

	return retain_write_sums(file, &index->sums);
}

/* What is left, in a new file that takes the place of the old one, locked before anybody sees it. */
static bool retain_rewrite(retain_index *index, const char *run)
{
	char temporary[64];
	bool is_written;
	int file;

	snprintf(temporary, sizeof(temporary), ".xhprof-%s-i.tmp", run);
	file = hp_folder_create(index->folder, temporary);
	if (file < 0) {
		return false;
	}
	is_written = flock(file, LOCK_EX | LOCK_NB) == 0 && retain_write_all(index, file) &&
		hp_folder_rename(index->folder, temporary, RETAIN_INDEX) == SUCCESS;
	if (!is_written) {
		close(file);
		hp_folder_remove(index->folder, temporary);
		return false;
	}
	close(index->file);
	index->file = file;

	return true;
}

static bool retain_must_sweep(const retain_index *index, const hp_retain_limits *limits,
	const retain_entry *more, int64_t now_s)
{
	const retain_sums *sums = &index->sums;

	return (limits->files != 0 && sums->files + more->files > limits->files) ||
		(limits->bytes != 0 && sums->bytes + more->bytes > limits->bytes) ||
		(limits->seconds != 0 && sums->oldest_s != 0 && sums->oldest_s < now_s - limits->seconds) ||
		(limits->slowest != 0 && more->uri != 0) || sums->tidied_s < now_s - RETAIN_TIDY_SECONDS;
}

static zend_result retain_sweep(retain_index *index, const char *run,
	const hp_retain_limits *limits, const retain_entry *more, const char **refused)
{
	bool is_new = index->sums.tidied_s == 0;

	if (!is_new && !retain_read_all(index)) {
		*refused = "the index in the folder cannot be read";
		return FAILURE;
	}
	if (index->sums.tidied_s < more->time_s - RETAIN_TIDY_SECONDS) {
		retain_look_through(index, more->time_s, is_new);
	}
	if (limits->slowest != 0 && more->uri != 0 && !retain_is_slow(index, limits->slowest, more)) {
		retain_write_sums(index->file, &index->sums);
		*refused = "there are slower ones of its URI, xhprof.keep_slowest_per_uri of them";
		return SUCCESS;
	}
	if (index->count > 0) {
		qsort(index->entries, index->count, sizeof(*index->entries), retain_compare_time);
	}
	retain_forget_replaced(index, more);
	retain_drop_oldest(index, limits, more, more->time_s);
	*retain_append(index) = *more;
	index->entries[index->count - 1].is_own_names = false; /* but the caller's */

	if (!retain_rewrite(index, run)) {
		*refused = "the index in the folder cannot be written";
		return FAILURE;
	}

	return SUCCESS;
}

static void retain_free(retain_index *index)
{
	for (size_t i = 0; i < index->count; i++) {
		if (index->entries[i].is_own_names) {
			pefree(index->entries[i].names, true);
		}
	}
	if (index->text != NULL) {
		pefree(index->text, true);
	}
	if (index->entries != NULL) {
		pefree(index->entries, true);
	}
}

static void retain_entry_of(retain_entry *entry, const hp_output *output, const hp_retain_run *run)
{
	size_t room = HP_OUTPUT_FORMATS * HP_OUTPUT_NAME_MAX;
	size_t used = 0;

	memset(entry, 0, sizeof(*entry));
	entry->time_s = run->now_s;
	entry->wall_us = run->wall_us;
	entry->uri = run->uri;
	entry->files = output->files_count;
	entry->names = pemalloc(room, true);
	entry->names[0] = '\0';
	for (uint32_t i = 0; i < output->files_count; i++) {
		entry->bytes += output->files[i].bytes;
		used += (size_t) snprintf(
			entry->names + used, room - used, "%s%s", i == 0 ? "" : "/", output->files[i].name);
	}
}

zend_result hp_retain_admit(const hp_output *output, const hp_retain_limits *limits,
	const hp_retain_run *run, int *lock, const char **refused)
{
	zend_result result = SUCCESS;
	retain_entry more;
	retain_index index;

	memset(&index, 0, sizeof(index));
	index.folder = output->folder;
	*refused = retain_lock(&index);
	if (*refused != NULL) {
		return FAILURE;
	}
	retain_entry_of(&more, output, run);
	if (!retain_read_sums(&index) || retain_must_sweep(&index, limits, &more, run->now_s)) {
		result = retain_sweep(&index, output->run, limits, &more, refused);
	} else if (!retain_add(&index, &more)) {
		*refused = "the index in the folder cannot be written";
		result = FAILURE;
	}
	retain_free(&index);
	pefree(more.names, true);
	*lock = index.file;

	return result;
}

void hp_retain_release(int lock)
{
	if (lock >= 0) {
		close(lock);
	}
}

#else /* no folder, nothing to keep */

zend_result hp_retain_admit(const hp_output *output, const hp_retain_limits *limits,
	const hp_retain_run *run, int *lock, const char **refused)
{
	*refused = NULL;

	return SUCCESS;
}

void hp_retain_release(int lock)
{
}

#endif
