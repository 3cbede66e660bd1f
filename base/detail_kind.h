/* detail_kind.h: which functions ask another service, by SQL, a command or a request, and where the text of that is. */
#ifndef HP_BASE_DETAIL_KIND_H
#define HP_BASE_DETAIL_KIND_H

#include "base/compat.h"

/* Behind each stands what the argument of the kind is, a position from 1 on. */
typedef enum hp_detail_action {
	HP_DETAIL_NONE,
	HP_DETAIL_SQL, /* of the text */
	HP_DETAIL_URL, /* of the text, if it is one */
	HP_DETAIL_REDIS, /* of the key, or of a list of them; 0: the command has none */
	HP_DETAIL_MEMCACHED, /* likewise */
	HP_DETAIL_PDO, /* of none: the statement has it */
	HP_DETAIL_PG_QUERY, /* of the text, if no connection is before it */
	HP_DETAIL_PG_EXECUTE, /* of the name, likewise */
	HP_DETAIL_STATEMENT, /* of the object that has a noted text; 0: $this */
	HP_DETAIL_HANDLE, /* of the curl handle, likewise */

	/* From here on none is shown; a text is noted. */
	HP_DETAIL_PREPARE_NEW, /* of the text; the statement is the next new object */
	HP_DETAIL_PREPARE, /* of the text, and $this, or the argument before it, is the statement */
	HP_DETAIL_PG_PREPARE, /* of the name, if no connection is before it; the text follows */
	HP_DETAIL_CURL_INIT, /* of the URL */
	HP_DETAIL_CURL_SETOPT, /* of the option; the value follows */
	HP_DETAIL_CURL_SETOPT_ARRAY, /* of the options */
	HP_DETAIL_CURL_COPY,
	HP_DETAIL_CURL_RESET,
} hp_detail_action;

/* The kind of the function of that name, "PDO::query"; 0: it has no text. */
uint16_t hp_detail_kind_of(const char *name);

/* "sql", "redis", "memcached" or "http", which the function of that kind asks; NULL: none. Those of HP_DETAIL_URL ask only if
 * they have a text: else they open a file. */
const char *hp_detail_kind_service(uint16_t kind);

/* The SQL that the function sends in each call, so that it has no text of a call; NULL: none. */
const char *hp_detail_fixed_text(const char *name);

/* The functions that execute SQL with a text, one for each number from 0 on; NULL at the end. */
const char *hp_detail_sql_function(size_t number);

static inline hp_detail_action hp_detail_kind_action(uint16_t kind)
{
	return (hp_detail_action) (kind >> 2);
}

static inline uint32_t hp_detail_kind_argument(uint16_t kind)
{
	return kind & 3u;
}

#endif /* HP_BASE_DETAIL_KIND_H */
