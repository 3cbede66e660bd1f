#include "base/pattern.h"

#include "Zend/zend_exceptions.h"
#include "ext/pcre/php_pcre.h"

bool hp_pattern_is(const zend_string *entry)
{
	return ZSTR_VAL(entry)[0] == '/' || memchr(ZSTR_VAL(entry), '*', ZSTR_LEN(entry)) != NULL ||
		memchr(ZSTR_VAL(entry), '?', ZSTR_LEN(entry)) != NULL;
}

/* Throws an error that also names the pattern, which PHP's message does not. */
static void pattern_throw(const zend_string *pattern)
{
	zval *message, place;
	zend_string *text = NULL;

	if (EG(exception) != NULL) {
		message = zend_read_property_ex(
			zend_ce_value_error, EG(exception), ZSTR_KNOWN(ZEND_STR_MESSAGE), true, &place);
		text = zval_get_string(message);
		zend_clear_exception();
	}
	zend_value_error("%s, in the pattern \"%s\"",
		text == NULL ? "PCRE rejected the regular expression" : ZSTR_VAL(text), ZSTR_VAL(pattern));
	if (text != NULL) {
		zend_string_release(text);
	}
}

bool hp_pattern_check(zend_string *pattern)
{
	zend_error_handling handling;
	const pcre_cache_entry *entry;

	if (ZSTR_VAL(pattern)[0] != '/') {
		return true;
	}
	zend_replace_error_handling(EH_THROW, zend_ce_value_error, &handling);
	entry = pcre_get_compiled_regex_cache(pattern);
	zend_restore_error_handling(&handling);
	if (entry == NULL || EG(exception) != NULL) {
		pattern_throw(pattern);
		return false;
	}

	return true;
}

static char pattern_fold(char c, hp_pattern_kind kind)
{
	if (kind == HP_PATTERN_FUNCTION) {
		return (char) zend_tolower_ascii(c);
	}

	return kind == HP_PATTERN_FILE && c == '\\' ? '/' : c;
}

/* The end of a character, which may have several bytes: this is UTF-8. */
static const char *pattern_character_end(const char *text, const char *end)
{
	do {
		text++;
	} while (text < end && ((unsigned char) *text & 0xC0) == 0x80);

	return text;
}

/* Matches without recursion, so no text takes longer than its length times the pattern's. */
static bool pattern_matches_all(const char *pattern, const char *pattern_end, const char *text,
	const char *text_end, hp_pattern_kind kind)
{
	const char *star = NULL, *retry = NULL;

	while (text < text_end) {
		if (pattern < pattern_end && *pattern == '*') {
			star = pattern++;
			retry = text;
		} else if (pattern < pattern_end && *pattern == '?') {
			pattern++;
			text = pattern_character_end(text, text_end);
		} else if (pattern < pattern_end &&
			pattern_fold(*pattern, kind) == pattern_fold(*text, kind)) {
			pattern++;
			text++;
		} else if (star != NULL) {
			pattern = star + 1;
			text = ++retry;
		} else {
			return false;
		}
	}
	while (pattern < pattern_end && *pattern == '*') {
		pattern++;
	}

	return pattern == pattern_end;
}

bool hp_pattern_matches_glob(const char *pattern, size_t pattern_length, const char *text,
	size_t length, hp_pattern_kind kind)
{
	const char *pattern_end = pattern + pattern_length, *end = text + length;
	char separator = kind == HP_PATTERN_FUNCTION ? '\\' : '/';

	if (pattern_matches_all(pattern, pattern_end, text, end, kind)) {
		return true;
	}
	for (const char *start = text + 1; kind != HP_PATTERN_TEXT && start < end; start++) {
		if (pattern_fold(start[-1], kind) == separator &&
			pattern_matches_all(pattern, pattern_end, start, end, kind)) {
			return true;
		}
	}

	return false;
}

/* Uses PCRE directly, as PHP's functions would change the program's preg_last_error(). The cache is
 * PHP's: if it has dropped the expression meanwhile, it compiles it again. */
static bool pattern_is_regex(zend_string *pattern, const char *text, size_t length)
{
	pcre_cache_entry *entry = pcre_get_compiled_regex_cache(pattern);
	pcre2_match_data *data;
	pcre2_code *code;
	int count;

	if (entry == NULL) {
		return false;
	}
	code = php_pcre_pce_re(entry);
	data = php_pcre_create_match_data(0, code);
	if (data == NULL) {
		return false;
	}
	count = pcre2_match(code, (PCRE2_SPTR) text, length, 0, 0, data, php_pcre_mctx());
	php_pcre_free_match_data(data);

	return count >= 0;
}

bool hp_pattern_matches(zend_string *pattern, const char *name, size_t length)
{
	if (ZSTR_VAL(pattern)[0] == '/') {
		return pattern_is_regex(pattern, name, length);
	}

	return hp_pattern_matches_glob(
		ZSTR_VAL(pattern), ZSTR_LEN(pattern), name, length, HP_PATTERN_TEXT);
}

static const char *pattern_component_end(const char *text, const char *end)
{
	const char *slash = memchr(text, '/', (size_t) (end - text));

	return slash == NULL ? end : slash;
}

/* Matches component by component from here on. Returns the end of the last one; NULL if the pattern
 * does not match. */
static const char *pattern_match_from(
	const char *pattern, const char *pattern_end, const char *path, const char *path_end)
{
	for (;;) {
		const char *part = pattern_component_end(pattern, pattern_end);
		const char *component = pattern_component_end(path, path_end);

		if (!pattern_matches_all(pattern, part, path, component, HP_PATTERN_TEXT)) {
			return NULL;
		}
		if (part == pattern_end || part + 1 == pattern_end) {
			return component;
		}
		if (component == path_end) {
			return NULL;
		}
		pattern = part + 1;
		path = component + 1;
	}
}

const char *hp_pattern_find_path(
	const zend_string *pattern, const char *path, size_t length, size_t *part_length)
{
	const char *start = ZSTR_VAL(pattern), *end = start + ZSTR_LEN(pattern);
	const char *path_end = path + length;

	if (length > 0 && *path == '/' && start < end && *start != '/') {
		path++;
	}
	while (start < end) {
		const char *found = pattern_match_from(start, end, path, path_end);

		if (found != NULL) {
			*part_length = (size_t) (found - path);
			return path;
		}
		path = pattern_component_end(path, path_end);
		if (path == path_end || *start == '/') {
			return NULL;
		}
		path++;
	}

	return NULL;
}
