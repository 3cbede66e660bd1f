/* load_limits.h: the limits of all readers of runs. */
#ifndef HP_FORMAT_LOAD_LIMITS_H
#define HP_FORMAT_LOAD_LIMITS_H

/* The most of an allocation count or size: small enough for sums of many. */
#define HP_LOAD_MAX_COUNT (INT64_MAX >> 8) /* of an event */
#define HP_LOAD_MAX_ALLOC (INT64_MAX >> 24)

/* Codes of exceptions, constants of XHProf\Profile: callers compare these, and never a sentence. */
#define HP_LOAD_TOO_LARGE 1
#define HP_LOAD_OUT_OF_RANGE 2

#define HP_LOAD_TOO_LARGE_REASON "it takes more memory than xhprof.max_load_bytes allows"

typedef struct hp_load_error {
	const char *reason; /* a sentence in English; static */
	int code; /* HP_LOAD_TOO_LARGE, HP_LOAD_OUT_OF_RANGE, or 0 */
} hp_load_error;

#endif /* HP_FORMAT_LOAD_LIMITS_H */
