#include "base/sql.h"

#include "base/sql_scan.h"
#include "base/utf8.h"

/* The rest of a longer statement is not read, as it may have megabytes of values. */
#define SQL_MAX_BYTES 65536

#define SQL_CUT "\xE2\x80\xA6"

#define SQL_NO_GROUP SIZE_MAX

/* Room beyond the limit: text that is shortened again later may exceed it. */
#define SQL_SPARE_BYTES 64

/* The kind of a statement, by its first word. */
typedef enum sql_verb {
	SQL_VERB_QUERY, /* SELECT and the like: FROM is followed by a table */
	/* all words are kept; also used if databases disagree on which parentheses are open */
	SQL_VERB_OTHER,
	SQL_VERB_NEXT, /* the first word comes next */
	SQL_VERB_BEGIN, /* the first word comes next, or the name of a procedure */
	/* In these, a word may be a value, and only words that are known to be names are kept. */
	SQL_VERB_OBJECT, /* CREATE and the like: the kind of an object comes next */
	SQL_VERB_SET, /* keeps a setting, and the others of a list */
	SQL_VERB_CALL, /* keeps a procedure */
	SQL_VERB_PRAGMA, /* keeps a setting, and the table that it is about */
	SQL_VERB_NAMED, /* keeps a name, and nothing after it */
	SQL_VERB_UNKNOWN, /* keeps nothing */
} sql_verb;

typedef struct sql_text {
	const char *start;
	const char *at;
	const char *end;
	char *to;
	size_t length; /* bytes in to */
	size_t most; /* room in to */
	size_t group; /* place of the newest "(" in to, if it is open and nothing is nested in it */
	bool is_table; /* a table's name follows */
	sql_verb verb;
	bool is_name; /* in statements in which a word may be a value: the next word is a name */
	bool is_list; /* the same, but only before "=" */
	const char *brace, *bracket; /* ends of brackets that some databases read as part of a name */
	const char *line; /* end of a line that MySQL reads as a comment */
	uint32_t depth; /* depth of parentheses */
	/* a bit for each parenthesis: it contains a statement, and is no call such as TRIM(x FROM y) */
	uint64_t selects;
	bool is_cut; /* something is left out at the end */
} sql_text;

static zend_always_inline bool sql_ends_with(const sql_text *sql, const char *end)
{
	size_t length = strlen(end);

	return sql->length >= length && memcmp(sql->to + sql->length - length, end, length) == 0;
}

/* True if the text so far ends with `end`, in any case. */
static bool sql_is_behind(const sql_text *sql, const char *end)
{
	size_t length = strlen(end);

	return sql->length >= length && strncasecmp(sql->to + sql->length - length, end, length) == 0;
}

/* Returns the bit of the innermost parenthesis in selects. */
static uint64_t sql_bit(const sql_text *sql)
{
	return sql->depth < 64 ? UINT64_C(1) << sql->depth : 0;
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

/* Removes a sign before a value, which is part of it after an operator, a comma or a
 * parenthesis. */
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
	sql->is_name = false;
}

static hp_sql_part sql_part(const sql_text *sql)
{
	return (hp_sql_part){sql->start, sql->at, sql->end};
}

/* Leaves out all that follows. */
static void sql_leave(sql_text *sql)
{
	sql->at = sql->end;
	sql->is_cut = true;
}

/* Continues after a text that is not shown. Returns false, and leaves out all that follows, if
 * databases read it in different ways, or if it begins within what some read as a name or a comment
 * and ends after that. */
static bool sql_pass(sql_text *sql, const char *to)
{
	if (to == NULL || (sql->at < sql->bracket && to > sql->bracket) ||
		(sql->at < sql->brace && to > sql->brace) || (sql->at < sql->line && to > sql->line)) {
		sql_leave(sql);
		return false;
	}
	sql->at = to;

	return true;
}

/* True if "x" must be a name. In some databases it is a text, but not where a table's name follows,
 * nor after the "." of a name. */
static bool sql_is_part_of_name(const sql_text *sql)
{
	return sql->is_table ||
		(sql_ends_with(sql, ".") && sql->at - sql->start >= 2 && sql->at[-1] == '.' &&
			sql->at[-2] != '\'');
}

/* Skips the rest of a number, such as "0xFF" or "1.5e-3". */
static void sql_pass_number(sql_text *sql)
{
	const char *at = sql->at;

	while (at < sql->end &&
		((sql_is_word(*at) && *at != '$') || *at == '.' ||
			((*at == '-' || *at == '+') && (at[-1] | 0x20) == 'e' && at + 1 < sql->end &&
				ZEND_IS_DIGIT(at[1])))) {
		at++;
	}
	sql->at = at;
	if (at < sql->end && *at == '$') {
		sql_leave(sql); /* a name in MySQL; in old PostgreSQL a number and a text */
	}
}

