#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "trace/filter.h"

void hp_filter_init(hp_filter *filter)
{
	zend_hash_init(&filter->names, 0, NULL, NULL, true);
}

void hp_filter_free(hp_filter *filter)
{
	zend_hash_destroy(&filter->names);
}

void hp_filter_add(hp_filter *filter, const zend_string *name)
{
	/* By bytes: the table must not share a string of the request's. */
	zend_hash_str_add_empty_element(&filter->names, ZSTR_VAL(name), ZSTR_LEN(name));
}

bool hp_filter_has(const hp_filter *filter, zend_string *name)
{
	return filter->names.nNumOfElements > 0 && zend_hash_exists(&filter->names, name);
}
