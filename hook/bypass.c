#include "hook/bypass.h"

#include "base/lock.h"
#include "base/mention.h"
#include "php_xhprof.h"

/* More names than the number of main scripts of any server. */
#define BYPASS_MAX_SILENT 4096

static bool bypass_is_in_force = false;

/* The zend_compile_file that we replaced, which is opcache's or of an extension above it; and the
 * one below opcache. */
static zend_op_array *(*bypass_next)(zend_file_handle *handle, int type);
static zend_op_array *(*bypass_below)(zend_file_handle *handle, int type);

static hp_lock bypass_lock = HP_LOCK_FREE;

#ifdef ZTS
static uint32_t bypass_threads = 0;
/* how many threads bypass opcache now, so that their request is profiled */
static uint32_t bypass_profiled = 0;

static void bypass_add_thread(int number)
{
	hp_lock_take_of_threads(&bypass_lock);
	bypass_threads += (uint32_t) number;
	hp_lock_release_of_threads(&bypass_lock);
}

/* Counts this thread as profiled. The hook is used by all threads of the process. Returns false if
 * another thread may run JIT code. */
static bool bypass_take(hp_bypass *bypass)
{
	bool is_alone;

	hp_lock_take_of_threads(&bypass_lock);
	is_alone = bypass_threads == 1 || bypass_profiled > 0;
	bypass_profiled += is_alone;
	bypass->is_counted = is_alone;
	hp_lock_release_of_threads(&bypass_lock);

	return is_alone;
}

static void bypass_give(hp_bypass *bypass)
{
	if (bypass->is_counted) {
		hp_lock_take_of_threads(&bypass_lock);
		bypass_profiled--;
		hp_lock_release_of_threads(&bypass_lock);
		bypass->is_counted = false;
	}
}

static bool bypass_is_taken(void)
{
	bool is_taken;

	hp_lock_take_of_threads(&bypass_lock);
	is_taken = bypass_profiled > 0;
	hp_lock_release_of_threads(&bypass_lock);

	return is_taken;
}
#else
# define bypass_add_thread(number) ((void) (number))
# define bypass_take(bypass) true
# define bypass_give(bypass) ((void) 0)
# define bypass_is_taken() false
#endif

static zend_result bypass_switch_off(int by)
{
	zend_string *name = zend_string_init(ZEND_STRL("opcache.enable"), false);
	zend_result result = zend_alter_ini_entry_chars(name, "0", 1, by, ZEND_INI_STAGE_RUNTIME);

	zend_string_release(name);

	return result;
}

/* True for code of opcache, which has no reference count, as it is never freed. */
static bool bypass_is_cached(const zend_function *function)
{
	return function != NULL && function->type == ZEND_USER_FUNCTION &&
		function->op_array.refcount == NULL;
}

