#include "class/profile.h"

#include "base/bailout.h"
#include "profile/meta.h"
#include "profile/rows.h"
#include "profile/summary.h"
#include "request/settings.h"

#include "Zend/zend_exceptions.h"
#include "ext/json/php_json.h"

typedef struct class_profile {
	hp_profile *run; /* owned */
	zend_object object;
} class_profile;

static zend_class_entry *profile_class;
static zend_object_handlers profile_handlers;

static class_profile *profile_from(zend_object *object)
{
	return (class_profile *) ((char *) object - offsetof(class_profile, object));
}

const hp_profile *hp_class_profile_of(zval *object)
{
	return profile_from(Z_OBJ_P(object))->run;
}

static zend_object *profile_create(zend_class_entry *class_entry)
{
	class_profile *profile = zend_object_alloc(sizeof(*profile), class_entry);

	zend_object_std_init(&profile->object, class_entry);
	object_properties_init(&profile->object, class_entry);
	profile->object.handlers = &profile_handlers;
	/* PDO creates objects despite a private constructor. */
	profile->run = hp_profile_new(0, 0);

	return &profile->object;
}

static void profile_free(zend_object *object)
{
	hp_profile_free(profile_from(object)->run);
	zend_object_std_dtor(object);
}

void hp_class_profile_startup(zend_class_entry *class_entry)
{
	profile_class = class_entry;
	profile_class->create_object = profile_create;
	memcpy(&profile_handlers, &std_object_handlers, sizeof(profile_handlers));
	profile_handlers.offset = offsetof(class_profile, object);
	profile_handlers.free_obj = profile_free;
	profile_handlers.clone_obj = NULL;
}

void hp_class_profile_set_code(int code)
{
	if (code != 0 && EG(exception) != NULL) {
		zend_update_property_long(zend_ce_error, EG(exception), ZEND_STRL("code"), code);
	}
}

zend_class_entry *hp_class_profile_entry(void)
{
	return profile_class;
}

typedef struct profile_wrapped {
	zval *result;
	hp_profile *run; /* NULL: the object owns it */
} profile_wrapped;

static void profile_wrap(void *context)
{
	profile_wrapped *wrapped = context;
	class_profile *profile;

	object_init_ex(wrapped->result, profile_class);
	if (Z_OBJ_P(wrapped->result)->handlers != &profile_handlers) {
		return; /* disable_classes (removed in 8.5) replaced the class */
	}
	profile = profile_from(Z_OBJ_P(wrapped->result));
	hp_profile_free(profile->run);
	profile->run = wrapped->run;
	wrapped->run = NULL;
}

static void profile_unwrap(void *context)
{
	hp_profile_free(((profile_wrapped *) context)->run);
}

void hp_class_profile_wrap(zval *result, hp_profile *run)
{
	profile_wrapped wrapped = {result, run};

	hp_settings_components(run);
	hp_bailout(profile_wrap, profile_unwrap, &wrapped);
}

bool hp_class_profile_is_comparable(const hp_profile *run, zval *other, uint32_t argument)
{
	bool is_sampled = (run->features & HP_PROFILE_SAMPLED) != 0;

	if (is_sampled == ((hp_class_profile_of(other)->features & HP_PROFILE_SAMPLED) != 0)) {
		return true;
	}
	zend_argument_value_error(argument,
		"must be a profile of %s, like this one: record both in the same mode",
		is_sampled ? "samples" : "calls");

	return false;
}

bool hp_class_profile_meta(
	HashTable *given, uint32_t argument, int64_t started_ns, zend_string **meta)
{
	const char *error = NULL;

	*meta = given == NULL ? NULL : hp_profile_meta_json(given, started_ns, &error);
	if (given != NULL && *meta == NULL) {
		if (!EG(exception)) {
			zend_argument_value_error(argument, "must have the form that XHGui uses: %s", error);
		}
		return false;
	}

	return true;
}

ZEND_METHOD(XHProf_Profile, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(XHProf_Profile, pairs)
{
	ZEND_PARSE_PARAMETERS_NONE();

	hp_profile_rows(hp_class_profile_of(ZEND_THIS), return_value, true);
}

static zval *profile_group(zval *summary, const char *name)
{
	zval *group = zend_hash_str_find(Z_ARRVAL_P(summary), name, strlen(name)), added;

	if (group != NULL) {
		return group;
	}
	array_init(&added);

	return zend_hash_str_add_new(Z_ARRVAL_P(summary), name, strlen(name), &added);
}

static void profile_add_summary(void *context, const hp_summary_value *value)
{
	zval *result = value->group == NULL ? context : profile_group(context, value->group);

	switch (value->type) {
		case HP_SUMMARY_INT:
			add_assoc_long(result, value->key, (zend_long) value->number);
			break;
		case HP_SUMMARY_DOUBLE:
			add_assoc_double(result, value->key, value->real);
			break;
		case HP_SUMMARY_WORD:
			add_assoc_string(result, value->key, value->word);
			break;
	}
}

/* The events of the whole run; a run without any has no such key. */
static void profile_add_totals(const hp_profile *run, zval *result)
{
	const hp_profile_pair *root = hp_profile_root(run);
	zval events;

	if (run->counted.events.count == 0) {
		return;
	}
	array_init_size(&events, run->counted.events.count);
	for (uint32_t i = 0; i < run->counted.events.count; i++) {
		uint32_t number = root == NULL ? UINT32_MAX : (uint32_t) (root - run->pairs.rows);

		add_assoc_long(&events, ZSTR_VAL(run->counted.events.names[i]),
			(zend_long) hp_profile_counts(&run->counted.pairs, number)->of[i]);
	}
	add_assoc_zval(result, "events", &events);
}

ZEND_METHOD(XHProf_Profile, summary)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	hp_profile_summary(hp_class_profile_of(ZEND_THIS), profile_add_summary, return_value);
	profile_add_totals(hp_class_profile_of(ZEND_THIS), return_value);
}

ZEND_METHOD(XHProf_Profile, meta)
{
	const zend_string *meta = hp_class_profile_of(ZEND_THIS)->meta;

	ZEND_PARSE_PARAMETERS_NONE();

	if (meta != NULL) {
		php_json_decode_ex(return_value, ZSTR_VAL(meta), ZSTR_LEN(meta), PHP_JSON_OBJECT_AS_ARRAY,
			PHP_JSON_PARSER_DEFAULT_DEPTH);
	}
}

ZEND_METHOD(XHProf_Profile, sampled)
{
	hp_profile *sampled = hp_class_profile_of(ZEND_THIS)->sampled;

	ZEND_PARSE_PARAMETERS_NONE();

	if (sampled != NULL) {
		hp_class_profile_wrap(return_value, hp_profile_share(sampled));
	}
}
