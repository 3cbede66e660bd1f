#include "live/locals.h"

#ifdef HP_LIVE_HAS_RINGS

# include "live/locals_text.h"

# include "Zend/zend_enum.h"
# include "Zend/zend_generators.h"

# include <errno.h>

static void locals_add_value(hp_locals_value *value, const zval *from, int depth);

/* NOLINTNEXTLINE(misc-no-recursion): bounded by HP_LOCALS_DEPTH */
static void locals_add_array(hp_locals_value *value, HashTable *array, int depth)
{
	bool is_list = HT_IS_PACKED(array) && HT_IS_WITHOUT_HOLES(array);
	uint32_t shown = 0;
	zend_ulong index;
	zend_string *key;
	zval *element;

	if (value->level == HP_LIVE_LOCALS_TYPES || depth == 0) {
		hp_locals_print(value, "array(%u)", zend_hash_num_elements(array));
		return;
	}
	hp_locals_say(value, "[");
	ZEND_HASH_FOREACH_KEY_VAL(array, index, key, element) {
		if (shown == HP_LOCALS_ITEMS) {
			break;
		}
		hp_locals_say(value, shown++ > 0 ? ", " : "");
		if (key != NULL) {
			hp_locals_add_string(value, ZSTR_VAL(key), ZSTR_LEN(key));
			hp_locals_say(value, " => ");
		} else if (!is_list) {
			hp_locals_print(value, ZEND_LONG_FMT " => ", (zend_long) index);
		}
		locals_add_value(value, element, depth - 1);
	}
	ZEND_HASH_FOREACH_END();
	hp_locals_add_more(value, zend_hash_num_elements(array), shown);
	hp_locals_say(value, "]");
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by HP_LOCALS_DEPTH */
static void locals_add_property(hp_locals_value *value, const zend_string *name,
	const zval *property, int depth, uint32_t *shown)
{
	const char *class_name, *plain;
	size_t length;

	if (Z_TYPE_P(property) == IS_UNDEF || (*shown)++ >= HP_LOCALS_ITEMS ||
		zend_unmangle_property_name_ex(name, &class_name, &plain, &length) == FAILURE) {
		return;
	}
	hp_locals_say(value, *shown > 1 ? ", " : "");
	hp_locals_add_text(value, plain, MIN(length, HP_LOCALS_NAME));
	hp_locals_say(value, ": ");
	locals_add_value(value, property, depth - 1);
}

/* Adds the properties as they lie in the object: no hook and no method is called. */
/* NOLINTNEXTLINE(misc-no-recursion): bounded by HP_LOCALS_DEPTH */
static void locals_add_properties(hp_locals_value *value, const zend_object *object, int depth)
{
	const zend_class_entry *class_entry = object->ce;
	uint32_t shown = 0;
	zend_string *name;
	zval *property;

	for (int i = 0; i < class_entry->default_properties_count; i++) {
		const zend_property_info *info = class_entry->properties_info_table == NULL
			? NULL
			: class_entry->properties_info_table[i];

		if (info != NULL) {
			locals_add_property(value, info->name, &object->properties_table[i], depth, &shown);
		}
	}
	if (object->properties != NULL) {
		ZEND_HASH_FOREACH_STR_KEY_VAL(object->properties, name, property) {
			if (name != NULL && Z_TYPE_P(property) != IS_INDIRECT) {
				locals_add_property(value, name, property, depth, &shown);
			}
		}
		ZEND_HASH_FOREACH_END();
	}
	hp_locals_add_more(value, shown, MIN(shown, HP_LOCALS_ITEMS));
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by HP_LOCALS_DEPTH */
static void locals_add_object(hp_locals_value *value, zend_object *object, int depth)
{
	hp_locals_add_class(value, ZSTR_VAL(object->ce->name), ZSTR_LEN(object->ce->name));
	if (value->level == HP_LIVE_LOCALS_TYPES) {
		return;
	}
	if (object->ce->ce_flags & ZEND_ACC_ENUM) {
		hp_locals_print(value, "::%.100s", Z_STRVAL_P(zend_enum_fetch_case_name(object)));
	} else if (hp_compat_is_lazy(object)) {
		hp_locals_say(value, " (lazy)");
	} else if (depth == 0) {
		hp_locals_print(value, " #%u", object->handle);
	} else {
		hp_locals_say(value, " {");
		locals_add_properties(value, object, depth);
		hp_locals_say(value, "}");
	}
}

/* NOLINTNEXTLINE(misc-no-recursion): bounded by HP_LOCALS_DEPTH */
static void locals_add_value(hp_locals_value *value, const zval *from, int depth)
{
	ZVAL_DEINDIRECT(from);
	ZVAL_DEREF(from);
	if (hp_locals_add_scalar(value, from)) {
		return;
	}
	switch (Z_TYPE_P(from)) {
		case IS_STRING:
			hp_locals_add_string(value, Z_STRVAL_P(from), Z_STRLEN_P(from));
			break;
		case IS_ARRAY:
			locals_add_array(value, Z_ARRVAL_P(from), depth);
			break;
		case IS_OBJECT:
			locals_add_object(value, Z_OBJ_P(from), depth);
			break;
		case IS_RESOURCE:
			hp_locals_print(value, "resource(%d)", (int) Z_RES_HANDLE_P(from));
			break;
		default:
			hp_locals_say(value, "(unset)");
			break;
	}
}

static void locals_write_variable(
	hp_locals_file *file, const char *name, const zval *from, char *separator)
{
	hp_locals_value value;

	if (hp_locals_value_begin(file, &value)) {
		locals_add_value(&value, from, HP_LOCALS_DEPTH);
		hp_locals_write_variable(file, name, &value, separator);
	}
}

/* Writes the variables of the code from first to end - 1. */
static void locals_write_variables(
	hp_locals_file *file, const zend_execute_data *frame, int first, int end, char separator)
{
	const zend_op_array *code = &frame->func->op_array;

	for (int i = first; i < end; i++) {
		const zval *variable = ZEND_CALL_VAR_NUM(frame, i);

		if (Z_TYPE_P(variable) == IS_UNDEF) {
			continue;
		}
		if (i - first >= HP_LOCALS_VARIABLES) {
			file->omitted++;
		} else {
			locals_write_variable(file, ZSTR_VAL(code->vars[i]), variable, &separator);
		}
	}
}

static bool locals_has_code(const zend_execute_data *frame)
{
	return ZEND_USER_CODE(frame->func->type) &&
		(frame->func->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) == 0;
}

static hp_function_parts locals_parts(const zend_function *function, bool has_code)
{
	hp_function_parts parts = {.name = NULL};

	if (function->common.function_name != NULL) {
		parts = hp_function_parts_of(function);
	} else if (has_code) {
		parts.file = ZSTR_VAL(function->op_array.filename);
		parts.file_length = ZSTR_LEN(function->op_array.filename);
	}

	return parts;
}

static void locals_write_code(hp_locals_file *file, const zend_execute_data *frame)
{
	const zend_op_array *code = &frame->func->op_array;
	int arguments = (int) MIN(
		code->num_args + ((code->fn_flags & ZEND_ACC_VARIADIC) != 0), (uint32_t) code->last_var);
	char separator = '\0';

	if (Z_TYPE(frame->This) == IS_OBJECT) {
		locals_write_variable(file, "this", &frame->This, &separator);
	}
	locals_write_variables(file, frame, 0, arguments, separator);
	hp_locals_frame_locals(file);
	locals_write_variables(file, frame, arguments, code->last_var, '\0');
}

static void locals_write_frame(hp_locals_file *file, const zend_execute_data *frame)
{
	bool has_code = locals_has_code(frame);
	hp_function_parts parts = locals_parts(frame->func, has_code);

	hp_locals_frame_begin(file, &parts, has_code, has_code ? frame->opline->lineno : 0);
	if (has_code) {
		locals_write_code(file, frame);
	} else {
		hp_locals_frame_locals(file);
	}
	hp_locals_frame_end(file);
}

/* Writes the calls, the innermost first. Returns how many of the outer ones have no room. */
static uint32_t locals_write_frames(hp_locals_file *file, const zend_execute_data *frame)
{
	uint32_t cut = 0;

	while (frame != NULL) {
		frame = zend_generator_check_placeholder_frame((zend_execute_data *) frame);
		if (frame->func != NULL && !hp_locals_has_room(file)) {
			cut++;
		} else if (frame->func != NULL) {
			locals_write_frame(file, frame);
		}
		frame = frame->prev_execute_data;
	}

	return cut;
}

int hp_live_locals_write(const hp_live_locals_question *question, hp_live_locals_level level,
	const zend_execute_data *from)
{
	hp_locals_file file;
	uint32_t cut = 0;
	int error;

	if (hp_locals_file_begin(&file, question->request, level) == FAILURE) {
		return ENOMEM;
	}
	if (level != HP_LIVE_LOCALS_NOTHING) {
		cut = locals_write_frames(&file, from);
	}
	hp_locals_file_end(&file, cut);
	error = hp_locals_file_publish(&file, question->folder, question->name);
	hp_locals_file_free(&file);

	return error;
}

#endif