static bool bypass_has_cached_function(HashTable *functions)
{
	const zend_function *function;

	ZEND_HASH_FOREACH_PTR(functions, function) {
		if (bypass_is_cached(function)) {
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();

	return false;
}

static bool bypass_has_cached_class(void)
{
	zval *entry;

	ZEND_HASH_FOREACH_VAL(EG(class_table), entry) {
		zend_class_entry *class_entry = Z_PTR_P(entry);

		if (class_entry->type == ZEND_USER_CLASS &&
			bypass_has_cached_function(&class_entry->function_table)) {
			return true;
		}
	}
	ZEND_HASH_FOREACH_END();

	return false;
}

static bool bypass_has_cached_frame(void)
{
	const zend_execute_data *at = EG(current_execute_data);

	while (at != NULL && !bypass_is_cached(at->func)) {
		at = at->prev_execute_data;
	}

	return at != NULL;
}

static bool bypass_has_cached_code(void)
{
	return bypass_has_cached_frame() || bypass_has_cached_function(EG(function_table)) ||
		bypass_has_cached_class();
}

static bool bypass_is_preloaded(void)
{
	const char *file = zend_ini_string("opcache.preload", strlen("opcache.preload"), 0);

	return file != NULL && file[0] != '\0';
}

/* Forgets the files that do not name xhprof_enable(). One may have been changed meanwhile, so the
 * next request looks again. */
static void bypass_forget_silent(hp_bypass *bypass)
{
	if (bypass->silent != NULL) {
		zend_hash_destroy(bypass->silent);
		pefree(bypass->silent, true);
		bypass->silent = NULL;
	}
}

static const char *bypass_refusal(hp_bypass *bypass)
{
	if (bypass->has_cached_code || bypass_has_cached_code()) {
		bypass_forget_silent(bypass);
		return bypass_is_preloaded()
			? "xhprof.hook=ex cannot see calls of the code that opcache.preload loads, which the "
			  "JIT may compile; set xhprof.hook=observer, or leave opcache.preload empty"
			: "this request runs code of opcache, which the JIT may compile, and xhprof.hook=ex "
			  "cannot see its calls; set xhprof.hook=observer in php.ini, or call xhprof_enable() "
			  "before the main script includes files, or set xhprof.auto";
	}
	if (zend_ini_long("opcache.enable", strlen("opcache.enable"), 0) != 0 &&
		bypass_switch_off(ZEND_INI_USER) == FAILURE) {
		return "xhprof.hook=ex needs opcache.enable=0 while the JIT may run, and the server fixes "
			   "that setting; let it be changed (php_value in place of php_admin_value), or set "
			   "xhprof.hook=observer";
	}

	return NULL;
}

const char *hp_hook_bypass(hp_bypass *bypass)
{
	const char *refusal;

	if (!bypass_is_in_force || bypass->is_bypassing) {
		return NULL;
	}
	if (!bypass_take(bypass)) {
		return "another thread may run code of the JIT, and xhprof.hook=ex cannot see its calls; "
			   "set xhprof.hook=observer";
	}
	refusal = bypass_refusal(bypass);
	bypass->is_bypassing = refusal == NULL;
	if (refusal != NULL) {
		bypass_give(bypass);
	}

	return refusal;
}

static bool bypass_has_opcache(const hp_bypass *bypass)
{
	return !bypass->is_bypassing &&
		zend_ini_long("opcache.enable", strlen("opcache.enable"), 0) != 0;
}

const char *hp_hook_bypass_lines_refusal(const hp_bypass *bypass)
{
	return bypass_has_opcache(bypass) && bypass_has_cached_code()
		? "this request runs code of opcache, which the JIT may compile, and lines of that are not "
		  "seen; set xhprof.auto and xhprof.auto_lines, or opcache.jit=disable, or leave out the "
		  "lines"
		: NULL;
}

const char *hp_hook_bypass_for_lines(hp_bypass *bypass)
{
	const char *refusal = hp_hook_bypass_lines_refusal(bypass);

	if (refusal != NULL || !bypass_has_opcache(bypass)) {
		return refusal;
	}
	bypass->is_bypassing = bypass_switch_off(ZEND_INI_USER) == SUCCESS;

	return bypass->is_bypassing
		? NULL
		: "lines need opcache.enable=0 while the JIT may run, and the server fixes that setting; "
		  "let it be changed (php_value in place of php_admin_value), or leave out the lines";
}

static bool bypass_is_prepended(const zend_file_handle *handle)
{
	const char *file = PG(auto_prepend_file);

	return file != NULL && file[0] != '\0' && strcmp(ZSTR_VAL(handle->filename), file) == 0;
}

/* True for the files with which a request begins: the main script and auto_prepend_file. */
static bool bypass_is_first(const zend_file_handle *handle)
{
	return EG(current_execute_data) == NULL && handle->filename != NULL &&
		(handle->primary_script || bypass_is_prepended(handle));
}

static void bypass_add_silent(hp_bypass *bypass, zend_string *file)
{
	if (bypass->silent == NULL) {
		bypass->silent = pemalloc(sizeof(*bypass->silent), true);
		zend_hash_init(bypass->silent, 8, NULL, NULL, true);
	}
	if (zend_hash_num_elements(bypass->silent) == BYPASS_MAX_SILENT) {
		zend_hash_clean(bypass->silent);
	}
	zend_hash_str_add_empty_element(bypass->silent, ZSTR_VAL(file), ZSTR_LEN(file));
}

/* True if the file names xhprof_enable(). A file that does not is read only once. */
static bool bypass_names_us(hp_bypass *bypass, const zend_file_handle *handle)
{
	zend_string *path;
	bool names_us;

	if (bypass->silent != NULL && zend_hash_exists(bypass->silent, handle->filename)) {
		return false;
	}
	path = zend_resolve_path(handle->filename);
	names_us = path != NULL && hp_mention_in_file(ZSTR_VAL(path), "xhprof_enable");
	if (path != NULL) {
		zend_string_release(path);
	}
	if (!names_us) {
		bypass_add_silent(bypass, handle->filename);
	}

	return names_us;
}

static zend_op_array *bypass_compile(zend_file_handle *handle, int type)
{
	hp_bypass *bypass = XHPROF_G(bypass);
	zend_op_array *code;

	if (!bypass->is_bypassing && bypass_is_first(handle) && bypass_names_us(bypass, handle)) {
		return bypass_below(handle, type);
	}
	code = bypass_next(handle, type);
	if (code != NULL && code->refcount == NULL) {
		bypass->has_cached_code = true;
	}

	return code;
}

bool hp_hook_bypass_is_in_force(void)
{
	return bypass_is_in_force;
}

/* Detects opcache by an option that only opcache sets. */
bool hp_hook_bypass_spares(void)
{
	return bypass_is_in_force && (CG(compiler_options) & ZEND_COMPILE_DELAYED_BINDING) != 0;
}

/* Hooks in above opcache, which does so after all modules have started. */
static void bypass_hook_in(void)
{
	hp_lock_take_of_threads(&bypass_lock);
	if (bypass_next == NULL) {
		bypass_next = zend_compile_file;
		HP_SHARED_WRITE(&zend_compile_file, bypass_compile);
	}
	hp_lock_release_of_threads(&bypass_lock);
}

void hp_hook_bypass_activate(void)
{
	if (!bypass_is_in_force || php_during_module_startup()) {
		return;
	}
	bypass_hook_in();
	if (bypass_is_taken()) {
		bypass_switch_off(ZEND_INI_SYSTEM); /* another thread's hook is in place */
	}
}

void hp_hook_bypass_deactivate(hp_bypass *bypass)
{
	bypass_give(bypass);
	bypass->is_bypassing = false;
	bypass->has_cached_code = false;
}

void hp_hook_bypass_startup(void)
{
	bypass_is_in_force = true;
}

void hp_hook_bypass_post_startup(void)
{
	bypass_below = zend_compile_file;
}

void hp_hook_bypass_add_thread(void)
{
	bypass_add_thread(1);
}

void hp_hook_bypass_free(hp_bypass *bypass)
{
	bypass_forget_silent(bypass);
	bypass_add_thread(-1);
}

void hp_hook_bypass_shutdown(void)
{
	if (bypass_next != NULL && zend_compile_file == bypass_compile) {
		zend_compile_file = bypass_next;
	}
	bypass_next = NULL; /* after another start, the functions are different */
	bypass_is_in_force = false;
}
