#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/file_name.h"

#include "main/snprintf.h"
#include "php_reentrancy.h"

#include <time.h>

/* A host or URI longer than that says little more. */
#define NAME_PART_MAX 60

typedef struct name_text {
	char *bytes;
	size_t used;
	size_t room;
	bool is_cut;
} name_text;

static bool name_is_plain(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
		(byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

/* Runs of other bytes become one "_". */
static void name_append_byte(name_text *text, char byte)
{
	char last = text->used == 0 ? '\0' : text->bytes[text->used - 1];

	if (!name_is_plain(byte)) {
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

static void name_append(name_text *text, const char *bytes, size_t most)
{
	for (size_t i = 0; i < most && bytes[i] != '\0'; i++) {
		name_append_byte(text, bytes[i]);
	}
}

static void name_append_time(name_text *text, int64_t started_ns)
{
	time_t seconds = (time_t) (started_ns / 1000000000);
	struct tm parts;
	char digits[32];

	if (php_gmtime_r(&seconds, &parts) != NULL &&
		strftime(digits, sizeof(digits), "%Y%m%d-%H%M%S", &parts) > 0) {
		name_append(text, digits, SIZE_MAX);
	}
}

static void name_append_uri(name_text *text, const char *uri)
{
	size_t length;

	uri += strspn(uri, "/");
	length = strcspn(uri, "?#");
	if (length == 0) {
		name_append(text, "index", SIZE_MAX);
	} else {
		name_append(text, uri, MIN(length, NAME_PART_MAX));
	}
}

static void name_append_part(name_text *text, char part, const hp_name_parts *parts)
{
	char digits[24];

	switch (part) {
		case 't':
			name_append_time(text, parts->started_ns);
			break;
		case 'H':
			name_append(text, parts->host, NAME_PART_MAX);
			break;
		case 'R':
			name_append_uri(text, parts->uri);
			break;
		case 'p':
			snprintf(digits, sizeof(digits), "%" PRId64, parts->pid);
			name_append(text, digits, SIZE_MAX);
			break;
		case 'r':
			name_append(text, parts->run, SIZE_MAX);
			break;
		default:
			name_append_byte(text, part);
	}
}

void hp_name_make(char name[HP_NAME_MAX + 1], const char *pattern, const hp_name_parts *parts)
{
	name_text text = {name, 0, HP_NAME_MAX, false};

	for (; *pattern != '\0'; pattern++) {
		if (pattern[0] == '%' && pattern[1] != '\0') {
			name_append_part(&text, *++pattern, parts);
		} else {
			name_append_byte(&text, *pattern);
		}
	}
	if (text.is_cut || text.used == 0) {
		size_t length = strlen(parts->run) + 1;

		text.used = MIN(text.used, HP_NAME_MAX - length);
		name_append_byte(&text, '-');
		name_append(&text, parts->run, SIZE_MAX);
	}
	name[text.used] = '\0';
}
