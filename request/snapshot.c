#include "request/snapshot.h"

#include "heap/function.h"
#include "heap/snapshot.h"
#include "php_xhprof.h"

static int snapshot_write(
	const char *path, const zend_execute_data *from, const hp_heap_options *options, int *end)
{
	hp_heap_report report;
	int error;

	hp_heap_function_deactivate(); /* one writer at a time */
	error = hp_heap_snapshot_write(path, from, false, options, &report);
	if (error == 0) {
		XHPROF_G(heap_process) = report.is_ours ? report.process : 0;
	}
	*end = report.end;

	return error;
}

int hp_snapshot_write(const char *path, const zend_execute_data *from, bool has_wait)
{
	hp_heap_options options = hp_heap_options_default;
	int end;

	options.has_wait = has_wait;

	return snapshot_write(path, from, &options, &end);
}

int hp_snapshot_begin(const char *path, const zend_execute_data *from, int *end)
{
	hp_heap_options options = hp_heap_options_default;

	options.has_end = true;

	return snapshot_write(path, from, &options, end);
}
