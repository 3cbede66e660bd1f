#include "trace/noted.h"

#include "Zend/zend_smart_str.h"

typedef struct noted_text {
	hp_noted_kind kind;
	zend_string *text;
} noted_text;

static void noted_free(zval *value)
{
	noted_text *note = Z_PTR_P(value);

	zend_string_release_ex(note->text, true);
	pefree(note, true);
}

void hp_noted_init(hp_noted *noted)
{
	zend_hash_init(&noted->texts, 0, NULL, noted_free, true);
}

void hp_noted_free(hp_noted *noted)
{
	zend_hash_destroy(&noted->texts);
}

void hp_noted_clear(hp_noted *noted)
{
	zend_hash_clean(&noted->texts);
}

zend_ulong hp_noted_next_object(void)
{
	if (EG(objects_store).free_list_head != -1 && !(EG(flags) & EG_FLAGS_OBJECT_STORE_NO_REUSE)) {
		return (zend_ulong) EG(objects_store).free_list_head;
	}

	return EG(objects_store).top;
}

/* Returns the key "17 name", persistent; the caller releases it. */
static zend_string *noted_key(zend_ulong object, const zend_string *name)
{
	smart_str key = {NULL, 0};

	smart_str_append_unsigned_ex(&key, object, true);
	smart_str_appendc_ex(&key, ' ', true);
	smart_str_appendl_ex(&key, ZSTR_VAL(name), ZSTR_LEN(name), true);
	smart_str_0(&key);

	return key.s;
}

static void noted_put(hp_noted *noted, zend_ulong object, zend_string *key, noted_text *note)
{
	if (key == NULL && note == NULL) {
		zend_hash_index_del(&noted->texts, object);
	} else if (key == NULL) {
		zend_hash_index_update_ptr(&noted->texts, object, note);
	} else if (note == NULL) {
		zend_hash_del(&noted->texts, key);
	} else {
		zend_hash_update_ptr(&noted->texts, key, note);
	}
}

void hp_noted_set(hp_noted *noted, hp_noted_kind kind, zend_ulong object, const zend_string *name,
	zend_string *text)
{
	zend_string *key = name == NULL ? NULL : noted_key(object, name);
	noted_text *note = NULL;

	if (text != NULL && zend_hash_num_elements(&noted->texts) >= HP_NOTED_MAX_TEXTS) {
		zend_string_release_ex(text, true);
		text = NULL; /* an older text of the same object is removed too */
	}
	if (text != NULL) {
		note = pemalloc(sizeof(*note), true);
		note->kind = kind;
		note->text = text;
	}
	noted_put(noted, object, key, note);
	if (key != NULL) {
		zend_string_release_ex(key, true);
	}
}

const zend_string *hp_noted_get(
	const hp_noted *noted, hp_noted_kind kind, zend_ulong object, const zend_string *name)
{
	const noted_text *note;

	if (name == NULL) {
		note = zend_hash_index_find_ptr(&noted->texts, object);
	} else {
		zend_string *key = noted_key(object, name);

		note = zend_hash_find_ptr(&noted->texts, key);
		zend_string_release_ex(key, true);
	}

	return note != NULL && note->kind == kind ? note->text : NULL;
}
