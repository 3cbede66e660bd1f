/* detail_kind.h: lists the functions that send SQL, a command or a request to another service, and
 * says where its text is. */
#ifndef HP_BASE_DETAIL_KIND_H
#define HP_BASE_DETAIL_KIND_H

#include "base/compat.h"

/* Each kind comes with the position of an argument, from 1 on. The comments say which argument it
 * is. */
typedef enum hp_detail_action {
	HP_DETAIL_NONE,
	HP_DETAIL_SQL, /* the text */
	HP_DETAIL_URL, /* the text, if it is a URL */
	HP_DETAIL_REDIS, /* the key, or a list of keys; 0: the command has none */
	HP_DETAIL_MEMCACHED, /* the key, or a list of keys; 0: the command has none */
	HP_DETAIL_PDO, /* none: the statement object has the text */
	HP_DETAIL_PG_QUERY, /* the text, if no connection is before it */
	HP_DETAIL_PG_EXECUTE, /* the statement's name, if no connection is before it */
	HP_DETAIL_STATEMENT, /* the object that has a noted text; 0: $this */
	HP_DETAIL_HANDLE, /* the curl handle that has a noted text */

	/* From here on, no text is shown, but one is noted. */
	HP_DETAIL_PREPARE_NEW, /* the text; the statement is the next new object */
	HP_DETAIL_PREPARE, /* the text; the statement is $this, or the argument before it */
	/* the statement's name, if no connection is before it; the text follows */
	HP_DETAIL_PG_PREPARE,
	HP_DETAIL_CURL_INIT, /* the URL */
	HP_DETAIL_CURL_SETOPT, /* the option; the value follows */
	HP_DETAIL_CURL_SETOPT_ARRAY, /* the options */
	HP_DETAIL_CURL_COPY,
	HP_DETAIL_CURL_RESET,
} hp_detail_action;

/* Returns the kind of the function of that name, such as "PDO::query"; 0 if its calls have no
 * text. */
uint16_t hp_detail_kind_of(const char *name);

/* Returns the service that functions of a kind use: "sql", "redis", "memcached" or "http"; NULL
 * for none. Functions of HP_DETAIL_URL use it only if the call has a text; otherwise they open a
 * file. */
const char *hp_detail_kind_service(uint16_t kind);

/* Returns the SQL that a function sends in each call, which is the same for all calls; NULL for
 * none. */
const char *hp_detail_fixed_text(const char *name);

/* Returns the function of a number, from 0 on, that executes SQL with a text; NULL after the
 * last. */
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
