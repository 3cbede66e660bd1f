/* xhgui.c: a line of JSON for XHGui: the classic array as "profile", its request as "meta". */
#include "base/utf8.h"
#include "format/write.h"
#include "profile/meta.h"
#include "profile/rows.h"

/* Returns the name as JSON has it: two names that are the same there have one key. */
static zend_string *xhgui_name(zend_string *name)
{
	bool is_utf8 = hp_utf8_is(ZSTR_VAL(name), ZSTR_LEN(name));
	smart_str text = {NULL, 0};

	if (is_utf8) {
		return zend_string_copy(name);
	}
	for (size_t i = 0; i < ZSTR_LEN(name); i++) {
		char bytes[2];

		smart_str_appendl(
			&text, bytes, hp_utf8_byte(bytes, (unsigned char) ZSTR_VAL(name)[i], is_utf8));
	}

	return smart_str_extract(&text);
}

static void xhgui_add_values(HashTable *sum, HashTable *row)
{
	zend_string *metric;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(row, metric, value) {
		zval *total = zend_hash_find(sum, metric);

		/* Wraps where the numbers are hostile. */
		Z_LVAL_P(total) = (zend_long) ((zend_ulong) Z_LVAL_P(total) + (zend_ulong) Z_LVAL_P(value));
	}
	ZEND_HASH_FOREACH_END();
}

/* Adds up two names that became one, such as a name in both encodings. */
static void xhgui_add_row(HashTable *rows, zend_string *name, zval *row)
{
	zval *sum = zend_hash_find(rows, name);

	if (sum == NULL) {
		Z_TRY_ADDREF_P(row);
		zend_hash_add_new(rows, name, row);
	} else {
		SEPARATE_ARRAY(sum);
		xhgui_add_values(Z_ARRVAL_P(sum), Z_ARRVAL_P(row));
	}
}

/* The rows, by UTF-8 names. */
static void xhgui_rows(HashTable *pairs, HashTable *rows)
{
	zend_string *key, *name;
	zval *row;

	zend_hash_init(rows, zend_hash_num_elements(pairs), NULL, ZVAL_PTR_DTOR, false);
	ZEND_HASH_FOREACH_STR_KEY_VAL(pairs, key, row) {
		name = xhgui_name(key);
		xhgui_add_row(rows, name, row);
		zend_string_release(name);
	}
	ZEND_HASH_FOREACH_END();
}

static void xhgui_write_row(HashTable *row, hp_writer *writer)
{
	const char *separator = "{\"";
	zend_string *metric;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL(row, metric, value) {
		hp_writer_text(writer, separator);
		hp_writer_string(writer, metric);
		hp_writer_text(writer, "\":");
		hp_writer_number(writer, Z_LVAL_P(value));
		separator = ",\"";
	}
	ZEND_HASH_FOREACH_END();
	hp_writer_text(writer, "}");
}

/* The shortest. */
#define XHGUI_ROW "\"f\":{\"ct\":1,\"wt\":0},"

static void xhgui_write_profile(const hp_profile *profile, hp_writer *writer)
{
	const char *separator = "{";
	zend_string *key;
	HashTable rows;
	zval pairs, *row;

	/* In PHP's memory, so that its size is bounded beforehand. */
	if (!hp_writer_has_room(writer, (uint64_t) profile->pairs.count * strlen(XHGUI_ROW))) {
		return;
	}
	hp_profile_rows(profile, &pairs, false);
	xhgui_rows(Z_ARRVAL(pairs), &rows);
	ZEND_HASH_FOREACH_STR_KEY_VAL(&rows, key, row) {
		hp_writer_text(writer, separator);
		hp_writer_json(writer, key);
		hp_writer_text(writer, ":");
		xhgui_write_row(Z_ARRVAL_P(row), writer);
		separator = ",";
	}
	ZEND_HASH_FOREACH_END();
	hp_writer_text(writer, *separator == '{' ? "{}" : "}");
	zend_hash_destroy(&rows);
	zval_ptr_dtor(&pairs);
}

void hp_format_xhgui(const hp_profile *profile, hp_writer *writer)
{
	const char *error;
	zend_string *meta = profile->meta != NULL
		? zend_string_copy(profile->meta)
		: hp_profile_meta_json(NULL, profile->started_ns, &error);

	hp_writer_text(writer, "{\"profile\":");
	xhgui_write_profile(profile, writer);
	hp_writer_text(writer, ",\"meta\":");
	hp_writer_string(writer, meta);
	hp_writer_text(writer, "}\n");
	zend_string_release(meta);
}
