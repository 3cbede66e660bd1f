/* compat.h: gives names of the newest PHP to older ones. Each shim says in which version it
 * ends. */
#ifndef HP_BASE_COMPAT_H
#define HP_BASE_COMPAT_H

#ifdef HAVE_CONFIG_H /* so that a file that includes one of our headers first need not test this */
# include "config.h"
#endif
/* Some calls of Linux and of the C library are declared only with this, and only if it comes before
 * the first header of the system. */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif
#include "php.h"

#if PHP_VERSION_ID < 80100
# error "xhprof needs PHP 8.1 or newer"
#endif

/* For a variable that files share. It is then read directly, and not through the table of exported
 * symbols, which declarations use even with -fvisibility=hidden. */
#if defined(__GNUC__) && !defined(PHP_WIN32)
# define HP_HIDDEN __attribute__((visibility("hidden")))
#else
# define HP_HIDDEN
#endif

/* Keep the compiler from reordering computations with this value, and from keeping a copy of it in
 * a register. */
#if defined(__GNUC__)
# define HP_AS_IT_IS(value) __asm__("" : "+r"(value))
# define HP_IN_MEMORY(value) __asm__("" : "+m"(value))
#else
# define HP_AS_IT_IS(value) ((void) 0)
# define HP_IN_MEMORY(value) ((void) 0)
#endif

#define HP_COMPAT_PHP_VERSION PHP_VERSION_ID /* the PHP that we are built for, to show it */

#if PHP_VERSION_ID >= 80300
# include "Zend/zend_hrtime.h"
#else
# include "ext/standard/hrtime.h"
# define zend_hrtime() php_hrtime_current() /* until 8.3 */
#endif

#if PHP_VERSION_ID >= 80200
# include "ext/random/php_random.h"
#else
# include "ext/standard/php_random.h" /* until 8.2 */
#endif

#if PHP_VERSION_ID >= 80400
# include "Zend/zend_lazy_objects.h"
#endif

#ifndef ZEND_STATIC_ASSERT /* until 8.3 */
# define ZEND_STATIC_ASSERT(condition, message) _Static_assert(condition, message)
#endif

/* Collects the arguments of calls that have not begun: only these before 8.6, all other values of
 * the frame too since then, and nothing in 8.1, whose first releases cannot. */
#if PHP_VERSION_ID < 80200
# define hp_compat_calls_gc(frame, call, at, is_suspended, buffer) ((void) 0)
#elif PHP_VERSION_ID < 80600
# define hp_compat_calls_gc(frame, call, at, is_suspended, buffer) \
  ((call) != NULL ? zend_unfinished_calls_gc(frame, call, at, buffer) : (void) 0)
#else
# define hp_compat_calls_gc(frame, call, at, is_suspended, buffer) \
  zend_unfinished_execution_gc_ex(frame, call, buffer, is_suspended)
#endif

#ifndef ZEND_HASH_ELEMENT_SIZE /* until 8.2 */
# define ZEND_HASH_ELEMENT_SIZE(table) sizeof(Bucket)
#endif

#if PHP_VERSION_ID < 80200 /* releases of 8.1 differ in which of these they have */
# define zend_string_equals_cstr(string, text, length) \
  (ZSTR_LEN(string) == (length) && memcmp(ZSTR_VAL(string), text, length) == 0)
# define zend_string_starts_with_cstr hp_compat_starts_with
static inline bool hp_compat_starts_with(const zend_string *string, const char *text, size_t length)
{
	return ZSTR_LEN(string) >= length && memcmp(ZSTR_VAL(string), text, length) == 0;
}

# ifndef zend_tolower_ascii
#  define zend_tolower_ascii(c) ((c) >= 'A' && (c) <= 'Z' ? (c) - 'A' + 'a' : (c))
# endif
# define HP_ENUM_TABLE(mutable_data) ((HashTable *) NULL)
#else
# define HP_ENUM_TABLE(mutable_data) ((mutable_data)->backed_enum_table)
#endif

