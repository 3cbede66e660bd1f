/* writer.h: writes text and bytes to a string, a stream or a file.
 *
 * After the first error, writing does nothing; closing returns that error. A file has a temporary
 * name until it is complete. */
#ifndef HP_BASE_WRITER_H
#define HP_BASE_WRITER_H

#include "base/atomic_file.h"

#include "Zend/zend_smart_str.h"

#define HP_WRITER_BUFFER_BYTES ((size_t) 64 * 1024)

/* Limits of bytes and of time for all writers together that point to it. */
typedef struct hp_writer_bounds {
	uint64_t room_bytes; /* bytes that may still be written */
	const char *too_large; /* the error if that is not enough */
	uint64_t started_ticks;
	double most_ticks; /* 0: no limit */
} hp_writer_bounds;

typedef struct hp_writer {
	hp_writer_bounds *bounds; /* set it after opening; NULL: no limits */
	char *buffer;
	size_t used;
	void *packing; /* see hp_writer_pack(); NULL: bytes are written as they are */
	struct hp_writer *outer; /* see hp_writer_open_base64(); else NULL */
	unsigned char rest[2]; /* bytes that do not fill a group of base64 yet */
	size_t rest_count;
	smart_str text; /* without a stream or file */
	php_stream *stream;
	bool is_own_stream; /* the writer opened it */
	php_stream *held; /* the stream that the program must not close meanwhile; NULL: none */
	hp_atomic_file file; /* closed if the writer has no file */
	char *path; /* the file's path while its name is temporary; else NULL */
	zend_string *error; /* a message; NULL: none so far */
} hp_writer;

/* Call exactly one of these, then exactly one hp_writer_close(). */
void hp_writer_open_text(hp_writer *writer);
void hp_writer_open_stream(hp_writer *writer, php_stream *stream);
void hp_writer_open_path(hp_writer *writer, zend_string *path);
/* A file below a folder, modified at that Unix time. Its owner can read it, and the group of a
 * setgid folder that the group may read. */
void hp_writer_open_below(hp_writer *writer, int folder, const char *name, int64_t time_ns);

/* Opens a writer that writes base64 into another open writer, which stays open. The limits are the
 * other writer's, which also keeps its errors. */
void hp_writer_open_base64(hp_writer *writer, hp_writer *outer);

/* Compresses all that follows with gzip. Call it before anything is written. Does nothing without
 * zlib. */
void hp_writer_pack(hp_writer *writer);

/* Writes what was written since packing began without compression, in a stored block of gzip: a
 * reader finds it after the 15 bytes of two heads. For at most 64 KiB; of more, a part is
 * compressed. Does nothing without packing. */
void hp_writer_store(hp_writer *writer);

/* Writes these last few bytes. With packing they are in a stored block of gzip, so that a reader
 * recognizes the end by the bytes before the eight of gzip's tail: twice the length, and the
 * text. */
void hp_writer_end(hp_writer *writer, const char *text);

/* Sets an error if there is none yet, because what was to be written could not be made. */
void hp_writer_fail(hp_writer *writer, const char *error);

/* Returns false after an error, and after the limit of time: the caller may stop. */
bool hp_writer_goes_on(hp_writer *writer);

/* Returns false if this many more bytes may not be written, and sets that as the error. */
bool hp_writer_has_room(hp_writer *writer, uint64_t bytes);

void hp_writer_bytes(hp_writer *writer, const char *bytes, size_t length);
static zend_always_inline void hp_writer_byte(hp_writer *writer, char byte)
{
	if (EXPECTED(writer->used < HP_WRITER_BUFFER_BYTES)) {
		writer->buffer[writer->used++] = byte;
	} else {
		hp_writer_bytes(writer, &byte, 1);
	}
}

void hp_writer_text(hp_writer *writer, const char *text);
void hp_writer_string(hp_writer *writer, const zend_string *text);
void hp_writer_number(hp_writer *writer, int64_t number);
/* Writes a number in the encoding of base/varint.h. */
void hp_writer_varint(hp_writer *writer, uint64_t number);

/* Writes a JSON string with its quotes, by the rule of base/utf8.h. */
void hp_writer_json(hp_writer *writer, const zend_string *text);

/* Writes what stands before a member of a JSON object, and its key, which needs no escapes. */
void hp_writer_key(hp_writer *writer, const char *before, const char *key);

/* Closes the writer. Returns NULL, and the string in *text (may be NULL); or an error message,
 * which the caller releases, and leaves no file. */
zend_string *hp_writer_close(hp_writer *writer, zend_string **text);

/* Cleans up after a fatal error: writes nothing more, and removes the file. Does nothing if the
 * writer is closed or all zeros. */
void hp_writer_abandon(hp_writer *writer);

#endif /* HP_BASE_WRITER_H */
