/* event_sql.c: sees the execution of SQL statements.
 *
 * The handlers are replaced once, at startup. A class that inherits a method has a copy of it, in
 * opcache's memory if it is a class of the program; and JIT code contains a function's handler. If
 * handlers were replaced later, neither would be seen. While no run counts statements, each
 * statement costs one test. */
#include "hook/event_sql.h"

#include "base/detail_kind.h"
#include "base/handler.h"
#include "event/php.h"

#define SQL_FUNCTIONS 32
#define SQL_NAME_BYTES 64

static zif_handler sql_next[SQL_FUNCTIONS];
static uint32_t sql_count = 0;

static zend_always_inline void sql_execute(uint32_t number, INTERNAL_FUNCTION_PARAMETERS)
{
	if (UNEXPECTED(hp_event_php_is_on(HP_EVENT_PHP_STATEMENTS))) {
		hp_event_php_add(HP_EVENT_PHP_STATEMENTS, 1);
	}
	sql_next[number](INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* A handler does not know for which function it was called, so each function has its own. */
#define SQL_NUMBERS(make) \
 make(0) make(1) make(2) make(3) make(4) make(5) make(6) make(7) make(8) make(9) make(10) make(11) \
	 make(12) make(13) make(14) make(15) make(16) make(17) make(18) make(19) make(20) make(21) \
		 make(22) make(23) make(24) make(25) make(26) make(27) make(28) make(29) make(30) make(31)

#define SQL_HANDLER(number) \
 static ZEND_NAMED_FUNCTION(sql_execute_##number) \
 { \
  sql_execute(number, INTERNAL_FUNCTION_PARAM_PASSTHRU); \
 }
#define SQL_HANDLER_NAME(number) sql_execute_##number,

SQL_NUMBERS(SQL_HANDLER)

static const zif_handler sql_handlers[SQL_FUNCTIONS] = {SQL_NUMBERS(SQL_HANDLER_NAME)};

static zend_internal_function *sql_find(const HashTable *functions, const char *name)
{
	zend_function *function =
		functions == NULL ? NULL : zend_hash_str_find_ptr(functions, name, strlen(name));

	return function != NULL && function->type == ZEND_INTERNAL_FUNCTION
		? &function->internal_function
		: NULL;
}

/* Returns our handler for one of the engine's. A method and a function may share one. */
static zif_handler sql_ours(zif_handler handler)
{
	for (uint32_t i = 0; i < sql_count; i++) {
		if (sql_handlers[i] == handler || sql_next[i] == handler) {
			return sql_handlers[i];
		}
	}
	if (sql_count == SQL_FUNCTIONS) {
		ZEND_ASSERT(0); /* SQL_FUNCTIONS must be enough for each function of the table */
		return handler;
	}
	sql_next[sql_count] = handler;

	return sql_handlers[sql_count++];
}

static void sql_replace(zend_internal_function *function)
{
	if (function != NULL) {
		function->handler = sql_ours(function->handler);
	}
}

/* Replaces a class's method, and its copies in the classes that inherit it. */
static void sql_replace_method(const zend_class_entry *class_entry, const char *name)
{
	const zend_internal_function *method = sql_find(&class_entry->function_table, name);
	const zend_class_entry *other;
	zif_handler handler;

	if (method == NULL) {
		return;
	}
	handler = method->handler;
	ZEND_HASH_FOREACH_PTR(CG(class_table), other) {
		zend_internal_function *copy = sql_find(&other->function_table, name);

		if (copy != NULL && copy->handler == handler) {
			sql_replace(copy);
		}
	}
	ZEND_HASH_FOREACH_END();
}

/* Replaces a method such as "mysqli::query", or a function such as "mysqli_query". */
static void sql_replace_named(const char *name)
{
	char lower[SQL_NAME_BYTES];
	const zend_class_entry *class_entry;
	char *method;

	if (strlen(name) >= sizeof(lower)) {
		ZEND_ASSERT(0);
		return;
	}
	zend_str_tolower_copy(lower, name, strlen(name));
	method = strstr(lower, "::");
	if (method == NULL) {
		sql_replace(sql_find(CG(function_table), lower));
		return;
	}
	class_entry = zend_hash_str_find_ptr(CG(class_table), lower, (size_t) (method - lower));
	if (class_entry != NULL) {
		sql_replace_method(class_entry, method + strlen("::"));
	}
}

void hp_hook_event_sql_startup(void)
{
	const char *name;

	for (size_t i = 0; (name = hp_detail_sql_function(i)) != NULL; i++) {
		sql_replace_named(name);
	}
}
