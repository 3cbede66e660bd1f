#include "format/head.h"

#include "base/descriptor.h"

#include <ctype.h>

#ifdef HAVE_XHPROF_ZLIB
# include <zlib.h>
#endif

#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

/* Most heads are shorter than the first; a longer one than the last is not read. */
#define HEAD_BYTES 4096
#define HEAD_BYTES_MAX 65536

/* A pipe must not be waited for. */
#define HEAD_FLAGS (O_RDONLY | O_NOFOLLOW | O_NONBLOCK)

#define HEAD_START "{\"format\":\"xhprof\","

/* The bytes of two heads: of gzip without a name, and of a block that stores, its type and its
 * length twice. */
#define HEAD_PACKED_BYTES 15

/* The tail of gzip has a checksum and the text's length. Deflate shortens a text by this factor at
 * most. */
#define HEAD_LENGTH_BYTES 4
#define HEAD_TAIL_BYTES 8
#define HEAD_MOST_DEFLATED 1032

/* The block before the tail, which hp_writer_end() has stored without compression: two bytes, after
 * their length and its complement. */
#define HEAD_END "\x02\x00\xfd\xff}\n"
#define HEAD_END_BYTES (sizeof(HEAD_END) - 1)

/* A packed file without this mark is of another writer, and has to be unpacked. For a larger file
 * its length must do. */
#define HEAD_MOST_UNPACKED (UINT64_C(64) << 20)

/* A line break cannot be in a string of JSON: the first one is that behind the head. */
static zend_string *head_line(const char *text, size_t length)
{
	const char *end = length == 0 ? NULL : memchr(text, '\n', length);
	zend_string *line;

	if (end == NULL || (size_t) (end - text) < strlen(HEAD_START) ||
		memcmp(text, HEAD_START, strlen(HEAD_START)) != 0 || end[-1] != ',') {
		return NULL;
	}
	line = zend_string_init(text, (size_t) (end - text), false);
	ZSTR_VAL(line)[ZSTR_LEN(line) - 1] = '}';

	return line;
}

#ifdef HAVE_XHPROF_ZLIB

static bool head_is_stored(const unsigned char *bytes, size_t length)
{
	return length > HEAD_PACKED_BYTES && bytes[3] == 0 && (bytes[10] & 7) == 0;
}

/* As far as the bytes go: all of the file is seldom there. */
static zend_string *head_inflate(const char *bytes, size_t length)
{
	char *text = emalloc(HEAD_BYTES_MAX);
	z_stream zlib = {.next_in = (Bytef *) bytes,
		.avail_in = (uInt) length,
		.next_out = (Bytef *) text,
		.avail_out = HEAD_BYTES_MAX};
	zend_string *line = NULL;

	if (inflateInit2(&zlib, 15 + 16) == Z_OK) {
		inflate(&zlib, Z_SYNC_FLUSH);
		line = head_line(text, HEAD_BYTES_MAX - zlib.avail_out);
		inflateEnd(&zlib);
	}
	efree(text);

	return line;
}

static zend_string *head_packed(const char *bytes, size_t length)
{
	zend_string *line = NULL;

	if (head_is_stored((const unsigned char *) bytes, length)) {
		line = head_line(bytes + HEAD_PACKED_BYTES, length - HEAD_PACKED_BYTES);
	}

	return line != NULL ? line : head_inflate(bytes, length);
}

#else

static zend_string *head_packed(const char *bytes, size_t length)
{
	return NULL;
}

#endif

static zend_string *head_text(const char *bytes, size_t length)
{
	bool is_packed = length > 2 && memcmp(bytes, "\x1f\x8b", 2) == 0;

	return is_packed ? head_packed(bytes, length) : head_line(bytes, length);
}

/* Seldom: the request had a long URI or many parameters. */
static zend_string *head_read_long(int descriptor)
{
	char *bytes = emalloc(HEAD_BYTES_MAX);
	ssize_t length =
		lseek(descriptor, 0, SEEK_SET) == 0 ? read(descriptor, bytes, HEAD_BYTES_MAX) : -1;
	zend_string *text = length > 0 ? head_text(bytes, (size_t) length) : NULL;

	efree(bytes);

	return text;
}

