#include "profile/wait.h"

bool hp_profile_is_wait(const hp_profile *profile, const hp_profile_function *function)
{
	const zend_string *name = function->name;

	return (profile->features & HP_PROFILE_SAMPLED) != 0 && function->file == NULL &&
		zend_string_starts_with_cstr(name, ZEND_STRL("{")) &&
		ZSTR_VAL(name)[ZSTR_LEN(name) - 1] == '}' &&
		!zend_string_starts_with_cstr(name, ZEND_STRL("{closure")) &&
		!zend_string_equals_literal(name, HP_PROFILE_GC_NAME) &&
		!zend_string_equals_literal(name, HP_PROFILE_KERNEL_NAME) &&
		!zend_string_equals_literal(name, HP_PROFILE_OWN_NAME);
}