/* Skips "$1", or PostgreSQL's "$tag$text$tag$". Returns false if it is neither. */
static bool sql_pass_dollar(sql_text *sql)
{
	const char *to = hp_sql_scan_dollar(sql_part(sql));

	if (to != sql->at) {
		sql_pass(sql, to);
		return true;
	}
	if (to + 1 == sql->end || !ZEND_IS_DIGIT(to[1])) {
		return false;
	}
	for (to++; to < sql->end && ZEND_IS_DIGIT(*to); to++) {
	}
	sql->at = to;

	return true;
}

static zend_always_inline bool sql_is(const char *word, size_t length, const char *other)
{
	return ((*word ^ *other) & ~0x20) == 0 && length == strlen(other) &&
		strncasecmp(word, other, length) == 0;
}

static bool sql_is_one_of(const char *word, size_t length, const char *const *words)
{
	for (; *words != NULL; words++) {
		if (sql_is(word, length, *words)) {
			return true;
		}
	}

	return false;
}

typedef struct sql_words {
	sql_verb verb;
	const char *const *words;
} sql_words;

/* Returns the verb of the first list that contains the word. */
static sql_verb sql_verb_in(const sql_words *lists, const char *word, size_t length)
{
	while (lists->words != NULL && !sql_is_one_of(word, length, lists->words)) {
		lists++;
	}

	return lists->verb;
}

static sql_verb sql_verb_of(const char *word, size_t length)
{
	static const char *const queries[] = {"select", "insert", "update", "delete", "replace", "with",
		"merge", "explain", "upsert", NULL};
	static const char *const begins[] = {"begin", NULL};
	static const char *const others[] = {"commit", "rollback", "savepoint", "release", "end",
		"abort", "transaction", "tran", "work", "immediate", "deferred", "exclusive", "isolation",
		"read", "values", "table", "truncate", "show", "describe", "desc", "analyze", "analyse",
		"lock", "unlock", "prepare", "deallocate", "declare", "fetch", "move", "close", "vacuum",
		"optimize", "reindex", "repair", "check", "refresh", "flush", "discard", "reset", "rename",
		"comment", "if", "while", "kill", NULL};
	static const char *const objects[] = {"create", "alter", "drop", NULL};
	static const char *const setters[] = {"set", "start", NULL};
	static const char *const calls[] = {"call", "exec", "execute", NULL};
	static const char *const pragmas[] = {"pragma", NULL};
	static const char *const named[] = {"use", "copy", "load", "notify", "listen", "unlisten",
		"grant", "revoke", "handler", "detach", NULL};
	static const sql_words verbs[] = {{SQL_VERB_QUERY, queries}, {SQL_VERB_BEGIN, begins},
		{SQL_VERB_OTHER, others}, {SQL_VERB_SET, setters}, {SQL_VERB_OBJECT, objects},
		{SQL_VERB_CALL, calls}, {SQL_VERB_PRAGMA, pragmas}, {SQL_VERB_NAMED, named},
		{SQL_VERB_UNKNOWN, NULL}};

	return sql_verb_in(verbs, word, length);
}

/* Returns the verb by the word after CREATE and the like. Of accounts and servers, and of objects
 * that contain statements, only the name is kept. */
static sql_verb sql_verb_of_object(const char *word, size_t length)
{
	static const char *const kinds[] = {"or", "replace", "unique", "temporary", "temp", "unlogged",
		"materialized", "fulltext", "spatial", "clustered", "nonclustered", NULL};
	static const char *const tables[] = {"table", "index", "view", "sequence", NULL};
	static const char *const settings[] = {"session", "system", NULL};
	static const sql_words verbs[] = {{SQL_VERB_OBJECT, kinds}, {SQL_VERB_OTHER, tables},
		{SQL_VERB_SET, settings}, {SQL_VERB_NAMED, NULL}};

	return sql_verb_in(verbs, word, length);
}

/* Notes a FOR: after it, as in "FOR SYSTEM_TIME FROM", FROM is not followed by a table. */
static void sql_note_for(sql_text *sql)
{
	sql->selects &= ~sql_bit(sql);
	if (sql->depth == 0 && sql->verb == SQL_VERB_QUERY) {
		sql->verb = SQL_VERB_OTHER;
	}
}

/* True if FROM is followed by a table. In "PREPARE name FROM" and "IS DISTINCT FROM", a text may
 * follow. */
