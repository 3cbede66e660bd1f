/* detail.h: appends the text of a call to the function's name: SQL, a command with its key, a URL; without values.
 *
 * Reads only arguments that are strings, or lists of keys, and a statement's own query. It calls nothing and converts
 * nothing, so the program behaves as without it. The text of a prepared statement and of a curl handle is the one that was
 * set during the run. */
#ifndef HP_TRACE_DETAIL_H
#define HP_TRACE_DETAIL_H

#include "trace/noted.h"
#include "trace/symbol.h"

/* Limit of the text after the '#'. A text that is longer is cut between characters, and ends with an ellipsis. */
#define HP_DETAIL_MAX_BYTES 512

/* Limit of different texts in a run. */
#define HP_DETAIL_MAX_TEXTS 1000

typedef struct hp_details {
	hp_noted noted;
	hp_symbols symbols; /* with the text; freed with the run */
	smart_str name; /* that is made; persistent */
} hp_details;

void hp_detail_init(hp_details *details);
void hp_detail_free(hp_details *details);

/* The kind of detail of a function of that name; 0 for none. */
uint16_t hp_detail_of(const hp_symbol *symbol);

/* "plain#text" for this call, or plain if it has no text. */
hp_symbol *hp_detail_symbol(
	hp_details *details, hp_symbol *plain, const zend_execute_data *execute_data);

/* Takes notice of a call that is not recorded: it may prepare a statement. */
void hp_detail_note(
	hp_details *details, const hp_symbol *plain, const zend_execute_data *execute_data);

#endif /* HP_TRACE_DETAIL_H */
