/* sql.h: a statement without its values. */
#ifndef HP_BASE_SQL_H
#define HP_BASE_SQL_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* Appends an SQL statement as persistent text, most bytes of it at most: a '?' for each literal and for a list of them, a
 * row for rows that are alike; one space for any number of them; no comments. Keeps keywords and names, but of a statement
 * in which a word may be a value, such as SET and CALL, only words that are known to be names. A text in double quotes is
 * taken for a name only where a table or a column must be named. What is cut ends with an ellipsis: also a statement that is
 * very long, and what follows a place that databases read in different ways: sql_scan.h. */
void hp_sql_append(smart_str *to, const char *text, size_t length, size_t most);

/* The bytes of a text cut to most, not within a UTF-8 character. */
size_t hp_sql_cut(const char *text, size_t length, size_t most);

/* Cuts a persistent text, from start on, to most bytes, with an ellipsis at its end. */
void hp_sql_limit(smart_str *text, size_t start, size_t most);

#endif /* HP_BASE_SQL_H */
