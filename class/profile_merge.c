/* profile_merge.c: merge() of XHProf\Profile. */
#include "class/profile.h"

#include "profile/merge.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

/* False: thrown. */
static bool profile_may_merge(const hp_profile *run, zval *others, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (Z_TYPE(others[i]) != IS_OBJECT || Z_OBJCE(others[i]) != hp_class_profile_entry()) {
			zend_argument_type_error(i + 1, "must be of type XHProf\\Profile, %s given",
				zend_zval_type_name(&others[i]));
			return false;
		}
		if (!hp_class_profile_is_comparable(run, &others[i], i + 1)) {
			return false;
		}
	}

	return true;
}

ZEND_METHOD(XHProf_Profile, merge)
{
	const hp_profile *run = hp_class_profile_of(ZEND_THIS);
	const hp_profile **runs;
	zval *others = NULL;
	uint32_t count = 0;

	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_VARIADIC('*', others, count)
	ZEND_PARSE_PARAMETERS_END();

	if (!profile_may_merge(run, others, count)) {
		RETURN_THROWS();
	}
	runs = safe_emalloc((size_t) count + 1, sizeof(*runs), 0);
	runs[0] = run;
	for (uint32_t i = 0; i < count; i++) {
		runs[i + 1] = hp_class_profile_of(&others[i]);
	}
	if (hp_profile_may_merge(runs, count + 1)) {
		hp_class_profile_wrap(return_value, hp_profile_merge(runs, count + 1));
	} else {
		zend_throw_exception(spl_ce_RuntimeException,
			"Could not merge: the profiles have more than 9223372036854775807 runs in total", 0);
	}
	efree(runs);
}