/* The engine's data of lazy objects, by handle. */
#if PHP_VERSION_ID >= 80400
# define HP_LAZY_OBJECTS (&EG(lazy_objects_store).infos)
#else
# define HP_LAZY_OBJECTS ((HashTable *) NULL) /* until 8.4 there are none */
#endif

/* The attributes of a zend_constant, the parameters of a php_shutdown_function_entry, and whether
 * the last fatal error keeps its backtrace with arguments. */
#if PHP_VERSION_ID >= 80500
# define HP_CONSTANT_ATTRIBUTES(constant) ((constant)->attributes)
# define HP_SHUTDOWN_PARAMS(entry) ((entry)->params)
# define HP_SHUTDOWN_PARAM_COUNT(entry) ((entry)->param_count)
# define HP_HAS_FATAL_BACKTRACE 1 /* since 8.5 */
#else
# define HP_CONSTANT_ATTRIBUTES(constant) ((HashTable *) NULL) /* until 8.5 they have none */
# define HP_SHUTDOWN_PARAMS(entry) ((entry)->fci.params) /* until 8.5 */
# define HP_SHUTDOWN_PARAM_COUNT(entry) ((entry)->fci.param_count) /* until 8.5 */
#endif

/* The callable of a program's php_output_handler; and whether closures made at a place in the code,
 * and pages of the stack, are kept for reuse. */
#if PHP_VERSION_ID >= 80600
# define HP_OUTPUT_CALLABLE(handler) ((handler)->func.user_fcc)
# define HP_KEEPS_CLOSURES 1 /* since 8.6 */
# define HP_KEEPS_STACK_PAGES 1 /* since 8.6 */
#else
# define HP_OUTPUT_CALLABLE(handler) (&(handler)->func.user->fcc) /* until 8.6 */
#endif

/* The characters that separate the parameters of a query. */
#if PHP_VERSION_ID >= 80500
# define HP_ARG_SEPARATORS ZSTR_VAL(PG(arg_separator).input)
#else
# define HP_ARG_SEPARATORS PG(arg_separator).input /* until 8.5 */
#endif

/* The last error of ext/json, of the type HP_LAST_JSON_TYPE. Since 8.6 it includes the place. */
#if PHP_VERSION_ID >= 80600
# define HP_LAST_JSON_ERROR error_details
# define HP_LAST_JSON_CODE error_details.code
# define HP_LAST_JSON_TYPE php_json_error_details
#else
# define HP_LAST_JSON_ERROR error_code
# define HP_LAST_JSON_CODE error_code
# define HP_LAST_JSON_TYPE php_json_error_code
#endif

/* Returns the size of the memory for a table's elements, if it has any. */
static inline size_t hp_compat_table_bytes(const HashTable *table)
{
#if PHP_VERSION_ID >= 80200
	if (HT_FLAGS(table) & HASH_FLAG_PACKED) {
		return HT_PACKED_SIZE((HashTable *) table);
	}
#endif
	return HT_SIZE((HashTable *) table); /* until 8.2 for all tables */
}

/* Returns the same without the room that was never used. */
static inline size_t hp_compat_table_used_bytes(const HashTable *table)
{
#if PHP_VERSION_ID >= 80200
	if (HT_FLAGS(table) & HASH_FLAG_PACKED) {
		return HT_PACKED_USED_SIZE((HashTable *) table);
	}
#endif
	return HT_USED_SIZE((HashTable *) table); /* until 8.2 for all tables */
}

/* True for an object that waits for its initializer, or is a proxy. */
static inline bool hp_compat_is_lazy(const zend_object *object)
{
#if PHP_VERSION_ID >= 80400
	return zend_object_is_lazy((zend_object *) object);
#else
	return false; /* until 8.4 there are none */
#endif
}

/* Returns a property's array of two hooks, get and set. Either may be NULL. NULL: no hooks. */
static inline zend_function *const *hp_compat_property_hooks(const zend_property_info *property)
{
#if PHP_VERSION_ID >= 80400
	return property->hooks;
#else
	return NULL; /* until 8.4 there are none */
#endif
}

