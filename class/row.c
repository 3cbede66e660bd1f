#include "class/row.h"

#include "base/assoc.h"

void hp_class_row_add_values(zval *row, const hp_values *values, uint32_t metrics, bool is_own)
{
	static const char *const names[2][4] = {
		{"wall_ns", "cpu_ns", "memory_bytes", "peak_bytes"},
		{"own_wall_ns", "own_cpu_ns", "own_memory_bytes", "own_peak_bytes"},
	};
	const char *const *keys = names[is_own];

	add_assoc_long(row, keys[0], values->wall_ns);
	if (metrics & HP_METRIC_CPU) {
		add_assoc_long(row, keys[1], values->cpu_ns);
	}
	if (metrics & HP_METRIC_MEMORY) {
		add_assoc_long(row, keys[2], values->memory_bytes);
	}
	if (metrics & HP_METRIC_PEAK) {
		add_assoc_long(row, keys[3], values->peak_bytes);
	}
}

void hp_class_row_add_own_allocs(zval *row, const hp_alloc_counts *allocs)
{
	add_assoc_long(row, "own_allocs", allocs->allocs);
	add_assoc_long(row, "own_frees", allocs->frees);
	add_assoc_long(row, "own_alloc_bytes", allocs->alloc_bytes);
	add_assoc_long(row, "own_freed_bytes", allocs->freed_bytes);
	add_assoc_long(row, "own_live_bytes", hp_allocs_live_bytes(allocs));
}

void hp_class_row_add_extremes(zval *row, int64_t min_ns, int64_t max_ns)
{
	hp_assoc_number(row, "min_wall_ns", max_ns >= 0, min_ns);
	hp_assoc_number(row, "max_wall_ns", max_ns >= 0, max_ns);
}

void hp_class_row_add_counts(
	zval *row, const hp_profile_events *events, const hp_counts *sum, const hp_counts *own)
{
	for (uint32_t i = 0; i < events->count; i++) {
		char own_key[64];

		snprintf(own_key, sizeof(own_key), "own_%s", ZSTR_VAL(events->names[i]));
		add_assoc_long(row, ZSTR_VAL(events->names[i]), (zend_long) sum->of[i]);
		add_assoc_long(row, own_key, (zend_long) own->of[i]);
	}
}

void hp_class_row_add_place(zval *row, const zend_string *file, uint32_t line)
{
	hp_assoc_string(row, "file", file);
	hp_assoc_number(row, "line", line != 0, line);
}

void hp_class_row_add_function(zval *row, const char *key, const hp_profile *run, uint32_t number)
{
	hp_assoc_string(row, key, number == HP_PROFILE_NONE ? NULL : run->functions.rows[number].name);
}