/* How a file ends: as many bytes as tell. */
typedef struct head_end {
	unsigned char bytes[HEAD_END_BYTES + HEAD_TAIL_BYTES];
} head_end;

static bool head_is_length(const unsigned char *length, uint64_t bytes)
{
	uint32_t text = (uint32_t) length[0] | (uint32_t) length[1] << 8 | (uint32_t) length[2] << 16 |
		(uint32_t) length[3] << 24;

	return text > 0 && text / HEAD_MOST_DEFLATED <= bytes;
}

#ifdef HAVE_XHPROF_ZLIB

/* Unpacks all of the file, without keeping it, to compare the checksum at its end. */
static bool head_unpacks(int descriptor)
{
	char in[HEAD_BYTES], *out = emalloc(HEAD_BYTES_MAX);
	z_stream zlib = {.next_in = NULL};
	int status = lseek(descriptor, 0, SEEK_SET) == 0 ? inflateInit2(&zlib, 15 + 16) : Z_ERRNO;

	while (status == Z_OK || status == Z_BUF_ERROR) {
		if (zlib.avail_in == 0) {
			ssize_t length = read(descriptor, in, sizeof(in));

			if (length <= 0) {
				break;
			}
			zlib.next_in = (Bytef *) in;
			zlib.avail_in = (uInt) length;
		}
		zlib.next_out = (Bytef *) out;
		zlib.avail_out = HEAD_BYTES_MAX;
		status = inflate(&zlib, Z_NO_FLUSH);
	}
	inflateEnd(&zlib);
	efree(out);

	return status == Z_STREAM_END;
}

#else

static bool head_unpacks(int descriptor)
{
	return true;
}

#endif

static bool head_is_packed_end(int descriptor, const head_end *end, uint64_t bytes)
{
	const unsigned char *length = end->bytes + sizeof(end->bytes) - HEAD_LENGTH_BYTES;

	return head_is_length(length, bytes) &&
		(memcmp(end->bytes, HEAD_END, HEAD_END_BYTES) == 0 || bytes > HEAD_MOST_UNPACKED ||
			head_unpacks(descriptor));
}

/* A file that was copied in part, or to a full disk, begins as a whole one does: its end differs.
 * Most small runs are read already as a whole. */
static bool head_has_end(int descriptor, const char *bytes, size_t length, uint64_t size)
{
	unsigned char last;
	head_end end;

	if (size == length && length >= sizeof(end)) {
		memcpy(&end, bytes + length - sizeof(end), sizeof(end));
	} else if (size < sizeof(end) || lseek(descriptor, -(off_t) sizeof(end), SEEK_END) < 0 ||
		read(descriptor, &end, sizeof(end)) != sizeof(end)) {
		return false;
	}
	last = end.bytes[sizeof(end.bytes) - 1];

	return bytes[0] == '\x1f' ? head_is_packed_end(descriptor, &end, size)
							  : last == '}' || isspace(last);
}

static void head_read_open(int descriptor, hp_head_file *file)
{
	char bytes[HEAD_BYTES];
	ssize_t length = read(descriptor, bytes, sizeof(bytes));

	file->text = length > 0 ? head_text(bytes, (size_t) length) : NULL;
	if (file->text == NULL && length == HEAD_BYTES) {
		file->text = head_read_long(descriptor);
	}
	file->has_end =
		file->text != NULL && head_has_end(descriptor, bytes, (size_t) length, file->bytes);
}

/* With threads, PHP has its own working directory, and its open() resolves symlinks first. */
static int head_open(const char *path)
{
#ifdef ZTS
	char full[MAXPATHLEN];

	path = expand_filepath_with_mode(path, full, NULL, 0, CWD_EXPAND);
#endif

	return path == NULL ? -1 : hp_descriptor_open(path, HEAD_FLAGS, 0);
}

bool hp_head_read(const char *path, hp_head_file *file)
{
	int descriptor = head_open(path);
	zend_stat_t status;
	bool is_file =
		descriptor >= 0 && zend_fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);

	memset(file, 0, sizeof(*file));
	if (is_file) {
		file->bytes = (uint64_t) status.st_size;
		file->time_s = (int64_t) status.st_mtime;
		head_read_open(descriptor, file);
	}
	if (descriptor >= 0) {
		close(descriptor);
	}

	return is_file;
}
