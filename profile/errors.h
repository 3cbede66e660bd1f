/* errors.h: how far the times of a profile's pairs may be off, where not all calls were timed. */
#ifndef HP_PROFILE_ERRORS_H
#define HP_PROFILE_ERRORS_H

#include "base/vector.h"

/* An error is so many standard errors: 95 of 100 times the truth is nearer. */
#define HP_PROFILE_ERRORS 2.0

typedef struct hp_error {
	int64_t wall_ns; /* CPU time has at most that of wall time */
} hp_error;

/* Numbers from count on have no row: all their calls were timed. */
typedef HP_VECTOR(hp_error) hp_errors_table;

/* The error of a number; 0: none. */
int64_t hp_profile_error(const hp_errors_table *table, uint32_t number);

/* The row of a number to be written; made if it is new. */
hp_error *hp_profile_error_of(hp_errors_table *table, uint32_t number);

/* Errors of different calls have different signs: their squares add up. */
int64_t hp_profile_errors_sum(int64_t wall_ns, double more_ns);

/* Adds an error to that of a number. */
void hp_profile_errors_add(hp_errors_table *table, uint32_t number, double more_ns);

/* The row of a number goes behind that of the last one; those between move up. */
void hp_profile_errors_move_last(hp_errors_table *table, uint32_t number, uint32_t last);

#endif /* HP_PROFILE_ERRORS_H */
