/* file_name.h: the names of saved files, made and read.
 *
 *   STEM[~URI~WALL].xhprof.EXTENSION      STEM: TIME-HOST-PATH-PID-RUN
 *   RUN[~URI~WALL].SOURCE.xhprof          the format xhprof, as xhprof_lib looks for it
 *
 * RUN: 16 hexadecimal digits, which each STEM contains. SOURCE: the host, or "cli". With a limit
 * for each URI in xhprof.keep also a hash of the host and the URI's path, and the wall time, in
 * nanoseconds. */
#ifndef HP_REQUEST_FILE_NAME_H
#define HP_REQUEST_FILE_NAME_H

#include "base/compat.h"

#define HP_REQUEST_RUN_LENGTH 16

/* A STEM. With all that follows it, a name has room in any folder. */
#define HP_FILE_NAME_STEM_MAX 160
#define HP_FILE_NAME_MAX 255

typedef struct hp_file_mark {
	uint64_t uri; /* the hash, never 0; 0: there is no mark */
	uint64_t wall_ns;
} hp_file_mark;

/* The parts of a saved file's name. The texts are the caller's. */
typedef struct hp_file_name {
	int64_t started_ns; /* Unix time */
	const char *host;
	const char *path; /* of the URI, or the name of the script; NULL: not part of the name */
	int64_t pid;
	const char *run_id;
	hp_file_mark mark;
} hp_file_name;

/* Fills in the STEM with its mark. The client chooses host and path, so that only letters, digits,
 * "_" and "-" of them remain: no part of a path, no hidden file, no extension. A long STEM is cut,
 * and ends with the RUN. */
void hp_file_name_stem(char stem[HP_FILE_NAME_MAX + 1], const hp_file_name *parts);

/* Fills in the file's name with this extension. "xhprof" gives the form that xhprof_lib finds. */
void hp_file_name_make(
	char name[HP_FILE_NAME_MAX + 1], const hp_file_name *parts, const char *extension);

/* Fills in the name of a file about this moment, not about a run: "STEM-TIME-PID.xhprof.EXTENSION".
 * The time, in microseconds, has as many digits as a RUN, so that the file counts as saved. */
void hp_file_name_now(char name[HP_FILE_NAME_MAX + 1], const char *stem, const char *extension);

/* For a mark: the hash of a host, in any case, and of a path. No client finds another path with the
 * hash of one that is there, to push its runs out. */
uint64_t hp_file_name_hash(const zend_string *host, const zend_string *path);

typedef enum hp_file_kind {
	HP_FILE_FOREIGN,
	HP_FILE_SAVED,
	HP_FILE_TEMPORARY,
} hp_file_kind;

/* Recognizes the names of files that we write, and reads the mark. */
hp_file_kind hp_file_name_read(const char *name, hp_file_mark *mark);

#endif /* HP_REQUEST_FILE_NAME_H */
