#include "sampler/wait_names.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/table.h"
# include "base/utf8.h"
# include "sampler/wait_text.h"

/* A question is left out if there is room for fewer bytes than this. */
# define WAIT_NAMES_LEAST_TEXT 16

/* Cuts a session id after its first four characters. The rest is secret. */
static void wait_names_hide_session(char *name)
{
	for (char *id = name; (id = strstr(id, "sess_")) != NULL; id++) {
		bool is_name = id == name || id[-1] == '/' || id[-1] == ' ' || (id[-1] & 0x80) != 0;

		if (is_name && strlen(id) > 9) {
			memcpy(id + 9, "…", sizeof("…"));
			return;
		}
	}
}

static uint64_t wait_names_hash(const char *name)
{
	uint64_t hash = 0;

	for (; *name != '\0'; name++) {
		hash = hp_table_mix(hash, (unsigned char) *name);
	}

	return hash | 1;
}

static bool wait_names_has(const uint64_t *hashes, uint32_t count, uint64_t hash)
{
	for (uint32_t i = 0; i < count; i++) {
		if (hashes[i] == hash) {
			return true;
		}
	}

	return false;
}

/* When the table is full, a new name becomes its kind: "tcp *". */
static void wait_names_add(hp_wait_names *names, char *name)
{
	uint64_t hash = wait_names_hash(name);
	char *blank = strchr(name, ' ');

	if (blank == NULL || wait_names_has(names->names, names->names_count, hash)) {
		return; /* there are few names without a blank */
	}
	if (strncmp(blank, " sess_", 6) == 0 && names->sessions++ >= HP_WAIT_SESSIONS) {
		snprintf(blank, HP_WAIT_BYTES - (size_t) (blank - name), " sess_*");
	} else if (names->names_count >= HP_WAIT_NAMES) {
		snprintf(blank, HP_WAIT_BYTES - (size_t) (blank - name), " *");
	} else {
		names->names[names->names_count++] = hash;
	}
}

static bool wait_names_is_server(const char *name)
{
	static const char *const kinds[] = {"tcp ", "unix ", "udp "};

	if (strcmp(name, "socket") == 0 || strcmp(name, "dns") == 0) {
		return true;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strncmp(name, kinds[i], strlen(kinds[i])) == 0) {
			return true;
		}
	}

	return false;
}

/* A name must be one line of text without braces. */
static void wait_names_clean(char *name)
{
	for (char *at = name; *at != '\0'; at++) {
		*at = (unsigned char) *at < ' ' || *at == 0x7f || *at == '{' || *at == '}' ? '?' : *at;
	}
}

void hp_wait_names_bound(hp_wait_names *names, char name[HP_WAIT_BYTES])
{
	wait_names_clean(name);
	wait_names_hide_session(name);
	wait_names_add(names, name);
}

void hp_wait_names_ask(
	hp_wait_names *names, const zend_execute_data *const *current, char name[HP_WAIT_BYTES])
{
	char text[HP_WAIT_TEXT_BYTES], whole[HP_WAIT_BYTES];
	size_t length = strlen(name), room = sizeof(whole) - sizeof("{: …}");
	size_t bytes;

	if (!wait_names_is_server(name) || length + WAIT_NAMES_LEAST_TEXT > room ||
		!hp_wait_text(current, text)) {
		return;
	}
	wait_names_clean(text);
	bytes = hp_utf8_cut(text, strlen(text), room - length);
	snprintf(whole, sizeof(whole), "%s: %.*s%s", name, (int) bytes, text,
		text[bytes] == '\0' ? "" : "…");
	if (!wait_names_has(names->texts, names->texts_count, wait_names_hash(whole))) {
		if (names->texts_count >= HP_WAIT_TEXTS) {
			snprintf(whole, sizeof(whole), "%s: *", name);
		} else {
			names->texts[names->texts_count++] = wait_names_hash(whole);
		}
	}
	memcpy(name, whole, sizeof(whole));
}

#endif
