#include "base/url.h"

#include "base/key.h"
#include "base/utf8.h"

#include "Zend/zend_operators.h"

#include <ctype.h>

/* In a query, a word without "=" that is longer than this is a value; a shorter one is a name, such
 * as "wsdl". */
#define URL_FLAG_BYTES 16

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

/* Appends the path's shape. In "/a;id=x:y" the whole step counts as a value. */
static void url_append_path(smart_str *to, const char *at, const char *end)
{
	while (at < end) {
		const char *step = url_find(at, end, "/");

		if (memchr(at, '=', (size_t) (step - at)) != NULL) {
			smart_str_appendc_ex(to, '?', true);
		} else {
			hp_key_append(to, at, (size_t) (step - at), SIZE_MAX);
		}
		if (step < end) {
			smart_str_appendc_ex(to, '/', true);
		}
		at = step + (step < end);
	}
}

/* Appends the names of a query such as "a=1&b=2". */
static void url_append_query(smart_str *to, const char *at, const char *end)
{
	while (at < end) {
		const char *pair_end = url_find(at, end, "&;");
		const char *name_end = url_find(at, pair_end, "=");

		if (name_end == pair_end && pair_end - at > URL_FLAG_BYTES) {
			smart_str_appendc_ex(to, '?', true);
		} else {
			hp_key_append(to, at, (size_t) (name_end - at), SIZE_MAX);
		}
		if (name_end < pair_end) {
			smart_str_appendl_ex(to, "=?", 2, true);
		}
		if (pair_end < end) {
			smart_str_appendc_ex(to, '&', true);
		}
		at = pair_end + (pair_end < end);
	}
}

/* Returns the place after "https://"; `at` if there is none. In "host/?next=http://other" it is
 * part of a value. */
static const char *url_pass_scheme(const char *at, const char *end)
{
	const char *colon = at;

	while (colon < end &&
		(isalnum((unsigned char) *colon) || *colon == '+' || *colon == '-' || *colon == '.')) {
		colon++;
	}

	return end - colon >= 3 && memcmp(colon, "://", 3) == 0 ? colon + 3 : at;
}

/* True for a host with or without a port. False if the port is no number, as when a password
 * contains a "/" or "#". */
static bool url_is_host(const char *at, const char *end)
{
	const char *port = at;

	if (at < end && *at == '[') {
		port = memchr(at, ']', (size_t) (end - at));
		if (port == NULL || ++port == end) {
			return port != NULL;
		}
	} else {
		port = url_find(at, end, ":");
	}
	if (port < end && *port++ != ':') {
		return false;
	}
	while (port < end && *port >= '0' && *port <= '9') {
		port++;
	}

	return port == end;
}

/* Appends host and port. */
static void url_append_host(smart_str *to, const char *at, const char *end)
{
	const char *host = zend_memrchr(at, '@', (size_t) (end - at));

	host = host == NULL ? at : host + 1;
	if (url_is_host(host, end)) {
		smart_str_appendl_ex(to, host, (size_t) (end - host), true);
	} else {
		smart_str_appendc_ex(to, '?', true);
	}
}

void hp_url_append(smart_str *to, const char *text, size_t length, size_t limit)
{
	const char *last = text + strnlen(text, hp_utf8_cut(text, length, limit));
	const char *end = url_find(text, last, "#");
	const char *authority = url_pass_scheme(text, end);
	const char *path = url_find(authority, end, "/?"), *query;

	smart_str_appendl_ex(to, text, (size_t) (authority - text), true);
	if (path == last && length >= limit) {
		smart_str_appendc_ex(to, '?', true); /* perhaps a password without the "@" after it */
		return;
	}
	url_append_host(to, authority, path);
	query = url_find(path, end, "?");
	if (query == last && length >= limit) {
		end = query = hp_key_cut(path, query);
	}
	url_append_path(to, path, query);
	if (query < end) {
		smart_str_appendc_ex(to, '?', true);
		url_append_query(to, query + 1, end);
	}
}
