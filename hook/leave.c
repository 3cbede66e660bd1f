#include "hook/leave.h"

#include "base/mention.h"
#include "php_xhprof.h"

/* More names than the number of main scripts of any server. */
#define LEAVE_MAX_SILENT 4096

static bool leave_is_in_force = false;

/* The zend_compile_file that we replaced, which is opcache's or of an extension above it; and the
 * one below opcache. */
static zend_op_array *(*leave_next)(zend_file_handle *handle, int type);
static zend_op_array *(*leave_below)(zend_file_handle *handle, int type);

#ifdef ZTS
static MUTEX_T leave_mutex;
static uint32_t leave_threads = 0;
static uint32_t leave_profiled = 0; /* threads whose request has left opcache to be profiled */

static void leave_lock(void)
{
	if (leave_mutex != NULL) { /* else no other thread has started */
		tsrm_mutex_lock(leave_mutex);
	}
}

static void leave_unlock(void)
{
	if (leave_mutex != NULL) {
		tsrm_mutex_unlock(leave_mutex);
	}
}

static void leave_add_thread(int number)
{
	leave_lock();
	leave_threads += (uint32_t) number;
	leave_unlock();
}

/* Counts this thread as profiled. The hook is used by all threads of the process. Returns false if
 * another thread may run JIT code. */
static bool leave_take(hp_leave *leave)
{
	bool is_alone;

	leave_lock();
	is_alone = leave_threads == 1 || leave_profiled > 0;
	leave_profiled += is_alone;
	leave->is_counted = is_alone;
	leave_unlock();

	return is_alone;
}

static void leave_give(hp_leave *leave)
{
	if (leave->is_counted) {
		leave_lock();
		leave_profiled--;
		leave_unlock();
		leave->is_counted = false;
	}
}

static bool leave_is_taken(void)
{
	bool is_taken;

	leave_lock();
	is_taken = leave_profiled > 0;
	leave_unlock();

	return is_taken;
}
#else
# define leave_add_thread(number) ((void) (number))
# define leave_take(leave) true
# define leave_give(leave) ((void) 0)
# define leave_is_taken() false
#endif

static zend_result leave_switch_off(int by)
{
	zend_string *name = zend_string_init(ZEND_STRL("opcache.enable"), false);
	zend_result result = zend_alter_ini_entry_chars(name, "0", 1, by, ZEND_INI_STAGE_RUNTIME);

	zend_string_release(name);

	return result;
}

/* True for code of opcache, which has no reference count, as it is never freed. */
static bool leave_is_cached(const zend_function *function)
{
	return function != NULL && function->type == ZEND_USER_FUNCTION &&
		function->op_array.refcount == NULL;
}