static bool sql_is_from_table(const sql_text *sql)
{
	return sql->verb == SQL_VERB_QUERY && !sql_is_behind(sql, "distinct ");
}

/* True if the word is followed by a table's name. */
static bool sql_is_before_table(const sql_text *sql, const char *word, size_t length)
{
	return (sql_is(word, length, "from") && sql_is_from_table(sql)) ||
		sql_is(word, length, "join") || sql_is(word, length, "into") ||
		sql_is(word, length, "table") || sql_is(word, length, "update");
}

/* Leaves out all that follows. It is no cut if only blanks and ";" follow: then a database has read
 * the whole statement. */
static void sql_leave_rest(sql_text *sql)
{
	while (sql->at < sql->end && ((unsigned char) *sql->at <= ' ' || *sql->at == ';')) {
		sql->at++;
	}
	if (sql->at < sql->end) {
		sql_leave(sql);
	}
}

/* True for "b" in "SET a = 1, b = 2", false for a value of a list. */
static bool sql_is_before_value(const sql_text *sql)
{
	const char *at = sql->at;

	while (at < sql->end && (sql_is_word(*at) || *at == '.')) {
		at++;
	}
	while (at < sql->end && ((unsigned char) *at <= ' ' || *at == ':')) {
		at++;
	}

	return at < sql->end && *at == '=' && (at + 1 == sql->end || at[1] != '=');
}

/* True for "c" in "a.c", "a..c" and "[a].[c]", if "a" was kept. */
static bool sql_is_qualified(const sql_text *sql)
{
	const char *to = sql->to, *at = to + sql->length;

	at -= at > to && at[-1] == '[';
	if (at == to || at[-1] != '.') {
		return false;
	}
	while (at > to && at[-1] == '.') {
		at--;
	}
	at -= at > to && (at[-1] == ']' || at[-1] == '`');

	return at > to && sql_is_word(at[-1]);
}

/* True for "a" in "@a", "@@a" and ":a", but not in "x@a". */
static bool sql_is_variable(const sql_text *sql, const char *start)
{
	const char *at = start;

	while (at > sql->start && (at[-1] == '@' || at[-1] == ':')) {
		at--;
	}

	return at < start && (at == sql->start || strchr(" \t\r\n,(", at[-1]) != NULL);
}

/* True for SQLite's "table_info" and the like, which are followed by a name. */
static bool sql_tells_of_table(const sql_text *sql)
{
	return sql->verb == SQL_VERB_PRAGMA &&
		(sql_is_behind(sql, "info") || sql_is_behind(sql, "_list"));
}

/* True for a word that is followed by a name: "SET SESSION a", "DROP USER IF EXISTS a". */
static bool sql_is_before_name(const sql_text *sql, const char *word, size_t length)
{
	static const char *const setters[] = {"set", "session", "global", "local", "persist", NULL};
	static const char *const conditions[] = {"if", "not", "exists", NULL};

	if (sql->verb == SQL_VERB_SET) {
		return sql_is_one_of(word, length, setters);
	}

	return sql->verb == SQL_VERB_NAMED && sql_is_one_of(word, length, conditions);
}

/* True for statements without values: "SET TRANSACTION", "START TRANSACTION", "SET SESSION
 * CHARACTERISTICS". */
static bool sql_has_no_values(const sql_text *sql, const char *word, size_t length)
{
	static const char *const words[] = {"transaction", "characteristics", NULL};

	return sql->verb == SQL_VERB_SET && !sql_is_before_value(sql) &&
		sql_is_one_of(word, length, words);
}

/* True for a TO that separates a setting from its value, as "=" does. */
static bool sql_is_to(const sql_text *sql, const char *word, size_t length)
{
	return sql->verb == SQL_VERB_SET && sql_is(word, length, "to") && sql_ends_with(sql, " ") &&
		!sql_ends_with(sql, "= ");
}

/* True if a word is known to be no value, in a statement in which a word may be one. */
static bool sql_is_known(const sql_text *sql, const char *start, size_t length)
{
	return (sql->is_name && (!sql->is_list || sql_is_before_value(sql))) || sql_is_qualified(sql) ||
		sql_is_variable(sql, start) || sql_is_to(sql, start, length);
}

