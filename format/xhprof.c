/* xhprof.c: the classic array, serialized, as xhprof_lib saves it in <run>.<source>.xhprof. */
#include "base/memory_limit.h"
#include "format/write.h"
#include "profile/rows.h"

#include "ext/standard/php_var.h"

/* The shortest. */
#define XHPROF_ROW "s:1:\"f\";a:2:{s:2:\"ct\";i:1;s:2:\"wt\";i:0;}"

void hp_format_xhprof(const hp_profile *profile, hp_writer *writer)
{
	php_serialize_data_t data;
	smart_str text = {NULL, 0};
	zval pairs;

	/* In PHP's memory, so that its size is bounded beforehand. */
	if (!hp_writer_has_room(writer, (uint64_t) profile->pairs.count * strlen(XHPROF_ROW))) {
		return;
	}
	hp_profile_rows(profile, &pairs, false);
	PHP_VAR_SERIALIZE_INIT(data);
	php_var_serialize(&text, &pairs, &data);
	PHP_VAR_SERIALIZE_DESTROY(data);
	smart_str_0(&text);
	/* The serializer, too, gives up in silence. */
	if (text.s == NULL || hp_memory_limit_has_error()) {
		hp_writer_fail(writer, "memory_limit was reached");
	} else {
		hp_writer_string(writer, text.s);
	}
	smart_str_free(&text);
	zval_ptr_dtor(&pairs);
}