/* Atomic access to a number or pointer that threads share, at no cost. Data behind a pointer is
 * written before the pointer. HP_SHARED_COUNT adds 1 and returns the value before. */
#ifdef __GNUC__
# define HP_SHARED_READ(place) __atomic_load_n(place, __ATOMIC_RELAXED)
# define HP_SHARED_WRITE(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
# define HP_SHARED_COUNT(place) __atomic_fetch_add(place, 1, __ATOMIC_RELAXED)
#else
# define HP_SHARED_READ(place) (*(place))
# define HP_SHARED_WRITE(place, value) (*(place) = (value))
# define HP_SHARED_COUNT(place) ((*(place))++)
#endif

/* Atomic access to data that only PHP's threads share: without ZTS there is only one reader. */
#ifdef ZTS
# define HP_THREADS_READ(place) HP_SHARED_READ(place)
#else
# define HP_THREADS_READ(place) (*(place))
#endif

/* Declares a variable that exists once per PHP thread. */
#ifdef ZTS
# define HP_OF_THREAD TSRM_TLS
#else
# define HP_OF_THREAD
#endif

/* The address of the calling function's frame on the C stack. */
#ifdef __GNUC__
# define HP_FRAME_ADDRESS() __builtin_frame_address(0)
#else
# include <intrin.h>
# define HP_FRAME_ADDRESS() _AddressOfReturnAddress()
#endif

/* Puts the registers of the calling function's callers into its frame on the C stack. */
#ifdef __GNUC__
# define HP_SAVE_REGISTERS() __builtin_unwind_init()
#else
# define HP_SAVE_REGISTERS() ((void) 0)
#endif

/* Turns off the sanitizers' checks in a function that searches raw memory for addresses. It reads
 * gaps between variables, variables that are out of scope, and memory that another thread writes
 * to, all on purpose. */
#ifdef __GNUC__
# define HP_UNCHECKED __attribute__((no_sanitize("address", "thread")))
#else
# define HP_UNCHECKED
#endif

/* Returns the message of an errno. PHP itself does it like this; with threads, the C library's
 * function is thread-safe. */
static inline const char *hp_compat_error(int number)
{
	return strerror(number); /* NOLINT(concurrency-mt-unsafe) */
}

/* True if a string may begin like this. For data at an address that may not be a string. */
static inline bool hp_string_may_begin(const zend_refcounted_h *head)
{
	return (head->u.type_info & GC_TYPE_MASK) == IS_STRING &&
		head->u.type_info >> GC_INFO_SHIFT == 0;
}

/* True if an object really is the engine's object of that class. Before 8.5, an object of a class
 * in disable_classes has only properties. */
static inline bool hp_object_is(const zend_object *object, const zend_class_entry *class_entry)
{
	return object->ce == class_entry && object->handlers != &std_object_handlers;
}

/* Returns the executor globals of the calling thread. */
static inline zend_executor_globals *hp_compat_executor_globals(void)
{
	return (zend_executor_globals *) ((char *) &EG(current_execute_data) -
		offsetof(zend_executor_globals, current_execute_data));
}

/* Makes the engine with these globals, which may be another thread's, call
 * zend_interrupt_function(). See base/interrupt.h. */
static inline void hp_compat_interrupt(zend_executor_globals *globals)
{
#if PHP_VERSION_ID >= 80200
	zend_atomic_bool_store_ex(&globals->vm_interrupt, true);
#else
	globals->vm_interrupt = 1;
#endif
}

/* True if the engine is about to call zend_interrupt_function(). */
static inline bool hp_compat_is_interrupted(zend_executor_globals *globals)
{
#if PHP_VERSION_ID >= 80200
	return zend_atomic_bool_load_ex(&globals->vm_interrupt);
#else
	return globals->vm_interrupt;
#endif
}

#endif /* HP_BASE_COMPAT_H */
