/* sql.h: removes the values from SQL statements. */
#ifndef HP_BASE_SQL_H
#define HP_BASE_SQL_H

#include "base/compat.h"

#include "Zend/zend_smart_str.h"

/* Appends an SQL statement as persistent text of at most `most` bytes. A '?' stands for each
 * literal and for each list of them, one row for several equal rows, and one space for any number
 * of them. Comments are dropped. Keywords and names are kept; but in a statement in which a word
 * may be a value, such as SET and CALL, only words that are known to be names are. A text in double
 * quotes counts as a name only where a table or a column must be named. A cut statement ends with
 * an ellipsis. It is cut if it is very long, and at a place that databases read in different ways:
 * sql_scan.h. */
void hp_sql_append(smart_str *to, const char *text, size_t length, size_t most);

/* Cuts a persistent text, from `start` on, to `most` bytes, with an ellipsis at its end. */
void hp_sql_limit(smart_str *text, size_t start, size_t most);

#endif /* HP_BASE_SQL_H */
