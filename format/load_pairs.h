/* load_pairs.h: makes a run of the classic array, which is not trusted. */
#ifndef HP_FORMAT_LOAD_PAIRS_H
#define HP_FORMAT_LOAD_PAIRS_H

#include "format/load_limits.h"
#include "profile/profile.h"

/* Why an array is no run: the first thing missing. */
typedef struct hp_load_fault {
	const char *wanted; /* in English, such as "an int as" if there is a column */
	const char *column; /* of the row, such as "ct"; or NULL */
	const zend_string *row; /* the row's key, owned by the array; or NULL */
	const zval *value; /* of the wrong type, owned by the array; or NULL */
	bool is_numbered; /* rows have no keys: a row's number is its key, from 0 on */
	uint32_t number;
	int code; /* HP_LOAD_OUT_OF_RANGE, or 0 */
} hp_load_fault;

/* The run, for the caller to free; or NULL, and *fault says why. Calls no code of the program and
 * allocates nothing of PHP's, so that nothing changes the array meanwhile. It takes memory in
 * proportion to the array. */
hp_profile *hp_load_pairs(HashTable *pairs, hp_load_fault *fault);

#endif /* HP_FORMAT_LOAD_PAIRS_H */
