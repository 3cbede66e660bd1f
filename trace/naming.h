/* naming.h: finds the symbol under which a call is recorded.
 *
 * A new symbol is classified by the options of the run: its flags HP_SYMBOL_* say what its calls
 * need beside a clock. Few symbols have any. A call of such a symbol is resolved each time: it may
 * be ignored, or be recorded under the name of its SQL, of its argument or of its closure. */
#ifndef HP_TRACE_NAMING_H
#define HP_TRACE_NAMING_H

#include "trace/detail.h"
#include "trace/options.h"
#include "trace/subject.h"
#include "trace/variant.h"

/* All zeros is a state in which no symbol is known. */
typedef struct hp_naming {
	const hp_trace_options *options; /* the run's, not owned */
	hp_variants *variants; /* of closures that share a name; the graph's, not owned */
	hp_symbols symbols; /* they live until the request ends */
	bool has_symbols; /* the table is initialized */
	uint64_t ticks; /* time that this run spent on naming functions */
	hp_details details;
	hp_subjects subjects;
} hp_naming;

/* Starts a run: classifies the symbols that are known from earlier runs anew. Both pointers must
 * stay valid until hp_naming_free_run(). */
void hp_naming_start(hp_naming *naming, const hp_trace_options *options, hp_variants *variants);

/* Forgets all that unseen calls during a pause may change, such as the SQL of a prepared
 * statement. */
void hp_naming_pause(hp_naming *naming);

/* Frees what belongs to one run. */
void hp_naming_free_run(hp_naming *naming);

/* Frees the symbols, too. */
void hp_naming_free(hp_naming *naming);

/* Find or add the symbol of a function, of a file that is compiled, or of a name. */
hp_symbol *hp_naming_of_function(hp_naming *naming, const zend_function *function);
hp_symbol *hp_naming_of_load(hp_naming *naming, zend_string *path);
hp_symbol *hp_naming_of_text(hp_naming *naming, const char *name, size_t length);

/* Returns the symbol under which a call of a special symbol is recorded; NULL if it is not
 * recorded. */
hp_symbol *hp_naming_resolve(
	hp_naming *naming, hp_symbol *symbol, const zend_execute_data *execute_data);

/* Resets the numbers that all symbols have in the result, before the next result. */
void hp_naming_reset_numbers(hp_naming *naming);

#endif /* HP_TRACE_NAMING_H */
