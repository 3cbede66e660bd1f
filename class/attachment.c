#include "class/attachment.h"

#include "attach/loop.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

typedef struct attachment {
#ifdef __linux__
	hp_attach_writer *writer; /* NULL: not open, as after a failure */
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

	if (made->writer != NULL) {
		hp_attach_writer_close(made->writer);
		free(made->writer);
		made->writer = NULL;
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

ZEND_METHOD(XHProf_Attachment, open)
{
	char error[HP_ATTACH_ERROR_BYTES];
	zend_string *folder;
	attachment *made;
	zend_long pid;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_LONG(pid)
		Z_PARAM_PATH_STR(folder)
	ZEND_PARSE_PARAMETERS_END();

	if (pid < 1 || pid > INT32_MAX) {
		zend_argument_value_error(1, "must be the number of a process");
		RETURN_THROWS();
	}
	object_init_ex(return_value, attachment_class);
	made = attachment_of(Z_OBJ_P(return_value));
	made->writer = pecalloc(1, sizeof(*made->writer), true);
	if (hp_attach_writer_open(made->writer, (pid_t) pid, ZSTR_VAL(folder), error) == FAILURE) {
		free(made->writer);
		made->writer = NULL;
		zval_ptr_dtor(return_value);
		ZVAL_NULL(return_value);
		zend_throw_exception_ex(spl_ce_RuntimeException, 0,
			"Could not attach to process " ZEND_LONG_FMT ": %s", pid, error);
		RETURN_THROWS();
	}
}

ZEND_METHOD(XHProf_Attachment, run)
{
	HashTable *attachments;
	zend_long milliseconds;
	hp_attach_writer **writers;
	size_t count = 0;
	zval *value;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_ARRAY_HT(attachments)
		Z_PARAM_LONG(milliseconds)
	ZEND_PARSE_PARAMETERS_END();

	if (milliseconds < 0 || milliseconds > 3600000) {
		zend_argument_value_error(2, "must be from 0 to 3600000");
		RETURN_THROWS();
	}
	writers = safe_emalloc(zend_hash_num_elements(attachments) + 1, sizeof(*writers), 0);
	ZEND_HASH_FOREACH_VAL(attachments, value) {
		ZVAL_DEREF(value);
		if (Z_TYPE_P(value) != IS_OBJECT || Z_OBJCE_P(value) != attachment_class ||
			attachment_of(Z_OBJ_P(value))->writer == NULL) {
			efree(writers);
			zend_argument_type_error(1, "must have objects of XHProf\\Attachment::open()");
			RETURN_THROWS();
		}
		writers[count++] = attachment_of(Z_OBJ_P(value))->writer;
	}
	ZEND_HASH_FOREACH_END();
	hp_attach_loop_run(writers, count, (uint64_t) milliseconds * 1000000);
	efree(writers);
}

ZEND_METHOD(XHProf_Attachment, isOver)
{
	const attachment *made = attachment_of(Z_OBJ_P(ZEND_THIS));

	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(made->writer == NULL || made->writer->is_over);
}

#else

static void attachment_refuse(void)
{
	zend_throw_exception(
		spl_ce_RuntimeException, "Processes can be read from outside on Linux only", 0);
}

ZEND_METHOD(XHProf_Attachment, open)
{
	attachment_refuse();
}

ZEND_METHOD(XHProf_Attachment, run)
{
	attachment_refuse();
}

ZEND_METHOD(XHProf_Attachment, isOver)
{
	attachment_refuse();
}

#endif
