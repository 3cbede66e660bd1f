/* compat.h: names of the newest PHP, for older ones. Each shim says which version ends it. */
#ifndef HP_BASE_COMPAT_H
#define HP_BASE_COMPAT_H

#include "php.h"

#if PHP_VERSION_ID < 80100
# error "xhprof needs PHP 8.1 or newer"
#endif

/* Of a variable that files share: read without the detour by the table of exported symbols, to which
 * -fvisibility=hidden alone leaves declarations. */
#if defined(__GNUC__) && !defined(PHP_WIN32)
# define HP_HIDDEN __attribute__((visibility("hidden")))
#else
# define HP_HIDDEN
#endif

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

/* The arguments of calls that have not begun: reported alone until 8.6, together with all other values
 * of the frame since, and not at all by the first releases of 8.1. */
#if PHP_VERSION_ID < 80200
# define hp_compat_calls_gc(frame, call, at, is_suspended, buffer) ((void) 0)
#elif PHP_VERSION_ID < 80600
# define hp_compat_calls_gc(frame, call, at, is_suspended, buffer) \
  ((call) != NULL ? zend_unfinished_calls_gc(frame, call, at, buffer) : (void) 0)
#else
# define hp_compat_calls_gc(frame, call, at, is_suspended, buffer) \
  zend_unfinished_execution_gc_ex(frame, call, buffer, is_suspended)
#endif

#if PHP_VERSION_ID < 80200 /* releases of 8.1 differ in what they have */
# define zend_string_equals_cstr(string, text, length) \
  (ZSTR_LEN(string) == (length) && memcmp(ZSTR_VAL(string), text, length) == 0)
# define HP_ENUM_TABLE(mutable_data) ((HashTable *) NULL)
#else
# define HP_ENUM_TABLE(mutable_data) ((mutable_data)->backed_enum_table)
#endif

/* Closures that a place in the code made, and pages of the stack, are kept to be used again. */
#if PHP_VERSION_ID >= 80600
# define HP_KEEPS_CLOSURES 1 /* since 8.6 */
# define HP_KEEPS_STACK_PAGES 1 /* since 8.6 */
#endif

/* What the engine knows of lazy objects, by their handles. */
#if PHP_VERSION_ID >= 80400
# define HP_LAZY_OBJECTS (&EG(lazy_objects_store).infos)
#else
# define HP_LAZY_OBJECTS ((HashTable *) NULL) /* until 8.4 there are none */
#endif

/* The attributes of a zend_constant. */
#if PHP_VERSION_ID >= 80500
# define HP_CONSTANT_ATTRIBUTES(constant) ((constant)->attributes)
#else
# define HP_CONSTANT_ATTRIBUTES(constant) ((HashTable *) NULL) /* until 8.5 they have none */
#endif

/* The last fatal error keeps where it happened, with arguments. */
#if PHP_VERSION_ID >= 80500
# define HP_HAS_FATAL_BACKTRACE 1 /* since 8.5 */
#endif

/* What the program's own php_output_handler calls. */
#if PHP_VERSION_ID >= 80600
# define HP_OUTPUT_CALLABLE(handler) ((handler)->func.user_fcc)
#else
# define HP_OUTPUT_CALLABLE(handler) (&(handler)->func.user->fcc) /* until 8.6 */
#endif

/* What a php_shutdown_function_entry will be given. */
#if PHP_VERSION_ID >= 80500
# define HP_SHUTDOWN_PARAMS(entry) ((entry)->params)
# define HP_SHUTDOWN_PARAM_COUNT(entry) ((entry)->param_count)
#else
# define HP_SHUTDOWN_PARAMS(entry) ((entry)->fci.params) /* until 8.5 */
# define HP_SHUTDOWN_PARAM_COUNT(entry) ((entry)->fci.param_count) /* until 8.5 */
#endif

/* What the elements of a table take that has any. */
static inline size_t hp_compat_table_bytes(const HashTable *table)
{
#if PHP_VERSION_ID >= 80200
	if (HT_FLAGS(table) & HASH_FLAG_PACKED) {
		return HT_PACKED_SIZE((HashTable *) table);
	}
#endif
	return HT_SIZE((HashTable *) table); /* until 8.2 for all tables */
}

/* Whether an object still waits for its initializer, or stands for another. */
static inline bool hp_compat_is_lazy(const zend_object *object)
{
#if PHP_VERSION_ID >= 80400
	return zend_object_is_lazy((zend_object *) object);
#else
	return false; /* until 8.4 there are none */
#endif
}

/* The functions behind a property, two of them, either may be NULL; NULL if there are none. */
static inline zend_function *const *hp_compat_property_hooks(const zend_property_info *property)
{
#if PHP_VERSION_ID >= 80400
	return property->hooks;
#else
	return NULL; /* until 8.4 there are none */
#endif
}

/* A number or pointer that other threads may read or write just now: all of it at once, and what a pointer
 * leads to was written before. Costs no more than without. HP_SHARED_COUNT adds 1 and gives what was there. */
#ifdef __GNUC__
# define HP_SHARED_READ(place) __atomic_load_n(place, __ATOMIC_RELAXED)
# define HP_SHARED_WRITE(place, value) __atomic_store_n(place, value, __ATOMIC_RELEASE)
# define HP_SHARED_COUNT(place) __atomic_fetch_add(place, 1, __ATOMIC_RELAXED)
#else
# define HP_SHARED_READ(place) (*(place))
# define HP_SHARED_WRITE(place, value) (*(place) = (value))
# define HP_SHARED_COUNT(place) ((*(place))++)
#endif

/* Likewise of what PHP's threads share: without any there is but one who reads. */
#ifdef ZTS
# define HP_THREADS_READ(place) HP_SHARED_READ(place)
#else
# define HP_THREADS_READ(place) (*(place))
#endif

/* The address of the calling function's frame on the C stack. */
#ifdef __GNUC__
# define HP_FRAME_ADDRESS() __builtin_frame_address(0)
#else
# include <intrin.h>
# define HP_FRAME_ADDRESS() _AddressOfReturnAddress()
#endif

/* The text of an errno, in English. As PHP itself has it: where threads matter, the C library's is safe. */
static inline const char *hp_compat_error(int number)
{
	return strerror(number); /* NOLINT(concurrency-mt-unsafe) */
}

/* Whether it is of that class of the engine's, and is what the engine makes of it: where disable_classes
 * names the class, until 8.5, an object has nothing but properties. */
static inline bool hp_object_is(const zend_object *object, const zend_class_entry *class_entry)
{
	return object->ce == class_entry && object->handlers != &std_object_handlers;
}

#endif /* HP_BASE_COMPAT_H */
