#include "trace/sql.h"

typedef struct sql_text {
	const char *at;
	const char *end;
	smart_str *to;
	size_t start; /* of the statement in to */
	bool is_table; /* a table's name follows */
} sql_text;

static size_t sql_length(const sql_text *sql)
{
	return (sql->to->s == NULL ? 0 : ZSTR_LEN(sql->to->s)) - sql->start;
}

static bool sql_ends_with(const sql_text *sql, const char *end)
{
	size_t length = strlen(end);

	return sql_length(sql) >= length &&
		memcmp(ZSTR_VAL(sql->to->s) + ZSTR_LEN(sql->to->s) - length, end, length) == 0;
}

static bool sql_is_word(char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
		(byte >= 'a' && byte <= 'z') || byte == '_' || byte == '$' || (byte & 0x80) != 0;
}

static void sql_put_value(sql_text *sql)
{
	if (sql_ends_with(sql, "?, ")) {
		ZSTR_LEN(sql->to->s) -= strlen(", ");
	} else if (sql_ends_with(sql, "?,")) {
		ZSTR_LEN(sql->to->s) -= strlen(",");
	} else {
		smart_str_appendc_ex(sql->to, '?', true);
	}
}

/* Passes a text in quotes. Databases differ in what a backslash before a quote means: nothing is kept behind one. */
static void sql_pass_quoted(sql_text *sql)
{
	char quote = *sql->at++;

	while (sql->at < sql->end) {
		char byte = *sql->at++;

		if (byte == '\\' && sql->at < sql->end && (*sql->at == quote || *sql->at == '\\')) {
			sql->at = sql->end;
		} else if (byte == quote && sql->at < sql->end && *sql->at == quote) {
			sql->at++;
		} else if (byte == quote) {
			return;
		}
	}
}

static void sql_quoted(sql_text *sql)
{
	const char *start = sql->at;
	bool is_name = *start == '`' || (*start == '"' && (sql->is_table || sql_ends_with(sql, ".")));

	sql_pass_quoted(sql);
	if (is_name) {
		smart_str_appendl_ex(sql->to, start, (size_t) (sql->at - start), true);
	} else {
		sql_put_value(sql);
	}
	sql->is_table = false;
}

static void sql_word(sql_text *sql)
{
	static const char *const before_tables[] = {"FROM", "INTO", "UPDATE", "JOIN", "TABLE"};
	const char *start = sql->at;
	bool is_number = *start >= '0' && *start <= '9';
	size_t length;

	while (sql->at < sql->end && (sql_is_word(*sql->at) || (is_number && *sql->at == '.'))) {
		sql->at++;
	}
	length = (size_t) (sql->at - start);
	sql->is_table = false;
	if (is_number) {
		sql_put_value(sql);
		return;
	}
	for (size_t i = 0; i < sizeof(before_tables) / sizeof(before_tables[0]); i++) {
		sql->is_table |=
			length == strlen(before_tables[i]) && strncasecmp(start, before_tables[i], length) == 0;
	}
	smart_str_appendl_ex(sql->to, start, length, true);
}

/* True if it passed a comment. */
static bool sql_pass_comment(sql_text *sql)
{
	bool is_line = sql->end - sql->at >= 2 && memcmp(sql->at, "--", 2) == 0;
	const char *end;

	if (!is_line && (sql->end - sql->at < 2 || memcmp(sql->at, "/*", 2) != 0)) {
		return false;
	}
	end = zend_memnstr(sql->at, is_line ? "\n" : "*/", is_line ? 1 : 2, sql->end);
	sql->at = end == NULL ? sql->end : end + (is_line ? 0 : 2);

	return true;
}

static void sql_other(sql_text *sql)
{
	char byte = *sql->at;

	if (sql_pass_comment(sql)) {
		return;
	}
	sql->at++;
	if (byte == '?') {
		sql_put_value(sql);
	} else if (byte != ' ' && byte != '\t' && byte != '\n' && byte != '\r') {
		smart_str_appendc_ex(sql->to, byte, true);
		sql->is_table = false;
	} else if (sql_length(sql) > 0 && !sql_ends_with(sql, " ")) {
		smart_str_appendc_ex(sql->to, ' ', true);
	}
}

size_t hp_sql_cut(const char *text, size_t length, size_t most)
{
	if (length <= most) {
		return length;
	}
	length = most;
	for (unsigned int i = 0; i < 3 && ((unsigned char) text[length] & 0xC0) == 0x80; i++) {
		length--;
	}
	/* Four continuation bytes in a row are not UTF-8: cut anywhere. */
	return ((unsigned char) text[length] & 0xC0) == 0x80 ? most : length;
}

void hp_sql_append(smart_str *to, const char *text, size_t length, size_t most)
{
	sql_text sql = {.at = text, .end = text + length, .to = to};

	sql.start = to->s == NULL ? 0 : ZSTR_LEN(to->s);
	while (sql.at < sql.end && sql_length(&sql) <= most) {
		if (*sql.at == '\'' || *sql.at == '"' || *sql.at == '`') {
			sql_quoted(&sql);
		} else if (sql_is_word(*sql.at)) {
			sql_word(&sql);
		} else {
			sql_other(&sql);
		}
	}
	if (sql_ends_with(&sql, " ")) {
		ZSTR_LEN(to->s)--;
	}
	if (to->s != NULL) {
		ZSTR_LEN(to->s) =
			sql.start + hp_sql_cut(ZSTR_VAL(to->s) + sql.start, sql_length(&sql), most);
	}
}
