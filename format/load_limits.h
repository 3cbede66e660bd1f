/* load_limits.h: the limits of all readers of runs. */
#ifndef HP_FORMAT_LOAD_LIMITS_H
#define HP_FORMAT_LOAD_LIMITS_H

/* The most of an allocation count or size: small enough for sums of many. */
#define HP_LOAD_MAX_COUNT (INT64_MAX >> 8) /* of an event */
#define HP_LOAD_MAX_ALLOC (INT64_MAX >> 24)

#define HP_LOAD_TOO_MUCH "it takes more memory than xhprof.max_load_bytes allows"

#endif /* HP_FORMAT_LOAD_LIMITS_H */
