#include "base/url.h"

#include "base/key.h"
#include "base/sql.h"

#include "Zend/zend_operators.h"

bool hp_url_is_remote(const char *text, size_t length)
{
	static const char *const schemes[] = {"http://", "https://", "ftp://", "ftps://"};

	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++) {
		size_t scheme = strlen(schemes[i]);

		if (length > scheme && strncasecmp(text, schemes[i], scheme) == 0) {
			return true;
		}
	}

	return false;
}

static const char *url_find(const char *at, const char *end, const char *bytes)
{
	while (at < end && strchr(bytes, *at) == NULL) {
		at++;
	}

	return at;
}

/* The names of "a=1&b=2". */
static void url_append_query(smart_str *to, const char *at, const char *end)
{
	while (at < end) {
		const char *pair_end = url_find(at, end, "&;");
		const char *name_end = url_find(at, pair_end, "=");

		hp_key_append(to, at, (size_t) (name_end - at), SIZE_MAX);
		if (name_end < pair_end) {
			smart_str_appendl_ex(to, "=?", 2, true);
		}
		if (pair_end < end) {
			smart_str_appendc_ex(to, '&', true);
		}
		at = pair_end + (pair_end < end);
	}
}

/* Host and port. */
static void url_append_host(smart_str *to, const char *at, const char *end)
{
	const char *host = zend_memrchr(at, '@', (size_t) (end - at));

	host = host == NULL ? at : host + 1;
	smart_str_appendl_ex(to, host, (size_t) (end - host), true);
}

void hp_url_append(smart_str *to, const char *text, size_t length, size_t limit)
{
	const char *end = text + strnlen(text, hp_sql_cut(text, length, limit));
	const char *authority = zend_memnstr(text, "://", 3, end);
	const char *path, *query;

	end = url_find(text, end, "#");
	authority = authority == NULL || authority >= end ? text : authority + 3;
	smart_str_appendl_ex(to, text, (size_t) (authority - text), true);
	path = url_find(authority, end, "/?");
	url_append_host(to, authority, path);
	query = url_find(path, end, "?");
	hp_key_append(to, path, (size_t) (query - path), SIZE_MAX);
	if (query < end) {
		smart_str_appendc_ex(to, '?', true);
		url_append_query(to, query + 1, end);
	}
}
