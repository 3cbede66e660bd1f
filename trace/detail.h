/* detail.h: xhprof.collect_additional_info puts the query, statement or URL into the name; SQL without its values.
 *
 * Reads only arguments that are strings, and a statement's own query. It calls nothing and converts
 * nothing, so the program behaves as without it. The URL of curl_exec() is the one that curl_init()
 * or curl_setopt() set during the run. */
#ifndef HP_TRACE_DETAIL_H
#define HP_TRACE_DETAIL_H

#include "trace/symbol.h"

/* Limit of the text after the '#'; it is cut between characters. */
#define HP_DETAIL_MAX_BYTES 256

/* Limit of different texts in a run. */
#define HP_DETAIL_MAX_TEXTS 1000

typedef struct hp_details {
	HashTable urls; /* text of a curl handle, by object handle; persistent */
	hp_symbols symbols; /* with the text; freed with the run */
} hp_details;

void hp_detail_init(hp_details *details);
void hp_detail_free(hp_details *details);

/* The kind of detail of a function of that name; 0 for none. */
uint32_t hp_detail_of(const hp_symbol *symbol);

/* "plain#text" for this call, or plain if it has no text. */
hp_symbol *hp_detail_symbol(
	hp_details *details, hp_symbol *plain, const zend_execute_data *execute_data);

#endif /* HP_TRACE_DETAIL_H */
