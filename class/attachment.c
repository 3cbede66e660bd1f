#include "class/attachment.h"

#include "attach/attachment.h"
#include "attach/loop.h"
#include "request/live.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

typedef struct attachment {
#ifdef __linux__
	hp_attachment *attachment; /* NULL: not open, as after a failure */
#endif
	zend_object object;
} attachment;

static zend_class_entry *attachment_class;
static zend_object_handlers attachment_handlers;

static attachment *attachment_of(zend_object *object)
{
	return (attachment *) ((char *) object - offsetof(attachment, object));
}

static zend_object *attachment_create(zend_class_entry *class_entry)
{
	attachment *made = zend_object_alloc(sizeof(*made), class_entry);

	zend_object_std_init(&made->object, class_entry);
	object_properties_init(&made->object, class_entry);
	made->object.handlers = &attachment_handlers;

	return &made->object;
}

static void attachment_free(zend_object *object)
{
#ifdef __linux__
	attachment *made = attachment_of(object);

	if (made->attachment != NULL) {
		hp_attachment_close(made->attachment);
		made->attachment = NULL;
	}
#endif
	zend_object_std_dtor(object);
}

void hp_class_attachment_startup(zend_class_entry *class_entry)
{
	attachment_class = class_entry;
	attachment_class->create_object = attachment_create;
	memcpy(&attachment_handlers, &std_object_handlers, sizeof(attachment_handlers));
	attachment_handlers.offset = offsetof(attachment, object);
	attachment_handlers.free_obj = attachment_free;
	attachment_handlers.clone_obj = NULL;
}

ZEND_METHOD(XHProf_Attachment, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

#ifdef __linux__

static void attachment_set(zval *value, hp_attachment *opened)
{
	object_init_ex(value, attachment_class);
	attachment_of(Z_OBJ_P(value))->attachment = opened;
}

static void attachment_set_refused(zval *value, const hp_attachment_opening *opening)
{
	array_init(value);
	add_assoc_string(value, "reason", opening->error);
	add_assoc_long(value, "code", opening->code);
}

ZEND_METHOD(XHProf_Attachment, open)
{
	hp_attachment_opening opening = {0};
	zend_string *folder;
	zend_long pid;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(pid)
		Z_PARAM_PATH_STR(folder)
	ZEND_PARSE_PARAMETERS_END();

	if (pid < 1 || pid > INT32_MAX) {
		zend_argument_value_error(1, "must be the number of a process");
		RETURN_THROWS();
	}
	opening.pid = (pid_t) pid;
	hp_attachment_open(&opening, 1, ZSTR_VAL(folder), hp_request_live_locals_level());
	if (opening.opened == NULL) {
		zend_throw_exception_ex(spl_ce_RuntimeException, opening.code,
			"Could not attach to process %d: %s", (int) pid, opening.error);
		RETURN_THROWS();
	}
	attachment_set(return_value, opening.opened);
}

/* False: thrown. */
static bool attachment_take_pids(HashTable *pids, hp_attachment_opening *openings)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(pids, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_LONG || Z_LVAL_P(value) < 1 || Z_LVAL_P(value) > INT32_MAX) {
			zend_argument_value_error(1, "must have numbers of processes");
			return false;
		}
		*openings++ = (hp_attachment_opening){.pid = (pid_t) Z_LVAL_P(value)};
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

ZEND_METHOD(XHProf_Attachment, openAll)
{
	hp_attachment_opening *openings;
	zend_string *folder;
	HashTable *pids;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY_HT(pids)
		Z_PARAM_PATH_STR(folder)
	ZEND_PARSE_PARAMETERS_END();

	openings = safe_emalloc(zend_hash_num_elements(pids) + 1, sizeof(*openings), 0);
	if (!attachment_take_pids(pids, openings)) {
		efree(openings);
		RETURN_THROWS();
	}
	hp_attachment_open(
		openings, zend_hash_num_elements(pids), ZSTR_VAL(folder), hp_request_live_locals_level());
	array_init(return_value);
	for (uint32_t i = 0; i < zend_hash_num_elements(pids); i++) {
		zval one;

		if (openings[i].opened != NULL) {
			attachment_set(&one, openings[i].opened);
		} else {
			attachment_set_refused(&one, &openings[i]);
		}
		zend_hash_index_update(Z_ARRVAL_P(return_value), (zend_ulong) openings[i].pid, &one);
	}
	efree(openings);
}

/* The object of an element; NULL: thrown. */
static hp_attachment *attachment_given(zval *value)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_OBJECT || Z_OBJCE_P(value) != attachment_class ||
		attachment_of(Z_OBJ_P(value))->attachment == NULL) {
		zend_argument_type_error(1, "must have objects of XHProf\\Attachment::open()");
		return NULL;
	}

	return attachment_of(Z_OBJ_P(value))->attachment;
}

ZEND_METHOD(XHProf_Attachment, run)
{
	HP_VECTOR(hp_attach_writer *) writers = {NULL, 0, 0};
	HashTable *attachments;
	zend_long milliseconds;
	uint64_t for_ns;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY_HT(attachments)
		Z_PARAM_LONG(milliseconds)
	ZEND_PARSE_PARAMETERS_END();

	if (milliseconds < 0 || milliseconds > 3600000) {
		zend_argument_value_error(2, "must be between 0 and 3600000");
		RETURN_THROWS();
	}
	for_ns = (uint64_t) milliseconds * 1000000;
	ZEND_HASH_FOREACH_VAL(attachments, value) {
		hp_attachment *given = attachment_given(value);

		if (given == NULL) {
			hp_vector_free(&writers);
			RETURN_THROWS();
		}
		if (hp_attachment_is_over(given) || !hp_attachment_refresh(given, for_ns)) {
			continue;
		}
		for (uint32_t i = 0; i < given->writers.count; i++) {
			*hp_vector_add(&writers) = given->writers.rows[i];
		}
	}
	ZEND_HASH_FOREACH_END();
	hp_attach_loop_run(writers.rows, writers.count, for_ns);
	hp_vector_free(&writers);
}

ZEND_METHOD(XHProf_Attachment, isOver)
{
	const attachment *made = attachment_of(Z_OBJ_P(ZEND_THIS));

	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(made->attachment == NULL || hp_attachment_is_over(made->attachment));
}

#else

# define ATTACHMENT_REFUSE(method) \
  ZEND_METHOD(XHProf_Attachment, method) \
  { \
   zend_throw_exception( \
	   spl_ce_RuntimeException, "Processes can be read from outside on Linux only", 0); \
  }

ATTACHMENT_REFUSE(open)
ATTACHMENT_REFUSE(openAll)
ATTACHMENT_REFUSE(run)
ATTACHMENT_REFUSE(isOver)

#endif