/* Handles a word, or a name in backticks, in such a statement. */
static void sql_guarded(sql_text *sql, const char *start, size_t length)
{
	if (!sql_is_known(sql, start, length)) {
		if (sql->verb == SQL_VERB_NAMED) {
			sql_leave_rest(sql);
		} else if (length == 1 && sql->at < sql->end && *sql->at == '\'') { /* N'text' */
			sql_put(sql, *start);
		} else {
			sql_put_value(sql);
		}
		return;
	}
	sql->is_name = sql_is_before_name(sql, start, length) && !sql_is_before_value(sql);
	sql_put_text(sql, start, length);
	sql->is_name |= sql_tells_of_table(sql);
	if (sql_has_no_values(sql, start, length)) {
		sql->verb = SQL_VERB_OTHER;
	}
	if (sql->verb == SQL_VERB_NAMED && !sql->is_name && (sql->at == sql->end || *sql->at != '.')) {
		sql_leave_rest(sql);
	}
}

static void sql_first(sql_text *sql, const char *start, size_t length)
{
	bool is_block = sql->verb == SQL_VERB_BEGIN;

	sql->verb = sql->verb == SQL_VERB_OBJECT ? sql_verb_of_object(start, length)
											 : sql_verb_of(start, length);
	sql->is_name = sql->verb > SQL_VERB_OBJECT;
	sql->is_list = false;
	if (sql->verb == SQL_VERB_UNKNOWN && is_block) {
		sql->verb = SQL_VERB_CALL;
		sql->is_name = false;
	}
}

/* Notes what a word says about the words after it: EXEC is followed by a procedure's name, in SQL
 * Server even without a ";" before it. */
static void sql_note_word(sql_text *sql, const char *word, size_t length)
{
	if (sql_is(word, length, "select")) {
		sql->selects |= sql_bit(sql);
	} else if (sql_is(word, length, "for")) {
		sql_note_for(sql);
	} else if ((sql_is(word, length, "exec") || sql_is(word, length, "execute")) &&
		sql->depth == 0 && !sql_ends_with(sql, ".")) {
		sql->verb = SQL_VERB_CALL;
		sql->is_name = true;
	}
}

static void sql_name(sql_text *sql, const char *start, size_t length)
{
	if (sql->verb > SQL_VERB_OBJECT) {
		sql_guarded(sql, start, length);
		return;
	}
	if (sql->verb > SQL_VERB_OTHER) {
		sql_first(sql, start, length);
	}
	sql_note_word(sql, start, length);
	sql->is_table = sql_is_before_table(sql, start, length) &&
		(sql->depth == 0 || (sql->selects & sql_bit(sql)) != 0);
	sql_put_text(sql, start, length);
	if (sql->verb == SQL_VERB_UNKNOWN ||
		(sql->verb == SQL_VERB_OTHER && sql_is(start, length, "identified"))) {
		sql_leave_rest(sql);
	}
}

static void sql_word(sql_text *sql)
{
	const char *start = sql->at;
	bool is_table = sql->is_table;

	sql->is_table = false;
	if (ZEND_IS_DIGIT(*start)) {
		sql_pass_number(sql);
		if (is_table) { /* as MySQL's "2fa_codes": no value can be here */
			sql_put_text(sql, start, (size_t) (sql->at - start));
		} else {
			sql_put_value(sql);
		}
		return;
	}
	if (*start == '$' && sql_pass_dollar(sql)) {
		sql_put_value(sql);
		return;
	}
	while (sql->at < sql->end && sql_is_word(*sql->at)) {
		sql->at++;
	}
	sql_name(sql, start, (size_t) (sql->at - start));
}

static void sql_quoted(sql_text *sql)
{
	const char *start = sql->at;
	bool is_name = *start == '`' ||
		(*start == '"' && sql->verb <= SQL_VERB_OBJECT && sql_is_part_of_name(sql));

	is_name &= sql_pass(sql, hp_sql_scan_quoted(sql_part(sql)));
	is_name = is_name && hp_sql_scan_is_name(start, sql->at);
	if (is_name && sql->verb > SQL_VERB_OBJECT) {
		sql_guarded(sql, start, (size_t) (sql->at - start));
	} else if (is_name) {
		sql_put_text(sql, start, (size_t) (sql->at - start));
	} else {
		sql_put_value(sql);
		if (*start == '`') {
			sql_leave(sql);
		}
	}
	sql->is_table = false;
}

/* Replaces the name of a value by "?" if it has a digit: ":id_7" is one of a list of any length,
 * ":id" is not. Returns false for anything else. */
static bool sql_named_value(sql_text *sql)
{
	const char *end = sql->at + 1;
	bool has_digit = false;

	if (sql_ends_with(sql, ":")) {
		return false; /* "::type" */
	}
	while (end < sql->end && sql_is_word(*end) && *end != '$') {
		has_digit |= ZEND_IS_DIGIT(*end);
		end++;
	}
	if (!has_digit) {
		return false;
	}
	sql->at = end;
	sql_put_value(sql);

	return true;
}

