#include "base/writer.h"

#include "base/utf8.h"
#include "base/varint.h"
#include "hp_timer.h"

#ifdef HAVE_XHPROF_ZLIB
# include <zlib.h>
#endif

#include <errno.h>

/* Room for any number, and for the bytes that are copied after a short one. */
#define WRITER_NUMBER_BYTES ((size_t) 24)

static const char writer_pairs[] = "00010203040506070809101112131415161718192021222324"
								   "25262728293031323334353637383940414243444546474849"
								   "50515253545556575859606162636465666768697071727374"
								   "75767778798081828384858687888990919293949596979899";

static void writer_fail_file(hp_writer *writer)
{
	if (writer->file.error != 0) {
		hp_writer_fail(writer, hp_compat_error(writer->file.error));
	}
}

void hp_writer_open_text(hp_writer *writer)
{
	memset(writer, 0, sizeof(*writer));
	writer->buffer = pemalloc(HP_WRITER_BUFFER_BYTES, true);
	hp_atomic_file_adopt(&writer->file, -1);
}

void hp_writer_open_base64(hp_writer *writer, hp_writer *outer)
{
	hp_writer_open_text(writer);
	writer->outer = outer;
}

/* Keeps the program from closing the stream: writing runs its code, such as wrappers, filters and
 * error handlers. */
static void writer_hold(hp_writer *writer, php_stream *stream)
{
	writer->stream = stream;
	writer->held = (stream->flags & PHP_STREAM_FLAG_NO_FCLOSE) == 0 ? stream : NULL;
	stream->flags |= PHP_STREAM_FLAG_NO_FCLOSE;
}

static void writer_release_stream(hp_writer *writer)
{
	if (writer->held != NULL) {
		writer->held->flags &= ~PHP_STREAM_FLAG_NO_FCLOSE;
		writer->held = NULL;
	}
}

void hp_writer_open_stream(hp_writer *writer, php_stream *stream)
{
	hp_writer_open_text(writer);
	writer_hold(writer, stream);
}

static void writer_open_url(hp_writer *writer, zend_string *url)
{
	php_stream *stream = php_stream_open_wrapper(ZSTR_VAL(url), "wb", 0, NULL);

	writer->is_own_stream = true;
	if (stream == NULL) {
		hp_writer_fail(writer, "cannot be opened for writing");
	} else {
		writer_hold(writer, stream);
	}
}

