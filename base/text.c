#include "base/text.h"

zend_string *hp_text_without_zero(zend_string *text)
{
	zend_string *clean;
	char *zero = memchr(ZSTR_VAL(text), '\0', ZSTR_LEN(text));

	if (zero == NULL) {
		return zend_string_copy(text);
	}
	clean = zend_string_init(ZSTR_VAL(text), ZSTR_LEN(text), false);
	for (size_t i = (size_t) (zero - ZSTR_VAL(text)); i < ZSTR_LEN(clean); i++) {
		if (ZSTR_VAL(clean)[i] == '\0') {
			ZSTR_VAL(clean)[i] = '_';
		}
	}

	return clean;
}
