/* writer.h: text and bytes on their way to a string, a stream or a file.
 *
 * The first error is kept and the rest swallowed: it is enough to look at what closing returns. A
 * file is written under another name beside it, and gets its own only when all is there. */
#ifndef HP_BASE_WRITER_H
#define HP_BASE_WRITER_H

#include "base/atomic_file.h"

#include "Zend/zend_smart_str.h"

typedef struct hp_writer {
	char *buffer;
	size_t used;
	smart_str text; /* where there is neither a stream nor a file */
	php_stream *stream;
	bool is_own_stream; /* opened here */
	php_stream *held; /* the program cannot close it now, and could before; NULL: none */
	hp_atomic_file file; /* closed where there is none */
	char *
		path; /* of the file, as long as it has another name; NULL: it has none, or is written in place */
	zend_string *error; /* in English; NULL: none so far */
} hp_writer;

/* Exactly one of these starts, and exactly one hp_writer_close() ends. */
void hp_writer_open_text(hp_writer *writer);
void hp_writer_open_stream(hp_writer *writer, php_stream *stream);
void hp_writer_open_path(hp_writer *writer, zend_string *path);
void hp_writer_open_file(hp_writer *writer, int file); /* takes it; it has its name already */

void hp_writer_bytes(hp_writer *writer, const char *bytes, size_t length);
void hp_writer_text(hp_writer *writer, const char *text);
void hp_writer_string(hp_writer *writer, const zend_string *text);
void hp_writer_number(hp_writer *writer, int64_t number);

/* A JSON string with its quotes. Bytes that are not UTF-8 are taken as Latin-1. */
void hp_writer_json(hp_writer *writer, const zend_string *text);

/* Ends the writing. Returns NULL, and fills *text (NULL: not wanted) with what went to a string; or
 * returns what went wrong, for the caller to release, and leaves no file. */
zend_string *hp_writer_close(hp_writer *writer, zend_string **text);

/* The same where a fatal error may have come between: then nothing is written any more, and a file is
 * removed. Does nothing to a writer that was closed, or is all zeros. */
void hp_writer_abandon(hp_writer *writer);

#endif /* HP_BASE_WRITER_H */
