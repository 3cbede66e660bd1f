/* xhprof_profile.c: the class XHProf\Profile. */
#include "xhprof_profile.h"

#include "base/bailout.h"
#include "base/pattern.h"
#include "format/format.h"
#include "format/head.h"
#include "format/load.h"
#include "format/load_pairs.h"
#include "format/load_stacks.h"
#include "format/xhgui_meta.h"
#include "profile/distortion.h"
#include "profile/flat.h"
#include "profile/lines.h"
#include "profile/merge.h"
#include "profile/neighbours.h"
#include "profile/reduce.h"
#include "profile/rows.h"
#include "profile/shares.h"
#include "profile/sites.h"
#include "profile/squares.h"
#include "profile/stacks.h"
#include "profile/summary.h"
#include "php_xhprof.h"

#include "Zend/zend_exceptions.h"
#include "ext/json/php_json.h"
#include "ext/spl/spl_exceptions.h"

typedef struct xhprof_profile {
	hp_profile *run; /* owned */
	zend_object object;
} xhprof_profile;

static zend_class_entry *profile_class;
static zend_object_handlers profile_handlers;

static xhprof_profile *profile_from(zend_object *object)
{
	return (xhprof_profile *) ((char *) object - offsetof(xhprof_profile, object));
}

static const hp_profile *profile_run(zval *object)
{
	return profile_from(Z_OBJ_P(object))->run;
}

