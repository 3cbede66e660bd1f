/* detail.h: appends the text of a call to the function's name: SQL, a command with its key, a URL;
 * without values.
 *
 * It reads only arguments that are strings or lists of keys, and the query that a statement object
 * holds. It calls and converts nothing, so the program behaves as without it. The text of a
 * prepared statement or a curl handle is known only if it was set during the run. */
#ifndef HP_TRACE_DETAIL_H
#define HP_TRACE_DETAIL_H

#include "trace/noted.h"
#include "trace/symbol.h"

/* Limit of the text after the '#'. A longer text is cut between characters and ends with an
 * ellipsis. */
#define HP_DETAIL_MAX_BYTES 512

/* Limit of different texts in a run; each further one becomes "(other)". */
#define HP_DETAIL_MAX_TEXTS 1000

typedef struct hp_details {
	hp_noted noted;
	hp_symbols symbols; /* the symbols whose names have a text; freed with the run */
	smart_str name; /* buffer in which a name is made; persistent */
} hp_details;

void hp_detail_init(hp_details *details);
void hp_detail_free(hp_details *details);

/* Returns the symbol "plain#text" for this call, or `plain` if the call has no text. */
hp_symbol *hp_detail_symbol(
	hp_details *details, hp_symbol *plain, const zend_execute_data *execute_data);

/* Looks at a call that is not recorded: it may prepare a statement or set the URL of a curl
 * handle. */
void hp_detail_note(
	hp_details *details, const hp_symbol *plain, const zend_execute_data *execute_data);

#endif /* HP_TRACE_DETAIL_H */
