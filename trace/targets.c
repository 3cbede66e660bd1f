#include "trace/targets.h"

#include "base/pattern.h"

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

static bool targets_have(const hp_targets *targets, const char *prefix, const char *text,
	size_t length, hp_pattern_kind kind)
{
	for (uint32_t i = 0; i < targets->all.count; i++) {
		const zend_string *pattern = targets->all.rows[i];
		size_t start =
			zend_string_starts_with_cstr(pattern, prefix, strlen(prefix)) ? strlen(prefix) : 0;

		if (hp_pattern_matches_glob(
				ZSTR_VAL(pattern) + start, ZSTR_LEN(pattern) - start, text, length, kind)) {
			return true;
		}
	}

	return false;
}

bool hp_targets_have_function(const hp_targets *targets, const char *name, size_t length)
{
	return targets_have(targets, "\\", name, length, HP_PATTERN_FUNCTION);
}

bool hp_targets_have_file(const hp_targets *targets, const char *path, size_t length)
{
	return targets_have(targets, "./", path, length, HP_PATTERN_FILE);
}
