#include "hook/hide.h"

#include "base/bailout.h"
#include "hook/ex_pointer.h"
#include "hook/frameless.h"
#include "hook/internal.h"

#ifndef ZTS

typedef struct hide_work {
	zend_file_handle *handle;
	int type;
	zend_op_array *code;
	zend_execute_data *execute_data; /* the frame of opcache_compile_file() */
	zval *return_value;
} hide_work;

static zend_op_array *(*hide_next_compile)(zend_file_handle *handle, int type);
static zif_handler hide_next_opcache;

static void hide_pointers(void);

/* Executes code of the program that the compiler calls, such as a stream wrapper or an error
 * handler. */
static void hide_execute(zend_execute_data *execute_data)
{
	hp_hook_hide_show();
	hp_hook_ex_execute(execute_data);
	hide_pointers();
}

static void hide_pointers(void)
{
	if (zend_execute_ex == hp_hook_ex_execute &&
		zend_execute_internal == hp_hook_internal_execute) {
		zend_execute_ex = hide_execute;
		zend_execute_internal = hp_hook_internal_next;
		hp_hook_frameless_unpatch();
	}
}

void hp_hook_hide_show(void)
{
	if (zend_execute_ex == hide_execute) {
		zend_execute_ex = hp_hook_ex_execute;
		zend_execute_internal = hp_hook_internal_execute;
		hp_hook_frameless_patch();
	}
}

static void hide_show(void *context)
{
	hp_hook_hide_show();
}

static void hide_go_on(void *context)
{
	hide_work *work = context;

	if (work->handle != NULL) {
		work->code = hide_next_compile(work->handle, work->type);
	} else {
		hide_next_opcache(work->execute_data, work->return_value);
	}
}

static zend_op_array *hide_compile(zend_file_handle *handle, int type)
{
	hide_work work = {.handle = handle, .type = type};

	hide_pointers();
	hp_bailout(hide_go_on, hide_show, &work);

	return work.code;
}

/* Does the same for opcache_compile_file(), which does not call zend_compile_file. */
static ZEND_NAMED_FUNCTION(hide_opcache)
{
	hide_work work = {.execute_data = execute_data, .return_value = return_value};

	hide_pointers();
	hp_bailout(hide_go_on, hide_show, &work);
}

/* Replaces the handler once; ours does nothing while no run is open. */
static void hide_take_opcache(void)
{
	zend_function *function =
		zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("opcache_compile_file"));

	if (hide_next_opcache == NULL && function != NULL && function->type == ZEND_INTERNAL_FUNCTION) {
		hide_next_opcache = function->internal_function.handler;
		function->internal_function.handler = hide_opcache;
	}
}

void hp_hook_hide_start(void)
{
	hide_take_opcache();
	if (hide_next_compile == NULL) {
		hide_next_compile = zend_compile_file;
		zend_compile_file = hide_compile;
	}
}

void hp_hook_hide_stop(void)
{
	hp_hook_hide_show();
	if (zend_compile_file == hide_compile) {
		zend_compile_file = hide_next_compile;
		hide_next_compile = NULL;
	}
}

#endif
