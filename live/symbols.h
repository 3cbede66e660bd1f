/* symbols.h: the functions of a ring, with the names that they have in other modes of profiling. */
#ifndef HP_LIVE_SYMBOLS_H
#define HP_LIVE_SYMBOLS_H

#include "base/vector.h"
#include "live/reader.h"
#include "sampler/store.h"

typedef struct hp_live_symbol {
	zend_string *name; /* persistent, owned; NULL: not read yet */
	zend_string *file; /* persistent, owned; where its code is; NULL: not known */
	uint32_t line; /* where it is declared; 0: not known */
	hp_sample_kind kind;
} hp_live_symbol;

/* The place in a call path that a frame of a sample stands for. */
typedef enum hp_live_place {
	HP_LIVE_PLACE_OWN, /* a node of its own */
	HP_LIVE_PLACE_MAIN, /* main(): the outermost code of a file */
	HP_LIVE_PLACE_CALLER /* its caller: the code of an included file or of an eval() */
} hp_live_place;

static inline hp_live_place hp_live_place_of(hp_sample_kind kind, bool is_outermost, bool is_cut)
{
	if (kind == HP_SAMPLE_FILE && is_outermost && !is_cut) {
		return HP_LIVE_PLACE_MAIN;
	}

	return kind == HP_SAMPLE_FILE || kind == HP_SAMPLE_EVAL ? HP_LIVE_PLACE_CALLER
															: HP_LIVE_PLACE_OWN;
}

/* All zeros is an empty table. */
typedef struct hp_live_symbols {
	HP_VECTOR(hp_live_symbol) known; /* by number */
	/* of all names; bounded by what the ring has, even if its functions share texts */
	uint64_t text_bytes;
} hp_live_symbols;

/* Fills in a symbol from a row of the table of functions. texts has class, name and file one after
 * the other. The caller frees it by hp_live_symbol_free(). */
void hp_live_symbol_make(
	hp_live_symbol *symbol, const hp_live_function *function, const char *texts);
void hp_live_symbol_free(hp_live_symbol *symbol);

/* Returns the function with that number, or "(other)" if the table has no such function. Valid
 * until the next call. */
const hp_live_symbol *hp_live_symbols_get(
	hp_live_symbols *symbols, const hp_live_reader *reader, uint32_t number);

void hp_live_symbols_free(hp_live_symbols *symbols);

#endif /* HP_LIVE_SYMBOLS_H */
