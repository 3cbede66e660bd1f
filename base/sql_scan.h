/* sql_scan.h: finds the ends of literals and comments in a statement. Their text is never shown.
 *
 * It is not known for which database a statement is, and databases disagree: on a backslash before
 * a quote, on "#" and "--", on a comment within a comment, on "$". Each function looks for the end
 * in all of these readings and returns the place after it. It returns NULL if the readings
 * disagree; the caller then shows nothing of the rest. */
#ifndef HP_BASE_SQL_SCAN_H
#define HP_BASE_SQL_SCAN_H

#include "base/compat.h"

/* A statement from start to end. The scan begins at `at`. */
typedef struct hp_sql_part {
	const char *start;
	const char *at;
	const char *end;
} hp_sql_part;

/* Returns the place after a text in quotes, or a name in double quotes or backticks; the
 * statement's end if it is not closed. */
const char *hp_sql_scan_quoted(hp_sql_part part);

/* Where a comment may be. */
typedef enum hp_sql_place {
	HP_SQL_FIRST, /* no part of the statement is before it, so "#" cannot be an operator */
	HP_SQL_BEFORE_TABLE, /* a table's name follows, which begins with "#" in SQL Server */
	HP_SQL_WITHIN,
} hp_sql_place;

/* Returns the place after a comment; `at` if there is none. A "#" or "--" that some databases read
 * as an operator is a comment if it looks like one. */
const char *hp_sql_scan_comment(hp_sql_part part, hp_sql_place place);

/* For a place at which hp_sql_scan_comment() found a comment: false if some databases run it as
 * code. */
bool hp_sql_scan_is_remark(hp_sql_part part);

/* Returns the place after PostgreSQL's "$tag$text$tag$"; `at` if there is none. */
const char *hp_sql_scan_dollar(hp_sql_part part);

/* True at PostgreSQL's operators "#>", "#>>" and "#-" for paths in JSON. The operand after them
 * distinguishes them from comments. */
bool hp_sql_scan_is_path(hp_sql_part part);

/* Returns the place after the "]" or "}" that closes a bracket, which may enclose a name; the
 * statement's end if there is none. */
const char *hp_sql_scan_bracket(hp_sql_part part);

/* True for a name in quotes that contains no other quotes. */
bool hp_sql_scan_is_name(const char *at, const char *end);

#endif /* HP_BASE_SQL_SCAN_H */
