/* log_file.h: a log of calls: its lines, and the file to which they are written while the program
 * runs.
 *
 * Whenever the process dies, the file contains only whole lines, up to the last flush. At most
 * about HP_LOG_FILE_BYTES of lines are in memory. Beyond a limit of bytes, and after the first
 * error, calls are only counted. */
#ifndef HP_BASE_LOG_FILE_H
#define HP_BASE_LOG_FILE_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

#define HP_LOG_FILE_BYTES ((size_t) 64 * 1024)

/* The first line. */
#define HP_LOG_HEAD "# stack_level\tfile\tfunction\tline_defined\tcurrent_line\town_ns\ttotal_ns\n"

/* A call that ended. */
typedef struct hp_log_row {
	uint64_t level; /* level on the stack; 0 for main() */
	const zend_string *file; /* NULL: none */
	const char *name;
	size_t name_length;
	uint32_t line; /* of the declaration; 0: unknown */
	uint32_t call_line; /* of the call */
	int64_t own_ns;
	int64_t total_ns;
	bool is_cut; /* the call had not ended when the log did */
} hp_log_row;

/* Appends the row's line to a persistent text. */
void hp_log_row_append(smart_str *text, const hp_log_row *row);

typedef struct hp_log_file {
	int descriptor; /* -1: closed */
	int error; /* an errno; 0: none so far */
	/* the process that opened it: a forked process must not write the text that it inherited */
	int process;
	bool is_regular;
	uint64_t left_bytes;
	uint64_t written_bytes;
	uint64_t rows; /* rows that are in the file or in text */
	uint64_t lost_rows;
	uint64_t text_rows;
	smart_str text; /* whole lines that are not written yet; persistent */
	zend_string *path; /* persistent */
} hp_log_file;

/* Opens a file that only its owner can read, and writes the first line. An existing file is
 * emptied. Returns NULL on failure; *error then says why in English. The caller frees the
 * result. */
hp_log_file *hp_log_file_open(const zend_string *path, uint64_t most_bytes, const char **error);

void hp_log_file_add(hp_log_file *file, const hp_log_row *row);
void hp_log_file_flush(hp_log_file *file);

/* Writes how many calls are missing, flushes, and closes the file. The counters stay. */
void hp_log_file_close(hp_log_file *file);

/* Also closes the file. */
void hp_log_file_free(hp_log_file *file);

#endif /* HP_BASE_LOG_FILE_H */