static bool leave_has_cached_function(HashTable *functions)
{
	const zend_function *function;

	ZEND_HASH_FOREACH_PTR(functions, function) {
		if (leave_is_cached(function)) {
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();

	return false;
}

static bool leave_has_cached_class(void)
{
	zval *entry;

	ZEND_HASH_FOREACH_VAL(EG(class_table), entry) {
		zend_class_entry *class_entry = Z_PTR_P(entry);

		if (class_entry->type == ZEND_USER_CLASS &&
			leave_has_cached_function(&class_entry->function_table)) {
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();

	return false;
}

static bool leave_has_cached_frame(void)
{
	const zend_execute_data *at = EG(current_execute_data);

	while (at != NULL && !leave_is_cached(at->func)) {
		at = at->prev_execute_data;
	}

	return at != NULL;
}

static bool leave_has_cached_code(void)
{
	return leave_has_cached_frame() || leave_has_cached_function(EG(function_table)) ||
		leave_has_cached_class();
}

static bool leave_is_preloaded(void)
{
	const char *file = zend_ini_string("opcache.preload", strlen("opcache.preload"), 0);

	return file != NULL && file[0] != '\0';
}

/* Forgets the files that do not name xhprof_enable(). One may have been changed meanwhile, so the
 * next request looks again. */
static void leave_forget_silent(hp_leave *leave)
{
	if (leave->silent != NULL) {
		zend_hash_destroy(leave->silent);
		pefree(leave->silent, true);
		leave->silent = NULL;
	}
}

static const char *leave_refusal(hp_leave *leave)
{
	if (leave->has_cached_code || leave_has_cached_code()) {
		leave_forget_silent(leave);
		return leave_is_preloaded()
			? "xhprof.hook=ex cannot see calls of the code that opcache.preload loads, which the JIT may "
			  "compile; set xhprof.hook=observer, or leave opcache.preload empty"
			: "this request runs code of opcache, which the JIT may compile, and xhprof.hook=ex cannot see "
			  "its calls; set xhprof.hook=observer in php.ini, or call xhprof_enable() before the main script "
			  "includes files, or set xhprof.auto";
	}
	if (zend_ini_long("opcache.enable", strlen("opcache.enable"), 0) != 0 &&
		leave_switch_off(ZEND_INI_USER) == FAILURE) {
		return "xhprof.hook=ex needs opcache.enable=0 while the JIT may run, and the server fixes that setting; "
			   "let it be changed (php_value in place of php_admin_value), or set xhprof.hook=observer";
	}

	return NULL;
}

const char *hp_hook_leave(hp_leave *leave)
{
	const char *refusal;

	if (!leave_is_in_force || leave->has_left) {
		return NULL;
	}
	if (!leave_take(leave)) {
		return "another thread may run code of the JIT, and xhprof.hook=ex cannot see its calls; "
			   "set xhprof.hook=observer";
	}
	refusal = leave_refusal(leave);
	leave->has_left = refusal == NULL;
	if (refusal != NULL) {
		leave_give(leave);
	}

	return refusal;
}

static bool leave_has_opcache(const hp_leave *leave)
{
	return !leave->has_left && zend_ini_long("opcache.enable", strlen("opcache.enable"), 0) != 0;
}

const char *hp_hook_leave_lines_refusal(const hp_leave *leave)
{
	return leave_has_opcache(leave) && leave_has_cached_code()
		? "this request runs code of opcache, which the JIT may compile, and lines of that are not seen; "
		  "set xhprof.auto and xhprof.auto_lines, or opcache.jit=disable, or leave out the lines"
		: NULL;
}

const char *hp_hook_leave_for_lines(hp_leave *leave)
{
	const char *refusal = hp_hook_leave_lines_refusal(leave);

	if (refusal != NULL || !leave_has_opcache(leave)) {
		return refusal;
	}
	leave->has_left = leave_switch_off(ZEND_INI_USER) == SUCCESS;

	return leave->has_left
		? NULL
		: "lines need opcache.enable=0 while the JIT may run, and the server fixes that setting; let it be "
		  "changed (php_value in place of php_admin_value), or leave out the lines";
}

static bool leave_is_prepended(const zend_file_handle *handle)
{
	const char *file = PG(auto_prepend_file);

	return file != NULL && file[0] != '\0' && strcmp(ZSTR_VAL(handle->filename), file) == 0;
}

/* True for the files with which a request begins: the main script and auto_prepend_file. */
static bool leave_is_first(const zend_file_handle *handle)
{
	return EG(current_execute_data) == NULL && handle->filename != NULL &&
		(handle->primary_script || leave_is_prepended(handle));
}

static void leave_add_silent(hp_leave *leave, zend_string *file)
{
	if (leave->silent == NULL) {
		leave->silent = pemalloc(sizeof(*leave->silent), true);
		zend_hash_init(leave->silent, 8, NULL, NULL, true);
	}
	if (zend_hash_num_elements(leave->silent) == LEAVE_MAX_SILENT) {
		zend_hash_clean(leave->silent);
	}
	zend_hash_str_add_empty_element(leave->silent, ZSTR_VAL(file), ZSTR_LEN(file));
}

/* True if the file names xhprof_enable(). A file that does not is read only once. */
static bool leave_names_us(hp_leave *leave, const zend_file_handle *handle)
{
	zend_string *path;
	bool names_us;

	if (leave->silent != NULL && zend_hash_exists(leave->silent, handle->filename)) {
		return false;
	}
	path = zend_resolve_path(handle->filename);
	names_us = path != NULL && hp_mention_in_file(ZSTR_VAL(path), "xhprof_enable");
	if (path != NULL) {
		zend_string_release(path);
	}
	if (!names_us) {
		leave_add_silent(leave, handle->filename);
	}

	return names_us;
}

static zend_op_array *leave_compile(zend_file_handle *handle, int type)
{
	hp_leave *leave = XHPROF_G(leave);
	zend_op_array *code;

	if (!leave->has_left && leave_is_first(handle) && leave_names_us(leave, handle)) {
		return leave_below(handle, type);
	}
	code = leave_next(handle, type);
	if (code != NULL && code->refcount == NULL) {
		leave->has_cached_code = true;
	}

	return code;
}

bool hp_hook_leave_is_in_force(void)
{
	return leave_is_in_force;
}

/* Detects opcache by an option that only opcache sets. */
bool hp_hook_leave_spares(void)
{
	return leave_is_in_force && (CG(compiler_options) & ZEND_COMPILE_DELAYED_BINDING) != 0;
}

/* Hooks in above opcache, which does so after all modules have started. */
static void leave_hook_in(void)
{
#ifdef ZTS
	leave_lock();
#endif
	if (leave_next == NULL) {
		leave_next = zend_compile_file;
		HP_SHARED_WRITE(&zend_compile_file, leave_compile);
	}
#ifdef ZTS
	leave_unlock();
#endif
}

void hp_hook_leave_begin(hp_leave *leave)
{
	if (!leave_is_in_force || php_during_module_startup()) {
		return;
	}
	leave_hook_in();
	if (leave_is_taken()) {
		leave_switch_off(ZEND_INI_SYSTEM); /* another thread's hook is in place */
	}
}

void hp_hook_leave_end(hp_leave *leave)
{
	leave_give(leave);
	leave->has_left = false;
	leave->has_cached_code = false;
}

void hp_hook_leave_startup(void)
{
#ifdef ZTS
	leave_mutex = tsrm_mutex_alloc();
#endif
	leave_is_in_force = true;
}

void hp_hook_leave_post_startup(void)
{
	leave_below = zend_compile_file;
}

void hp_hook_leave_thread_begin(void)
{
	leave_add_thread(1);
}

void hp_hook_leave_free(hp_leave *leave)
{
	leave_forget_silent(leave);
	leave_add_thread(-1);
}

void hp_hook_leave_shutdown(void)
{
	if (leave_next != NULL && zend_compile_file == leave_compile) {
		zend_compile_file = leave_next;
	}
	leave_next = NULL; /* after another start, the functions are different */
	leave_is_in_force = false;
#ifdef ZTS
	if (leave_mutex != NULL) {
		tsrm_mutex_free(leave_mutex);
		leave_mutex = NULL;
	}
#endif
}
