/* symbols.h: the functions of a ring by name, as other modes of profiling name them. */
#ifndef HP_LIVE_SYMBOLS_H
#define HP_LIVE_SYMBOLS_H

#include "base/vector.h"
#include "live/reader.h"
#include "sampler/store.h"

typedef struct hp_live_symbol {
	zend_string *name; /* persistent, owned; NULL: not read yet */
	zend_string *file; /* likewise; where its code is; NULL: none known */
	uint32_t line; /* where it is declared; 0: not known */
	hp_sample_kind kind;
} hp_live_symbol;

/* All zeros is an empty one. */
typedef struct hp_live_symbols {
	HP_VECTOR(hp_live_symbol) known; /* by number */
	uint64_t text_bytes; /* of all names; no more than the ring has, whatever its functions share */
} hp_live_symbols;

/* Fills in what is in the table of functions; texts: class, name, file. The caller frees it. */
void hp_live_symbol_make(
	hp_live_symbol *symbol, const hp_live_function *function, const char *texts);
void hp_live_symbol_free(hp_live_symbol *symbol);

/* The function of that number: "(other)" if the table has no such. Valid until the next call. */
const hp_live_symbol *hp_live_symbols_get(
	hp_live_symbols *symbols, const hp_live_reader *reader, uint32_t number);

void hp_live_symbols_free(hp_live_symbols *symbols);

#endif /* HP_LIVE_SYMBOLS_H */
