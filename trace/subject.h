/* subject.h: appends what a call is about to the names of functions that dispatch: WP_Hook::apply_filters#the_content. It is
 * an argument: a string, such as the name of a hook or a template, or an object, such as an event, by its class. Or it is
 * a number of all arguments, by which calls with equal ones are seen: price#arguments 3. */
#ifndef HP_TRACE_SUBJECT_H
#define HP_TRACE_SUBJECT_H

#include "trace/symbol.h"
#include "trace/targets.h"

/* Limit of the text after the '#'; it is cut between characters. */
#define HP_SUBJECT_MAX_BYTES 128

/* Limit of different texts in a run. */
#define HP_SUBJECT_MAX_TEXTS 1000

/* Limit of different arguments of all functions in a run. */
#define HP_SUBJECT_MAX_CALLS 10000

/* Positions of arguments, from 1 on, that may be chosen; or all. */
#define HP_SUBJECT_ALL 4
#define HP_SUBJECT_CHOICES 5

/* Functions whose argument is in their name, by its position minus 1, beside those that are known. */
typedef struct hp_subject_choice {
	hp_targets by_argument[HP_SUBJECT_CHOICES];
} hp_subject_choice;

typedef struct hp_subjects {
	hp_symbols symbols; /* with the text; freed with the run */
	hp_table arguments; /* those that were passed, to the symbol with their number */
} hp_subjects;

/* Adds the functions of a list: "Bus::handle, run#2, price#*": of run the second argument counts, of price all. Words such as "1" and
 * "on" are skipped. False: there is no such argument, or no name. */
bool hp_subject_choose(hp_subject_choice *choice, const char *list);
void hp_subject_choice_free(hp_subject_choice *choice);

void hp_subject_init(hp_subjects *subjects);
void hp_subject_free(hp_subjects *subjects);

/* The kind of subject of a function; 0: none. */
uint16_t hp_subject_of(const hp_symbol *symbol, const hp_subject_choice *choice);

/* "plain#text" for this call, or plain if it has no text. plain->detail is the kind. */
hp_symbol *hp_subject_symbol(
	hp_subjects *subjects, hp_symbol *plain, const zend_execute_data *execute_data);

#endif /* HP_TRACE_SUBJECT_H */
