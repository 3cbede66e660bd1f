#include "base/function_name.h"

const char *const hp_closure_names_words[] = {"engine", "location", NULL};

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

/* Appends a name of the engine without the part from a NUL byte to the next "::", which is the path
 * of an anonymous class's file. */
static void function_name_append_raw(smart_str *text, const char *name, size_t length)
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

/* Returns the part after the second last slash, or all of it. The original xhprof shortens paths
 * this way. */
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

static const char *function_name_component_end(const char *text, const char *end)
{
	while (text < end && !IS_SLASH(*text)) {
		text++;
	}

	return text;
}

/* Returns where the component before the last one ends. */
static char *function_name_parent(const char *root, char *end)
{
	while (end > root) {
		end--;
		if (IS_SLASH(*end)) {
			break;
		}
	}

	return end;
}

/* Writes the components below the root, and returns their end. They never get longer. */
static char *function_name_add_components(char *to, const char *path, const char *end)
{
	char *root = to;

	while (path < end) {
		const char *next = function_name_component_end(path, end);
		size_t length = (size_t) (next - path);

		if (length == 2 && path[0] == '.' && path[1] == '.') {
			to = function_name_parent(root, to);
		} else if (length > 1 || (length == 1 && path[0] != '.')) {
			if (to > root) {
				*to++ = path[-1];
			}
			memcpy(to, path, length);
			to += length;
		}
		path = next < end ? next + 1 : end;
	}

	return to;
}

/* True for a path that needs no change, as most do. Tests each slash once. */
static bool function_name_is_plain(const zend_string *path)
{
	const char *end = ZSTR_VAL(path) + ZSTR_LEN(path);

	for (const char *at = ZSTR_VAL(path); at + 1 < end; at++) {
		if (IS_SLASH(at[0]) && (IS_SLASH(at[1]) || at[1] == '.')) {
			return false;
		}
	}

	return true;
}

zend_string *hp_function_name_plain_path(const zend_string *path)
{
	const char *text = ZSTR_VAL(path);
	zend_string *plain;
	size_t root;
	char *end;

	/* "//host/" is another root on Windows. */
	if (ZSTR_LEN(path) < 2 || !IS_ABSOLUTE_PATH(text, ZSTR_LEN(path)) || IS_SLASH(text[1]) ||
		function_name_is_plain(path)) {
		return NULL;
	}
	plain = zend_string_init(text, ZSTR_LEN(path), true);
	root = IS_SLASH(*text) ? 1 : MIN(3, ZSTR_LEN(path)); /* "/", "C:/" */
	end = function_name_add_components(ZSTR_VAL(plain) + root, text + root, text + ZSTR_LEN(path));
	*end = '\0';
	ZSTR_LEN(plain) = (size_t) (end - ZSTR_VAL(plain));

	return plain;
}

static void function_name_append_place(
	smart_str *text, const char *prefix, const char *path, size_t length)
{
	hp_function_name_append_file(text, prefix, path, length);
	smart_str_appendc_ex(text, ':', true);
}

/* Appends the name of a class. The engine's name of an anonymous class is "Parent@anonymous", NUL,
 * "/path/file.php:7$0". */
static void function_name_append_class(
	smart_str *text, const hp_function_parts *of, bool has_places)
{
	const char *nul = has_places ? memchr(of->scope, '\0', of->scope_length) : NULL;
	const char *end = of->scope + of->scope_length, *line;

	function_name_append_raw(text, of->scope, of->scope_length);
	end = nul == NULL ? NULL : zend_memrchr(nul, '$', (size_t) (end - nul));
	line = end == NULL ? NULL : zend_memrchr(nul, ':', (size_t) (end - nul));
	if (line != NULL) {
		function_name_append_place(text, ":", nul + 1, (size_t) (line - nul - 1));
		hp_function_name_append(text, line + 1, (size_t) (end - line - 1));
	}
}

/* True for a closure. Until 8.3 its name is "{closure}", or in a namespace "Name\\{closure}". */
static bool function_name_is_closure(const hp_function_parts *of)
{
	static const char closure[] = "{closure}";
	size_t length = sizeof(closure) - 1;

	return of->file_length > 0 && of->name_length >= length &&
		memcmp(of->name + of->name_length - length, closure, length) == 0;
}

void hp_function_name_append_parts(smart_str *text, const hp_function_parts *of, bool has_places)
{
	bool is_place = has_places && function_name_is_closure(of);

	if (of->scope_length > 0) {
		function_name_append_class(text, of, has_places);
		smart_str_appendl_ex(text, "::", 2, true);
	}
	function_name_append_raw(
		text, of->name, of->name_length - (is_place ? sizeof("closure}") - 1 : 0));
	if (is_place) {
		function_name_append_place(text, "closure:", of->file, of->file_length);
		smart_str_append_unsigned_ex(text, of->line, true);
		smart_str_appendc_ex(text, '}', true);
	}
}

hp_function_parts hp_function_parts_of(const zend_function *function)
{
	const zend_class_entry *scope = function->common.scope;
	const zend_string *name = function->common.function_name;
	hp_function_parts of = {.name = ZSTR_VAL(name), .name_length = ZSTR_LEN(name)};

	if (scope != NULL) {
		of.scope = ZSTR_VAL(scope->name);
		of.scope_length = ZSTR_LEN(scope->name);
	}
	if (ZEND_USER_CODE(function->type)) {
		of.file = ZSTR_VAL(function->op_array.filename);
		of.file_length = ZSTR_LEN(function->op_array.filename);
		of.line = function->op_array.line_start;
	}

	return of;
}

zend_string *hp_function_name_finish(smart_str *text)
{
	if (text->s == NULL) {
		smart_str_appendc_ex(text, '?', true);
	}
	smart_str_0(text);

	return text->s;
}
