#include "base/log_file.h"

#include "base/descriptor.h"
#include "base/quiet.h"

#include <errno.h>
#include <sys/stat.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

/* O_NONBLOCK, as a pipe without a reader must not stop the program. */
#define LOG_FILE_FLAGS (O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK)

static void log_row_text(smart_str *text, const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char) bytes[i];

		smart_str_appendc_ex(text, (char) (byte < 0x20 || byte == 0x7F ? ' ' : byte), true);
	}
	smart_str_appendc_ex(text, '\t', true);
}

static void log_row_number(smart_str *text, int64_t number, char after)
{
	smart_str_append_long_ex(text, (zend_long) number, true);
	smart_str_appendc_ex(text, after, true);
}

void hp_log_row_append(smart_str *text, const hp_log_row *row)
{
	log_row_number(text, (int64_t) row->level, '\t');
	if (row->file != NULL) {
		log_row_text(text, ZSTR_VAL(row->file), ZSTR_LEN(row->file));
	} else {
		smart_str_appendc_ex(text, '\t', true);
	}
	log_row_text(text, row->name, row->name_length);
	log_row_number(text, row->line, '\t');
	log_row_number(text, row->call_line, '\t');
	log_row_number(text, row->own_ns, '\t');
	log_row_number(text, row->total_ns, row->is_cut ? '\t' : '\n');
	if (row->is_cut) {
		smart_str_appendl_ex(text, "cut\n", 4, true);
	}
}

#ifdef PHP_WIN32
static void log_file_set_size(const hp_log_file *file)
{
}

static void log_file_own(hp_log_file *file)
{
	file->is_regular = true;
}
#else
/* Cuts the file to the lines that were written completely. */
static void log_file_set_size(const hp_log_file *file)
{
	if (file->is_regular && ftruncate(file->descriptor, (off_t) file->written_bytes) == 0) {
		lseek(file->descriptor, (off_t) file->written_bytes, SEEK_SET);
	}
}

static void log_file_own(hp_log_file *file)
{
	struct stat status;

	file->is_regular = fstat(file->descriptor, &status) == 0 && S_ISREG(status.st_mode);
	if (file->is_regular) {
		fchmod(file->descriptor, 0600);
		log_file_set_size(file);
	}
}
#endif

static bool log_file_is_inherited(const hp_log_file *file)
{
	return file->process != (int) getpid();
}

/* Cuts off a line that was written in part, and counts the lost ones. */
static void log_file_fail(hp_log_file *file, size_t written)
{
	const char *bytes = ZSTR_VAL(file->text.s);
	size_t whole = written;

	while (whole > 0 && bytes[whole - 1] != '\n') {
		whole--;
	}
	for (size_t i = 0; i < whole; i++) {
		file->text_rows -= bytes[i] == '\n' ? 1 : 0;
	}
	file->written_bytes += whole;
	file->rows -= file->text_rows;
	file->lost_rows += file->text_rows;
	log_file_set_size(file);
}

void hp_log_file_flush(hp_log_file *file)
{
	size_t length = file->text.s == NULL ? 0 : ZSTR_LEN(file->text.s), at = 0;

	if (file->descriptor < 0 || length == 0 || log_file_is_inherited(file)) {
		return;
	}
	while (at < length && file->error == 0) {
		ssize_t written =
			hp_quiet_write(file->descriptor, ZSTR_VAL(file->text.s) + at, length - at);

		if (written > 0) {
			at += (size_t) written;
		} else if (written == 0 || errno != EINTR) {
			file->error = written == 0 ? EIO : errno;
		}
	}
	if (file->error == 0) {
		file->written_bytes += length;
	} else {
		log_file_fail(file, at);
	}
	ZSTR_LEN(file->text.s) = 0;
	file->text_rows = 0;
}

static const char *log_file_refuse(const zend_string *path)
{
	if (strlen(ZSTR_VAL(path)) != ZSTR_LEN(path) ||
		!IS_ABSOLUTE_PATH(ZSTR_VAL(path), ZSTR_LEN(path))) {
		return "it is not an absolute path";
	}

	return php_check_open_basedir_ex(ZSTR_VAL(path), 0) != 0 ? "it is not within open_basedir"
															 : NULL;
}

hp_log_file *hp_log_file_open(const zend_string *path, uint64_t most_bytes, const char **error)
{
	hp_log_file *file;
	int descriptor;

	*error = log_file_refuse(path);
	if (*error != NULL) {
		return NULL;
	}
	descriptor = hp_descriptor_open(ZSTR_VAL(path), LOG_FILE_FLAGS, 0600);
	if (descriptor < 0) {
		*error = errno == ELOOP ? "it is a symlink" : hp_compat_error(errno);
		return NULL;
	}
	file = pecalloc(1, sizeof(*file), true);
	file->descriptor = descriptor;
	file->process = (int) getpid();
	file->left_bytes = most_bytes;
	file->path = zend_string_init(ZSTR_VAL(path), ZSTR_LEN(path), true);
	log_file_own(file);
	smart_str_appendl_ex(&file->text, HP_LOG_HEAD, strlen(HP_LOG_HEAD), true);
	hp_log_file_flush(file);

	return file;
}

void hp_log_file_add(hp_log_file *file, const hp_log_row *row)
{
	size_t before = file->text.s == NULL ? 0 : ZSTR_LEN(file->text.s), length;

	if (file->error != 0 || file->lost_rows > 0) {
		file->lost_rows++;
		return;
	}
	hp_log_row_append(&file->text, row);
	length = ZSTR_LEN(file->text.s) - before;
	if (length > file->left_bytes) {
		ZSTR_LEN(file->text.s) = before;
		file->lost_rows++;
		return;
	}
	file->left_bytes -= length;
	file->rows++;
	file->text_rows++;
	if (ZSTR_LEN(file->text.s) >= HP_LOG_FILE_BYTES) {
		hp_log_file_flush(file);
	}
}

void hp_log_file_close(hp_log_file *file)
{
	if (file->descriptor < 0) {
		return;
	}
	if (!log_file_is_inherited(file)) {
		if (file->lost_rows > 0 && file->error == 0) {
			smart_str_appends_ex(&file->text, "# cut here: ", true);
			smart_str_append_unsigned_ex(&file->text, (zend_ulong) file->lost_rows, true);
			smart_str_appends_ex(&file->text, " calls lost\n", true);
		}
		hp_log_file_flush(file);
	}
	if (close(file->descriptor) != 0 && file->error == 0) {
		file->error = errno;
	}
	file->descriptor = -1;
	smart_str_free_ex(&file->text, true);
}

void hp_log_file_free(hp_log_file *file)
{
	hp_log_file_close(file);
	zend_string_release(file->path);
	pefree(file, true);
}
