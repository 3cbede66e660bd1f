/* pprof.h: the field numbers in pprof files: those of perftools.profiles.Profile, and one field of our own for
 * the rest of a run, which other readers skip.
 *
 * Each call path is a sample with its own cost, in the order of our node numbers. */
#ifndef HP_FORMAT_PPROF_H
#define HP_FORMAT_PPROF_H

#include "base/compat.h"

enum {
	HP_PPROF_VARINT = 0,
	HP_PPROF_FIXED64 = 1,
	HP_PPROF_BYTES = 2,
	HP_PPROF_FIXED32 = 5
};

enum {
	HP_PPROF_SAMPLE_TYPE = 1,
	HP_PPROF_SAMPLE = 2,
	HP_PPROF_LOCATION = 4,
	HP_PPROF_FUNCTION = 5,
	HP_PPROF_STRING = 6,
	HP_PPROF_TIME_NS = 9,
	HP_PPROF_DURATION_NS = 10,
	HP_PPROF_PERIOD_TYPE = 11,
	HP_PPROF_PERIOD = 12,
	HP_PPROF_COMMENT = 13,
	HP_PPROF_DEFAULT_TYPE = 14,
	HP_PPROF_OWN = 1000
};

enum {
	HP_PPROF_TYPE_NAME = 1,
	HP_PPROF_TYPE_UNIT = 2,
	HP_PPROF_SAMPLE_LOCATIONS = 1,
	HP_PPROF_SAMPLE_VALUES = 2,
	HP_PPROF_LOCATION_ID = 1,
	HP_PPROF_LOCATION_LINE = 4,
	HP_PPROF_LINE_FUNCTION = 1,
	HP_PPROF_LINE_LINE = 2,
	HP_PPROF_FUNCTION_ID = 1,
	HP_PPROF_FUNCTION_NAME = 2,
	HP_PPROF_FUNCTION_SYSTEM_NAME = 3,
	HP_PPROF_FUNCTION_FILE = 4,
	HP_PPROF_FUNCTION_LINE = 5
};

/* Within our own field. Fields of nodes are packed, a number for each node. */
enum {
	HP_PPROF_OWN_VERSION = 1,
	HP_PPROF_OWN_METRICS = 2,
	HP_PPROF_OWN_UNRECORDED = 3,
	HP_PPROF_OWN_TRUNCATED = 4,
	HP_PPROF_OWN_CALL_COST = 5,
	/* A name that is not UTF-8: 2 * function + is_file as 4 bytes, then all bytes. */
	HP_PPROF_OWN_NAME = 6,
	HP_PPROF_OWN_PARENT = 7, /* how many nodes earlier; 0 for main() */
	HP_PPROF_OWN_MIN = 8, /* plus one; 0: none */
	HP_PPROF_OWN_MAX = 9, /* likewise */
	HP_PPROF_OWN_ORDER = 10, /* nodes in the order of their first ends */
	HP_PPROF_OWN_PEAK = 11, /* bytes alive at the highest mark */
	HP_PPROF_OWN_TEMPORARY = 12, /* blocks freed right away */
	HP_PPROF_OWN_ALLOC = 13, /* packed: the members of hp_alloc_run */
	HP_PPROF_OWN_SAMPLES = 14, /* of a sampled run */
	HP_PPROF_OWN_INTERVAL = 15, /* likewise, nanoseconds */
	HP_PPROF_OWN_DISPLACED = 16 /* likewise */
};

#define HP_PPROF_OWN_VERSION_NUMBER 1

#endif /* HP_FORMAT_PPROF_H */
