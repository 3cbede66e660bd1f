#include "config.h"

#include "texts.h"

#include "base/sql.h"
#include "base/url.h"
#include "base/utf8.h"
#include "base/words.h"
#include "live/trace.h"
#include "request/cidr.h"

#include <stdlib.h>

/* As long as the longest that a run keeps. */
#define TEXTS_MOST 1024u

static void texts_demand(bool holds)
{
	if (!holds) {
		abort();
	}
}

/* No longer than it may be, and UTF-8 if the text is. */
static void texts_check(const smart_str *to, const char *text, size_t length, size_t most)
{
	if (to->s == NULL) {
		return;
	}
	texts_demand(ZSTR_LEN(to->s) <= most);
	if (hp_utf8_is(text, length)) {
		texts_demand(hp_utf8_is(ZSTR_VAL(to->s), ZSTR_LEN(to->s)));
	}
}

void fuzz_sql(const uint8_t *bytes, size_t length)
{
	const char *text = (const char *) bytes;
	static const size_t bounds[] = {8, 100, TEXTS_MOST};

	for (size_t i = 0; i < sizeof(bounds) / sizeof(bounds[0]); i++) {
		smart_str to = {NULL, 0};

		hp_sql_append(&to, text, length, bounds[i]);
		texts_check(&to, text, length, bounds[i]);
		smart_str_free_ex(&to, true);
	}
}

/* Nothing of a user, and of a fragment, is left. */
void fuzz_urls(const uint8_t *bytes, size_t length)
{
	const char *text = (const char *) bytes;
	smart_str to = {NULL, 0};
	const char *host, *end;

	if (!hp_url_is_remote(text, length)) {
		return;
	}
	hp_url_append(&to, text, length, TEXTS_MOST);
	texts_check(&to, text, length, 3 * TEXTS_MOST);
	smart_str_0(&to);
	if (to.s != NULL) {
		host = strstr(ZSTR_VAL(to.s), "://");
		texts_demand(host != NULL);
		end = host + 3 + strcspn(host + 3, "/?");
		texts_demand(memchr(host, '@', (size_t) (end - host)) == NULL);
	}
	smart_str_free_ex(&to, true);
}

/* What is read is written as it was. */
void fuzz_traces(const uint8_t *bytes, size_t length)
{
	const char *text = (const char *) bytes;
	hp_live_trace trace;
	char id[2 * sizeof(trace.id) + 1];

	if (hp_live_trace_read(&trace, text, length)) {
		texts_demand(hp_live_trace_is_set(&trace));
		hp_live_trace_write_id(id, trace.id, sizeof(trace.id));
		texts_demand(memcmp(id, text + 3, sizeof(id) - 1) == 0);
	} else {
		texts_demand(!hp_live_trace_is_set(&trace));
	}
}

/* A list that is none, as a whole, may still name an address. One of one word, that is an address,
 * has it. */
static void texts_cidr(const char *text)
{
	bool is_valid = hp_cidr_is_valid(text);
	const char *rest = text, *word;
	size_t length;

	hp_cidr_has(text, "10.0.0.1");
	hp_cidr_has("10.0.0.0/8, fd00::/8, ::ffff:192.168.0.0/112", text);
	word = hp_words_next(&rest, &length);
	if (is_valid && word == text && *rest == '\0' && strchr(text, '/') == NULL) {
		texts_demand(hp_cidr_has(text, text));
	}
}

void fuzz_cidr(const uint8_t *bytes, size_t length)
{
	zend_string *text = zend_string_init((const char *) bytes, length, false);

	texts_cidr(ZSTR_VAL(text));
	zend_string_release(text);
}
