#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/redact.h"

#include "request/mangle.h"

#include "Zend/zend_smart_str.h"
#include "ext/standard/url.h"

#define REDACT_INSTEAD "[redacted]"

/* A name is no longer; what is, is cut, and looked at as far as that. */
#define REDACT_NAME_MAX 256
#define REDACT_DEPTH 32

/* URIs in URIs in URIs: what is deeper counts as secret. */
#define REDACT_URI_DEPTH 8

static const char *const redact_parts[] = {"auth", "bearer", "cred", "csrf", "jwt", "key", "pass",
	"pwd", "secret", "sess", "sign", "token", "xsrf"};
static const char *const redact_names[] = {"code", "cvc", "cvv", "hash", "hmac", "iban", "mac",
	"nonce", "otp", "pan", "pin", "sid", "sig", "ssn", "state", "tan"};

static zend_string *redact_uri(const zend_string *uri, const char *more, uint32_t depth);

static bool redact_is_name(const char *name)
{
	for (size_t i = 0; i < sizeof(redact_names) / sizeof(redact_names[0]); i++) {
		if (strcmp(name, redact_names[i]) == 0) {
			return true;
		}
	}
	for (size_t i = 0; i < sizeof(redact_parts) / sizeof(redact_parts[0]); i++) {
		if (strstr(name, redact_parts[i]) != NULL) {
			return true;
		}
	}

	return false;
}

/* Case only matters to ASCII here. "_" and "-" at its ends do not: "--pin". */
bool hp_redact_is_secret(const char *name, size_t length, const char *more)
{
	char plain[REDACT_NAME_MAX];
	size_t used = 0;

	if (more != NULL && hp_mangle_is_key(name, length, more)) {
		return true;
	}
	for (size_t i = 0; i < length && used < sizeof(plain) - 1; i++) {
		char byte = name[i];

		if (used == 0 && (byte == '_' || byte == '-')) {
			continue;
		}
		plain[used++] = byte >= 'A' && byte <= 'Z' ? (char) (byte - 'A' + 'a') : byte;
	}
	while (used > 0 && (plain[used - 1] == '_' || plain[used - 1] == '-')) {
		used--;
	}
	plain[used] = '\0';

	return redact_is_name(plain);
}

/* Whether it is a URI that has some itself: "?next=/page?token=1", or a user's "://anna:1@host". */
static bool redact_holds_secret(const char *value, size_t length, const char *more, uint32_t depth)
{
	bool holds_secret = false;
	zend_string *plain, *redacted;

	if (memchr(value, '=', length) == NULL && memchr(value, '@', length) == NULL) {
		return false;
	}
	if (depth == 0) {
		return true;
	}
	plain = zend_string_init(value, length, false);
	redacted = redact_uri(plain, more, depth - 1);
	holds_secret = !zend_string_equals(plain, redacted);
	zend_string_release(plain);
	zend_string_release(redacted);

	return holds_secret;
}

static bool redact_holds_encoded(const char *value, size_t length, const char *more, uint32_t depth)
{
	char *plain;
	bool holds_secret;

	if (memchr(value, '%', length) == NULL && memchr(value, '@', length) == NULL) {
		return false;
	}
	plain = estrndup(value, length);
	holds_secret = redact_holds_secret(plain, php_url_decode(plain, length), more, depth);
	efree(plain);

	return holds_secret;
}

/* A name as it stands in a query: "user%5Bpin%5D". It is secret if any key is that PHP makes of it; that
 * PHP does not look at what follows a "]" but a "[", makes it none. */
static bool redact_is_secret_name(const char *name, size_t length, const char *more)
{
	char *plain = estrndup(name, length);
	const char *part;
	bool is_secret = false;

	php_url_decode(plain, length); /* PHP cuts it at a zero byte, too */
	part = hp_mangle_name(plain);
	while (!is_secret && *part != '\0') {
		size_t part_length = strcspn(part, "[]");

		is_secret = hp_redact_is_secret(part, part_length, more);
		part += part_length;
		part += strspn(part, "[]");
	}
	efree(plain);

	return is_secret;
}

/* "name=value", as it stands in a query. False: it is none, or no secret, and nothing is added. */
static bool redact_pair(
	smart_str *text, const char *pair, size_t length, const char *more, uint32_t depth)
{
	const char *equals = memchr(pair, '=', length);
	size_t name_length;

	if (equals == NULL) {
		return false;
	}
	name_length = (size_t) (equals - pair);
	if (!redact_is_secret_name(pair, name_length, more) &&
		!redact_holds_encoded(equals + 1, length - name_length - 1, more, depth)) {
		return false;
	}
	smart_str_appendl(text, pair, name_length + 1);
	smart_str_appends(text, REDACT_INSTEAD);

	return true;
}

