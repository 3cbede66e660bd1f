#include "request/engine.h"

#include "base/memory_limit.h"
#include "hook/state.h"
#include "request/sapi.h"

#include "SAPI.h"

#ifdef PHP_WIN32
# include <winsock2.h>
#else
# include <unistd.h>
#endif

/* Adds the extensions that slow each call: the times of the run have them in them. */
static void engine_add_watchers(zval *own)
{
	static const char *const names[] = {
		"xdebug", "pcov", "ddtrace", "newrelic", "blackfire", "tideways"};
	zval watchers;

	array_init(&watchers);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (zend_hash_str_exists(&module_registry, names[i], strlen(names[i]))) {
			add_next_index_string(&watchers, names[i]);
		}
	}
	if (zend_hash_num_elements(Z_ARRVAL(watchers)) > 0) {
		add_assoc_zval(own, "watchers", &watchers);
	} else {
		zval_ptr_dtor(&watchers);
	}
}

/* The patterns that PCRE keeps compiled in this process, at most 4,096. Its table is the first of
 * the extension's globals, which its header declares only where that of PCRE is installed. */
static void engine_add_patterns(zval *own)
{
	const zend_module_entry *module = zend_hash_str_find_ptr(&module_registry, ZEND_STRL("pcre"));
	const void *globals;

	if (module == NULL || module->globals_size < sizeof(HashTable)) {
		return;
	}
#ifdef ZTS
	globals = TSRMG_BULK_STATIC(*module->globals_id_ptr, void *);
#else
	globals = module->globals_ptr;
#endif
	add_assoc_long(own, "patterns", zend_hash_num_elements((const HashTable *) globals));
}

/* NULL: opcache does not tell, to any script or to this one. */
static zend_function *engine_opcache_status(void)
{
	const char *restricted =
		zend_ini_string("opcache.restrict_api", strlen("opcache.restrict_api"), 0);

	return restricted == NULL || *restricted != '\0'
		? NULL
		: zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("opcache_get_status"));
}

static zend_long engine_number(HashTable *from, const char *key)
{
	const zval *value = zend_hash_str_find(from, key, strlen(key));

	return value == NULL ? 0 : zval_get_long((zval *) (uintptr_t) value);
}

/* The state of opcache's memory, which all processes of a server share. */
static void engine_add_cache(zval *own, HashTable *status)
{
	const zval *memory = zend_hash_str_find(status, ZEND_STRL("memory_usage"));
	const zval *counts = zend_hash_str_find(status, ZEND_STRL("opcache_statistics"));
	zval cache;

	if (memory == NULL || counts == NULL || Z_TYPE_P(memory) != IS_ARRAY ||
		Z_TYPE_P(counts) != IS_ARRAY) {
		return;
	}
	array_init(&cache);
	add_assoc_bool(&cache, "full", engine_number(status, "cache_full") != 0);
	add_assoc_bool(&cache, "restarting",
		engine_number(status, "restart_pending") != 0 ||
			engine_number(status, "restart_in_progress") != 0);
	add_assoc_long(&cache, "free_bytes", engine_number(Z_ARRVAL_P(memory), "free_memory"));
	add_assoc_long(&cache, "wasted_bytes", engine_number(Z_ARRVAL_P(memory), "wasted_memory"));
	add_assoc_long(&cache, "scripts", engine_number(Z_ARRVAL_P(counts), "num_cached_scripts"));
	add_assoc_long(&cache, "keys", engine_number(Z_ARRVAL_P(counts), "num_cached_keys"));
	add_assoc_long(&cache, "most_keys", engine_number(Z_ARRVAL_P(counts), "max_cached_keys"));
	add_assoc_long(&cache, "restarts",
		engine_number(Z_ARRVAL_P(counts), "oom_restarts") +
			engine_number(Z_ARRVAL_P(counts), "hash_restarts"));
	add_assoc_long(
		&cache, "age_s", (zend_long) time(NULL) - engine_number(Z_ARRVAL_P(counts), "start_time"));
	add_assoc_zval(own, "cache", &cache);
}

/* Adds the state of opcache's cache. A command's says nothing, as it ends with the command. */
static void engine_add_opcache(zval *own)
{
	bool has_opcache = hp_hook_has_opcache();
	zend_function *function = has_opcache && hp_sapi_is_web() ? engine_opcache_status() : NULL;
	zval status, is_with_scripts;

	add_assoc_bool(own, "opcache", has_opcache);
	/* The engine ends the process where a function that it must call cannot be called. */
	if (function == NULL || EG(exception) != NULL || hp_memory_limit_has_error()) {
		return;
	}
	ZVAL_FALSE(&is_with_scripts);
	zend_call_known_function(function, NULL, NULL, &status, 1, &is_with_scripts, NULL);
	if (Z_TYPE(status) == IS_ARRAY) {
		engine_add_cache(own, Z_ARRVAL(status));
	}
	zval_ptr_dtor(&status);
}

void hp_request_add_engine(zval *own)
{
	char machine[256];

	add_assoc_string(own, "php", PHP_VERSION);
	add_assoc_string(own, "sapi", sapi_module.name);
	add_assoc_string(own, "hook", hp_hook_name());
	engine_add_opcache(own);
	add_assoc_bool(own, "jit", hp_hook_has_jit());
	engine_add_patterns(own);
	engine_add_watchers(own);
	if (gethostname(machine, sizeof(machine)) == 0) {
		machine[sizeof(machine) - 1] = '\0';
		add_assoc_string(own, "machine", machine);
	}
}
