#include "class/row.h"

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
		add_assoc_long(row, keys[3], values->peak_bytes);
	}
}

void hp_class_row_add_place(zval *row, const hp_profile_function *function)
{
	if (function->file != NULL) {
		add_assoc_stringl(row, "file", ZSTR_VAL(function->file), ZSTR_LEN(function->file));
	} else {
		add_assoc_null(row, "file");
	}
	if (function->line != 0) {
		add_assoc_long(row, "line", function->line);
	} else {
		add_assoc_null(row, "line");
	}
}

void hp_class_row_add_function(zval *row, const char *key, const hp_profile *run, uint32_t number)
{
	if (number == HP_PROFILE_NONE) {
		add_assoc_null(row, key);
	} else {
		const zend_string *name = run->functions.rows[number].name;

		add_assoc_stringl(row, key, ZSTR_VAL(name), ZSTR_LEN(name));
	}
}
