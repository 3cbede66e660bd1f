/* sql_scan.h: where the parts of a statement end whose text is not shown: literals and comments.
 *
 * The database that a statement is for is not known, and databases disagree: on a backslash before a quote, on "#" and
 * "--", on a comment within a comment, on "$". Each function looks for the end in all of these readings. It returns NULL if
 * two readings would go on at different places: the caller shows nothing of what follows. */
#ifndef HP_BASE_SQL_SCAN_H
#define HP_BASE_SQL_SCAN_H

#include "base/compat.h"

/* The part of a statement that is read: start is where it begins, at where the scan begins. */
typedef struct hp_sql_part {
	const char *start;
	const char *at;
	const char *end;
} hp_sql_part;

/* Behind a text in quotes, or a name in double quotes or backticks. The end if it is never closed. */
const char *hp_sql_scan_quoted(hp_sql_part part);

/* Where a comment may be. */
typedef enum hp_sql_place {
	HP_SQL_FIRST, /* nothing of a statement is before it: "#" cannot be an operator */
	HP_SQL_BEFORE_TABLE, /* a table's name follows, which begins with "#" in SQL Server */
	HP_SQL_WITHIN,
} hp_sql_place;

/* Behind a comment; at if there is none. A "#" or "--" that some databases read as an operator is a comment if it looks like
 * one. */
const char *hp_sql_scan_comment(hp_sql_part part, hp_sql_place place);

/* True for a comment, false for code that some databases read, at where hp_sql_scan_comment() found one. */
bool hp_sql_scan_is_remark(hp_sql_part part);

/* Behind PostgreSQL's "$tag$text$tag$"; at if there is none. */
const char *hp_sql_scan_dollar(hp_sql_part part);

/* True at PostgreSQL's operators of a path in JSON, "#>", "#>>" and "#-", by the operand behind them. */
bool hp_sql_scan_is_path(hp_sql_part part);

/* Behind the "]" or "}" that closes the bracket, which may be a name's; the end if there is none. */
const char *hp_sql_scan_bracket(hp_sql_part part);

/* True for a name in quotes that has no other quotes in it. */
bool hp_sql_scan_is_name(const char *at, const char *end);

#endif /* HP_BASE_SQL_SCAN_H */
