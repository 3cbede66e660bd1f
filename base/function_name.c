#include "base/function_name.h"

void hp_function_name_append(smart_str *text, const char *bytes, size_t length)
{
	if (length > 0 && memchr(bytes, '>', length) == NULL) {
		smart_str_appendl_ex(text, bytes, length, true);
		return;
	}
	for (size_t i = 0; i < length; i++) {
		size_t used = text->s == NULL ? 0 : ZSTR_LEN(text->s);

		if (bytes[i] == '>' && used >= 2 && memcmp(ZSTR_VAL(text->s) + used - 2, "==", 2) == 0) {
			ZSTR_VAL(text->s)[used - 1] = ' ';
			smart_str_appendc_ex(text, '=', true);
		}
		smart_str_appendc_ex(text, bytes[i], true);
	}
}

void hp_function_name_append_raw(smart_str *text, const char *name, size_t length)
{
	const char *end = name + length;
	const char *nul;

	while (name < end && (nul = memchr(name, '\0', (size_t) (end - name))) != NULL) {
		hp_function_name_append(text, name, (size_t) (nul - name));
		name = zend_memnstr(nul, "::", 2, end);
		if (name == NULL) {
			return;
		}
	}
	hp_function_name_append(text, name, (size_t) (end - name));
}

/* The part after the second last slash, or all of it: xhprof shortens paths this way. */
static const char *function_name_short_path(const char *path, size_t length)
{
	unsigned int slashes = 0;

	for (const char *at = path + length; at > path; at--) {
		if (at[-1] == '/' && ++slashes == 2) {
			return at;
		}
	}

	return path;
}

void hp_function_name_append_file(
	smart_str *text, const char *prefix, const char *path, size_t length)
{
	const char *short_path = function_name_short_path(path, length);

	hp_function_name_append(text, prefix, strlen(prefix));
	hp_function_name_append(text, short_path, (size_t) (path + length - short_path));
}

zend_string *hp_function_name_finish(smart_str *text)
{
	if (text->s == NULL) {
		smart_str_appendc_ex(text, '?', true);
	}
	smart_str_0(text);

	return text->s;
}
