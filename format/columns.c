#include "format/columns.h"

const hp_column hp_columns_values[] = {
	{"wall_ns", "wall", "nanoseconds", "wall time", 0},
	{"cpu_ns", "cpu", "nanoseconds", "CPU time", HP_METRIC_CPU},
	{"memory_bytes", "memory", "bytes", "memory that grew", HP_METRIC_MEMORY},
	{"peak_bytes", "peak", "bytes", NULL, HP_METRIC_MEMORY},
};
const char *const hp_columns_allocs[] = {
	"allocs", "frees", "alloc_bytes", "freed_bytes", "live_at_peak_bytes", "temporary"};
const char *const hp_columns_totals[] = {"alloc_interval", "alloc_change_bytes", "alloc_peak_bytes",
	"outside_frees", "outside_bytes", "lost_allocs"};

/* Readers and writers take the structs for arrays. */
ZEND_STATIC_ASSERT(sizeof(hp_values) == HP_COLUMNS_VALUES * sizeof(int64_t), "a column is missing");
ZEND_STATIC_ASSERT(
	sizeof(hp_alloc_counts) == HP_COLUMNS_ALLOCS * sizeof(int64_t), "a column is missing");
ZEND_STATIC_ASSERT(
	sizeof(hp_alloc_run) == HP_COLUMNS_TOTALS * sizeof(int64_t), "a column is missing");
