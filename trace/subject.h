/* subject.h: appends the subject of a call to the names of functions that dispatch:
 * WP_Hook::apply_filters#the_content. The subject is an argument: a string, such as the name of a
 * hook or a template, or an object, such as an event, which stands for its class. Or it is a number
 * for all arguments, which is the same for equal arguments: price#arguments 3. */
#ifndef HP_TRACE_SUBJECT_H
#define HP_TRACE_SUBJECT_H

#include "trace/symbol.h"
#include "trace/targets.h"

/* Limit of the text after the '#'. A longer text is cut between characters. */
#define HP_SUBJECT_MAX_BYTES 128

/* Limit of different texts in a run. */
#define HP_SUBJECT_MAX_TEXTS 1000

/* Limit of the different sets of arguments in a run, over all functions. */
#define HP_SUBJECT_MAX_CALLS 10000

/* The choices of an argument: by_argument[0] is the first argument, and so on; [HP_SUBJECT_ALL] is
 * all of them. */
#define HP_SUBJECT_ALL 4
#define HP_SUBJECT_CHOICES 5

/* The functions that the user chose, by the argument's position minus 1. They come in addition to
 * the known dispatchers. */
typedef struct hp_subject_choice {
	hp_targets by_argument[HP_SUBJECT_CHOICES];
} hp_subject_choice;

typedef struct hp_subjects {
	hp_symbols symbols; /* the symbols whose names have a text; freed with the run */
	/* digests of the arguments passed so far, each with the symbol that has its number */
	hp_table arguments;
} hp_subjects;

/* Adds the functions of a list such as "Bus::handle, run#2, price#*": the first argument of
 * Bus::handle counts, the second of run, and all of price. Words such as "1" and "on" are skipped.
 * Returns false if a word has no name, or no such argument exists. */
bool hp_subject_choose(hp_subject_choice *choice, const char *list);
void hp_subject_choice_free(hp_subject_choice *choice);

void hp_subject_init(hp_subjects *subjects);
void hp_subject_free(hp_subjects *subjects);

/* Returns the kind of subject that calls of a function have; 0 for none. */
uint16_t hp_subject_of(const hp_symbol *symbol, const hp_subject_choice *choice);

/* Returns the symbol "plain#text" for this call, or `plain` if the call has no text. plain->detail
 * is the kind of subject. */
hp_symbol *hp_subject_symbol(
	hp_subjects *subjects, hp_symbol *plain, const zend_execute_data *execute_data);

#endif /* HP_TRACE_SUBJECT_H */