/* True for a device or a pipe, which must not be replaced by a file. */
static bool writer_is_special(const char *path)
{
	zend_stat_t status;

	return VCWD_STAT(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* Returns the path for the system. With threads, each has its own current folder, which the system
 * does not know. */
static char *writer_path(const zend_string *path)
{
#ifdef VIRTUAL_DIR
	return expand_filepath_with_mode(ZSTR_VAL(path), NULL, NULL, 0, CWD_EXPAND);
#else
	return estrndup(ZSTR_VAL(path), ZSTR_LEN(path));
#endif
}

static void writer_create_file(hp_writer *writer, zend_string *path)
{
	writer->path = writer_path(path);
	if (writer->path == NULL) {
		writer->file.error = ENOENT;
	} else if (writer_is_special(ZSTR_VAL(path))) {
		hp_atomic_file_adopt(&writer->file, hp_descriptor_open(writer->path, O_WRONLY, 0));
		writer->file.error = writer->file.descriptor < 0 ? errno : 0;
	} else {
		hp_atomic_file_create(
			&writer->file, HP_ATOMIC_FILE_NO_FOLDER, writer->path, HP_ATOMIC_FILE_AS_UMASK);
	}
	writer_fail_file(writer);
}

void hp_writer_open_path(hp_writer *writer, zend_string *path)
{
	hp_writer_open_text(writer);
	if (strlen(ZSTR_VAL(path)) != ZSTR_LEN(path) || ZSTR_LEN(path) == 0) {
		hp_writer_fail(writer, "not a path");
	} else if (strstr(ZSTR_VAL(path), "://") != NULL) {
		writer_open_url(writer, path);
	} else if (php_check_open_basedir_ex(ZSTR_VAL(path), 0) != 0) {
		hp_writer_fail(writer, "not within open_basedir");
	} else {
		writer_create_file(writer, path);
	}
}

void hp_writer_open_below(hp_writer *writer, int folder, const char *name, int64_t time_ns)
{
	hp_writer_open_text(writer);
	hp_atomic_file_create(&writer->file, folder, name, HP_ATOMIC_FILE_AS_FOLDER);
	writer->file.time_ns = time_ns;
	writer_fail_file(writer);
}

void hp_writer_fail(hp_writer *writer, const char *error)
{
	if (writer->error == NULL) {
		/* Persistent, like the buffer: PHP's allocator may just have failed. */
		writer->error = zend_string_init(error, strlen(error), true);
	}
}

bool hp_writer_goes_on(hp_writer *writer)
{
	const hp_writer_bounds *bounds = writer->bounds;

	if (writer->outer != NULL) {
		return hp_writer_goes_on(writer->outer);
	}
	if (writer->error == NULL && bounds != NULL && bounds->most_ticks > 0 &&
		(double) (hp_timer_ticks() - bounds->started_ticks) > bounds->most_ticks) {
		hp_writer_fail(writer, "it took longer than xhprof.save_timeout_ms");
	}

	return writer->error == NULL;
}

bool hp_writer_has_room(hp_writer *writer, uint64_t bytes)
{
	if (writer->bounds != NULL && bytes > writer->bounds->room_bytes) {
		hp_writer_fail(writer, writer->bounds->too_large);
	}

	return writer->error == NULL;
}

static bool writer_takes(hp_writer *writer, size_t length)
{
	if (!hp_writer_goes_on(writer) || !hp_writer_has_room(writer, length)) {
		return false;
	}
	if (writer->bounds != NULL) {
		writer->bounds->room_bytes -= length;
	}

	return true;
}

/* Writes one to three bytes as four characters; pads a group that is not full. */
static void writer_put_group(hp_writer *outer, const unsigned char *bytes, size_t length)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = (uint32_t) bytes[0] << 16 | (length > 1 ? (uint32_t) bytes[1] << 8 : 0) |
		(length > 2 ? bytes[2] : 0);
	char group[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
		length > 1 ? digits[bits >> 6 & 63] : '=', length > 2 ? digits[bits & 63] : '='};

	hp_writer_bytes(outer, group, sizeof(group));
}

/* Writes bytes as base64. A group may continue from one call to the next. */
static void writer_put_base64(hp_writer *writer, const unsigned char *bytes, size_t length)
{
	while (writer->rest_count > 0 && length > 0) {
		unsigned char group[3] = {writer->rest[0], writer->rest[1], *bytes};

		if (writer->rest_count == 2) {
			writer_put_group(writer->outer, group, sizeof(group));
			writer->rest_count = 0;
		} else {
			writer->rest[writer->rest_count++] = *bytes;
		}
		bytes++;
		length--;
	}
	for (; length >= 3; bytes += 3, length -= 3) {
		writer_put_group(writer->outer, bytes, 3);
	}
	while (length-- > 0) {
		writer->rest[writer->rest_count++] = *bytes++;
	}
}

static void writer_end_base64(hp_writer *writer)
{
	if (writer->outer != NULL && writer->rest_count > 0) {
		writer_put_group(writer->outer, writer->rest, writer->rest_count);
		writer->rest_count = 0;
	}
}

static void writer_put(hp_writer *writer, const char *bytes, size_t length)
{
	if (length == 0) {
		return;
	}
	if (writer->outer != NULL) {
		writer_put_base64(writer, (const unsigned char *) bytes, length);
		return;
	}
	if (!writer_takes(writer, length)) {
		return;
	}
	if (writer->file.descriptor >= 0) {
		hp_atomic_file_write(&writer->file, bytes, length);
		writer_fail_file(writer);
	} else if (writer->stream != NULL) {
		if (php_stream_write(writer->stream, bytes, length) != (ssize_t) length) {
			hp_writer_fail(writer, "the stream could not be written completely");
		}
	} else {
		smart_str_appendl_ex(&writer->text, bytes, length, true);
	}
}

#ifdef HAVE_XHPROF_ZLIB

typedef struct writer_packing {
	z_stream zlib;
	char out[HP_WRITER_BUFFER_BYTES];
} writer_packing;

void hp_writer_pack(hp_writer *writer)
{
	writer_packing *packing = pecalloc(1, sizeof(*packing), true);

	/* 15 bits of window, the maximum, and 16 for a gzip head. Fast, because a request waits for
	 * it. */
	deflateInit2(&packing->zlib, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	writer->packing = packing;
}

/* zlib takes at most 4 GB at once. */
static void writer_deflate(hp_writer *writer, const char *bytes, size_t length, int flush)
{
	writer_packing *packing = writer->packing;
	z_stream *zlib = &packing->zlib;

	do {
		zlib->next_in = (Bytef *) bytes;
		zlib->avail_in = (uInt) MIN(length, (size_t) 1 << 30);
		bytes = length == 0 ? bytes : bytes + zlib->avail_in; /* `bytes` is NULL if length is 0 */
		length -= zlib->avail_in;
		do {
			zlib->next_out = (Bytef *) packing->out;
			zlib->avail_out = sizeof(packing->out);
			deflate(zlib, length > 0 ? Z_NO_FLUSH : flush);
			writer_put(writer, packing->out, sizeof(packing->out) - zlib->avail_out);
		} while (zlib->avail_out == 0);
	} while (length > 0);
}

static void writer_set_level(hp_writer *writer, int level)
{
	writer_packing *packing = writer->packing;
	z_stream *zlib = &packing->zlib;

	zlib->avail_in = 0;
	do {
		zlib->next_out = (Bytef *) packing->out;
		zlib->avail_out = sizeof(packing->out);
		deflateParams(zlib, level, Z_DEFAULT_STRATEGY);
		writer_put(writer, packing->out, sizeof(packing->out) - zlib->avail_out);
	} while (zlib->avail_out == 0);
}

/* zlib ends a block when the level changes. */
void hp_writer_store(hp_writer *writer)
{
	if (writer->packing == NULL) {
		return;
	}
	writer_set_level(writer, Z_NO_COMPRESSION);
	writer_deflate(writer, writer->buffer, writer->used, Z_NO_FLUSH);
	writer->used = 0;
	writer_set_level(writer, Z_BEST_SPEED);
}

static void writer_store_end(hp_writer *writer, const char *text)
{
	writer_deflate(writer, writer->buffer, writer->used, Z_NO_FLUSH);
	writer->used = 0;
	writer_set_level(writer, Z_NO_COMPRESSION);
	writer_deflate(writer, text, strlen(text), Z_FINISH);
}

static void writer_end_packing(hp_writer *writer)
{
	if (writer->packing != NULL) {
		deflateEnd(&((writer_packing *) writer->packing)->zlib);
		pefree(writer->packing, true);
		writer->packing = NULL;
	}
}

#else

void hp_writer_pack(hp_writer *writer)
{
}

void hp_writer_store(hp_writer *writer)
{
}

# define writer_deflate(writer, bytes, length, flush) ((void) 0)
# define writer_store_end(writer, text) ((void) 0)
# define writer_end_packing(writer) ((void) 0)

#endif

void hp_writer_end(hp_writer *writer, const char *text)
{
	if (writer->packing != NULL) {
		writer_store_end(writer, text);
	} else {
		hp_writer_text(writer, text);
	}
}

static void writer_send(hp_writer *writer, const char *bytes, size_t length)
{
	if (writer->packing != NULL) {
		writer_deflate(writer, bytes, length, Z_NO_FLUSH);
	} else {
		writer_put(writer, bytes, length);
	}
}

void hp_writer_bytes(hp_writer *writer, const char *bytes, size_t length)
{
	if (length == 0) {
		return; /* bytes may be NULL */
	}
	if (length > HP_WRITER_BUFFER_BYTES - writer->used) {
		writer_send(writer, writer->buffer, writer->used);
		writer->used = 0;
		if (length > HP_WRITER_BUFFER_BYTES) {
			writer_send(writer, bytes, length);
			return;
		}
	}
	memcpy(writer->buffer + writer->used, bytes, length);
	writer->used += length;
}

void hp_writer_text(hp_writer *writer, const char *text)
{
	hp_writer_bytes(writer, text, strlen(text));
}

void hp_writer_string(hp_writer *writer, const zend_string *text)
{
	hp_writer_bytes(writer, ZSTR_VAL(text), ZSTR_LEN(text));
}

/* Converts two digits per step. Copies more bytes than there are digits, as a fixed length takes
 * fewer instructions. */
static void writer_long_number(hp_writer *writer, int64_t number)
{
	char digits[2 * WRITER_NUMBER_BYTES];
	char *end = digits + WRITER_NUMBER_BYTES;
	char *start = end;
	uint64_t rest = number < 0 ? 0 - (uint64_t) number : (uint64_t) number;

	for (; rest >= 10; rest /= 100) {
		start -= 2;
		memcpy(start, &writer_pairs[2 * (rest % 100)], 2);
	}
	if (rest > 0) {
		*--start = (char) ('0' + rest);
	}
	if (number < 0) {
		*--start = '-';
	}
	if (UNEXPECTED(HP_WRITER_BUFFER_BYTES - writer->used < WRITER_NUMBER_BYTES)) {
		writer_send(writer, writer->buffer, writer->used);
		writer->used = 0;
	}
	memcpy(writer->buffer + writer->used, start, WRITER_NUMBER_BYTES);
	writer->used += (size_t) (end - start);
}

/* Most of a run is numbers, and half of these have one digit. */
void hp_writer_number(hp_writer *writer, int64_t number)
{
	if ((uint64_t) number < 10) {
		hp_writer_byte(writer, (char) ('0' + number));
	} else {
		writer_long_number(writer, number);
	}
}

void hp_writer_varint(hp_writer *writer, uint64_t number)
{
	unsigned char bytes[HP_VARINT_BYTES];
	size_t length = hp_varint_write(bytes, number);

	hp_writer_bytes(writer, (const char *) bytes, length);
}

void hp_writer_json(hp_writer *writer, const zend_string *text)
{
	bool is_utf8 = hp_utf8_is(ZSTR_VAL(text), ZSTR_LEN(text));
	char bytes[HP_UTF8_JSON_BYTES];

	hp_writer_byte(writer, '"');
	for (size_t i = 0; i < ZSTR_LEN(text); i++) {
		hp_writer_bytes(
			writer, bytes, hp_utf8_json(bytes, (unsigned char) ZSTR_VAL(text)[i], is_utf8));
	}
	hp_writer_byte(writer, '"');
}

static void writer_close_file(hp_writer *writer)
{
	hp_atomic_file_close(&writer->file);
	writer_fail_file(writer);
	if (writer->error == NULL) {
		hp_atomic_file_publish(&writer->file);
		writer_fail_file(writer);
	} else {
		hp_atomic_file_discard(&writer->file);
	}
	if (writer->path != NULL) {
		efree(writer->path);
		writer->path = NULL;
	}
}

static void writer_free(hp_writer *writer)
{
	pefree(writer->buffer, true);
	writer->buffer = NULL;
	writer_end_packing(writer);
	smart_str_free_ex(&writer->text, true);
}

static zend_string *writer_text(const hp_writer *writer)
{
	const zend_string *text = writer->text.s;

	return text == NULL ? ZSTR_EMPTY_ALLOC()
						: zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), false);
}

