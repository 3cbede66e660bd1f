/* head.h: the first line of a json file: the run without its tables. The bytes are not trusted. */
#ifndef HP_FORMAT_HEAD_H
#define HP_FORMAT_HEAD_H

#include "base/compat.h"

typedef struct hp_head_file {
	/* The head as an object of JSON, for the caller to release; NULL: the file has none. */
	zend_string *text;
	uint64_t bytes; /* of the file */
	int64_t time_s; /* Unix time of its modification */
	bool has_end; /* false: not all of the file is there, although the head is */
} hp_head_file;

/* Reads the head of a file, plain or packed by gzip, of at most 64 KiB. What hp_writer_store() left
 * as it is need not be unpacked. False: it is not a regular file, a symlink, or cannot be read. */
bool hp_head_read(const char *path, hp_head_file *file);

#endif /* HP_FORMAT_HEAD_H */
