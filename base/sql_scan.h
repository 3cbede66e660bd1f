/* sql_scan.h: finds the ends of literals and comments in a statement, whose text is never shown.
 *
 * The database that a statement is for is not known, and databases disagree: on a backslash before a quote, on "#" and
 * "--", on a comment within a comment, on "$". Each function looks for the end in all of these readings, and returns the
 * place after it. It returns NULL if readings disagree on that place: then the caller shows nothing of the rest. */
#ifndef HP_BASE_SQL_SCAN_H
#define HP_BASE_SQL_SCAN_H

#include "base/compat.h"

/* A statement from start to end; the scan begins at "at". */
typedef struct hp_sql_part {
	const char *start;
	const char *at;
	const char *end;
} hp_sql_part;

/* After a text in quotes, or a name in double quotes or backticks. The statement's end if it is never closed. */
const char *hp_sql_scan_quoted(hp_sql_part part);

/* Where a comment may be. */
typedef enum hp_sql_place {
	HP_SQL_FIRST, /* nothing of a statement is before it: "#" cannot be an operator */
	HP_SQL_BEFORE_TABLE, /* a table's name follows, which begins with "#" in SQL Server */
	HP_SQL_WITHIN,
} hp_sql_place;

/* After a comment; "at" if there is none. A "#" or "--" that some databases read as an operator is a comment if it looks like
 * one. */
const char *hp_sql_scan_comment(hp_sql_part part, hp_sql_place place);

/* Where hp_sql_scan_comment() found one: true for a comment, false for code that some databases run. */
bool hp_sql_scan_is_remark(hp_sql_part part);

/* After PostgreSQL's "$tag$text$tag$"; "at" if there is none. */
const char *hp_sql_scan_dollar(hp_sql_part part);

/* True at PostgreSQL's operators "#>", "#>>" and "#-" of a path in JSON, which the operand after them tells from comments. */
bool hp_sql_scan_is_path(hp_sql_part part);

/* After the "]" or "}" that closes the bracket, which may be a name's; the statement's end if there is none. */
const char *hp_sql_scan_bracket(hp_sql_part part);

/* True for a name in quotes that has no other quotes in it. */
bool hp_sql_scan_is_name(const char *at, const char *end);

#endif /* HP_BASE_SQL_SCAN_H */