void hp_writer_key(hp_writer *writer, const char *before, const char *key)
{
	hp_writer_text(writer, before);
	hp_writer_text(writer, "\"");
	hp_writer_text(writer, key);
	hp_writer_text(writer, "\":");
}

zend_string *hp_writer_close(hp_writer *writer, zend_string **text)
{
	writer_send(writer, writer->buffer, writer->used);
	writer->used = 0;
	if (writer->packing != NULL) {
		writer_deflate(writer, NULL, 0, Z_FINISH);
	}
	writer_end_base64(writer);
	if (writer->stream != NULL && php_stream_flush(writer->stream) != 0) {
		hp_writer_fail(writer, "the stream could not be written completely");
	}
	if (text != NULL) {
		*text = writer_text(writer);
	}
	writer_release_stream(writer);
	if (writer->stream != NULL && writer->is_own_stream) {
		php_stream_close(writer->stream);
	}
	writer_close_file(writer);
	writer_free(writer);

	return writer->error;
}

void hp_writer_abandon(hp_writer *writer)
{
	if (writer->buffer == NULL) {
		return;
	}
	hp_writer_fail(writer, "a fatal error");
	writer_release_stream(writer);
	writer_free(writer);
	writer_close_file(writer); /* with threads, the path is in PHP's memory */
	zend_string_release(writer->error);
}
