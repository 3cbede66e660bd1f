/* row.h: the keys that rows of several methods share. */
#ifndef HP_CLASS_ROW_H
#define HP_CLASS_ROW_H

#include "profile/profile.h"

/* Adds "wall_ns" and, by the metrics, "cpu_ns", "memory_bytes" and "peak_bytes". With is_own each
 * key begins with "own_". */
void hp_class_row_add_values(zval *row, const hp_values *values, uint32_t metrics, bool is_own);

/* Adds "own_allocs" and so on. */
void hp_class_row_add_own_allocs(zval *row, const hp_alloc_counts *allocs);

/* Adds "min_wall_ns" and "max_wall_ns"; null if max_ns is below 0. */
void hp_class_row_add_extremes(zval *row, int64_t min_ns, int64_t max_ns);

/* Adds "page-faults" and "own_page-faults", of each event. */
void hp_class_row_add_counts(
	zval *row, const hp_profile_events *events, const hp_counts *sum, const hp_counts *own);

/* Adds "file" and "line", null where they are not known. */
void hp_class_row_add_place(zval *row, const zend_string *file, uint32_t line);

/* Adds the function of that number by its name; null for HP_PROFILE_NONE. */
void hp_class_row_add_function(zval *row, const char *key, const hp_profile *run, uint32_t number);

#endif /* HP_CLASS_ROW_H */
