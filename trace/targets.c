#include "trace/targets.h"

void hp_targets_add(hp_targets *targets, const char *text, size_t length)
{
	*hp_vector_add(&targets->all) = zend_string_init(text, length, true);
}

void hp_targets_free(hp_targets *targets)
{
	for (uint32_t i = 0; i < targets->all.count; i++) {
		zend_string_release_ex(targets->all.rows[i], true);
	}
	hp_vector_free(&targets->all);
}

bool hp_targets_add_array(hp_targets *targets, zval *array)
{
	zval *value;

	if (Z_TYPE_P(array) != IS_ARRAY) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(array), value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_STRING || Z_STRLEN_P(value) == 0) {
			return false;
		}
		hp_targets_add(targets, Z_STRVAL_P(value), Z_STRLEN_P(value));
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* Windows has both separators in one path. */
static char targets_fold_path(char c)
{
	return c == '\\' ? '/' : c;
}

static char targets_fold_name(char c)
{
	return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
}

/* Matches without recursion: where a byte differs, the newest star takes one byte more. */
static bool targets_match(
	const char *pattern, const char *text, const char *end, char (*fold)(char))
{
	const char *star = NULL, *taken = NULL;

	while (text < end) {
		if (*pattern == '*') {
			star = ++pattern;
			taken = text;
		} else if (*pattern != '\0' && (*pattern == '?' || fold(*pattern) == fold(*text))) {
			pattern++;
			text++;
		} else if (star != NULL) {
			pattern = star;
			text = ++taken;
		} else {
			return false;
		}
	}

	return pattern[strspn(pattern, "*")] == '\0';
}

/* Tries the whole text, then the rest after each separator. */
static bool targets_match_end(
	const char *pattern, const char *text, size_t length, char separator, char (*fold)(char))
{
	const char *end = text + length;

	for (const char *start = text; start < end; start++) {
		if ((start == text || fold(start[-1]) == separator) &&
			targets_match(pattern, start, end, fold)) {
			return true;
		}
	}

	return false;
}

bool hp_targets_have_function(const hp_targets *targets, const char *name, size_t length)
{
	for (uint32_t i = 0; i < targets->all.count; i++) {
		const char *pattern = ZSTR_VAL(targets->all.rows[i]);

		if (targets_match_end(
				pattern + (*pattern == '\\'), name, length, '\\', targets_fold_name)) {
			return true;
		}
	}

	return false;
}

bool hp_targets_have_file(const hp_targets *targets, const char *path, size_t length)
{
	for (uint32_t i = 0; i < targets->all.count; i++) {
		const char *pattern = ZSTR_VAL(targets->all.rows[i]);

		if (targets_match_end(pattern + (strncmp(pattern, "./", 2) == 0 ? 2 : 0), path, length, '/',
				targets_fold_path)) {
			return true;
		}
	}

	return false;
}