/* To PHP, "?" and "#" are bytes of a value like others: "token=a?b". Else it may be a URI as it is. */
static bool redact_field(
	smart_str *text, const char *field, size_t length, const char *more, uint32_t depth)
{
	const char *end = field + length;

	if (redact_pair(text, field, length, more, depth)) {
		return true;
	}
	while (field < end) {
		length = strcspn(field, "&;#?");
		if (!redact_pair(text, field, length, more, depth)) {
			smart_str_appendl(text, field, length);
		}
		field += length;
		if (field < end) {
			smart_str_appendc(text, *field++);
		}
	}

	return false;
}

/* What stands before the host: "//user:password@host". */
static const char *redact_user(smart_str *text, const char *uri)
{
	const char *host = strstr(uri, "://");
	const char *at;

	if (host == NULL || strcspn(uri, "/?#") != (size_t) (host - uri) + 1) {
		return uri;
	}
	host += strlen("://");
	at = host + strcspn(host, "@/?#");
	if (*at != '@') {
		return uri;
	}
	smart_str_appendl(text, uri, (size_t) (host - uri));
	smart_str_appends(text, REDACT_INSTEAD);

	return at;
}

static zend_string *redact_uri(const zend_string *uri, const char *more, uint32_t depth)
{
	smart_str text = {NULL, 0};
	const char *at = redact_user(&text, ZSTR_VAL(uri));
	size_t length = strcspn(at, "?");
	bool is_secret = false;

	smart_str_appendl(&text, at, length);
	at += length;
	while (*at != '\0') {
		/* Whether ";" ends a value, arg_separator.input says; one that has no name may be its rest. */
		bool is_rest = is_secret && *at == ';';

		smart_str_appendc(&text, *at++); /* "?", "&", ";" */
		length = strcspn(at, "&;");
		if (is_rest && memchr(at, '=', length) == NULL) {
			smart_str_appends(&text, REDACT_INSTEAD);
		} else {
			is_secret = redact_field(&text, at, length, more, depth);
		}
		at += length;
	}

	return smart_str_extract(&text);
}

zend_string *hp_redact_uri(const zend_string *uri, const char *more)
{
	return redact_uri(uri, more, REDACT_URI_DEPTH);
}

static void redact_instead(zval *value)
{
	ZVAL_STRING(value, REDACT_INSTEAD);
}

/* A trigger may be called by a number, of which PHP makes an int. */
static bool redact_is_secret_key(const zend_string *name, zend_ulong number, const char *more)
{
	char digits[MAX_LENGTH_OF_LONG + 1];
	int length;

	if (name != NULL) {
		return hp_redact_is_secret(ZSTR_VAL(name), ZSTR_LEN(name), more);
	}
	length = snprintf(digits, sizeof(digits), ZEND_LONG_FMT, (zend_long) number);

	return hp_redact_is_secret(digits, (size_t) length, more);
}

static void redact_array(zval *result, const HashTable *array, const char *more, uint32_t depth)
{
	zend_ulong number;
	zend_string *name;
	zval *value, copy;

	array_init(result);
	ZEND_HASH_FOREACH_KEY_VAL((HashTable *) array, number, name, value) {
		ZVAL_DEREF(value);
		if (depth == 0 || redact_is_secret_key(name, number, more) ||
			(Z_TYPE_P(value) == IS_STRING &&
				redact_holds_secret(
					Z_STRVAL_P(value), Z_STRLEN_P(value), more, REDACT_URI_DEPTH))) {
			redact_instead(&copy);
		} else if (Z_TYPE_P(value) == IS_ARRAY) {
			redact_array(&copy, Z_ARRVAL_P(value), more, depth - 1);
		} else {
			ZVAL_COPY(&copy, value);
		}
		if (name != NULL) {
			zend_symtable_update(Z_ARRVAL_P(result), name, &copy);
		} else {
			zend_hash_index_update(Z_ARRVAL_P(result), number, &copy);
		}
	}
	ZEND_HASH_FOREACH_END();
}

void hp_redact_array(zval *result, const HashTable *array, const char *more)
{
	redact_array(result, array, more, REDACT_DEPTH);
}

/* What follows an option is its value, also if it begins with one "-", or is an option without a value. */
static bool redact_is_value(const char *text)
{
	return strncmp(text, "--", 2) != 0;
}

void hp_redact_arguments(zval *result, const HashTable *arguments, const char *more)
{
	bool is_next_secret = false;
	zval *value;

	ZEND_HASH_FOREACH_VAL((HashTable *) arguments, value) {
		const char *text = Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
		size_t name_length = strcspn(text, "=");
		bool is_pair = text[name_length] == '=';
		bool is_secret =
			(is_pair || text[0] == '-') && hp_redact_is_secret(text, name_length, more);
		smart_str shown = {NULL, 0};

		if (is_next_secret && redact_is_value(text)) {
			smart_str_appends(&shown, REDACT_INSTEAD);
		} else if (is_secret && is_pair) {
			smart_str_appendl(&shown, text, name_length + 1);
			smart_str_appends(&shown, REDACT_INSTEAD);
		} else {
			smart_str_appends(&shown, text);
		}
		is_next_secret = is_secret && !is_pair;
		add_next_index_str(result, smart_str_extract(&shown));
	}
	ZEND_HASH_FOREACH_END();
}
