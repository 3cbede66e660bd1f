#include "request/failure.h"

#include "request/job.h"
#include "request/sapi.h"
#include "request/signal.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "Zend/zend_observer.h"

#define FAILURE_CLASS_BYTES 128
#define FAILURE_FILE_BYTES 1024

/* These end the request. The last two only if the program does not handle them. */
#define FAILURE_FATAL (E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR)
#define FAILURE_UNHANDLED (E_USER_ERROR | E_RECOVERABLE_ERROR)

/* A fatal error sets this exit status, of a web request as well. */
#define FAILURE_STATUS 255

/* Beginnings of the engine's messages of type E_ERROR. The first has the exception's text and an
 * end. */
#define FAILURE_UNCAUGHT "Uncaught "
#define FAILURE_UNCAUGHT_END "\n  thrown"
#define FAILURE_MEMORY "Allowed memory size of "
#define FAILURE_TIME "Maximum execution time of "

typedef struct failure_error {
	int type; /* 0: there was none so far */
	bool has_ended; /* the request has ended by the error; a later exit status changes nothing */
	uint32_t line;
	const char *kind;
	char class_name[FAILURE_CLASS_BYTES]; /* "": it is no exception, or of an unknown class */
	char file[FAILURE_FILE_BYTES];
} failure_error;

/* The error that ended this thread's request: the first one, as later ones follow from it. NULL: no
 * run of the request will be saved, so nobody reads it. It is a pointer because modules that are
 * loaded late have little room for variables of a thread. */
ZEND_TLS failure_error *failure_noted;

/* The next in the chain of zend_error_cb. */
static void (*failure_next_error)(int, zend_string *, const uint32_t, zend_string *);

/* The text of an exception, which the engine keeps in a private property. Read where it lies: no
 * code of the program runs. NULL: the object is no exception. */
