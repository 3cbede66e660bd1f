#include "base/sql.h"

/* More of a statement is not read: one may have megabytes of values. */
#define SQL_MAX_BYTES 65536

#define SQL_CUT "\xE2\x80\xA6"

#define SQL_NO_GROUP SIZE_MAX

/* Room behind the limit: what is shortened again may pass it. */
#define SQL_SPARE_BYTES 64

typedef struct sql_text {
	const char *at;
	const char *end;
	char *to;
	size_t length; /* of what is in to */
	size_t most; /* that fits */
	size_t group; /* where the newest "(" is in to, if it is open and nothing is nested in it */
	bool is_table; /* a table's name follows */
	bool is_cut; /* something is left out behind */
} sql_text;

static zend_always_inline bool sql_ends_with(const sql_text *sql, const char *end)
{
	size_t length = strlen(end);

	return sql->length >= length && memcmp(sql->to + sql->length - length, end, length) == 0;
}

static zend_always_inline void sql_put(sql_text *sql, char byte)
{
	if (EXPECTED(sql->length < sql->most)) {
		sql->to[sql->length++] = byte;
	}
}

static void sql_put_text(sql_text *sql, const char *text, size_t length)
{
	length = MIN(length, sql->most - sql->length);
	memcpy(sql->to + sql->length, text, length);
	sql->length += length;
}

static zend_always_inline bool sql_is_word(char byte)
{
	return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
		(byte >= '0' && byte <= '9') || byte == '$' || (byte & 0x80) != 0;
}

static bool sql_is_digit(char byte)
{
	return byte >= '0' && byte <= '9';
}

/* A sign before a value, behind an operator, a comma or a parenthesis, is part of it. */
static void sql_drop_sign(sql_text *sql)
{
	const char *before = sql->to + sql->length - 1;

	if (sql->length < 2 || (*before != '-' && *before != '+')) {
		return;
	}
	before -= before[-1] == ' ' && sql->length > 2 ? 2 : 1;
	if (*before == '(' || *before == ',' || *before == '=' || *before == '<' || *before == '>') {
		sql->length--;
	}
}

static void sql_put_value(sql_text *sql)
{
	sql_drop_sign(sql);
	if (sql_ends_with(sql, "?, ")) {
		sql->length -= strlen(", ");
	} else if (sql_ends_with(sql, "?,")) {
		sql->length -= strlen(",");
	} else {
		sql_put(sql, '?');
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
		sql_put_text(sql, start, (size_t) (sql->at - start));
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
	if (end < sql->end && *end == '$' && (end == sql->at + 1 || !sql_is_digit(end[-1]))) {
		size_t length = (size_t) (end + 1 - sql->at);

		close = zend_memnstr(end + 1, sql->at, length, sql->end);
		sql->at = close == NULL ? sql->end : close + length;
		return true;
	}
	if (end == sql->at + 1 || !sql_is_digit(sql->at[1])) {
		return false;
	}
	sql->at = end;

	return true;
}

/* True if a table's name follows the word. */
static bool sql_is_before_table(const char *word, size_t length)
{
	switch (length) {
		case 4:
			return strncasecmp(word, "FROM", 4) == 0 || strncasecmp(word, "JOIN", 4) == 0 ||
				strncasecmp(word, "INTO", 4) == 0;
		case 5:
			return strncasecmp(word, "TABLE", 5) == 0;
		case 6:
			return strncasecmp(word, "UPDATE", 6) == 0;
		default:
			return false;
	}
}

static void sql_word(sql_text *sql)
{
	const char *start = sql->at;
	size_t length;

	sql->is_table = false;
	if (sql_is_digit(*start)) {
		sql_pass_number(sql);
		sql_put_value(sql);
		return;
	}
	if (*start == '$' && sql_pass_dollar(sql)) {
		sql_put_value(sql);
		return;
	}
	while (sql->at < sql->end && sql_is_word(*sql->at)) {
		sql->at++;
	}
	length = (size_t) (sql->at - start);
	sql->is_table = sql_is_before_table(start, length);
	sql_put_text(sql, start, length);
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
		has_digit |= sql_is_digit(*end);
		end++;
	}
	if (!has_digit) {
		return false;
	}
	sql->at = end;
	sql_put_value(sql);

	return true;
}

/* Keeps one of the rows "(?, ?), (?, ?)". */
static void sql_close_group(sql_text *sql)
{
	size_t group = sql->group, length, before;

	sql->group = SQL_NO_GROUP;
	if (group == SQL_NO_GROUP) {
		return;
	}
	length = sql->length - group;
	before = group;
	before -= before > 0 && sql->to[before - 1] == ' ';
	if (before == 0 || sql->to[before - 1] != ',') {
		return;
	}
	before--;
	before -= before > 0 && sql->to[before - 1] == ' ';
	if (before >= length && memcmp(sql->to + before - length, sql->to + group, length) == 0) {
		sql->length = before;
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

static void sql_other(sql_text *sql)
{
	char byte = *sql->at++;

	switch (byte) {
		case ' ':
		case '\t':
		case '\n':
		case '\r':
		case '\0':
			if (sql->length > 0 && sql->to[sql->length - 1] != ' ') {
				sql_put(sql, ' ');
			}
			return;
		case '?':
			sql_put_value(sql);
			return;
		case '(':
			sql->group = sql->length;
			break;
		default:
			break;
	}
	sql_put(sql, byte);
	sql->is_table = false;
	if (byte == ')') {
		sql_close_group(sql);
	}
}

/* One word, value, comment or other byte. */
static void sql_step(sql_text *sql)
{
	switch (*sql->at) {
		case '\'':
		case '"':
		case '`':
			sql_quoted(sql);
			return;
		case '-':
		case '/':
		case '#':
			if (!sql_pass_comment(sql)) {
				sql_other(sql);
			}
			return;
		case ':':
			if (!sql_named_value(sql)) {
				sql_other(sql);
			}
			return;
		default:
			if (sql_is_word(*sql->at)) {
				sql_word(sql);
			} else {
				sql_other(sql);
			}
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
	size_t start = to->s == NULL ? 0 : ZSTR_LEN(to->s);
	sql_text sql = {.at = text, .group = SQL_NO_GROUP, .is_cut = length > SQL_MAX_BYTES};

	smart_str_alloc(to, most + SQL_SPARE_BYTES, true);
	sql.to = ZSTR_VAL(to->s) + start;
	sql.most = most + SQL_SPARE_BYTES;
	sql.end = text + MIN(length, SQL_MAX_BYTES);
	while (sql.at < sql.end && sql.length <= most) {
		sql_step(&sql);
	}
	if (sql_ends_with(&sql, " ")) {
		sql.length--;
	}
	while (sql.is_cut && (sql_ends_with(&sql, ",") || sql_ends_with(&sql, " "))) {
		sql.length--;
	}
	ZSTR_LEN(to->s) = start + sql.length;
	if (sql.is_cut && sql.length <= most) {
		smart_str_appends_ex(to, SQL_CUT, true);
	}
	hp_sql_limit(to, start, most);
}
