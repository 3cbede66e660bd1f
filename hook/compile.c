/* compile.c: sees the compilation of files and eval(), as calls of "load::dir/file.php" and
 * "eval::...".
 *
 * It is in place from startup on, below opcache, as a file from opcache's cache is not compiled. It
 * costs one test per file while off. */
#include "hook/compile.h"

#include "event/mark.h"
#include "hook/state.h"
#include "hook/within.h"
#include "php_xhprof.h"

static zend_op_array *(*hook_compile_next_file)(zend_file_handle *handle, int type);

#if PHP_VERSION_ID >= 80200
# define HOOK_COMPILE_POSITION(text) , text
#else
# define HOOK_COMPILE_POSITION(text)
typedef int zend_compile_position;
#endif

static zend_op_array *(*hook_compile_next_string)(zend_string *source,
	const char *filename HOOK_COMPILE_POSITION(zend_compile_position position));

/* Either a file is compiled, by its handle, or a text. */
typedef struct hook_compile_work {
	zend_file_handle *handle;
	int type;
	zend_string *source;
	const char *filename; /* for an eval(): "file.php(3) : eval()'d code" */
	zend_compile_position position; /* from 8.2 on */
	zend_op_array *code;
} hook_compile_work;

static void hook_compile_go_on_file(void *context)
{
	hook_compile_work *work = context;

	work->code = hook_compile_next_file(work->handle, work->type);
}

static void hook_compile_go_on_string(void *context)
{
	hook_compile_work *work = context;
	uint32_t options = CG(compiler_options);

	/* After a fatal error, the engine resets the options. */
	CG(compiler_options) |= hp_hook_compiler_options;
	work->code = hook_compile_next_string(
		work->source, work->filename HOOK_COMPILE_POSITION(work->position));
	CG(compiler_options) = options;
}

/* The sum of the durations of this thread's marks: an error handler may compile a file while
 * another one is being compiled. */
ZEND_TLS uint64_t hook_compile_marked_ns = 0;

/* Calls `compile` through hp_hook_within(), and emits a mark of that kind if something was
 * compiled. */
static void hook_compile_within(
	hp_symbol *symbol, hp_bailout_function compile, hook_compile_work *work, hp_mark_kind kind)
{
	uint64_t before_ns = hook_compile_marked_ns, began_ns = 0;
	hp_mark mark = {.kind = kind, .count = 1};

	if (hp_mark_is_wanted()) {
		began_ns = zend_hrtime();
	}
	hp_hook_within(symbol, compile, work);
	if (began_ns != 0 && work->code != NULL) {
		mark.duration_ns = zend_hrtime() - began_ns - (hook_compile_marked_ns - before_ns);
		hook_compile_marked_ns += mark.duration_ns;
		mark.text = work->code->filename == NULL ? NULL : ZSTR_VAL(work->code->filename);
		mark.length = mark.text == NULL ? 0 : ZSTR_LEN(work->code->filename);
		hp_mark_emit(&mark);
	}
}

static zend_op_array *hook_compile_file(zend_file_handle *handle, int type)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hook_compile_work work = {.handle = handle, .type = type};
	hp_symbol *symbol = NULL;

	if (tracer->is_recording && handle->filename != NULL) {
		symbol = hp_naming_of_load(&tracer->naming, handle->filename);
	}

	hook_compile_within(symbol, hook_compile_go_on_file, &work, HP_MARK_COMPILE);

	return work.code;
}

static zend_op_array *hook_compile_string(
	zend_string *source, const char *filename HOOK_COMPILE_POSITION(zend_compile_position position))
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hook_compile_work work = {
		.source = source, .filename = filename HOOK_COMPILE_POSITION(.position = position)};
	hp_symbol *symbol = NULL;
	char *name;
	int length;

	/* The engine's name for it: "file.php(3) : eval()'d code". */
	if (tracer->is_recording && filename != NULL &&
		(length = asprintf(&name, "eval::%s", filename)) >= 0) {
		symbol = hp_naming_of_text(&tracer->naming, name, (size_t) length);
		free(name);
	}

	hook_compile_within(symbol, hook_compile_go_on_string, &work, HP_MARK_EVAL);

	return work.code;
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
	/* An extension that hooked in later has our function in its chain, and it must stay there. */
	if (zend_compile_file == hook_compile_file) {
		zend_compile_file = hook_compile_next_file;
	}
	if (zend_compile_string == hook_compile_string) {
		zend_compile_string = hook_compile_next_string;
	}
}
