/* stacks.h: sampled stacks by name, with levels of recursion, without ignored functions. */
#ifndef HP_SAMPLER_STACKS_H
#define HP_SAMPLER_STACKS_H

#include "base/vector.h"
#include "sampler/options.h"
#include "sampler/store.h"

#include "Zend/zend_smart_str.h"

/* Functions with equal names are one symbol. */
typedef struct hp_sample_symbol {
	zend_string *name; /* name and file are persistent, and owned by the stacks */
	/* where it is declared; of several functions the first one that has a file; NULL: not known */
	zend_string *file;
	uint32_t line; /* 0 for a file */
	uint32_t depth; /* while a path is expanded: the level of its next frame */
	uint32_t number; /* for the caller's use; HP_SAMPLE_NONE at first */
} hp_sample_symbol;

typedef struct hp_sample_visible {
	hp_sample_symbol *symbol;
	uint32_t level; /* of recursion; 0: the outermost call */
	/* HP_SAMPLE_NONE: main() without its code, as while a file of auto_prepend_file runs */
	uint32_t function;
	uint32_t line;
} hp_sample_visible;

typedef struct hp_sample_stacks {
	const hp_sample_store *store;
	const hp_sample_options *options;
	bool has_places; /* closures and anonymous classes are named by file and line */
	hp_sample_symbol *symbols; /* the root is the first */
	uint32_t symbols_count;
	/* the function that is the main script's code; HP_SAMPLE_NONE: not known */
	uint32_t main_script;
	HashTable by_name; /* name => symbol; persistent */
	HashTable files; /* path => the string, each path once; persistent */
	/* symbols by index of the function; NULL: the function is left out of stacks */
	hp_sample_symbol **of_function;
	HP_VECTOR(hp_sample_visible) frames; /* of the current path, the outermost first */
	HP_VECTOR(uint32_t) nodes; /* of the current path, the innermost first, without the root */
} hp_sample_stacks;

/* Names all functions of a store. Store and options must not change until hp_sample_stacks_end(),
 * which frees all that stacks owns. */
void hp_sample_stacks_begin(hp_sample_stacks *stacks, const hp_sample_store *store,
	const hp_sample_options *options, bool has_places);
void hp_sample_stacks_end(hp_sample_stacks *stacks);

/* Puts the visible frames of a record's path into stacks->frames, main() first. Returns the index
 * of the outermost frame that is within the record's depth. A wait does not count towards the
 * depth. */
uint32_t hp_sample_stacks_expand(hp_sample_stacks *stacks, const hp_sample_record *record);

/* True if the innermost frame of the expanded path is no function, but what the thread sleeps
 * in. */
bool hp_sample_stacks_has_wait(const hp_sample_stacks *stacks);

/* The path of a function's file. It is not terminated; its length is function->file_length. It
 * belongs to the store. */
const char *hp_sample_stacks_file(
	const hp_sample_stacks *stacks, const hp_sample_function *function);

/* Appends the function's name, as the other modes give it, to a persistent text. texts: class, name
 * and file, one after the other. */
void hp_sample_stacks_append_name(
	const hp_sample_function *function, const char *texts, bool has_places, smart_str *text);

#endif /* HP_SAMPLER_STACKS_H */
