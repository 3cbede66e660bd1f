/* compile.c: sees files and eval() being compiled: "load::dir/file.php", "eval::...".
 *
 * In place from startup on, below opcache: what comes from its cache is not compiled. Costs a test
 * per file while off. */
#include "hook/hook.h"
#include "trace/tracer.h"
#include "php_xhprof.h"

static zend_op_array *(*hook_compile_next_file)(zend_file_handle *handle, int type);

/* clang-format off: it would indent the continuation of a nested directive by one blank */
#if PHP_VERSION_ID >= 80200
# define HOOK_COMPILE_STRING_PARAMETERS \
  zend_string *source, const char *filename, zend_compile_position position
# define HOOK_COMPILE_STRING_ARGUMENTS source, filename, position
#else
# define HOOK_COMPILE_STRING_PARAMETERS zend_string *source, const char *filename
# define HOOK_COMPILE_STRING_ARGUMENTS source, filename
#endif
/* clang-format on */

static zend_op_array *(*hook_compile_next_string)(HOOK_COMPILE_STRING_PARAMETERS);

static zend_op_array *hook_compile_string_on(HOOK_COMPILE_STRING_PARAMETERS)
{
	uint32_t options = CG(compiler_options);
	zend_op_array *code;

	/* After a fatal error the engine resets them. */
	CG(compiler_options) |= hp_hook_compiler_options;
	code = hook_compile_next_string(HOOK_COMPILE_STRING_ARGUMENTS);
	CG(compiler_options) = options;

	return code;
}

/* Opens the call, if it is to be recorded; id is the frame that includes or evaluates. */
static bool hook_compile_begin(hp_symbol *symbol, const void *id)
{
	hp_tracer *tracer = XHPROF_G(tracer);

	return !hp_hook_is_lost(tracer) && hp_tracer_begin(tracer, tracer->work, symbol, id, NULL);
}

static void hook_compile_end(uint32_t generation, const void *id)
{
	hp_tracer *tracer = XHPROF_G(tracer);

	/* Compiling may call the program's code, which may stop the run. */
	if (tracer->generation == generation && hp_tracer_close_until(tracer, id)) {
		hp_tracer_end(tracer, tracer->work, id);
	}
}

static hp_symbol *hook_compile_file_symbol(hp_tracer *tracer, const zend_string *filename)
{
	return hp_tracer_symbol_of_file(tracer, "load::", ZSTR_VAL(filename), ZSTR_LEN(filename));
}

static zend_op_array *hook_compile_file(zend_file_handle *handle, int type)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const void *id = EG(current_execute_data);
	uint32_t generation = tracer->generation;
	zend_op_array *volatile code = NULL;
	bool volatile has_failed = false;

	if (!tracer->is_recording || handle->filename == NULL ||
		!hook_compile_begin(hook_compile_file_symbol(tracer, handle->filename), id)) {
		return hook_compile_next_file(handle, type);
	}
	/* After a fatal error, the observer would not see that this call has left the stack. */
	zend_try {
		code = hook_compile_next_file(handle, type);
	}
	zend_catch {
		has_failed = true;
	}
	zend_end_try();
	hook_compile_end(generation, id);
	if (has_failed) {
		zend_bailout();
	}

	return code;
}

/* "eval::" and the engine's name for it: "file.php(3) : eval()'d code". */
static hp_symbol *hook_compile_eval_symbol(hp_tracer *tracer, const char *filename)
{
	size_t length = strlen("eval::") + strlen(filename);
	char *name = pemalloc(length + 1, true);
	hp_symbol *symbol;

	snprintf(name, length + 1, "eval::%s", filename);
	symbol = hp_tracer_symbol_named(tracer, name, length);
	pefree(name, true);

	return symbol;
}

static zend_op_array *hook_compile_string(HOOK_COMPILE_STRING_PARAMETERS)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	const void *id = EG(current_execute_data);
	uint32_t generation = tracer->generation;
	zend_op_array *volatile code = NULL;
	bool volatile has_failed = false;

	if (!tracer->is_recording || filename == NULL ||
		!hook_compile_begin(hook_compile_eval_symbol(tracer, filename), id)) {
		return hook_compile_string_on(HOOK_COMPILE_STRING_ARGUMENTS);
	}
	zend_try {
		code = hook_compile_string_on(HOOK_COMPILE_STRING_ARGUMENTS);
	}
	zend_catch {
		has_failed = true;
	}
	zend_end_try();
	hook_compile_end(generation, id);
	if (has_failed) {
		zend_bailout();
	}

	return code;
}

void hp_hook_compile_startup(void)
{
	hook_compile_next_file = zend_compile_file;
	zend_compile_file = hook_compile_file;
	hook_compile_next_string = zend_compile_string;
	zend_compile_string = hook_compile_string;
}

void hp_hook_compile_shutdown(void)
{
	/* An extension that hooked in later has us in its chain and must keep us. */
	if (zend_compile_file == hook_compile_file) {
		zend_compile_file = hook_compile_next_file;
	}
	if (zend_compile_string == hook_compile_string) {
		zend_compile_string = hook_compile_next_string;
	}
}
