/* row.h: the keys that rows of several methods share. */
#ifndef HP_CLASS_ROW_H
#define HP_CLASS_ROW_H

#include "profile/profile.h"

/* Adds "wall_ns", and by the metrics "cpu_ns", "memory_bytes" and "peak_bytes"; is_own: with "own_" before each. */
void hp_class_row_add_values(zval *row, const hp_values *values, uint32_t metrics, bool is_own);

/* Adds "file" and "line", null where they are not known. */
void hp_class_row_add_place(zval *row, const hp_profile_function *function);

/* Adds the function of that number by its name; null for HP_PROFILE_NONE. */
void hp_class_row_add_function(zval *row, const char *key, const hp_profile *run, uint32_t number);

#endif /* HP_CLASS_ROW_H */
