#include "trace/arguments.h"

#include "base/table.h"

#define ARGUMENTS_MAX_DEPTH 16

typedef struct arguments_sum {
	uint64_t digest;
	uint32_t values; /* values seen so far */
	uint32_t depth;
} arguments_sum;

static bool arguments_add_value(arguments_sum *sum, const zval *value);

static void arguments_add(arguments_sum *sum, uint64_t number)
{
	sum->digest = hp_table_mix(sum->digest, number);
}

/* The string's hash is used if the engine has computed it, but a new one is not stored in the
 * string. */
static bool arguments_add_string(arguments_sum *sum, const zend_string *text)
{
	if (ZSTR_LEN(text) > HP_ARGUMENTS_MAX_BYTES) {
		return false;
	}
	arguments_add(sum, ZSTR_LEN(text));
	arguments_add(sum,
		ZSTR_H(text) != 0 ? ZSTR_H(text) : zend_inline_hash_func(ZSTR_VAL(text), ZSTR_LEN(text)));

	return true;
}

static bool arguments_add_array(arguments_sum *sum, HashTable *array)
{
	zend_string *key;
	zend_ulong index;
	zval *value;

	if (zend_hash_num_elements(array) > HP_ARGUMENTS_MAX_VALUES) {
		return false;
	}
	arguments_add(sum, zend_hash_num_elements(array));
	ZEND_HASH_FOREACH_KEY_VAL(array, index, key, value) {
		if (Z_TYPE_P(value) == IS_INDIRECT) {
			value = Z_INDIRECT_P(value);
		}
		if (key == NULL) {
			arguments_add(sum, index);
		} else if (!arguments_add_string(sum, key)) {
			return false;
		}
		if (!arguments_add_value(sum, value)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

static void arguments_add_identity(arguments_sum *sum, const zend_object *object)
{
	arguments_add(sum, (uint64_t) (uintptr_t) object->ce);
	arguments_add(sum, object->handle);
}

static bool arguments_add_properties(arguments_sum *sum, const zend_object *object)
{
	zval *value;

	arguments_add(sum, (uint64_t) (uintptr_t) object->ce);
	for (int i = 0; i < object->ce->default_properties_count; i++) {
		if (!arguments_add_value(sum, &object->properties_table[i])) {
			return false;
		}
	}
	if (object->properties == NULL) {
		return true;
	}
	ZEND_HASH_FOREACH_VAL(object->properties, value) {
		/* Declared properties were added already. */
		if (Z_TYPE_P(value) != IS_INDIRECT && !arguments_add_value(sum, value)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* True if an object consists of its properties alone. */
static bool arguments_has_all(const zend_object *object)
{
	if (hp_compat_is_lazy(object)) {
		return false;
	}
	if (object->ce->ce_flags & ZEND_ACC_ENUM) {
		return true;
	}

	return object->handlers == zend_get_std_object_handlers() && object->ce->create_object == NULL;
}

/* Objects among the arguments count by their properties, deeper ones by identity. An object of an
 * extension cannot be compared, as it has its values elsewhere. An argument's object number says
 * nothing: the next object may get the same one. */
static bool arguments_add_object(arguments_sum *sum, const zend_object *object)
{
	if (sum->depth > 1) {
		arguments_add_identity(sum, object);
		return true;
	}

	return arguments_has_all(object) && arguments_add_properties(sum, object);
}

static bool arguments_add_scalar(arguments_sum *sum, const zval *value)
{
	uint64_t bits = 0;

	switch (Z_TYPE_P(value)) {
		case IS_LONG:
			arguments_add(sum, (uint64_t) Z_LVAL_P(value));
			return true;
		case IS_DOUBLE:
			memcpy(&bits, &Z_DVAL_P(value), sizeof(bits));
			arguments_add(sum, bits);
			return true;
		case IS_STRING:
			return arguments_add_string(sum, Z_STR_P(value));
		default: /* null, false and true have no value besides the type */
			return Z_TYPE_P(value) <= IS_TRUE;
	}
}

static bool arguments_add_value(arguments_sum *sum, const zval *value)
{
	bool is_known;

	ZVAL_DEREF(value);
	if (++sum->values > HP_ARGUMENTS_MAX_VALUES || ++sum->depth > ARGUMENTS_MAX_DEPTH) {
		return false;
	}
	arguments_add(sum, Z_TYPE_P(value));
	if (Z_TYPE_P(value) == IS_ARRAY) {
		is_known = arguments_add_array(sum, Z_ARRVAL_P(value));
	} else if (Z_TYPE_P(value) == IS_OBJECT) {
		is_known = arguments_add_object(sum, Z_OBJ_P(value));
	} else {
		is_known = arguments_add_scalar(sum, value);
	}
	sum->depth--;

	return is_known;
}

/* Adds $this by its identity and its properties. A service keeps its data in other objects, which
 * count by identity. */
static bool arguments_add_this(arguments_sum *sum, const zend_object *object)
{
	arguments_add_identity(sum, object);

	return object->handlers != zend_get_std_object_handlers() ||
		arguments_add_properties(sum, object);
}

/* Returns an argument. Arguments beyond the declared parameters of a user function are stored after
 * its variables. */
static const zval *arguments_at(const zend_execute_data *execute_data, uint32_t index)
{
	const zend_function *function = execute_data->func;

	if (ZEND_USER_CODE(function->type) && index >= function->op_array.num_args) {
		index += (uint32_t) function->op_array.last_var + function->op_array.T -
			function->op_array.num_args;
	}

	return ZEND_CALL_VAR_NUM(execute_data, index);
}

bool hp_arguments_digest(const zend_execute_data *execute_data, uint64_t *digest)
{
	arguments_sum sum = {0, 0, 0};
	bool is_known = (ZEND_CALL_INFO(execute_data) & ZEND_CALL_HAS_EXTRA_NAMED_PARAMS) == 0;

	if (Z_TYPE(execute_data->This) == IS_OBJECT) {
		sum.depth = 1; /* as if the properties were one level down */
		is_known = is_known && arguments_add_this(&sum, Z_OBJ(execute_data->This));
		sum.depth = 0;
	}
	for (uint32_t i = 0; is_known && i < ZEND_CALL_NUM_ARGS(execute_data); i++) {
		is_known = arguments_add_value(&sum, arguments_at(execute_data, i));
	}
	*digest = sum.digest;

	return is_known;
}
