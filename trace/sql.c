#include "trace/sql.h"

/* More of a statement is not read: one may have megabytes of values. */
#define SQL_MAX_BYTES 65536

#define SQL_CUT "\xE2\x80\xA6" /* … */

#define SQL_NO_GROUP SIZE_MAX

typedef struct sql_text {
	const char *at;
	const char *end;
	smart_str *to;
	size_t start; /* of the statement in to */
	size_t group; /* of the newest "(" in to, if it is open and nothing is nested in it */
	bool is_table; /* a table's name follows */
	bool is_cut; /* something is left out behind */
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

/* A sign before a value, behind an operator, a comma or a parenthesis, is part of it. */
static void sql_drop_sign(sql_text *sql)
{
	size_t length = sql_length(sql);
	const char *text = length == 0 ? "" : ZSTR_VAL(sql->to->s) + sql->start;
	size_t before = length - 1;

	if (length < 2 || (text[length - 1] != '-' && text[length - 1] != '+')) {
		return;
	}
	before -= text[before - 1] == ' ' && before > 1;
	if (strchr("(,=<>", text[before - 1]) != NULL) {
		ZSTR_LEN(sql->to->s)--;
	}
}

static void sql_put_value(sql_text *sql)
{
	sql_drop_sign(sql);
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
			sql->is_cut = true;
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

/* Passes the rest of a number: "0xFF", "1.5e-3". */
static void sql_pass_number(sql_text *sql)
{
	while (sql->at < sql->end &&
		(sql_is_word(*sql->at) || *sql->at == '.' ||
			((*sql->at == '-' || *sql->at == '+') && (sql->at[-1] | 0x20) == 'e'))) {
		sql->at++;
	}
}

/* "$1", and PostgreSQL's "$tag$text$tag$". False: it is neither. */
static bool sql_pass_dollar(sql_text *sql)
{
	const char *end = sql->at + 1, *close;

	while (end < sql->end && sql_is_word(*end) && *end != '$') {
		end++;
	}
	if (end < sql->end && *end == '$' && (end == sql->at + 1 || end[-1] < '0' || end[-1] > '9')) {
		size_t length = (size_t) (end + 1 - sql->at);

		close = zend_memnstr(end + 1, sql->at, length, sql->end);
		sql->at = close == NULL ? sql->end : close + length;
		return true;
	}
	if (end == sql->at + 1 || sql->at[1] < '0' || sql->at[1] > '9') {
		return false;
	}
	sql->at = end;

	return true;
}

static void sql_word(sql_text *sql)
{
	static const char *const before_tables[] = {"FROM", "INTO", "UPDATE", "JOIN", "TABLE"};
	const char *start = sql->at;
	size_t length;

	sql->is_table = false;
	if (*start == '$' && sql_pass_dollar(sql)) {
		sql_put_value(sql);
		return;
	}
	if (*start >= '0' && *start <= '9') {
		sql_pass_number(sql);
		sql_put_value(sql);
		return;
	}
	while (sql->at < sql->end && sql_is_word(*sql->at)) {
		sql->at++;
	}
	length = (size_t) (sql->at - start);
	for (size_t i = 0; i < sizeof(before_tables) / sizeof(before_tables[0]); i++) {
		sql->is_table |=
			length == strlen(before_tables[i]) && strncasecmp(start, before_tables[i], length) == 0;
	}
	smart_str_appendl_ex(sql->to, start, length, true);
}

/* ":id_7" is one of a list of any length, ":id" is not. False: it is no name of a value. */
static bool sql_named_value(sql_text *sql)
{
	const char *end = sql->at + 1;
	bool has_digit = false;

	if (sql_ends_with(sql, ":")) {
		return false; /* "::type" */
	}
	while (end < sql->end && sql_is_word(*end)) {
		has_digit |= *end >= '0' && *end <= '9';
		end++;
	}
	if (!has_digit) {
		return false;
	}
	sql->at = end;
	sql_put_value(sql);

	return true;
}

/* Of rows like "(?, ?), (?, ?)" one is enough. */
static void sql_close_group(sql_text *sql)
{
	size_t group = sql->group, length, before;
	const char *text = ZSTR_VAL(sql->to->s);

	sql->group = SQL_NO_GROUP;
	if (group == SQL_NO_GROUP) {
		return;
	}
	length = ZSTR_LEN(sql->to->s) - group;
	before = group;
	before -= before > sql->start && text[before - 1] == ' ';
	if (before == sql->start || text[before - 1] != ',') {
		return;
	}
	before--;
	before -= before > sql->start && text[before - 1] == ' ';
	if (before - sql->start >= length && memcmp(text + before - length, text + group, length) == 0) {
		ZSTR_LEN(sql->to->s) = before;
	}
}

static bool sql_starts_with(const sql_text *sql, const char *start)
{
	size_t length = strlen(start);

	return (size_t) (sql->end - sql->at) >= length && memcmp(sql->at, start, length) == 0;
}

/* MySQL's; in PostgreSQL operators begin with it: "#>", "#-". */
static bool sql_is_hash_comment(const sql_text *sql)
{
	return *sql->at == '#' && !sql_ends_with(sql, "#") &&
		(sql->at + 1 == sql->end || strchr(">-=#", sql->at[1]) == NULL);
}

/* True if it passed a comment. */
static bool sql_pass_comment(sql_text *sql)
{
	bool is_line = sql_starts_with(sql, "--") || sql_is_hash_comment(sql);
	const char *end;

	if (!is_line && !sql_starts_with(sql, "/*")) {
		return false;
	}
	end = zend_memnstr(sql->at, is_line ? "\n" : "*/", is_line ? 1 : 2, sql->end);
	sql->at = end == NULL ? sql->end : end + (is_line ? 0 : 2);

	return true;
}

static void sql_put_other(sql_text *sql, char byte)
{
	if (byte == '(') {
		sql->group = sql->to->s == NULL ? 0 : ZSTR_LEN(sql->to->s);
	}
	smart_str_appendc_ex(sql->to, byte, true);
	sql->is_table = false;
	if (byte == ')') {
		sql_close_group(sql);
	}
}

static void sql_other(sql_text *sql)
{
	char byte = *sql->at;

	if (sql_pass_comment(sql) || (byte == ':' && sql_named_value(sql))) {
		return;
	}
	sql->at++;
	if (byte == '?') {
		sql_put_value(sql);
	} else if (byte != ' ' && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\0') {
		sql_put_other(sql, byte);
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

void hp_sql_limit(smart_str *text, size_t start, size_t most)
{
	size_t length = text->s == NULL ? 0 : ZSTR_LEN(text->s) - start;

	if (length > most) {
		ZSTR_LEN(text->s) =
			start + hp_sql_cut(ZSTR_VAL(text->s) + start, length, most - strlen(SQL_CUT));
		smart_str_appends_ex(text, SQL_CUT, true);
	}
}

void hp_sql_append(smart_str *to, const char *text, size_t length, size_t most)
{
	sql_text sql = {.at = text, .to = to, .group = SQL_NO_GROUP, .is_cut = length > SQL_MAX_BYTES};

	sql.end = text + MIN(length, SQL_MAX_BYTES);
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
	while (sql.is_cut && (sql_ends_with(&sql, ",") || sql_ends_with(&sql, " "))) {
		ZSTR_LEN(to->s)--;
	}
	if (sql.is_cut && sql_length(&sql) <= most) {
		smart_str_appends_ex(to, SQL_CUT, true);
	}
	hp_sql_limit(to, sql.start, most);
}
