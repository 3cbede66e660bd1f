#include "heap/function.h"

#include "base/option.h"
#include "heap/process.h"
#include "heap/snapshot.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

void hp_heap_function_deactivate(void)
{
	if (XHPROF_G(heap_process) > 0) {
		hp_heap_process_reap(XHPROF_G(heap_process));
		XHPROF_G(heap_process) = 0;
	}
}

/* Reads the options. Returns false if an exception is thrown. */
static bool function_options(hp_heap_options *options, const HashTable *array)
{
	static const hp_option known[] = {
		{HP_OPTION_BOOL(hp_heap_options, has_values, "values")},
		{HP_OPTION_BOOL(hp_heap_options, has_keys, "keys")},
		{HP_OPTION_BOOL(hp_heap_options, is_forked, "fork")},
		{HP_OPTION_BOOL(hp_heap_options, has_wait, "wait")},
		{HP_OPTION_INT(hp_heap_options, max_nodes, "max_nodes", 1,
			 MIN(UINT32_MAX - 1, ZEND_LONG_MAX), "of type int"),
			.range_error = "option \"max_nodes\" must be between 1 and 4294967294"},
	};
	size_t count = sizeof(known) / sizeof(known[0]);
	bool is_range = false;
	char text[HP_OPTION_ERROR_BYTES];
	const char *error = hp_option_read(known, count, array, options, &is_range, text);
	zend_string *unknown;

	if (error != NULL) {
		zend_argument_error(is_range ? zend_ce_value_error : zend_ce_type_error, 2, "%s", error);
		return false;
	}
	if (array == NULL || hp_option_knows_all(known, count, array)) {
		return true;
	}
	unknown = hp_option_unknown(known, count, NULL, array, "");
	zend_argument_value_error(
		2, "is invalid: %s", unknown == NULL ? "options must have string keys" : ZSTR_VAL(unknown));
	if (unknown != NULL) {
		zend_string_release(unknown);
	}

	return false;
}

static void function_add_count(
	zval *result, const hp_heap_report *report, const char *name, uint64_t count)
{
	if (report->is_complete) {
		add_assoc_long(result, name, (zend_long) count);
	} else {
		add_assoc_null(result, name);
	}
}

static void function_result(zval *result, const char *path, const hp_heap_report *report)
{
	const hp_heap_counts *counts = &report->counts;

	array_init(result);
	add_assoc_string(result, "file", path);
	add_assoc_bool(result, "complete", report->is_complete);
	add_assoc_string(result, "how", report->is_forked ? "fork" : "in place");
	if (report->reason == NULL) {
		add_assoc_null(result, "reason");
	} else {
		add_assoc_string(result, "reason", report->reason);
	}
	if (report->is_forked) {
		add_assoc_long(result, "pid", (zend_long) report->process);
	} else {
		add_assoc_null(result, "pid");
	}
	add_assoc_long(result, "pause_us", (zend_long) (report->pause_ns / 1000));
	add_assoc_long(result, "memory_usage", (zend_long) report->usage_bytes);
	function_add_count(result, report, "nodes", counts->nodes);
	function_add_count(result, report, "edges", counts->edges);
	function_add_count(result, report, "roots", counts->roots);
	function_add_count(result, report, "frames", counts->frames);
	function_add_count(result, report, "bytes", counts->bytes);
	function_add_count(result, report, "truncated", counts->truncated);
}

/* Returns the absolute path, as the program may change its folder; the caller frees it with
 * efree(). NULL: an exception is thrown. */
static char *function_path(const zend_string *file)
{
	char *path = NULL;

	if (php_check_open_basedir_ex(ZSTR_VAL(file), 0) != 0) {
		if (!EG(exception)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, 0,
				"Could not write a snapshot to %s: not within open_basedir", ZSTR_VAL(file));
		}
		return NULL;
	}
	if (ZSTR_LEN(file) > 0) {
		/* expand_filepath() would follow a symbolic link. */
		path = expand_filepath_with_mode(ZSTR_VAL(file), NULL, NULL, 0, CWD_EXPAND);
	}
	if (path == NULL && !EG(exception)) {
		zend_argument_value_error(1, "must be a path");
	}

	return path;
}

PHP_FUNCTION(xhprof_heap_snapshot)
{
	zend_string *file;
	HashTable *array = NULL;
	hp_heap_options options = hp_heap_options_default;
	hp_heap_report report;
	char *path;
	int error;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_PATH_STR(file)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	path = function_options(&options, array) ? function_path(file) : NULL;
	if (path == NULL) {
		RETURN_THROWS();
	}
	hp_heap_function_deactivate();
	error = hp_heap_snapshot_write(path, EX(prev_execute_data), true, &options, &report);
	if (error == 0) {
		XHPROF_G(heap_process) = report.is_ours ? report.process : 0;
		function_result(return_value, path, &report);
	} else {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "Could not write a snapshot to %s: %s",
			ZSTR_VAL(file),
			error == ECHILD ? "the forked snapshot writer died" : hp_compat_error(error));
	}
	efree(path);
}
