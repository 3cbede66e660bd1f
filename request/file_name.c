#include "request/file_name.h"

#include "hp_timer.h"

#include "ext/hash/php_hash.h"
#include "ext/hash/php_hash_sha.h"
#include "main/snprintf.h"
#include "php_reentrancy.h"

#include <time.h>
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

/* A longer host or path says little more. */
#define FILE_NAME_PART_MAX 60

#define FILE_NAME_HEX "0123456789abcdef"
#define FILE_NAME_PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

typedef struct file_name_text {
	char *bytes;
	size_t used;
	size_t room;
	bool is_cut;
} file_name_text;

/* Other bytes become "_", several in a row one. No name begins like an option. */
static void file_name_append_byte(file_name_text *text, char byte)
{
	char last = text->used == 0 ? '\0' : text->bytes[text->used - 1];

	if (byte == '\0' || strchr(FILE_NAME_PLAIN, byte) == NULL) {
		byte = '_';
	}
	if ((byte == '_' && last == '_') || (byte == '-' && last == '\0')) {
		return;
	}
	if (text->used == text->room) {
		text->is_cut = true;
		return;
	}
	text->bytes[text->used++] = byte;
}

static void file_name_append(file_name_text *text, const char *bytes)
{
	for (size_t i = 0; i < FILE_NAME_PART_MAX && bytes[i] != '\0'; i++) {
		file_name_append_byte(text, bytes[i]);
	}
}

static void file_name_append_part(file_name_text *text, const char *bytes)
{
	file_name_append_byte(text, '-');
	file_name_append(text, bytes);
}

static void file_name_append_mark(char *name, const hp_file_mark *mark)
{
	if (mark->uri != 0) {
		snprintf(name, HP_FILE_NAME_MAX + 1 - HP_FILE_NAME_STEM_MAX, "~%016" PRIx64 "~%" PRIu64,
			mark->uri, mark->wall_ns);
	}
}

void hp_file_name_stem(char stem[HP_FILE_NAME_MAX + 1], const hp_file_name *parts)
{
	file_name_text text = {stem, 0, HP_FILE_NAME_STEM_MAX, false};
	time_t seconds = (time_t) (parts->started_ns / 1000000000);
	char digits[32] = "";
	struct tm time;

	if (php_gmtime_r(&seconds, &time) != NULL) {
		strftime(digits, sizeof(digits), "%Y%m%d-%H%M%S", &time);
	}
	file_name_append_part(&text, digits);
	file_name_append_part(&text, parts->host);
	if (parts->path != NULL) {
		const char *path = parts->path + strspn(parts->path, "/");

		file_name_append_part(&text, *path == '\0' ? "index" : path);
	}
	snprintf(digits, sizeof(digits), "%" PRId64, parts->pid);
	file_name_append_part(&text, digits);
	file_name_append_part(&text, parts->run_id);
	if (text.is_cut) {
		text.used = HP_FILE_NAME_STEM_MAX - HP_REQUEST_RUN_LENGTH - 1;
		file_name_append_part(&text, parts->run_id);
	}
	stem[text.used] = '\0';
	file_name_append_mark(stem + text.used, &parts->mark);
}

void hp_file_name_make(
	char name[HP_FILE_NAME_MAX + 1], const hp_file_name *parts, const char *extension)
{
	char source[FILE_NAME_PART_MAX + 1], stem[HP_FILE_NAME_MAX + 1];
	file_name_text text = {source, 0, FILE_NAME_PART_MAX, false};

	if (strncmp(extension, "xhprof", 6) != 0) {
		hp_file_name_stem(stem, parts);
		snprintf(name, HP_FILE_NAME_MAX + 1, "%s.xhprof.%s", stem, extension);
		return;
	}
	file_name_append(&text, parts->host[0] == '\0' ? "unknown" : parts->host);
	source[text.used] = '\0';
	stem[0] = '\0';
	file_name_append_mark(stem, &parts->mark);
	snprintf(name, HP_FILE_NAME_MAX + 1, "%s%s.%s.%s", parts->run_id, stem, source, extension);
}

uint64_t hp_file_name_hash(const zend_string *host, const zend_string *path)
{
	zend_string *name = zend_string_tolower((zend_string *) host);
	unsigned char digest[32];
	PHP_SHA256_CTX context;
	uint64_t hash;

	PHP_SHA256Init(&context);
	/* Its zero byte ends the host. */
	PHP_SHA256Update(&context, (const unsigned char *) ZSTR_VAL(name), ZSTR_LEN(name) + 1);
	PHP_SHA256Update(&context, (const unsigned char *) ZSTR_VAL(path), ZSTR_LEN(path));
	PHP_SHA256Final(digest, &context);
	zend_string_release(name);
	memcpy(&hash, digest, sizeof(hash));

	return hash == 0 ? 1 : hash;
}

void hp_file_name_now(char name[HP_FILE_NAME_MAX + 1], const char *stem, const char *extension)
{
	snprintf(name, HP_FILE_NAME_MAX + 1, "%s-%016" PRIu64 "-%d.xhprof.%s", stem,
		(uint64_t) hp_timer_unix_ns() / 1000, (int) getpid(), extension);
}

static bool file_name_has_run(const char *stem, size_t length)
{
	size_t digits = 0;

	for (size_t i = 0; i < length && digits < HP_REQUEST_RUN_LENGTH; i++) {
		digits = strchr(FILE_NAME_HEX, stem[i]) == NULL ? 0 : digits + 1;
	}

	return digits == HP_REQUEST_RUN_LENGTH;
}

static bool file_name_is_temporary(const char *name)
{
	size_t length = strlen(name);

	return length >= 4 && strcmp(name + length - 4, ".tmp") == 0;
}

/* Returns the text behind the mark, or behind the stem if it has none. */
static const char *file_name_read_mark(const char *text, hp_file_mark *mark)
{
	char *end;

	memset(mark, 0, sizeof(*mark));
	if (*text != '~') {
		return text;
	}
	mark->uri = strtoull(text + 1, &end, 16);
	if (*end == '~') {
		mark->wall_ns = strtoull(end + 1, &end, 10);
	}

	return end;
}

hp_file_kind hp_file_name_read(const char *name, hp_file_mark *mark)
{
	size_t length = strspn(name, FILE_NAME_PLAIN);
	const char *rest = file_name_read_mark(name + length, mark);

	if (strncmp(name, ".xhprof-", 8) == 0) {
		return file_name_is_temporary(name) ? HP_FILE_TEMPORARY : HP_FILE_FOREIGN;
	}
	if (!file_name_has_run(name, length) || *rest != '.') {
		return HP_FILE_FOREIGN;
	}
	if (strncmp(rest, ".xhprof.", 8) == 0 && rest[8] != '\0') {
		return file_name_is_temporary(rest) ? HP_FILE_TEMPORARY : HP_FILE_SAVED;
	}
	rest += 1 + strspn(rest + 1, FILE_NAME_PLAIN);

	return strcmp(rest, ".xhprof") == 0 || strcmp(rest, ".xhprof.gz") == 0 ? HP_FILE_SAVED
																		   : HP_FILE_FOREIGN;
}
