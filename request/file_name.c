#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/file_name.h"

#include "main/snprintf.h"
#include "php_reentrancy.h"

#include <time.h>

/* A host or URI longer than that says little more. */
#define NAME_PART_MAX 60

typedef struct file_name_text {
	char *bytes;
	size_t used;
	size_t room;
	bool is_cut;
} file_name_text;

static bool file_name_is_plain(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
		(byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

/* Runs of other bytes become one "_". */
static void file_name_append_byte(file_name_text *text, char byte)
{
	char last = text->used == 0 ? '\0' : text->bytes[text->used - 1];

	if (!file_name_is_plain(byte)) {
		byte = '_';
	}
	if ((byte == '_' && last == '_') || (byte == '-' && last == '\0')) {
		return; /* nor does a name begin like an option */
	}
	if (text->used == text->room) {
		text->is_cut = true;
		return;
	}
	text->bytes[text->used++] = byte;
}

static void file_name_append(file_name_text *text, const char *bytes, size_t most)
{
	for (size_t i = 0; i < most && bytes[i] != '\0'; i++) {
		file_name_append_byte(text, bytes[i]);
	}
}

static void file_name_append_time(file_name_text *text, int64_t started_ns)
{
	time_t seconds = (time_t) (started_ns / 1000000000);
	struct tm parts;
	char digits[32];

	if (php_gmtime_r(&seconds, &parts) != NULL &&
		strftime(digits, sizeof(digits), "%Y%m%d-%H%M%S", &parts) > 0) {
		file_name_append(text, digits, SIZE_MAX);
	}
}

static void file_name_append_path(file_name_text *text, const char *path)
{
	path += strspn(path, "/");
	file_name_append(text, *path == '\0' ? "index" : path, NAME_PART_MAX);
}

static void file_name_append_part(file_name_text *text, char part, const hp_file_name_parts *parts)
{
	char digits[24];

	switch (part) {
		case 't':
			file_name_append_time(text, parts->started_ns);
			break;
		case 'H':
			file_name_append(text, parts->host, NAME_PART_MAX);
			break;
		case 'R':
			file_name_append_path(text, parts->path);
			break;
		case 'p':
			snprintf(digits, sizeof(digits), "%" PRId64, parts->pid);
			file_name_append(text, digits, SIZE_MAX);
			break;
		case 'r':
			file_name_append(text, parts->run, SIZE_MAX);
			break;
		default:
			file_name_append_byte(text, part);
	}
}

void hp_file_name_make(
	char name[HP_FILE_NAME_MAX + 1], const char *pattern, const hp_file_name_parts *parts)
{
	file_name_text text = {name, 0, HP_FILE_NAME_MAX, false};

	for (; *pattern != '\0'; pattern++) {
		if (pattern[0] == '%' && pattern[1] != '\0') {
			file_name_append_part(&text, *++pattern, parts);
		} else {
			file_name_append_byte(&text, *pattern);
		}
	}
	if (text.is_cut || text.used == 0) {
		size_t length = strlen(parts->run) + 1;

		text.used = MIN(text.used, HP_FILE_NAME_MAX - length);
		file_name_append_byte(&text, '-');
		file_name_append(&text, parts->run, SIZE_MAX);
	}
	name[text.used] = '\0';
}
