#include "base/assoc.h"

void hp_assoc_number(zval *array, const char *key, bool is_known, int64_t number)
{
	if (is_known) {
		add_assoc_long(array, key, (zend_long) number);
	} else {
		add_assoc_null(array, key);
	}
}

void hp_assoc_text(zval *array, const char *key, const char *text)
{
	if (text != NULL) {
		add_assoc_string(array, key, text);
	} else {
		add_assoc_null(array, key);
	}
}

void hp_assoc_string(zval *array, const char *key, const zend_string *string)
{
	if (string != NULL) {
		add_assoc_stringl(array, key, ZSTR_VAL(string), ZSTR_LEN(string));
	} else {
		add_assoc_null(array, key);
	}
}
