#include "request/failure.h"

#include "request/sapi.h"
#include "request/signal.h"

#include "Zend/zend_observer.h"

#define FAILURE_CLASS_BYTES 128
#define FAILURE_FILE_BYTES 1024

/* These end the request. The program may handle the last two. */
#define FAILURE_FATAL (E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR)
#define FAILURE_HANDLED (E_USER_ERROR | E_RECOVERABLE_ERROR)

/* A fatal error sets this exit status, of a web request as well. */
#define FAILURE_STATUS 255

/* Beginnings of the engine's messages. */
#define FAILURE_UNCAUGHT "Uncaught "
#define FAILURE_MEMORY "Allowed memory size of "
#define FAILURE_TIME "Maximum execution time of "

typedef struct failure_error {
	int type; /* 0: none */
	uint32_t line;
	const char *kind;
	char class_name[FAILURE_CLASS_BYTES]; /* "": it is no exception */
	char file[FAILURE_FILE_BYTES];
} failure_error;

/* The first fatal error of the thread's request: others follow from it. */
ZEND_TLS failure_error failure_noted;

/* The message behind that text; NULL: it begins otherwise. */
static const char *failure_behind(const char *message, const char *text)
{
	size_t length = strlen(text);

	return strncmp(message, text, length) == 0 ? message + length : NULL;
}

/* From "Name: message in file:line", or without a message "Name in file:line". */
static void failure_copy_class(failure_error *noted, const char *text)
{
	size_t length = strcspn(text, ": \n");

	snprintf(noted->class_name, sizeof(noted->class_name), "%.*s",
		(int) MIN(length, FAILURE_CLASS_BYTES), text);
}

static const char *failure_kind(failure_error *noted, const char *message)
{
	const char *uncaught = failure_behind(message, FAILURE_UNCAUGHT);

	if (uncaught != NULL) {
		failure_copy_class(noted, uncaught);
		return "exception";
	}
	if (failure_behind(message, FAILURE_MEMORY) != NULL) {
		return "memory_limit";
	}

	return failure_behind(message, FAILURE_TIME) != NULL ? "time_limit" : "error";
}

/* Called before any handler of the program. Takes nothing from PHP's allocator, which may just have failed. */
static void failure_observe(int type, zend_string *file, uint32_t line, zend_string *message)
{
	failure_error *noted = &failure_noted;

	type &= E_ALL;
	if ((type & (FAILURE_FATAL | FAILURE_HANDLED)) == 0 || (noted->type & FAILURE_FATAL) != 0) {
		return;
	}
	noted->type = type;
	noted->line = line;
	noted->class_name[0] = '\0';
	noted->kind = failure_kind(noted, message == NULL ? "" : ZSTR_VAL(message));
	snprintf(noted->file, sizeof(noted->file), "%s", file == NULL ? "" : ZSTR_VAL(file));
}

void hp_failure_startup(void)
{
	zend_observer_error_register(failure_observe);
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
	} else if (failure_noted.type != 0 && EG(exit_status) == FAILURE_STATUS) {
		failure_add_error(&failure, &failure_noted);
	} else {
		failure_add_status(&failure, status);
	}
	add_assoc_zval(own, "failure", &failure);
}

void hp_failure_deactivate(void)
{
	failure_noted.type = 0;
}
