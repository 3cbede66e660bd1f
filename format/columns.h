/* columns.h: a profile's numbers by name: those of each metric in a row, and the tables of json. */
#ifndef HP_FORMAT_COLUMNS_H
#define HP_FORMAT_COLUMNS_H

#include "profile/profile.h"

#define HP_COLUMNS_VALUES 4

/* A member of hp_values. */
typedef struct hp_column {
	const char *unit;
	const char *title; /* NULL: speedscope does not draw it */
	uint32_t metric; /* the metric that the run must have; 0: none */
} hp_column;

extern HP_HIDDEN const hp_column hp_columns_values[HP_COLUMNS_VALUES];

/* True if a run with these metrics has the column. */
static inline bool hp_columns_has(uint32_t metrics, size_t column)
{
	return (metrics & hp_columns_values[column].metric) == hp_columns_values[column].metric;
}

/* A value in json. */
typedef enum hp_json_type {
	HP_JSON_TEXT, /* zend_string *; NULL is null */
	HP_JSON_PLACE, /* uint32_t; HP_PROFILE_NONE is null */
	HP_JSON_NEXT, /* uint32_t, one more than it is; HP_PROFILE_NONE is 0 */
	HP_JSON_SMALL, /* uint32_t */
	HP_JSON_NATURAL, /* int64_t or uint64_t, from 0 on */
	/* like HP_JSON_NATURAL, and small enough that sums of many rows do not overflow */
	HP_JSON_ALLOC,
	HP_JSON_SIGNED, /* int64_t */
	HP_JSON_STEP, /* int64_t, since the row before; from 0 on */
	HP_JSON_EXTREME /* int64_t, from 0 on; INT64_MAX or -1 is null */
} hp_json_type;

typedef struct hp_json_column {
	const char *key;
	hp_json_type type;
	uint32_t needs; /* HP_METRIC_* or HP_PROFILE_*; 0: it is always there */
	size_t offset; /* in a row; in hp_profile for the head */
} hp_json_column;

typedef struct hp_json_table {
	const char *key;
	const hp_json_column *columns;
	uint32_t count;
	size_t offset; /* of the vector of its rows in hp_profile */
	size_t row_bytes; /* 0: the head, which has no rows */
} hp_json_table;

extern HP_HIDDEN const hp_json_table hp_json_head, hp_json_functions, hp_json_pairs, hp_json_nodes,
	hp_json_moments, hp_json_timeline, hp_json_memory, hp_json_curve, hp_json_marks, hp_json_lines;

/* The rows of any table. */
typedef HP_VECTOR(char) hp_json_rows;

/* Returns the rows of a table. */
hp_json_rows hp_json_rows_of(const hp_profile *profile, const hp_json_table *table);

/* Adds empty rows to a table, and returns all of them. */
hp_json_rows hp_json_rows_add(hp_profile *profile, const hp_json_table *table, uint32_t more);

#endif /* HP_FORMAT_COLUMNS_H */
