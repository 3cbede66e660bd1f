/* profile_distortion.c: distortion() of XHProf\Profile, calls compared with samples. */
#include "class/profile.h"

#include "base/bailout.h"
#include "profile/distortion.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

typedef struct profile_distorted {
	zval *result;
	hp_distortion distortion;
} profile_distorted;

static void profile_add_share(zval *row, const char *key, double share)
{
	if (share < 0) {
		add_assoc_null(row, key);
	} else {
		add_assoc_double(row, key, share);
	}
}

static void profile_make_distortion(void *context)
{
	const profile_distorted *distorted = context;
	const hp_distortion *distortion = &distorted->distortion;
	zval functions;

	array_init(distorted->result);
	add_assoc_string(distorted->result, "clock", distortion->is_cpu ? "cpu" : "wall");
	add_assoc_bool(distorted->result, "compensated", distortion->is_compensated);
	add_assoc_long(distorted->result, "samples", (zend_long) distortion->samples);
	add_assoc_double(distorted->result, "profiler", distortion->own);
	add_assoc_long(distorted->result, "distorted", (zend_long) distortion->distorted_count);
	array_init_size(&functions, distortion->count);
	add_assoc_zval(distorted->result, "functions", &functions);
	for (uint32_t i = 0; i < distortion->count && !hp_bailout_is_due(); i++) {
		const hp_distortion_row *row = &distortion->rows[i];
		zend_string *name = zend_string_init(ZSTR_VAL(row->name), ZSTR_LEN(row->name), false);
		zval values;

		array_init_size(&values, 8);
		add_assoc_long(&values, "calls", row->calls);
		add_assoc_double(&values, "traced", row->traced);
		profile_add_share(&values, "compensated", row->compensated);
		add_assoc_double(&values, "sampled", row->sampled);
		add_assoc_double(&values, "low", row->low);
		add_assoc_double(&values, "high", row->high);
		profile_add_share(&values, "ratio", hp_distortion_ratio(distortion, row));
		add_assoc_bool(&values, "distorted", row->is_distorted);
		zend_symtable_update(Z_ARRVAL(functions), name, &values);
		zend_string_release(name);
	}
}

static void profile_free_distortion(void *context)
{
	hp_distortion_free(&((profile_distorted *) context)->distortion);
}

ZEND_METHOD(XHProf_Profile, distortion)
{
	const hp_profile *run = hp_class_profile_of(ZEND_THIS), *samples = run->sampled;
	profile_distorted distorted = {.result = return_value};
	const char *refusal;
	zval *given = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(given, hp_class_profile_entry())
	ZEND_PARSE_PARAMETERS_END();

	samples = given != NULL ? hp_class_profile_of(given) : samples;
	refusal = samples == NULL ? "it has no samples: record samples beside the calls"
							  : hp_distortion_new(&distorted.distortion, run, samples);
	if (refusal != NULL) {
		zend_throw_exception_ex(
			spl_ce_RuntimeException, 0, "The profile cannot be compared with samples: %s", refusal);
		RETURN_THROWS();
	}
	hp_bailout(profile_make_distortion, profile_free_distortion, &distorted);
}