static zend_object *profile_create(zend_class_entry *class_entry)
{
	xhprof_profile *profile = zend_object_alloc(sizeof(*profile), class_entry);

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

void php_xhprof_profile_startup(zend_class_entry *class_entry)
{
	profile_class = class_entry;
	profile_class->create_object = profile_create;
	memcpy(&profile_handlers, &std_object_handlers, sizeof(profile_handlers));
	profile_handlers.offset = offsetof(xhprof_profile, object);
	profile_handlers.free_obj = profile_free;
	profile_handlers.clone_obj = NULL;
}

typedef struct profile_wrapped {
	zval *result;
	hp_profile *run; /* NULL: the object owns it */
} profile_wrapped;

static void profile_wrap(void *context)
{
	profile_wrapped *wrapped = context;
	xhprof_profile *profile;

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
	profile_wrapped *wrapped = context;

	if (wrapped->run != NULL) {
		hp_profile_free(wrapped->run);
	}
}

void php_xhprof_profile_wrap(zval *result, hp_profile *run)
{
	profile_wrapped wrapped = {result, run};

	hp_bailout(profile_wrap, profile_unwrap, &wrapped);
}

ZEND_METHOD(XHProf_Profile, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

ZEND_METHOD(XHProf_Profile, pairs)
{
	ZEND_PARSE_PARAMETERS_NONE();

	hp_profile_rows(profile_run(ZEND_THIS), return_value, true);
}

static void profile_add_values(
	zval *row, const char *const keys[4], const hp_values *values, uint32_t metrics)
{
	add_assoc_long(row, keys[0], values->wall_ns);
	if (metrics & HP_METRIC_CPU) {
		add_assoc_long(row, keys[1], values->cpu_ns);
	}
	if (metrics & HP_METRIC_MEMORY) {
		add_assoc_long(row, keys[2], values->memory_bytes);
		add_assoc_long(row, keys[3], values->peak_bytes);
	}
}

static const char *const profile_sum_keys[4] = {"wall_ns", "cpu_ns", "memory_bytes", "peak_bytes"};
static const char *const profile_own_keys[4] = {
	"own_wall_ns", "own_cpu_ns", "own_memory_bytes", "own_peak_bytes"};

static void profile_add_own_allocs(zval *row, const hp_alloc_counts *allocs)
{
	add_assoc_long(row, "own_allocs", allocs->allocs);
	add_assoc_long(row, "own_frees", allocs->frees);
	add_assoc_long(row, "own_alloc_bytes", allocs->alloc_bytes);
	add_assoc_long(row, "own_freed_bytes", allocs->freed_bytes);
	add_assoc_long(row, "own_live_bytes", hp_allocs_live_bytes(allocs));
}

static void profile_add_extremes(zval *row, const hp_flat_row *flat)
{
	if (flat->max_ns >= 0) {
		add_assoc_long(row, "min_wall_ns", flat->min_ns);
		add_assoc_long(row, "max_wall_ns", flat->max_ns);
	} else {
		add_assoc_null(row, "min_wall_ns");
		add_assoc_null(row, "max_wall_ns");
	}
}

static void profile_add_place(zval *row, const hp_profile_function *function)
{
	if (function->file != NULL) {
		add_assoc_stringl(row, "file", ZSTR_VAL(function->file), ZSTR_LEN(function->file));
	} else {
		add_assoc_null(row, "file");
	}
	if (function->line != 0) {
		add_assoc_long(row, "line", function->line);
	} else {
		add_assoc_null(row, "line");
	}
}

static zend_string *profile_row_name(const hp_flat_row *flat)
{
	smart_str name = {NULL, 0};

	smart_str_append(&name, flat->function->name);
	if (flat->level > 0) {
		smart_str_appendc(&name, '@');
		smart_str_append_unsigned(&name, flat->level);
	}

	return smart_str_extract(&name);
}

/* "page-faults", "own_page-faults", of each event. */
static void profile_add_counts(
	zval *row, const hp_profile_events *events, const hp_flat_counts *counts)
{
	for (uint32_t i = 0; i < events->count; i++) {
		char own[64];

		snprintf(own, sizeof(own), "own_%s", ZSTR_VAL(events->names[i]));
		add_assoc_long(row, ZSTR_VAL(events->names[i]), (zend_long) counts->sum.of[i]);
		add_assoc_long(row, own, (zend_long) counts->own.of[i]);
	}
}

typedef struct profile_rows {
	zval *result;
	hp_flat flat;
	const hp_profile_events *events; /* NULL: none */
	uint32_t metrics;
	bool has_extremes;
	bool has_shares; /* of samples */
	hp_shares shares;
} profile_rows;

static void profile_make_rows(void *context)
{
	const profile_rows *rows = context;
	uint32_t metrics = rows->metrics;

	array_init_size(rows->result, rows->flat.count);
	for (uint32_t i = 0; i < rows->flat.count && !hp_bailout_is_due(); i++) {
		const hp_flat_row *row = &rows->flat.rows[i];
		zend_string *name = profile_row_name(row);
		zval values;

		array_init_size(&values, 16);
		add_assoc_long(&values, "calls", row->calls);
		profile_add_values(&values, profile_sum_keys, &row->sum, metrics);
		profile_add_values(&values, profile_own_keys, &row->own, metrics);
		if (rows->has_shares) {
			add_assoc_double(&values, "share_error_points",
				hp_shares_own_error(&rows->shares, &rows->flat, row));
			add_assoc_double(&values, "incl_share_error_points",
				hp_shares_error(&rows->shares, &rows->flat, row));
		}
		if (metrics & HP_METRIC_ALLOC) {
			profile_add_own_allocs(&values, &row->allocs);
		}
		if (rows->events != NULL) {
			profile_add_counts(&values, rows->events, &rows->flat.counts[row->counts_at]);
		}
		if (rows->has_extremes) {
			profile_add_extremes(&values, row);
		}
		profile_add_place(&values, row->function);
		/* A function may have the name "1": PHP makes an integer key of it. */
		zend_symtable_update(Z_ARRVAL_P(rows->result), name, &values);
		zend_string_release(name);
	}
}

static void profile_free_rows(void *context)
{
	hp_flat_free(&((profile_rows *) context)->flat);
}

ZEND_METHOD(XHProf_Profile, functions)
{
	const hp_profile *run = profile_run(ZEND_THIS);
	bool is_merged = true;
	profile_rows rows = {.result = return_value, .metrics = run->metrics, .has_extremes = true};

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(is_merged)
	ZEND_PARSE_PARAMETERS_END();

	rows.has_shares = (run->features & HP_PROFILE_SAMPLED) != 0;
	rows.shares = hp_shares_of(run);
	rows.flat = hp_flat_new(run, is_merged);
	rows.events = run->events_counted.count > 0 ? &run->events_counted : NULL;
	hp_bailout(profile_make_rows, profile_free_rows, &rows);
}

typedef struct profile_neighbours {
	zval *result;
	const hp_profile *run;
	hp_neighbours neighbours;
} profile_neighbours;

static void profile_make_side(
	zval *result, const char *key, const hp_profile *run, const hp_neighbour_list *list)
{
	const hp_profile_events *events = &run->events_counted;
	zval rows;

	array_init_size(&rows, list->count);
	for (uint32_t i = 0; i < list->count && !hp_bailout_is_due(); i++) {
		const hp_neighbour *row = &list->rows[i];
		const zend_string *name = run->functions.rows[row->function].name;
		zval values;

		array_init_size(&values, 8);
		add_assoc_long(&values, "calls", (zend_long) row->calls);
		profile_add_values(&values, profile_sum_keys, &row->sum, run->metrics);
		for (uint32_t j = 0; j < events->count; j++) {
			add_assoc_long(&values, ZSTR_VAL(events->names[j]), row->counts.of[j]);
		}
		add_assoc_zval_ex(&rows, ZSTR_VAL(name), ZSTR_LEN(name), &values);
	}
	add_assoc_zval(result, key, &rows);
}

static void profile_make_neighbours(void *context)
{
	const profile_neighbours *made = context;

	array_init_size(made->result, 3);
	add_assoc_long(made->result, "recursive_calls", (zend_long) made->neighbours.itself.calls);
	profile_make_side(made->result, "callers", made->run, &made->neighbours.callers);
	profile_make_side(made->result, "callees", made->run, &made->neighbours.callees);
}

static void profile_free_neighbours(void *context)
{
	hp_neighbours_free(&((profile_neighbours *) context)->neighbours);
}

static void profile_mean(const hp_profile *run, bool *is_meant, zend_string *name)
{
	uint32_t number = hp_profile_find_function(run, name);

	if (number != HP_PROFILE_NONE) {
		is_meant[number] = true;
	}
}

/* False: one of the names is no string. */
static bool profile_mean_all(const hp_profile *run, bool *is_meant, HashTable *names)
{
	zval *name;

	ZEND_HASH_FOREACH_VAL(names, name) {
		if (Z_TYPE_P(name) != IS_STRING) {
			return false;
		}
		profile_mean(run, is_meant, Z_STR_P(name));
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

ZEND_METHOD(XHProf_Profile, neighbours)
{
	profile_neighbours made = {.result = return_value, .run = profile_run(ZEND_THIS)};
	HashTable *names = NULL;
	zend_string *name = NULL;
	bool *is_meant;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT_OR_STR(names, name)
	ZEND_PARSE_PARAMETERS_END();

	is_meant = pecalloc((size_t) made.run->functions.count + 1, sizeof(*is_meant), true);
	if (names == NULL) {
		profile_mean(made.run, is_meant, name);
	} else if (!profile_mean_all(made.run, is_meant, names)) {
		pefree(is_meant, true);
		zend_argument_type_error(1, "must be a list of strings");
		RETURN_THROWS();
	}
	made.neighbours = hp_neighbours_new(made.run, is_meant);
	pefree(is_meant, true);
	hp_bailout(profile_make_neighbours, profile_free_neighbours, &made);
}

static void profile_add_function(zval *row, const char *key, const hp_profile *run, uint32_t number)
{
	if (number == HP_PROFILE_NONE) {
		add_assoc_null(row, key);
	} else {
		const zend_string *name = run->functions.rows[number].name;

		add_assoc_stringl(row, key, ZSTR_VAL(name), ZSTR_LEN(name));
	}
}

typedef struct profile_lines {
	zval *result;
	const hp_profile *run;
	hp_lines lines;
} profile_lines;

static void profile_add_line(zval *result, const hp_profile *run, const hp_line_row *line)
{
	const zend_string *file = run->functions.rows[line->function].file;
	zval row;

	array_init_size(&row, 5);
	add_assoc_stringl(&row, "file", ZSTR_VAL(file), ZSTR_LEN(file));
	add_assoc_long(&row, "line", line->line);
	profile_add_function(&row, "function", run, line->function);
	if (run->features & HP_PROFILE_LINE_COUNTS) {
		add_assoc_long(&row, "ct", (zend_long) line->count);
		add_assoc_long(&row, "wall_ns", line->wall_ns);
	} else {
		add_assoc_long(&row, "samples", (zend_long) line->samples);
		add_assoc_long(&row, "own_samples", (zend_long) line->own_samples);
	}
	add_next_index_zval(result, &row);
}

static void profile_make_lines(void *context)
{
	const profile_lines *lines = context;

	array_init_size(lines->result, lines->lines.count);
	for (uint32_t i = 0; i < lines->lines.count && !hp_bailout_is_due(); i++) {
		const hp_line_row *line = &lines->lines.rows[i];

		/* Else of an internal function, or of a file whose name is not known. */
		if (line->line != 0 && lines->run->functions.rows[line->function].file != NULL) {
			profile_add_line(lines->result, lines->run, line);
		}
	}
}

static void profile_free_lines(void *context)
{
	hp_lines_free(&((profile_lines *) context)->lines);
}

ZEND_METHOD(XHProf_Profile, lines)
{
	profile_lines lines = {.result = return_value, .run = profile_run(ZEND_THIS)};

	ZEND_PARSE_PARAMETERS_NONE();

	lines.lines = hp_lines_new(lines.run);
	hp_bailout(profile_make_lines, profile_free_lines, &lines);
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

	if (run->events_counted.count == 0) {
		return;
	}
	array_init_size(&events, run->events_counted.count);
	for (uint32_t i = 0; i < run->events_counted.count; i++) {
		uint32_t number = root == NULL ? UINT32_MAX : (uint32_t) (root - run->pairs.rows);

		add_assoc_long(&events, ZSTR_VAL(run->events_counted.names[i]),
			(zend_long) hp_profile_counts(&run->pair_counts, number)->of[i]);
	}
	add_assoc_zval(result, "events", &events);
}

ZEND_METHOD(XHProf_Profile, summary)
{
	ZEND_PARSE_PARAMETERS_NONE();

	array_init(return_value);
	hp_profile_summary(profile_run(ZEND_THIS), profile_add_summary, return_value);
	profile_add_totals(profile_run(ZEND_THIS), return_value);
}

ZEND_METHOD(XHProf_Profile, meta)
{
	const zend_string *meta = profile_run(ZEND_THIS)->meta;

	ZEND_PARSE_PARAMETERS_NONE();

	if (meta != NULL) {
		php_json_decode_ex(return_value, ZSTR_VAL(meta), ZSTR_LEN(meta), PHP_JSON_OBJECT_AS_ARRAY,
			PHP_JSON_PARSER_DEFAULT_DEPTH);
	}
}

ZEND_METHOD(XHProf_Profile, sampled)
{
	hp_profile *sampled = profile_run(ZEND_THIS)->sampled;

	ZEND_PARSE_PARAMETERS_NONE();

	if (sampled != NULL) {
		php_xhprof_profile_wrap(return_value, hp_profile_share(sampled));
	}
}

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
	const hp_profile *run = profile_run(ZEND_THIS), *samples = run->sampled;
	profile_distorted distorted = {.result = return_value};
	const char *refusal;
	zval *given = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJECT_OF_CLASS_OR_NULL(given, profile_class)
	ZEND_PARSE_PARAMETERS_END();

	samples = given != NULL ? profile_run(given) : samples;
	refusal = samples == NULL ? "it has no samples: take them beside the calls"
							  : hp_distortion_new(&distorted.distortion, run, samples);
	if (refusal != NULL) {
		zend_throw_exception_ex(
			spl_ce_RuntimeException, 0, "The profile cannot be compared with samples: %s", refusal);
		RETURN_THROWS();
	}
	hp_bailout(profile_make_distortion, profile_free_distortion, &distorted);
}

static void profile_add_path(zval *row, const hp_profile *run, uint32_t node)
{
	uint32_t length = 0, at = node;
	zval path;

	for (; at != HP_PROFILE_NONE; at = run->nodes.rows[at].parent) {
		length++;
	}
	array_init_size(&path, length);
	zend_hash_real_init_packed(Z_ARRVAL(path));
	/* Makes room first: the walk finds the last element, the innermost, first. */
	for (uint32_t i = 0; i < length; i++) {
		add_next_index_null(&path);
	}
	for (at = node; at != HP_PROFILE_NONE; at = run->nodes.rows[at].parent) {
		const zend_string *function = run->functions.rows[run->nodes.rows[at].function].name;
		zval *name = zend_hash_index_find(Z_ARRVAL(path), --length);

		ZVAL_STRINGL(name, ZSTR_VAL(function), ZSTR_LEN(function));
	}
	add_assoc_zval(row, "path", &path);
}

static void profile_add_site(zval *result, const hp_profile *run, const hp_profile_site *site)
{
	bool is_tree = (run->features & HP_PROFILE_TREE) != 0;
	uint32_t function =
		is_tree ? run->nodes.rows[site->number].function : run->pairs.rows[site->number].callee;
	zval row;

	array_init_size(&row, 16);
	profile_add_function(&row, "function", run, function);
	if (is_tree) {
		profile_add_path(&row, run, site->number);
	} else {
		profile_add_function(&row, "caller", run, run->pairs.rows[site->number].caller);
	}
	profile_add_place(&row, &run->functions.rows[function]);
	add_assoc_long(&row, "allocs", site->allocs->allocs);
	add_assoc_long(&row, "frees", site->allocs->frees);
	add_assoc_long(&row, "live", hp_allocs_live(site->allocs));
	add_assoc_long(&row, "alloc_bytes", site->allocs->alloc_bytes);
	add_assoc_long(&row, "freed_bytes", site->allocs->freed_bytes);
	add_assoc_long(&row, "live_bytes", hp_allocs_live_bytes(site->allocs));
	add_assoc_long(&row, "peak_bytes", site->allocs->peak_bytes);
	add_assoc_long(&row, "temporary", site->allocs->temporary);
	add_next_index_zval(result, &row);
}

typedef struct profile_sites {
	zval *result;
	const hp_profile *run;
	hp_profile_site *sites;
	uint32_t count;
} profile_sites;

static void profile_make_sites(void *context)
{
	const profile_sites *sites = context;

	array_init_size(sites->result, sites->count);
	for (uint32_t i = 0; i < sites->count; i++) {
		profile_add_site(sites->result, sites->run, &sites->sites[i]);
	}
}

static void profile_free_sites(void *context)
{
	pefree(((profile_sites *) context)->sites, true);
}

ZEND_METHOD(XHProf_Profile, allocations)
{
	const hp_profile *run = profile_run(ZEND_THIS);
	hp_profile_alloc_order order = HP_PROFILE_ALLOC_LIVE;
	zend_string *by = NULL;
	zend_long limit = 0;
	profile_sites sites = {.result = return_value, .run = run};

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_STR(by)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	if (by != NULL && hp_profile_alloc_order_of(&order, by) == FAILURE) {
		hp_nearest nearest;

		hp_nearest_among(&nearest, ZSTR_VAL(by), ZSTR_LEN(by), "live total count peak temporary");
		zend_argument_value_error(1,
			"must be one of \"live\", \"total\", \"count\", \"peak\", \"temporary\"%s",
			hp_nearest_hint(&nearest));
		RETURN_THROWS();
	}
	if (limit < 0) {
		zend_argument_value_error(2, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	sites.count = hp_profile_alloc_sites(run, order, &sites.sites);
	if (limit > 0 && (zend_ulong) limit < sites.count) {
		sites.count = (uint32_t) limit;
	}
	hp_bailout(profile_make_sites, profile_free_sites, &sites);
}

typedef enum profile_stack_key {
	PROFILE_STACK_FRAMES,
	PROFILE_STACK_SAMPLES,
	PROFILE_STACK_WALL,
	PROFILE_STACK_CPU,
	PROFILE_STACK_KEYS
} profile_stack_key;

typedef struct profile_stacks {
	zval *result;
	const hp_profile *run;
	hp_stacks stacks;
	zend_string *keys[PROFILE_STACK_KEYS];
	zend_string **names; /* by function: all stacks share them; NULL: not made yet */
	HP_VECTOR(uint32_t) path; /* functions, innermost first */
} profile_stacks;

static zend_string *profile_stack_name(profile_stacks *stacks, uint32_t function)
{
	if (stacks->names[function] == NULL) {
		const zend_string *name = stacks->run->functions.rows[function].name;

		stacks->names[function] = zend_string_init(ZSTR_VAL(name), ZSTR_LEN(name), false);
	}

	return zend_string_copy(stacks->names[function]);
}

static void profile_stack_frames(profile_stacks *stacks, const hp_stack *stack, zval *frames)
{
	const hp_stack *rows = stacks->stacks.rows.rows;

	stacks->path.count = 0;
	hp_vector_reserve(&stacks->path, stack->depth);
	*hp_vector_add(&stacks->path) = stack->function;
	for (uint32_t at = stack->parent; at != HP_PROFILE_NONE; at = rows[at].parent) {
		*hp_vector_add(&stacks->path) = rows[at].function;
	}
	array_init_size(frames, stack->depth);
	zend_hash_real_init_packed(Z_ARRVAL_P(frames));
	ZEND_HASH_FILL_PACKED(Z_ARRVAL_P(frames))
	{
		for (uint32_t i = stacks->path.count; i-- > 0;) {
			zval name;

			ZVAL_STR(&name, profile_stack_name(stacks, stacks->path.rows[i]));
			ZEND_HASH_FILL_ADD(&name);
		}
	}
	ZEND_HASH_FILL_END();
}

static void profile_add_stack(profile_stacks *stacks, const hp_stack *stack)
{
	zval row, values[PROFILE_STACK_KEYS];

	profile_stack_frames(stacks, stack, &values[PROFILE_STACK_FRAMES]);
	ZVAL_LONG(&values[PROFILE_STACK_SAMPLES], (zend_long) stack->samples);
	ZVAL_LONG(&values[PROFILE_STACK_WALL], (zend_long) stack->wall_ns);
	ZVAL_LONG(&values[PROFILE_STACK_CPU], (zend_long) stack->cpu_ns);
	array_init_size(&row, PROFILE_STACK_KEYS);
	for (size_t i = 0; i < PROFILE_STACK_KEYS; i++) {
		zend_hash_add_new(Z_ARRVAL(row), stacks->keys[i], &values[i]);
	}
	add_next_index_zval(stacks->result, &row);
}

static void profile_make_stacks(void *context)
{
	static const char *const keys[] = {"frames", "samples", "wall_ns", "cpu_ns"};
	profile_stacks *stacks = context;

	for (size_t i = 0; i < PROFILE_STACK_KEYS; i++) {
		stacks->keys[i] = zend_string_init(keys[i], strlen(keys[i]), false);
	}
	array_init(stacks->result);
	for (uint32_t i = 0; i < stacks->stacks.rows.count && !hp_bailout_is_due(); i++) {
		const hp_stack *stack = &stacks->stacks.rows.rows[i];

		if (stack->samples != 0 || stack->wall_ns != 0 || stack->cpu_ns != 0) {
			profile_add_stack(stacks, stack);
		}
	}
}

static void profile_free_stacks(void *context)
{
	profile_stacks *stacks = context;

	for (size_t i = 0; i < PROFILE_STACK_KEYS && stacks->keys[i] != NULL; i++) {
		zend_string_release(stacks->keys[i]);
	}
	for (uint32_t i = 0; i < stacks->run->functions.count; i++) {
		if (stacks->names[i] != NULL) {
			zend_string_release(stacks->names[i]);
		}
	}
	pefree(stacks->names, true);
	hp_vector_free(&stacks->path);
	hp_stacks_free(&stacks->stacks);
}

ZEND_METHOD(XHProf_Profile, stacks)
{
	profile_stacks stacks = {.result = return_value, .run = profile_run(ZEND_THIS)};

	ZEND_PARSE_PARAMETERS_NONE();

	if (stacks.run->pairs.count > 0 && hp_profile_missing(stacks.run, HP_PROFILE_TREE) != 0) {
		zend_throw_exception(spl_ce_RuntimeException,
			"Stacks need call paths (XHPROF_FLAGS_TREE); this run has none", 0);
		RETURN_THROWS();
	}
	stacks.stacks = hp_stacks_new(stacks.run);
	stacks.names = pecalloc((size_t) stacks.run->functions.count + 1, sizeof(*stacks.names), true);
	hp_bailout(profile_make_stacks, profile_free_stacks, &stacks);
}

/* A run that merge() gets, or the samples beside it. */
static const hp_profile *profile_other(zval *other, bool is_sampled)
{
	return is_sampled ? profile_run(other)->sampled : profile_run(other);
}

/* An empty profile with the metrics and features that all of them have. */
static hp_profile *profile_common(
	const hp_profile *first, zval *others, uint32_t count, bool is_sampled)
{
	hp_profile *common = hp_profile_new(first->metrics, first->features & ~HP_PROFILE_TIMELINE);

	hp_profile_events_copy(&common->events_counted, &first->events_counted);
	for (uint32_t i = 0; i < count; i++) {
		common->metrics &= profile_other(&others[i], is_sampled)->metrics;
		common->features &= profile_other(&others[i], is_sampled)->features;
		hp_profile_events_keep(
			&common->events_counted, &profile_other(&others[i], is_sampled)->events_counted);
		if (profile_other(&others[i], is_sampled)->is_compensated != first->is_compensated) {
			common->features &= ~HP_PROFILE_COSTS;
		}
	}
	common->is_compensated = first->is_compensated;
	memcpy(common->costs, first->costs, sizeof(first->costs));
	common->cpu_clock = common->features & HP_PROFILE_CPU_CLOCK ? 1 : 0;

	return common;
}

/* Removes all that another array has not as well, also from arrays within. */
static void profile_intersect(zval *array, const HashTable *other)
{
	zend_ulong index;
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(array), index, key, value) {
		zval *its = key != NULL ? zend_hash_find(other, key) : zend_hash_index_find(other, index);

		if (its != NULL && Z_TYPE_P(value) == IS_ARRAY && Z_TYPE_P(its) == IS_ARRAY) {
			profile_intersect(value, Z_ARRVAL_P(its));
		} else if (its != NULL && zend_is_identical(value, its)) {
			continue;
		} else if (key != NULL) {
			zend_hash_del(Z_ARRVAL_P(array), key);
		} else {
			zend_hash_index_del(Z_ARRVAL_P(array), index);
		}
	}
	ZEND_HASH_FOREACH_END();
}

static void profile_decode_meta(zval *meta, const hp_profile *run)
{
	if (run->meta == NULL) {
		array_init(meta);
		return;
	}
	php_json_decode_ex(meta, ZSTR_VAL(run->meta), ZSTR_LEN(run->meta), PHP_JSON_OBJECT_AS_ARRAY,
		PHP_JSON_PARSER_DEFAULT_DEPTH);
}

/* The parts of meta that all runs have in common; NULL: there is nothing. */
static zend_string *profile_common_meta(const hp_profile *first, zval *others, uint32_t count)
{
	const char *error;
	zend_string *json = NULL;
	zval common, meta;

	profile_decode_meta(&common, first);
	for (uint32_t i = 0; i < count; i++) {
		profile_decode_meta(&meta, profile_run(&others[i]));
		profile_intersect(&common, Z_ARRVAL(meta));
		zval_ptr_dtor(&meta);
	}
	/* Runs of the same second leave half of it. */
	if (hp_xhgui_meta_started_ns(Z_ARRVAL(common)) < 0) {
		zend_hash_str_del(Z_ARRVAL(common), ZEND_STRL("request_ts_micro"));
	}
	if (zend_hash_num_elements(Z_ARRVAL(common)) > 0) {
		json = hp_xhgui_meta_json(Z_ARRVAL(common), first->started_ns, &error);
	}
	zval_ptr_dtor(&common);

	return json;
}

static bool profile_is_comparable(const hp_profile *run, zval *other, uint32_t argument)
{
	bool is_sampled = (run->features & HP_PROFILE_SAMPLED) != 0;

	if (is_sampled == ((profile_run(other)->features & HP_PROFILE_SAMPLED) != 0)) {
		return true;
	}
	zend_argument_value_error(argument,
		"must be a profile of %s, as this one is: record both in the same mode",
		is_sampled ? "samples" : "calls");

	return false;
}

static hp_profile *profile_merge(
	const hp_profile *run, zval *others, uint32_t count, bool is_sampled)
{
	hp_profile *merged = profile_common(run, others, count, is_sampled);

	merged->runs = 0;
	merged->started_ns = run->started_ns;
	merged->call_cost_ps = run->call_cost_ps;
	hp_profile_add(merged, run);
	for (uint32_t i = 0; i < count; i++) {
		hp_profile_add(merged, profile_other(&others[i], is_sampled));
	}
	hp_profile_finish(merged);
	hp_profile_finish_squares(merged);

	return merged;
}

static bool profile_have_samples(const hp_profile *run, zval *others, uint32_t count)
{
	bool have_samples = run->sampled != NULL;

	for (uint32_t i = 0; i < count; i++) {
		have_samples &= profile_run(&others[i])->sampled != NULL;
	}

	return have_samples;
}

/* False if the number of all runs is beyond an int: the mean of a run would be wrong. */
static bool profile_may_add_runs(const hp_profile *run, zval *others, uint32_t count)
{
	int64_t left = INT64_MAX - run->runs;

	for (uint32_t i = 0; i < count; i++) {
		int64_t runs = profile_run(&others[i])->runs;

		if (runs > left) {
			return false;
		}
		left -= runs;
	}

	return true;
}

ZEND_METHOD(XHProf_Profile, merge)
{
	const hp_profile *run = profile_run(ZEND_THIS);
	zval *others = NULL;
	uint32_t count = 0;
	hp_profile *merged;
	zend_string *meta;

	ZEND_PARSE_PARAMETERS_START(0, -1)
		Z_PARAM_VARIADIC('*', others, count)
	ZEND_PARSE_PARAMETERS_END();

	for (uint32_t i = 0; i < count; i++) {
		if (Z_TYPE(others[i]) != IS_OBJECT || Z_OBJCE(others[i]) != profile_class) {
			zend_argument_type_error(i + 1, "must be of type XHProf\\Profile, %s given",
				zend_zval_type_name(&others[i]));
			RETURN_THROWS();
		}
		if (!profile_is_comparable(run, &others[i], i + 1)) {
			RETURN_THROWS();
		}
	}
	if (!profile_may_add_runs(run, others, count)) {
		zend_throw_exception(spl_ce_RuntimeException,
			"Could not merge: the profiles are more than 9223372036854775807 runs together", 0);
		RETURN_THROWS();
	}
	meta = profile_common_meta(run, others, count);
	merged = profile_merge(run, others, count, false);
	merged->meta = meta;
	if (profile_have_samples(run, others, count)) {
		merged->sampled = profile_merge(run->sampled, others, count, true);
	}
	php_xhprof_profile_wrap(return_value, merged);
}

/* A string, or an array of strings. */
static bool profile_is_list(const zval *list)
{
	zval *entry;

	if (Z_TYPE_P(list) != IS_ARRAY) {
		return Z_TYPE_P(list) == IS_STRING;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), entry) {
		ZVAL_DEREF(entry);
		if (Z_TYPE_P(entry) != IS_STRING) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* False if it threw: PCRE does not take one of the patterns. */
static bool profile_check_patterns(const zval *list)
{
	zval *entry;

	if (Z_TYPE_P(list) == IS_STRING) {
		return hp_pattern_check(Z_STR_P(list));
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), entry) {
		ZVAL_DEREF(entry);
		if (!hp_pattern_check(Z_STR_P(entry))) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

/* False if it threw. */
static bool profile_threshold(const zval *value, double *threshold)
{
	if (Z_TYPE_P(value) != IS_LONG && Z_TYPE_P(value) != IS_DOUBLE) {
		zend_argument_type_error(1, "must have a float for the key \"threshold\"");
		return false;
	}
	*threshold = zval_get_double((zval *) (uintptr_t) value);
	if (!(*threshold >= 0 && *threshold <= 1)) {
		zend_argument_value_error(1, "must have a share from 0 to 1 for the key \"threshold\"");
		return false;
	}

	return true;
}

/* Reads one option; false if it threw. */
static bool profile_reduce_option(
	hp_reduce_options *options, const zend_string *key, const zval *value)
{
	if (zend_string_equals_literal(key, "threshold")) {
		return profile_threshold(value, &options->threshold);
	}
	if (!profile_is_list(value)) {
		zend_argument_type_error(
			1, "must have a string or an array of strings for the key \"%s\"", ZSTR_VAL(key));
		return false;
	}
	if (zend_string_equals_literal(key, "hide")) {
		options->hide = value;
	} else if (zend_string_equals_literal(key, "fold")) {
		options->fold = value;
	} else {
		options->hide_functions = value;
		return profile_check_patterns(value);
	}

	return true;
}

static bool profile_reduce_options(hp_reduce_options *options, const HashTable *array)
{
	static const char *const keys[] = {"hide", "hide_functions", "fold", "threshold"};
	zend_string *key;
	zval *value;

	ZEND_HASH_FOREACH_STR_KEY_VAL((HashTable *) (uintptr_t) array, key, value) {
		bool is_known = false;

		for (size_t i = 0; key != NULL && i < sizeof(keys) / sizeof(keys[0]); i++) {
			is_known |= zend_string_equals_cstr(key, keys[i], strlen(keys[i]));
		}
		if (!is_known) {
			hp_nearest nearest;
			const char *name = key == NULL ? "(an integer)" : ZSTR_VAL(key);

			hp_nearest_among(&nearest, name, strlen(name), "hide hide_functions fold threshold");
			zend_argument_value_error(1,
				"has the unknown key \"%s\"; known are hide, hide_functions, fold and threshold%s",
				name, hp_nearest_hint(&nearest));
			return false;
		}
		ZVAL_DEREF(value);
		if (!profile_reduce_option(options, key, value)) {
			return false;
		}
	}
	ZEND_HASH_FOREACH_END();

	return true;
}

ZEND_METHOD(XHProf_Profile, reduce)
{
	hp_reduce_options options = {NULL, NULL, NULL, 0};
	HashTable *array;
	hp_profile *reduced;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ARRAY_HT(array)
	ZEND_PARSE_PARAMETERS_END();

	if (!profile_reduce_options(&options, array)) {
		RETURN_THROWS();
	}
	reduced = hp_profile_reduce(profile_run(ZEND_THIS), &options);
	if (reduced == NULL) {
		zend_throw_exception(spl_ce_RuntimeException,
			"To hide functions needs call paths (XHPROF_FLAGS_TREE); this run has none. \"fold\" and "
			"\"threshold\" need none",
			0);
		RETURN_THROWS();
	}
	php_xhprof_profile_wrap(return_value, reduced);
}

ZEND_METHOD(XHProf_Profile, diff)
{
	const hp_profile *run = profile_run(ZEND_THIS);
	const hp_profile *before_run;
	zval *before;
	hp_profile_events events = {.count = 0};
	profile_rows rows = {.result = return_value, .has_extremes = false};

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "O", &before, profile_class) == FAILURE) {
		RETURN_THROWS();
	}

	if (!profile_is_comparable(run, before, 1)) {
		RETURN_THROWS();
	}
	before_run = profile_run(before);
	rows.metrics = run->metrics & before_run->metrics;
	rows.flat = hp_flat_diff(run, before_run);
	hp_profile_events_copy(&events, &run->events_counted);
	hp_profile_events_keep(&events, &before_run->events_counted);
	rows.events = events.count > 0 ? &events : NULL;
	hp_bailout(profile_make_rows, profile_free_rows, &rows);
	hp_profile_events_free(&events);
}

/* The format, if the run recorded the metrics it needs; else throws. */
static const hp_format *profile_format(const hp_profile *run, const zend_string *name)
{
	const hp_format *format = hp_format_find(name);
	uint32_t missing;

	if (format == NULL) {
		zend_string *names = hp_format_names();
		hp_nearest nearest;

		hp_format_nearest(&nearest, name);
		zend_argument_value_error(
			1, "must be one of %s%s", ZSTR_VAL(names), hp_nearest_hint(&nearest));
		zend_string_release(names);
		return NULL;
	}
	missing = hp_profile_missing(run, format->needs);
	if (missing != 0) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0,
			"The format %s needs %s; this run has none", format->name,
			missing & HP_PROFILE_TIMELINE   ? "a timeline (XHPROF_FLAGS_TIMELINE)"
				: missing & HP_PROFILE_TREE ? "call paths (XHPROF_FLAGS_TREE)"
											: "allocations (XHPROF_FLAGS_ALLOC)");
		return NULL;
	}

	return format;
}

/* Opens the target; false if it threw. */
static bool profile_open(hp_writer *writer, zval *to)
{
	php_stream *stream;

	if (to == NULL || Z_TYPE_P(to) == IS_NULL) {
		hp_writer_open_text(writer);
		return true;
	}
	if (Z_TYPE_P(to) == IS_STRING) {
		hp_writer_open_path(writer, Z_STR_P(to));
		return true;
	}
	if (Z_TYPE_P(to) != IS_RESOURCE) {
		zend_argument_type_error(
			2, "must be of type resource, string or null, %s given", zend_zval_type_name(to));
		return false;
	}
	stream = zend_fetch_resource2_ex(to, "stream", php_file_le_stream(), php_file_le_pstream());
	if (stream == NULL) {
		return false;
	}
	hp_writer_open_stream(writer, stream);

	return true;
}

/* Reads the request's description from the argument of that number; false if it threw. */
static bool profile_meta(
	HashTable *given, uint32_t argument, int64_t started_ns, zend_string **meta)
{
	const char *error = NULL;

	*meta = given == NULL ? NULL : hp_xhgui_meta_json(given, started_ns, &error);
	if (given != NULL && *meta == NULL) {
		if (!EG(exception)) {
			zend_argument_value_error(argument, "must be as XHGui has it: %s", error);
		}
		return false;
	}

	return true;
}

typedef struct profile_written {
	const hp_profile *run;
	const hp_format *format;
	zend_string *meta; /* or NULL */
	zval *to;
	hp_writer writer;
	hp_writer_bounds bounds; /* of a text */
	zend_string *error;
	zend_string *text; /* NULL: an exception was thrown */
} profile_written;

/* A text has to fit into memory_limit. The writer's buffer lies outside, and would grow without bound. */
static hp_writer_bounds profile_bounds(void)
{
	uint64_t limit = PG(memory_limit) < 0 ? UINT64_MAX : (uint64_t) PG(memory_limit);
	uint64_t used = zend_memory_usage(true);

	return (hp_writer_bounds){.room_bytes = limit > used ? limit - used : 0,
		.too_large = "it does not fit into memory_limit; export it to a file"};
}

static void profile_write(void *context)
{
	profile_written *written = context;
	bool is_text = written->to == NULL || Z_TYPE_P(written->to) == IS_NULL;

	if (!profile_open(&written->writer, written->to)) {
		return;
	}
	if (is_text) {
		written->bounds = profile_bounds();
		written->writer.bounds = &written->bounds;
	}
	hp_format_write(written->format, written->run, written->meta, &written->writer);
	written->error = hp_writer_close(&written->writer, &written->text);
}

static void profile_end_write(void *context)
{
	profile_written *written = context;

	hp_writer_abandon(&written->writer);
	if (written->meta != NULL) {
		zend_string_release(written->meta);
	}
}

ZEND_METHOD(XHProf_Profile, export)
{
	profile_written written = {.run = profile_run(ZEND_THIS)};
	zend_string *name;
	HashTable *given = NULL;
	zval *to = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_STR(name)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL(to)
		Z_PARAM_ARRAY_HT_OR_NULL(given)
	ZEND_PARSE_PARAMETERS_END();

	written.format = profile_format(written.run, name);
	if (written.format == NULL || !profile_meta(given, 3, written.run->started_ns, &written.meta)) {
		RETURN_THROWS();
	}
	written.to = to;
	hp_bailout(profile_write, profile_end_write, &written);
	if (written.text == NULL) {
		RETURN_THROWS();
	}
	if (written.error != NULL) {
		if (!EG(exception)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, 0,
				"Could not write the profile%s%s: %s",
				to != NULL && Z_TYPE_P(to) == IS_STRING ? " to " : "",
				to != NULL && Z_TYPE_P(to) == IS_STRING ? Z_STRVAL_P(to) : "",
				ZSTR_VAL(written.error));
		}
		zend_string_release(written.error);
		zend_string_release(written.text);
		RETURN_THROWS();
	}
	if (to == NULL || Z_TYPE_P(to) == IS_NULL) {
		RETURN_STR(written.text);
	}
	zend_string_release(written.text);
}

typedef struct profile_loaded {
	const zend_string *path;
	size_t max_bytes;
	smart_str bytes; /* persistent: outside memory_limit, as the run is */
	hp_profile *run; /* NULL: error says why */
	const char *error;
} profile_loaded;

/* Opening a pipe waits for its writer, and a folder opens but gives a notice for each read. */
static bool profile_is_readable(profile_loaded *loaded)
{
	const char *path = ZSTR_VAL(loaded->path);
	zend_stat_t status;

	path += strncasecmp(path, "file://", 7) == 0 ? 7 : 0;
	if (strstr(path, "://") != NULL || php_check_open_basedir_ex(path, 0) != 0 ||
		VCWD_STAT(path, &status) != 0 || S_ISREG(status.st_mode)) {
		return true;
	}
	loaded->error = (status.st_mode & S_IFMT) == S_IFDIR
		? "it is a folder"
		: "it is a pipe or a device, not a file; php://stdin can be read";

	return false;
}

/* Doubles the room: not every realloc() moves pages. */
static void profile_append(smart_str *bytes, const char *part, size_t length)
{
	size_t used = bytes->s == NULL ? 0 : ZSTR_LEN(bytes->s);

	if (used + length >= bytes->a) {
		smart_str_alloc(bytes, used + length, true);
	}
	smart_str_appendl_ex(bytes, part, length, true);
}

/* Stops after more than max_bytes. */
static void profile_read(profile_loaded *loaded, php_stream *stream)
{
	char part[8192];
	ssize_t got;

	stream->flags |= PHP_STREAM_FLAG_NO_FCLOSE; /* see base/writer.c */
	do {
		got = php_stream_read(stream, part, sizeof(part));
		if (got > 0) {
			profile_append(&loaded->bytes, part, (size_t) got);
		}
	} while (got > 0 && ZSTR_LEN(loaded->bytes.s) <= loaded->max_bytes);
	php_stream_close(stream);
}

static void profile_load(void *context)
{
	profile_loaded *loaded = context;
	php_stream *stream = profile_is_readable(loaded)
		? php_stream_open_wrapper(ZSTR_VAL(loaded->path), "rb", 0, NULL)
		: NULL;

	if (stream != NULL) {
		profile_read(loaded, stream);
	}
	if (loaded->bytes.s != NULL) {
		smart_str_0(&loaded->bytes);
		loaded->run = hp_load(loaded->bytes.s, loaded->max_bytes, &loaded->error);
	}
}

static void profile_end_load(void *context)
{
	smart_str_free_ex(&((profile_loaded *) context)->bytes, true);
}

ZEND_METHOD(XHProf_Profile, load)
{
	profile_loaded loaded = {
		.max_bytes = (size_t) XHPROF_G(settings).max_load_bytes, .error = "it cannot be read"};
	zend_string *path;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_PATH_STR(path)
	ZEND_PARSE_PARAMETERS_END();

	loaded.path = path;
	hp_bailout(profile_load, profile_end_load, &loaded);
	if (loaded.run == NULL) {
		if (!EG(exception)) {
			zend_throw_exception_ex(spl_ce_RuntimeException, 0,
				"Could not load a profile from %s: %s", ZSTR_VAL(path), loaded.error);
		}
		RETURN_THROWS();
	}
	php_xhprof_profile_wrap(return_value, loaded.run);
}

static void profile_add_file(zval *head, const hp_head_file *file)
{
	zval about;

	array_init(&about);
	add_assoc_long(&about, "bytes", (zend_long) file->bytes);
	add_assoc_long(&about, "time", (zend_long) file->time_s);
	add_assoc_zval(head, "file", &about);
}

ZEND_METHOD(XHProf_Profile, head)
{
	zend_string *path;
	hp_head_file file;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_PATH_STR(path)
	ZEND_PARSE_PARAMETERS_END();

	if (php_check_open_basedir_ex(ZSTR_VAL(path), 0) != 0 || !hp_head_read(ZSTR_VAL(path), &file) ||
		file.text == NULL) {
		RETURN_NULL();
	}
	php_json_decode_ex(return_value, ZSTR_VAL(file.text), ZSTR_LEN(file.text),
		PHP_JSON_OBJECT_AS_ARRAY, PHP_JSON_PARSER_DEFAULT_DEPTH);
	zend_string_release(file.text);
	if (Z_TYPE_P(return_value) == IS_ARRAY) {
		profile_add_file(return_value, &file);
	}
}

/* A key may have any length and any byte; the message ends at the first zero. */
#define PROFILE_KEY_SHOWN 200

static void profile_throw_fault(const hp_load_fault *fault)
{
	smart_str place = {NULL, 0};

	if (fault->column != NULL) {
		smart_str_append_printf(&place, " \"%s\"", fault->column);
	}
	if (fault->row != NULL) {
		smart_str_appends(&place, " in the row \"");
		smart_str_appendl(
			&place, ZSTR_VAL(fault->row), strnlen(ZSTR_VAL(fault->row), PROFILE_KEY_SHOWN));
		smart_str_appendc(&place, '"');
	}
	if (fault->is_numbered) {
		smart_str_append_printf(&place, " in row %u", fault->number);
	}
	smart_str_0(&place);
	if (fault->value != NULL) {
		zend_argument_type_error(1, "must have %s%s, %s given", fault->wanted, ZSTR_VAL(place.s),
			zend_zval_type_name(fault->value));
	} else {
		zend_argument_value_error(
			1, "must have %s%s", fault->wanted, place.s == NULL ? "" : ZSTR_VAL(place.s));
	}
	smart_str_free(&place);
}

typedef hp_profile *(*profile_maker)(HashTable *array, hp_load_fault *fault);

/* A run made of an array, with its meta; an exception if the maker has none. */
static void profile_make(zval *result, profile_maker make, HashTable *array, HashTable *given)
{
	zend_string *meta;
	hp_load_fault fault;
	hp_profile *run;

	/* First: a JsonSerializable in it runs code of the program. */
	if (!profile_meta(given, 2, 0, &meta)) {
		return;
	}
	run = make(array, &fault);
	if (run == NULL) {
		if (meta != NULL) {
			zend_string_release(meta);
		}
		profile_throw_fault(&fault);
		return;
	}
	run->meta = meta;
	run->started_ns = given == NULL ? 0 : MAX(0, hp_xhgui_meta_started_ns(given));
	php_xhprof_profile_wrap(result, run);
}

ZEND_METHOD(XHProf_Profile, fromPairs)
{
	HashTable *pairs, *given = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ARRAY_HT(pairs)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(given)
	ZEND_PARSE_PARAMETERS_END();

	profile_make(return_value, hp_load_pairs, pairs, given);
}

ZEND_METHOD(XHProf_Profile, fromStacks)
{
	HashTable *stacks, *given = NULL;
	double effective = 0;
	bool is_unknown = true;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ARRAY_HT(stacks)
		Z_PARAM_OPTIONAL
		Z_PARAM_ARRAY_HT_OR_NULL(given)
		Z_PARAM_DOUBLE_OR_NULL(effective, is_unknown)
	ZEND_PARSE_PARAMETERS_END();

	if (!is_unknown && !(zend_finite(effective) && effective > 0)) {
		zend_argument_value_error(3, "must be a number above 0");
		RETURN_THROWS();
	}
	profile_make(return_value, hp_load_stacks, stacks, given);
	if (!is_unknown && EG(exception) == NULL) {
		hp_profile_set_effective(profile_from(Z_OBJ_P(return_value))->run, effective);
	}
}