/* Keeps only one of equal rows, such as "(?, ?), (?, ?)". */
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

static hp_sql_place sql_place(const sql_text *sql)
{
	if (sql->length == 0 || sql_ends_with(sql, ";") || sql_ends_with(sql, "; ")) {
		return HP_SQL_FIRST;
	}

	return sql->is_table ? HP_SQL_BEFORE_TABLE : HP_SQL_WITHIN;
}

/* Appends a space, one for all that separates two words. */
static void sql_blank(sql_text *sql)
{
	if (sql->length > 0 && sql->to[sql->length - 1] != ' ') {
		sql_put(sql, ' ');
	}
}

/* Skips a comment. Returns false if there is none. */
static bool sql_pass_comment(sql_text *sql)
{
	hp_sql_part part = sql_part(sql);
	const char *to, *line;

	if (*sql->at == '#' && hp_sql_scan_is_path(part)) {
		if (sql->at >= sql->line) {
			line = memchr(sql->at, '\n', (size_t) (sql->end - sql->at));
			sql->line = line == NULL ? sql->end : line;
		}
		return false;
	}
	to = hp_sql_scan_comment(part, sql_place(sql));
	if (to == sql->at) {
		return false;
	}
	if (sql->verb == SQL_VERB_QUERY && !hp_sql_scan_is_remark(part)) {
		sql->verb = SQL_VERB_OTHER;
	}
	sql_pass(sql, to);
	sql_blank(sql);

	return true;
}

/* Notes where a bracket ends. Brackets enclose names in SQL Server and SQLite, and expressions in
 * PostgreSQL; braces enclose escapes of ODBC, and comments in Informix. */
static void sql_bracket(sql_text *sql)
{
	const char **end = *sql->at == '[' ? &sql->bracket : &sql->brace;

	if (sql->at < *end) {
		return;
	}
	*end = hp_sql_scan_bracket(sql_part(sql));
	if (*sql->at == '[' && sql->verb == SQL_VERB_QUERY &&
		memchr(sql->at, ')', (size_t) (*end - sql->at)) != NULL) {
		sql->verb = SQL_VERB_OTHER;
	}
}

/* Notes what a sign says about the words after it. */
static void sql_note_sign(sql_text *sql, char byte)
{
	switch (byte) {
		case ';':
			sql->verb = SQL_VERB_NEXT;
			break;
		case ',':
			sql->is_name = sql->is_list = sql->verb == SQL_VERB_SET;
			break;
		case '=':
			sql->is_name = false;
			break;
		case '(':
			sql->is_name &= sql->verb == SQL_VERB_PRAGMA;
			sql->group = sql->length;
			sql->depth++;
			sql->selects &= ~sql_bit(sql);
			break;
		case ')':
			sql->depth -= sql->depth > 0;
			break;
		default:
			break;
	}
}

static void sql_other(sql_text *sql)
{
	char byte = *sql->at++;

	if (byte == '\0' || strchr(" \t\n\r\v\f", byte) != NULL) {
		sql_blank(sql);
		return;
	}
	if (byte == '?') {
		while (sql->at < sql->end && ZEND_IS_DIGIT(*sql->at)) {
			sql->at++;
		}
		sql_put_value(sql);
		return;
	}
	sql_note_sign(sql, byte);
	sql_put(sql, byte);
	sql->is_table = false;
	if (byte == ')') {
		sql_close_group(sql);
	}
}

/* Handles one word, value, comment or other byte. */
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
		case '[':
		case '{':
			sql_bracket(sql);
			sql_other(sql);
			return;
		case '\\':
			sql_leave(sql); /* outside of texts there is only MySQL's "\N" */
			return;
		default:
			if (sql_is_word(*sql->at)) {
				sql_word(sql);
			} else {
				sql_other(sql);
			}
	}
}

void hp_sql_limit(smart_str *text, size_t start, size_t most)
{
	size_t length = text->s == NULL ? 0 : ZSTR_LEN(text->s) - start;

	if (length > most) {
		ZSTR_LEN(text->s) =
			start + hp_utf8_cut(ZSTR_VAL(text->s) + start, length, most - strlen(SQL_CUT));
		smart_str_appends_ex(text, SQL_CUT, true);
	}
}

void hp_sql_append(smart_str *to, const char *text, size_t length, size_t most)
{
	size_t start = to->s == NULL ? 0 : ZSTR_LEN(to->s);
	sql_text sql = {.start = text,
		.at = text,
		.group = SQL_NO_GROUP,
		.verb = SQL_VERB_NEXT,
		.brace = text,
		.bracket = text,
		.line = text,
		.is_cut = length > SQL_MAX_BYTES};

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
