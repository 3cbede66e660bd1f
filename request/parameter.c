#include "request/parameter.h"

#include "Zend/zend_smart_str.h"
#include "ext/standard/url.h"
#include "php_globals.h"

/* PHP's key for the name of a parameter: "a.b" becomes "a_b". PHP takes a "[" that is never closed
 * as an ordinary byte. */
static char *parameter_key(char *name)
{
	size_t length;

	name += strspn(name, " ");
	length = strcspn(name, "[");
	if (strchr(name + length, ']') == NULL) {
		length = strlen(name);
	}
	for (size_t i = 0; i < length; i++) {
		name[i] = strchr(". [", name[i]) != NULL ? '_' : name[i];
	}

	return name;
}

const zval *hp_parameter_trigger(const HashTable *array)
{
	return zend_hash_str_find((HashTable *) array, ZEND_STRL(HP_PARAMETER_TRIGGER));
}

HashTable *hp_parameter_strip(HashTable *array)
{
	HashTable *others = zend_array_dup(array);

	zend_hash_str_del(others, ZEND_STRL(HP_PARAMETER_TRIGGER));

	return others;
}

/* True for "XHPROF_TRIGGER", with "=value" or "[key]=value", however it is encoded. */
static bool parameter_is_trigger(const char *pair, size_t length)
{
	size_t name_length = strlen(HP_PARAMETER_TRIGGER);
	const char *equals = memchr(pair, '=', length);
	char *copy = estrndup(pair, equals == NULL ? length : (size_t) (equals - pair));
	const char *key;
	bool is_same;

	php_url_decode(copy, strlen(copy));
	key = parameter_key(copy);
	is_same = strncmp(key, HP_PARAMETER_TRIGGER, name_length) == 0 &&
		(key[name_length] == '\0' || key[name_length] == '[');
	efree(copy);

	return is_same;
}

/* Appends the query without the trigger. */
static void parameter_append_others(smart_str *text, const char *query, size_t length)
{
	char separator = '?';
	const char *end = query + length;

	while (query < end) {
		size_t pair = strcspn(query, HP_ARG_SEPARATORS);

		pair = MIN(pair, (size_t) (end - query));
		if (!parameter_is_trigger(query, pair)) {
			smart_str_appendc(text, separator);
			smart_str_appendl(text, query, pair);
			separator = query[pair];
		}
		query += pair + 1;
	}
}

zend_string *hp_parameter_strip_uri(zend_string *uri)
{
	size_t path = strcspn(ZSTR_VAL(uri), "?#"), query;
	smart_str text = {NULL, 0};

	if (ZSTR_VAL(uri)[path] != '?') {
		return uri;
	}
	query = strcspn(ZSTR_VAL(uri) + path, "#");
	smart_str_appendl(&text, ZSTR_VAL(uri), path);
	parameter_append_others(&text, ZSTR_VAL(uri) + path + 1, query - 1);
	smart_str_appends(&text, ZSTR_VAL(uri) + path + query);
	zend_string_release(uri);

	return smart_str_extract(&text);
}
