#include "trace/line_log.h"

static void line_log_free_code(zval *value)
{
	hp_line_code *code = Z_PTR_P(value);

	pefree(code->lines, true);
	pefree(code, true);
}

void hp_line_log_free(hp_line_log *log)
{
	if (log->has_codes) {
		zend_hash_destroy(&log->codes);
	}
	hp_pool_free(&log->calls);
	memset(log, 0, sizeof(*log));
}

static hp_line_code *line_log_code(
	hp_line_log *log, hp_symbol *symbol, const zend_op_array *op_array)
{
	zend_ulong key = (zend_ulong) (uintptr_t) symbol;
	hp_line_code *code;

	if (!log->has_codes) {
		zend_hash_init(&log->codes, 0, NULL, line_log_free_code, true);
		log->has_codes = true;
	}
	code = zend_hash_index_find_ptr(&log->codes, key);
	if (code == NULL) {
		code = pecalloc(1, sizeof(*code), true);
		code->symbol = symbol;
		code->first = op_array->line_start;
		zend_hash_index_add_new_ptr(&log->codes, key, code);
	}

	return code;
}

static hp_line_call *line_log_take_call(hp_line_log *log)
{
	hp_line_call *call = log->spare;

	if (call == NULL) {
		return hp_pool_alloc(&log->calls, sizeof(*call));
	}
	log->spare = call->outer;

	return call;
}

hp_line_call *hp_line_log_begin(
	hp_line_log *log, hp_line_call **list, hp_symbol *symbol, const zend_op_array *code)
{
	hp_line_call *call;

	if (!zend_string_equals(symbol->file, code->filename)) {
		log->missed_calls++;
		return NULL;
	}
	call = line_log_take_call(log);
	call->code = line_log_code(log, symbol, code);
	call->line = 0;
	call->outer = *list;
	*list = call;

	return call;
}

/* Several functions can share one name, if they are declared conditionally. So rows are created as
 * lines are reached. */
static void line_log_make_room(hp_line_code *code, uint32_t line)
{
	uint32_t first = MIN(code->first, line);
	uint32_t shift = code->size == 0 ? 0 : code->first - first;
	uint32_t size = MAX(code->size + shift, line - first + 1);
	hp_line *lines;

	size = MAX(size, MIN(2 * (code->size + shift), code->size + shift + 256));
	lines = safe_pemalloc(size, sizeof(*lines), 0, true);
	memset(lines, 0, size * sizeof(*lines));
	if (code->size > 0) {
		memcpy(lines + shift, code->lines, code->size * sizeof(*lines));
	}
	pefree(code->lines, true);
	code->lines = lines;
	code->first = first;
	code->size = size;
}

static hp_line *line_log_row(hp_line_code *code, uint32_t line)
{
	if (UNEXPECTED(line < code->first) || UNEXPECTED(line - code->first >= code->size)) {
		line_log_make_room(code, line);
	}

	return &code->lines[line - code->first];
}

/* Adds the time up to now. The clock may be a little behind on another processor: then nothing is
 * added. */
static void line_log_add(hp_line *row, uint64_t now_ticks)
{
	if (now_ticks > row->since_ticks) {
		row->wall_ticks += now_ticks - row->since_ticks;
		row->since_ticks = now_ticks;
	}
}

static void line_log_add_call(const hp_line_call *call, uint64_t now_ticks)
{
	hp_line *row;

	if (call->line != 0) {
		row = line_log_row(call->code, call->line);
		if (row->calls++ == 0) {
			row->since_ticks = now_ticks;
		}
	}
}

static void line_log_remove_call(const hp_line_call *call, uint64_t now_ticks)
{
	hp_line *row;

	if (call->line != 0) {
		row = line_log_row(call->code, call->line);
		if (--row->calls == 0) {
			line_log_add(row, now_ticks);
		}
	}
}

void hp_line_log_move(hp_line_call *call, uint32_t line, bool has_come, uint64_t now_ticks)
{
	if (line != call->line) {
		line_log_remove_call(call, now_ticks);
		call->line = line;
		line_log_add_call(call, now_ticks);
	}
	if (has_come) {
		line_log_row(call->code, line)->count++;
	}
}

static bool line_log_has(const hp_line_call *list, const hp_line_call *call)
{
	while (list != NULL && list != call) {
		list = list->outer;
	}

	return list != NULL;
}

void hp_line_log_end(
	hp_line_log *log, hp_line_call **list, const hp_line_call *call, uint64_t now_ticks)
{
	hp_line_call *ended;

	if (!line_log_has(*list, call)) {
		return;
	}
	do {
		ended = *list;
		line_log_remove_call(ended, now_ticks);
		*list = ended->outer;
		ended->outer = log->spare;
		log->spare = ended;
	} while (ended != call);
}

/* Several calls may be at the same line. The first one adds its time, and nothing is left for the
 * others. */
void hp_line_log_skip(const hp_line_call *list, uint64_t from_ticks, uint64_t to_ticks)
{
	for (const hp_line_call *call = list; call != NULL; call = call->outer) {
		if (call->line != 0) {
			hp_line *row = line_log_row(call->code, call->line);

			line_log_add(row, from_ticks);
			row->since_ticks = to_ticks;
		}
	}
}

void hp_line_log_suspend(const hp_line_call *list, uint64_t now_ticks)
{
	for (const hp_line_call *call = list; call != NULL; call = call->outer) {
		line_log_remove_call(call, now_ticks);
	}
}

void hp_line_log_resume(const hp_line_call *list, uint64_t now_ticks)
{
	for (const hp_line_call *call = list; call != NULL; call = call->outer) {
		line_log_add_call(call, now_ticks);
	}
}
