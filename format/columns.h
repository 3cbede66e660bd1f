/* columns.h: the numbers of a profile by name, in the order of their structs' members. */
#ifndef HP_FORMAT_COLUMNS_H
#define HP_FORMAT_COLUMNS_H

#include "profile/profile.h"

#define HP_COLUMNS_VALUES 4
#define HP_COLUMNS_ALLOCS 6
#define HP_COLUMNS_TOTALS 6

/* A member of hp_values. */
typedef struct hp_column {
	const char *key; /* in JSON */
	const char *name; /* in pprof */
	const char *unit;
	const char *title; /* in speedscope; NULL: not drawn */
	uint32_t metric; /* that the run must have; 0: none */
} hp_column;

extern HP_HIDDEN const hp_column hp_columns_values[HP_COLUMNS_VALUES];

/* The JSON keys of hp_alloc_counts and hp_alloc_run. */
extern HP_HIDDEN const char *const hp_columns_allocs[HP_COLUMNS_ALLOCS];
extern HP_HIDDEN const char *const hp_columns_totals[HP_COLUMNS_TOTALS];

/* True if a run with these metrics has the column. */
static inline bool hp_columns_has(uint32_t metrics, size_t column)
{
	return (metrics & hp_columns_values[column].metric) == hp_columns_values[column].metric;
}

#endif /* HP_FORMAT_COLUMNS_H */
