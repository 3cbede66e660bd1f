/* stacks.h: sampled stacks by name, with levels of recursion, and without ignored functions. */
#ifndef HP_SAMPLER_STACKS_H
#define HP_SAMPLER_STACKS_H

#include "base/vector.h"
#include "sampler/options.h"
#include "sampler/store.h"

#include "Zend/zend_smart_str.h"

/* Functions of equal names are one symbol. */
typedef struct hp_sample_symbol {
	zend_string *name; /* both persistent, owned by the stacks */
	zend_string *file; /* where it is declared, of several functions the first; NULL: not known */
	uint32_t line; /* 0 for a file */
	uint32_t depth; /* the level that its next frame gets */
	uint32_t number; /* for the caller; HP_SAMPLE_NONE at first */
} hp_sample_symbol;

typedef struct hp_sample_visible {
	hp_sample_symbol *symbol;
	uint32_t level; /* of recursion */
	uint32_t
		function; /* HP_SAMPLE_NONE: main() without its code, as in a file of auto_prepend_file */
	uint32_t line;
} hp_sample_visible;

typedef struct hp_sample_stacks {
	const hp_sample_store *store;
	const hp_sample_options *options;
	bool has_places; /* closures and anonymous classes are named by file and line */
	hp_sample_symbol *symbols; /* the root is the first */
	uint32_t symbols_count;
	uint32_t main_script; /* its code, a function; HP_SAMPLE_NONE: not known */
	HashTable by_name; /* the symbols; persistent */
	HashTable files; /* their names, once each; persistent */
	hp_sample_symbol **of_function; /* by number; NULL: the function is transparent */
	HP_VECTOR(hp_sample_visible) frames; /* of the current path, the outermost first */
	HP_VECTOR(uint32_t) nodes; /* of the current path, the innermost first, without the root */
} hp_sample_stacks;

/* Names all functions of a store. Store and options must stay unchanged until the end. */
void hp_sample_stacks_begin(hp_sample_stacks *stacks, const hp_sample_store *store,
	const hp_sample_options *options, bool has_places);
void hp_sample_stacks_end(hp_sample_stacks *stacks);

/* Puts the visible frames of a record's path into stacks->frames, main() first. Returns the index
 * of the first within the record's depth, in which no wait counts. */
uint32_t hp_sample_stacks_expand(hp_sample_stacks *stacks, const hp_sample_record *record);

/* True if the innermost frame is not a function, but what it sleeps in. */
bool hp_sample_stacks_has_wait(const hp_sample_stacks *stacks);

/* The path of a function's file, not terminated; its length is function->file_length. */
const char *hp_sample_stacks_file(
	const hp_sample_stacks *stacks, const hp_sample_function *function);

/* Appends the name that other modes give the function, to a persistent text. texts: class, name, file. */
void hp_sample_stacks_append_name(
	const hp_sample_function *function, const char *texts, bool has_places, smart_str *text);

#endif /* HP_SAMPLER_STACKS_H */
