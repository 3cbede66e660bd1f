#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "hp_detail.h"

#include "Zend/zend_smart_str.h"

/* Where the text is: a number is an argument's place. */
#define DETAIL_QUERY_STRING 100u

static const struct {
	const char *name;
	uint32_t detail;
} details[] = {
	{"PDO::exec", 1},
	{"PDO::query", 1},
	{"PDOStatement::execute", DETAIL_QUERY_STRING},
	{"mysql_query", 1},
	{"mysqli::query", 1},
	{"mysqli_query", 2},
};

uint32_t hp_detail_of(const zend_string *name)
{
	for (size_t i = 0; i < sizeof(details) / sizeof(details[0]); i++) {
		if (zend_string_equals_cstr(name, details[i].name, strlen(details[i].name))) {
			return details[i].detail;
		}
	}

	return 0;
}

/* The text of an argument, or NULL. */
static const zend_string *detail_argument(const zend_execute_data *execute_data, uint32_t number)
{
	const zend_function *function = execute_data->func;
	const zval *argument;

	/* What a user function does not declare lies elsewhere. */
	if (number > ZEND_CALL_NUM_ARGS(execute_data) ||
		(ZEND_USER_CODE(function->type) && number > function->op_array.num_args)) {
		return NULL;
	}
	argument = ZEND_CALL_ARG(execute_data, number);
	ZVAL_DEREF(argument);

	return Z_TYPE_P(argument) == IS_STRING ? Z_STR_P(argument) : NULL;
}

/* The declared property queryString of a PDOStatement, read where it lies. */
static const zend_string *detail_query_string(const zend_execute_data *execute_data)
{
	const zend_class_entry *scope = execute_data->func->common.scope;
	const zend_property_info *info;
	const zval *value;

	if (Z_TYPE(execute_data->This) != IS_OBJECT || scope == NULL) {
		return NULL;
	}
	info = zend_hash_str_find_ptr(&scope->properties_info, ZEND_STRL("queryString"));
	if (info == NULL || (info->flags & ZEND_ACC_STATIC) || (int32_t) info->offset <= 0) {
		return NULL;
	}
	value = OBJ_PROP(Z_OBJ(execute_data->This), info->offset);
	ZVAL_DEREF(value);

	return Z_TYPE_P(value) == IS_STRING ? Z_STR_P(value) : NULL;
}

/* At most HP_DETAIL_MAX_BYTES, and no UTF-8 character in two. */
static size_t detail_length(const zend_string *text)
{
	size_t length = ZSTR_LEN(text);

	if (length <= HP_DETAIL_MAX_BYTES) {
		return length;
	}
	length = HP_DETAIL_MAX_BYTES;
	for (unsigned int i = 0; i < 3 && ((unsigned char) ZSTR_VAL(text)[length] & 0xC0) == 0x80;
		 i++) {
		length--;
	}
	/* Four such bytes in a row are not UTF-8: any place is as good. */
	return ((unsigned char) ZSTR_VAL(text)[length] & 0xC0) == 0x80 ? HP_DETAIL_MAX_BYTES : length;
}

hp_symbol *hp_detail_symbol(
	hp_symbols *symbols, hp_symbol *plain, const zend_execute_data *execute_data)
{
	const zend_string *text = plain->detail == DETAIL_QUERY_STRING
		? detail_query_string(execute_data)
		: detail_argument(execute_data, plain->detail);
	smart_str name = {NULL, 0};
	hp_symbol *symbol;

	if (text == NULL) {
		return plain;
	}
	smart_str_appendl_ex(&name, ZSTR_VAL(plain->name), ZSTR_LEN(plain->name), true);
	smart_str_appendc_ex(&name, '#', true);
	smart_str_appendl_ex(&name, ZSTR_VAL(text), detail_length(text), true);
	smart_str_0(&name);
	symbol = hp_symbol_get(symbols, ZSTR_VAL(name.s), ZSTR_LEN(name.s), NULL);
	smart_str_free_ex(&name, true);

	return symbol;
}
