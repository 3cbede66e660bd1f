#include "request/opcache.h"

#include "base/memory_limit.h"
#include "event/mark.h"

#include "SAPI.h"

#define OPCACHE_PAUSE_NS UINT64_C(1000000000)

#define OPCACHE_CAUSES 3

/* In opcache_statistics, and in words. */
static const char *const opcache_counts[OPCACHE_CAUSES] = {
	"oom_restarts", "hash_restarts", "manual_restarts"};
static const char *const opcache_causes[OPCACHE_CAUSES] = {
	"out of memory", "too many files", "opcache_reset()"};

/* The last look of a thread. */
typedef struct opcache_state {
	uint64_t looked_ns; /* 0: never */
	zend_long restarts[OPCACHE_CAUSES];
	bool is_full;
} opcache_state;

ZEND_TLS opcache_state opcache_seen = {0, {0}, false};

static zend_function *opcache_function; /* read-only after startup; NULL: there is none */
static zif_handler opcache_handler; /* its own: hooks of ours do not see it */
static zend_result (*opcache_next_post_startup)(void);

static zend_result opcache_post_startup(void)
{
	zend_function *function =
		zend_hash_str_find_ptr(CG(function_table), ZEND_STRL("opcache_get_status"));

	if (function != NULL && function->type == ZEND_INTERNAL_FUNCTION) {
		opcache_function = function;
		opcache_handler = function->internal_function.handler;
	}

	return opcache_next_post_startup == NULL ? SUCCESS : opcache_next_post_startup();
}

void hp_opcache_startup(void)
{
	opcache_next_post_startup = zend_post_startup_cb;
	zend_post_startup_cb = opcache_post_startup;
}

/* As opcache decides it: where it forbids, it would warn. */
static bool opcache_is_restricted(void)
{
	const char *folder = zend_ini_string("opcache.restrict_api", strlen("opcache.restrict_api"), 0);
	const char *script = SG(request_info).path_translated;

	return folder != NULL && folder[0] != '\0' &&
		(script == NULL || strncmp(script, folder, strlen(folder)) != 0);
}

/* As a call by the engine of opcache_get_status(false), which no observer of calls sees. */
static void opcache_call(zval *status)
{
	zend_execute_data *caller = EG(current_execute_data);
	zend_execute_data *call =
		zend_vm_stack_push_call_frame(ZEND_CALL_NESTED_FUNCTION, opcache_function, 1, NULL);

	ZVAL_FALSE(ZEND_CALL_ARG(call, 1));
	call->prev_execute_data = caller;
	EG(current_execute_data) = call;
	ZVAL_NULL(status);
	opcache_handler(call, status);
	EG(current_execute_data) = caller;
	zend_vm_stack_free_args(call);
	zend_vm_stack_free_call_frame(call);
}

static zend_long opcache_number(const zval *status, const char *key)
{
	const zval *value = zend_hash_str_find(Z_ARRVAL_P(status), key, strlen(key));

	if (value != NULL && Z_TYPE_P(value) == IS_LONG) {
		return Z_LVAL_P(value);
	}

	return value != NULL && Z_TYPE_P(value) == IS_TRUE;
}

static void opcache_emit(hp_mark_kind kind, zend_long count, const char *text)
{
	hp_mark mark = {.kind = kind, .count = (uint32_t) count, .text = text, .length = strlen(text)};

	hp_mark_emit(&mark);
}

/* Restarts before the first look are nothing new. */
static void opcache_compare_restarts(opcache_state *seen, const zval *numbers)
{
	for (uint32_t i = 0; i < OPCACHE_CAUSES; i++) {
		zend_long restarts = opcache_number(numbers, opcache_counts[i]);

		if (seen->looked_ns != 0 && restarts > seen->restarts[i]) {
			opcache_emit(HP_MARK_OPCACHE_RESTART, restarts - seen->restarts[i], opcache_causes[i]);
		}
		seen->restarts[i] = restarts;
	}
}

static void opcache_compare(opcache_state *seen, const zval *status)
{
	const zval *numbers = zend_hash_str_find(Z_ARRVAL_P(status), ZEND_STRL("opcache_statistics"));
	bool is_full = opcache_number(status, "cache_full") != 0;

	if (numbers != NULL && Z_TYPE_P(numbers) == IS_ARRAY) {
		opcache_compare_restarts(seen, numbers);
	}
	if (is_full && !seen->is_full) {
		opcache_emit(HP_MARK_OPCACHE_FULL, 1, "");
	}
	seen->is_full = is_full;
}

/* The program's memory limit is no matter of ours. */
static void opcache_read(opcache_state *seen, uint64_t now_ns)
{
	hp_memory_limit limit;
	zval status;

	hp_memory_limit_lift(&limit, ZEND_LONG_MAX);
	opcache_call(&status);
	if (Z_TYPE(status) == IS_ARRAY) {
		opcache_compare(seen, &status);
	}
	zval_ptr_dtor(&status);
	hp_memory_limit_restore(&limit);
	seen->looked_ns = now_ns;
}

void hp_opcache_look(void)
{
	uint64_t now_ns;

	if (opcache_handler == NULL || !hp_mark_is_wanted() || EG(exception) != NULL) {
		return;
	}
	now_ns = zend_hrtime();
	if ((opcache_seen.looked_ns == 0 || now_ns - opcache_seen.looked_ns >= OPCACHE_PAUSE_NS) &&
		!opcache_is_restricted()) {
		opcache_read(&opcache_seen, now_ns);
	}
}
