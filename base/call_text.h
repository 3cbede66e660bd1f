/* call_text.h: the text of a call: what it asks another program for, without values. "SELECT * FROM
 * t WHERE id = ?", "GET user:?", "https://host/orders/?".
 *
 * It is read from the call's frame: in place by the thread that calls, or in copies by another
 * thread, while the first may free the memory. It calls and converts nothing, so the program
 * behaves as without it. */
#ifndef HP_BASE_CALL_TEXT_H
#define HP_BASE_CALL_TEXT_H

#include "base/detail_kind.h"

#include "Zend/zend_smart_str.h"

/* The most bytes that are copied of a text. */
#define HP_CALL_TEXT_BYTES 4096

/* The rest of a longer URL is not read. */
#define HP_CALL_TEXT_URL_BYTES 2048

/* How a call is read. */
typedef struct hp_call_text {
	const zend_execute_data *frame; /* with its arguments behind it, in place or as a copy */
	uint32_t arguments; /* how many of them are there */
	const zend_class_entry *scope; /* of the function, which is internal; NULL: none */
	const char *name; /* of the function, such as "PDO::query" */
	/* Copies memory, and returns false if it is not there any more. NULL: read in place. */
	bool (*copy)(void *to, const void *from, size_t bytes);
	char *buffer; /* of HP_CALL_TEXT_BYTES, for a text that is copied */
	size_t most_bytes; /* a longer text is cut, with an ellipsis */
} hp_call_text;

/* Returns an argument as it was passed, from 1 on, in place or as a copy in `buffer`; NULL: it is
 * missing. */
const zval *hp_call_text_argument(const hp_call_text *call, uint32_t number, zval *buffer);

/* Returns the position of an argument of a pgsql function, whose first one may be a connection. */
uint32_t hp_call_text_pg_argument(const hp_call_text *call, uint32_t argument);

/* Appends the text of a call of a function that sends one, as persistent text. argument: as in
 * hp_detail_kind_argument(). Returns false, and appends nothing, if the call has none, or if its
 * text was sent before: HP_DETAIL_PG_EXECUTE, HP_DETAIL_STATEMENT and HP_DETAIL_HANDLE. */
bool hp_call_text_append(
	const hp_call_text *call, hp_detail_action action, uint32_t argument, smart_str *to);

#endif /* HP_BASE_CALL_TEXT_H */