static const zend_string *failure_exception_text(zend_object *object)
{
	zend_class_entry *base;
	const zend_property_info *property;
	zval *value;

	base = instanceof_function(object->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
	if (!instanceof_function(object->ce, base)) {
		return NULL;
	}
	property = zend_hash_find_ptr(&base->properties_info, ZSTR_KNOWN(ZEND_STR_STRING));
	if (property == NULL || (property->flags & ZEND_ACC_STATIC) != 0) {
		return NULL;
	}
	value = OBJ_PROP(object, property->offset);
	ZVAL_DEREF(value);

	return Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
}

/* The engine has made the message of the exception's text just now. */
static bool failure_is_about(const zend_string *message, zend_object *object)
{
	const zend_string *text = failure_exception_text(object);
	size_t begin = sizeof(FAILURE_UNCAUGHT) - 1;
	size_t end = sizeof(FAILURE_UNCAUGHT_END) - 1;

	return text != NULL && ZSTR_LEN(message) == begin + ZSTR_LEN(text) + end &&
		memcmp(ZSTR_VAL(message) + begin, ZSTR_VAL(text), ZSTR_LEN(text)) == 0;
}

/* The class of the uncaught exception. While the engine reports it, no variable of the engine holds
 * it: it is looked for among all objects, which the end of the request visits as well. NULL:
 * exceptions of several classes have this text. */
static const zend_class_entry *failure_find_class(const zend_string *message)
{
	const zend_objects_store *store = &EG(objects_store);
	const zend_class_entry *found = NULL;

	for (uint32_t i = 1; store->object_buckets != NULL && i < store->top; i++) {
		zend_object *object = store->object_buckets[i];

		if (!IS_OBJ_VALID(object) || (OBJ_FLAGS(object) & IS_OBJ_FREE_CALLED) != 0 ||
			!failure_is_about(message, object)) {
			continue;
		}
		if (found != NULL && found != object->ce) {
			return NULL;
		}
		found = object->ce;
	}

	return found;
}

/* The class is never taken from the message: with a method __toString() that is the program's. */
static void failure_copy_class(failure_error *noted, const zend_string *message)
{
	const zend_class_entry *found = failure_find_class(message);

	if (found != NULL) {
		snprintf(noted->class_name, sizeof(noted->class_name), "%s", ZSTR_VAL(found->name));
	}
}

static const char *failure_kind(failure_error *noted, const zend_string *message)
{
	if (noted->type != E_ERROR || message == NULL) {
		return "error";
	}
	if (zend_string_starts_with_cstr(message, ZEND_STRL(FAILURE_UNCAUGHT))) {
		failure_copy_class(noted, message);
		return "exception";
	}
	if (zend_string_starts_with_cstr(message, ZEND_STRL(FAILURE_MEMORY))) {
		return "memory_limit";
	}

	return zend_string_starts_with_cstr(message, ZEND_STRL(FAILURE_TIME)) ? "time_limit" : "error";
}

/* Takes nothing from PHP's allocator, which may just have failed. An error noted before that did
 * not set the status has not ended the request. */
static void failure_note(int type, zend_string *file, uint32_t line, zend_string *message)
{
	failure_error *noted = failure_noted;

	if (noted == NULL ||
		(noted->type != 0 && (noted->has_ended || EG(exit_status) == FAILURE_STATUS))) {
		return;
	}
	noted->type = type;
	noted->has_ended = false;
	noted->line = line;
	noted->class_name[0] = '\0';
	noted->kind = failure_kind(noted, message);
	snprintf(noted->file, sizeof(noted->file), "%s", file == NULL ? "" : ZSTR_VAL(file));
}

/* Called before zend_error_cb: some extensions end the request there, and call no other. */
static void failure_observe(int type, zend_string *file, uint32_t line, zend_string *message)
{
	type &= E_ALL;
	if ((type & FAILURE_FATAL) != 0) {
		failure_note(type, file, line, message);
	}
}

/* Called after the program's handler, and only if there is none or it has declined. */
static void failure_error_cb(int type, zend_string *file, const uint32_t line, zend_string *message)
{
	if ((type & FAILURE_UNHANDLED) != 0) {
		failure_note(type & E_ALL, file, line, message);
	}
	if (failure_noted != NULL && (type & (FAILURE_FATAL | FAILURE_UNHANDLED)) != 0) {
		failure_noted->has_ended = true;
	}
	failure_next_error(type, file, line, message);
}

void hp_failure_startup(void)
{
	zend_observer_error_register(failure_observe);
	failure_next_error = zend_error_cb;
	zend_error_cb = failure_error_cb;
}

void hp_failure_shutdown(void)
{
	if (zend_error_cb == failure_error_cb) {
		zend_error_cb = failure_next_error;
	}
}

void hp_failure_begin(void)
{
	if (failure_noted == NULL) {
		failure_noted = malloc(sizeof(*failure_noted));
	}
	if (failure_noted != NULL) {
		failure_noted->type = 0;
		failure_noted->has_ended = false;
	}
}

/* An error has ended the request. Where none is noted, the engine's exit status says so, which the
 * program may have set. */
static bool failure_has_ended(void)
{
	bool is_status = EG(exit_status) == FAILURE_STATUS;

	return failure_noted == NULL
		? is_status
		: failure_noted->type != 0 && (failure_noted->has_ended || is_status);
}

/* A later warning may have replaced the message. Without a message, the type is left over from an
 * earlier request. */
static bool failure_is_fatal(void)
{
	return failure_has_ended() ||
		(PG(last_error_message) != NULL &&
			(PG(last_error_type) & (FAILURE_FATAL | FAILURE_UNHANDLED)) != 0);
}

bool hp_failure_has_failed(void)
{
	const hp_job *job = XHPROF_G(job);
	int status = hp_sapi_status();
	bool is_bad = hp_sapi_is_web() ? status >= 500 : status != 0;

	/* The process continues after an end that the program requested. */
	return job->is_ended ? job->is_abandoned || (status != HP_SAPI_NO_STATUS && is_bad)
						 : failure_is_fatal() || is_bad;
}

static const char *failure_type_name(int type)
{
	switch (type) {
		case E_PARSE:
			return "E_PARSE";
		case E_CORE_ERROR:
			return "E_CORE_ERROR";
		case E_COMPILE_ERROR:
			return "E_COMPILE_ERROR";
		case E_USER_ERROR:
			return "E_USER_ERROR";
		case E_RECOVERABLE_ERROR:
			return "E_RECOVERABLE_ERROR";
		default:
			return "E_ERROR";
	}
}

static void failure_add_error(zval *failure, const failure_error *noted)
{
	add_assoc_string(failure, "kind", noted->kind);
	if (noted->class_name[0] != '\0') {
		add_assoc_string(failure, "class", noted->class_name);
	} else {
		add_assoc_string(failure, "error", failure_type_name(noted->type));
	}
	if (noted->file[0] != '\0') {
		add_assoc_string(failure, "file", noted->file);
		add_assoc_long(failure, "line", (zend_long) noted->line);
	}
}

/* The program has ended by itself. */
static void failure_add_status(zval *failure, int status)
{
	add_assoc_string(failure, "kind", hp_sapi_is_web() ? "status" : "exit");
	if (status != HP_SAPI_NO_STATUS) {
		add_assoc_long(failure, "status", status);
	}
}

void hp_failure_add(zval *own, int status)
{
	int number = hp_signal_number();
	zval failure;

	array_init(&failure);
	if (number != 0) {
		add_assoc_string(&failure, "kind", "signal");
		add_assoc_long(&failure, "signal", number);
	} else if (failure_noted != NULL && failure_has_ended()) {
		failure_add_error(&failure, failure_noted);
	} else {
		failure_add_status(&failure, status);
	}
	add_assoc_zval(own, "failure", &failure);
}

void hp_failure_deactivate(void)
{
	free(failure_noted);
	failure_noted = NULL;
}
