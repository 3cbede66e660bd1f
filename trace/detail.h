/* detail.h: xhprof.collect_additional_info: the query, the statement or the URL in the name.
 *
 * Only arguments that are there and are strings are looked at, and a statement's own query.
 * Nothing is called and nothing converted, so that the program behaves as without us. The URL of
 * curl_exec() is what curl_init() and curl_setopt() were given while the run saw it. */
#ifndef HP_TRACE_DETAIL_H
#define HP_TRACE_DETAIL_H

#include "trace/symbol.h"

/* The text after the '#' is cut to this, at a character's boundary. */
#define HP_DETAIL_MAX_BYTES 256

typedef struct hp_details {
	HashTable urls; /* the text of a curl handle, by the object's number; persistent */
	hp_symbols symbols; /* with the text; of the run, as there is no end of such texts */
} hp_details;

void hp_detail_init(hp_details *details);
void hp_detail_free(hp_details *details);

/* What to look at in calls of a function of that name; 0 for nothing. */
uint32_t hp_detail_of(const zend_string *name);

/* "plain#text" for this call, or plain itself if there is no text. */
hp_symbol *hp_detail_symbol(
	hp_details *details, hp_symbol *plain, const zend_execute_data *execute_data);

#endif /* HP_TRACE_DETAIL_H */
