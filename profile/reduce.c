#include "profile/reduce.h"

#include "base/pattern.h"
#include "base/wrap.h"
#include "profile/flat.h"
#include "profile/lines.h"
#include "profile/merge.h"
#include "profile/moments.h"

#include "Zend/zend_smart_str.h"
#include "profile/paths.h"

#define REDUCE_LEFT_OUT "(left out)"

/* Decided for each function first, then for each node. */
typedef enum reduce_fate {
	REDUCE_KEPT,
	REDUCE_INTERNAL, /* shares the fate of its caller, unless that is kept */
	REDUCE_HIDDEN,
	REDUCE_FOLDED,
	REDUCE_SMALL /* left out */
} reduce_fate;

typedef struct reduce_function {
	reduce_fate fate;
	/* number in the new profile; for a folded function, its library's; HP_PROFILE_NONE: none yet */
	uint32_t number;
	const zend_string *library; /* the pattern that folds it; else NULL */
} reduce_function;

typedef struct reduce_work {
	const hp_profile *from;
	hp_profile *to;
	reduce_function *functions; /* by function of `from` */
	/* by node of `from`: its number in `to`, or that of the node that it is part of */
	uint32_t *nodes;
	uint8_t *
		fates; /* by node of `from`: a reduce_fate; with REDUCE_PART if it has no node of its own */
	int64_t least_ns; /* subtrees that cost less are left out; INT64_MIN: none are */
	uint32_t left_out; /* number of the function "(left out)"; HP_PROFILE_NONE: not needed yet */
} reduce_work;

#define REDUCE_PART 128u

/* Returns the first entry of a list that accepts a text; NULL if none does. */
static zend_string *reduce_find(const zval *list,
	bool (*accepts)(zend_string *entry, const zend_string *text), const zend_string *text)
{
	zval *entry;

	if (list == NULL || text == NULL) {
		return NULL;
	}
	if (Z_TYPE_P(list) == IS_STRING) {
		return accepts(Z_STR_P(list), text) ? Z_STR_P(list) : NULL;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(list), entry) {
		ZVAL_DEREF(entry);
		if (accepts(Z_STR_P(entry), text)) {
			return Z_STR_P(entry);
		}
	}
	ZEND_HASH_FOREACH_END();

	return NULL;
}

static bool reduce_is_name(zend_string *entry, const zend_string *name)
{
	return hp_pattern_is(entry) ? hp_pattern_matches(entry, ZSTR_VAL(name), ZSTR_LEN(name))
								: zend_string_equals(entry, (zend_string *) (uintptr_t) name);
}

static bool reduce_is_file(zend_string *entry, const zend_string *file)
{
	size_t length;

	return hp_pattern_find_path(entry, ZSTR_VAL(file), ZSTR_LEN(file), &length) != NULL;
}

/* Returns the function of a library's frame, such as "[vendor/symfony]". Its name is the part of
 * the path that the pattern matches. */
static uint32_t reduce_library(hp_profile *to, const zend_string *pattern, const zend_string *file)
{
	size_t length;
	const char *part = hp_pattern_find_path(pattern, ZSTR_VAL(file), ZSTR_LEN(file), &length);
	zend_string *name;
	uint32_t number;

	/* A file next to the libraries, such as Composer's own, belongs to the folder that contains
	 * it. */
	if (part + length == ZSTR_VAL(file) + ZSTR_LEN(file) &&
		ZSTR_VAL(pattern)[ZSTR_LEN(pattern) - 1] == '*') {
		const char *slash = zend_memrchr(part, '/', length);

		length = slash == NULL ? length : (size_t) (slash - part);
	}
	name = zend_string_alloc(length + 2, true);
	ZSTR_VAL(name)[0] = '[';
	memcpy(ZSTR_VAL(name) + 1, part, length);
	memcpy(ZSTR_VAL(name) + 1 + length, "]", 2);
	number = hp_profile_function_number(to, name, NULL, 0);
	zend_string_release(name);

	return number;
}

/* True for PHP's internal functions. "(truncated)", "{gc}" and the like are no functions of PHP. */
static bool reduce_is_internal(const hp_profile_function *function)
{
	return function->file == NULL && ZSTR_VAL(function->name)[0] != '(' &&
		ZSTR_VAL(function->name)[0] != '{' && ZSTR_VAL(function->name)[0] != '[';
}

static reduce_function reduce_classify(
	const hp_profile_function *function, const hp_reduce_options *options)
{
	reduce_function row = {REDUCE_KEPT, HP_PROFILE_NONE, NULL};

	if (reduce_find(options->hide_functions, reduce_is_name, function->name) != NULL ||
		reduce_find(options->hide, reduce_is_file, function->file) != NULL) {
		row.fate = REDUCE_HIDDEN;
		return row;
	}
	row.library = reduce_find(options->fold, reduce_is_file, function->file);
	if (row.library != NULL) {
		row.fate = REDUCE_FOLDED;
	} else if (reduce_is_internal(function)) {
		row.fate = REDUCE_INTERNAL;
	}

	return row;
}

/* Returns the number that a function has in the new profile. */
static uint32_t reduce_number(reduce_work *work, uint32_t function)
{
	reduce_function *row = &work->functions[function];

	if (row->number == HP_PROFILE_NONE) {
		const hp_profile_function *from = &work->from->functions.rows[function];

		row->number = row->library != NULL
			? reduce_library(work->to, row->library, from->file)
			: hp_profile_function_number(work->to, from->name, from->file, from->line);
	}

	return row->number;
}

static uint32_t reduce_left_out(reduce_work *work)
{
	if (work->left_out == HP_PROFILE_NONE) {
		zend_string *name = zend_string_init(ZEND_STRL(REDUCE_LEFT_OUT), true);

		work->left_out = hp_profile_function_number(work->to, name, NULL, 0);
		zend_string_release(name);
	}

	return work->left_out;
}

/* Decides the fate of a node. Its caller's is known. */
static reduce_fate reduce_node_fate(const reduce_work *work, const hp_profile_node *node)
{
	reduce_fate caller;

	if (node->parent == HP_PROFILE_NONE) {
		return REDUCE_KEPT;
	}
	caller = (reduce_fate) (work->fates[node->parent] & ~REDUCE_PART);
	if (caller == REDUCE_SMALL || node->sum.wall_ns < work->least_ns) {
		return REDUCE_SMALL;
	}
	if (work->functions[node->function].fate != REDUCE_INTERNAL) {
		return work->functions[node->function].fate;
	}

	return caller == REDUCE_HIDDEN || caller == REDUCE_FOLDED ? caller : REDUCE_KEPT;
}

/* Returns the function of a node in the new profile; HP_PROFILE_NONE if it becomes part of its
 * caller's node. */
static uint32_t reduce_node_function(
	reduce_work *work, const hp_profile_node *node, reduce_fate fate)
{
	const hp_profile_node *caller =
		node->parent == HP_PROFILE_NONE ? NULL : &work->to->nodes.rows[work->nodes[node->parent]];
	bool is_internal = work->functions[node->function].fate == REDUCE_INTERNAL;
	uint32_t function;

	if (fate == REDUCE_KEPT) {
		return reduce_number(work, node->function);
	}
	if (fate == REDUCE_HIDDEN || (fate == REDUCE_FOLDED && is_internal)) {
		return HP_PROFILE_NONE;
	}
	function = fate == REDUCE_FOLDED ? reduce_number(work, node->function) : reduce_left_out(work);

	return caller != NULL && caller->function == function ? HP_PROFILE_NONE : function;
}

/* Returns the line that a node keeps. A line of a call means nothing if the caller's code is no
 * longer the caller's in the new profile; 0 then. */
static uint32_t reduce_line(const reduce_work *work, const hp_profile_node *node, reduce_fate fate)
{
	bool is_own = (work->from->features & HP_PROFILE_LINES) != 0;
	bool is_callers = node->parent == HP_PROFILE_NONE || work->fates[node->parent] == REDUCE_KEPT;

	return is_own ? (fate == REDUCE_KEPT ? node->line : 0) : (is_callers ? node->line : 0);
}

/* Adds the events of a row. They include callees, as times do. */
static void reduce_add_counts(
	hp_counts_table *to, uint32_t to_number, const hp_counts_table *from, uint32_t number)
{
	if (number < from->count) {
		hp_counts_add(hp_profile_counts_of(to, to_number), hp_profile_counts(from, number));
	}
}

/* Makes a node part of its caller's node. Samples are added to that; calls are not, as its count
 * would no longer be that of its own calls. */
static void reduce_join(reduce_work *work, uint32_t number, uint32_t caller)
{
	uint64_t count = work->from->nodes.rows[number].count;

	work->fates[number] |= REDUCE_PART;
	work->nodes[number] = caller;
	if (work->from->features & HP_PROFILE_SAMPLED) {
		work->to->nodes.rows[caller].count += count;
	} else {
		work->to->reduced.hidden_calls += count;
	}
}

static void reduce_add_node(reduce_work *work, uint32_t number)
{
	const hp_profile_node *node = &work->from->nodes.rows[number];
	uint32_t caller = node->parent == HP_PROFILE_NONE ? HP_PROFILE_NONE : work->nodes[node->parent];
	reduce_fate fate = reduce_node_fate(work, node);
	uint32_t function = reduce_node_function(work, node, fate);
	hp_profile_node *to;

	work->fates[number] = (uint8_t) fate;
	if (function == HP_PROFILE_NONE) {
		reduce_join(work, number, caller);
		return;
	}
	work->nodes[number] =
		hp_profile_node_number(work->to, caller, function, reduce_line(work, node, fate));
	to = &work->to->nodes.rows[work->nodes[number]];
	to->count += node->count;
	hp_values_add(&to->sum, &node->sum);
	to->min_ns = MIN(to->min_ns, node->min_ns);
	to->max_ns = MAX(to->max_ns, node->max_ns);
	reduce_add_counts(
		&work->to->counted.nodes, work->nodes[number], &work->from->counted.nodes, number);
}

static void reduce_count_left_out(const reduce_work *work)
{
	hp_profile_reduced *reduced = &work->to->reduced;

	for (uint32_t i = 0; i < work->from->nodes.count; i++) {
		if ((work->fates[i] & ~REDUCE_PART) == REDUCE_SMALL) {
			bool is_part = (work->fates[i] & REDUCE_PART) != 0;

			reduced->left_out++;
			reduced->left_out_ns = hp_wrap_sum(
				reduced->left_out_ns, is_part ? 0 : work->from->nodes.rows[i].sum.wall_ns);
		}
	}
}

/* Copies the moments. Their timeline is made anew. */
static void reduce_moments(const reduce_work *work)
{
	for (uint32_t i = 0; i < work->from->samples.moments.count; i++) {
		hp_profile_moment *moment = hp_vector_add(&work->to->samples.moments);

		*moment = work->from->samples.moments.rows[i];
		moment->node = work->nodes[moment->node];
	}
	hp_profile_add_marks(work->to, work->from, 0, 0);
}

/* Copies the timeline. A node that is part of its caller's has no events: its calls lie within its
 * caller's. */
static void reduce_events(const reduce_work *work)
{
	HP_VECTOR(bool) open = {NULL, 0, 0};

	if (work->from->samples.moments.count > 0) {
		reduce_moments(work);
		return;
	}
	for (uint32_t i = 0; i < work->from->timeline.events.count; i++) {
		hp_profile_event event = work->from->timeline.events.rows[i];
		bool is_part;

		if (event.node != HP_PROFILE_NONE) {
			is_part = (work->fates[event.node] & REDUCE_PART) != 0;
			event.node = work->nodes[event.node];
			*hp_vector_add(&open) = is_part;
		} else {
			is_part = open.count > 0 && open.rows[--open.count];
		}
		if (!is_part) {
			*hp_vector_add(&work->to->timeline.events) = event;
		}
	}
	hp_vector_free(&open);
	for (uint32_t i = 0; i < work->from->timeline.points.count; i++) {
		*hp_vector_add(&work->to->timeline.points) = work->from->timeline.points.rows[i];
	}
	hp_profile_add_marks(work->to, work->from, 0, 0);
}

/* Puts the new nodes with samples into the order of the old ones. A loaded run has no order, so the
 * rest follows. */
static void reduce_order(const reduce_work *work)
{
	hp_profile *to = work->to;
	bool *is_seen = pecalloc((size_t) to->nodes.count + 1, sizeof(*is_seen), true);

	for (uint32_t i = 0; i < work->from->samples.order.count; i++) {
		uint32_t number = work->nodes[work->from->samples.order.rows[i]];

		if (!is_seen[number]) {
			*hp_vector_add(&to->samples.order) = number;
			is_seen[number] = true;
		}
	}
	for (uint32_t i = 0; i < to->nodes.count; i++) {
		if (to->nodes.rows[i].count > 0 && !is_seen[i]) {
			*hp_vector_add(&to->samples.order) = i;
		}
	}
	pefree(is_seen, true);
}

static void reduce_node_allocs(const reduce_work *work)
{
	hp_profile *to = work->to;

	for (uint32_t i = 0; i < work->from->allocated.nodes.count; i++) {
		const hp_alloc_counts *allocs = &work->from->allocated.nodes.rows[i];
		const hp_profile_pair *pair = hp_paths_pair(to, &to->nodes.rows[work->nodes[i]]);

		hp_profile_allocs_add(&to->allocated.nodes, work->nodes[i], allocs);
		hp_profile_allocs_add(&to->allocated.pairs, (uint32_t) (pair - to->pairs.rows), allocs);
	}
}

static void reduce_tree(reduce_work *work)
{
	uint32_t count = work->from->nodes.count;

	work->nodes = safe_pemalloc(count + 1, sizeof(*work->nodes), 0, true);
	work->fates = pecalloc((size_t) count + 1, sizeof(*work->fates), true);
	for (uint32_t i = 0; i < count; i++) {
		reduce_add_node(work, i);
	}
	reduce_count_left_out(work);
	hp_paths_set_levels(work->to);
	if (work->to->features & HP_PROFILE_SAMPLED) {
		reduce_order(work);
	}
	hp_paths_make_pairs(work->to);
	reduce_node_allocs(work);
	reduce_events(work);
	pefree(work->nodes, true);
	pefree(work->fates, true);
}

/* Without paths, leaves out functions, by their total time with callees. */
static void reduce_leave_out_functions(reduce_work *work)
{
	hp_flat flat;

	if (work->least_ns == INT64_MIN) {
		return;
	}
	flat = hp_flat_new(work->from, true);
	for (uint32_t i = 0; i < flat.count; i++) {
		reduce_function *function = &work->functions[flat.rows[i].number];

		if (flat.rows[i].sum.wall_ns < work->least_ns &&
			flat.rows[i].number != hp_profile_root(work->from)->callee) {
			*function = (reduce_function){REDUCE_SMALL, reduce_left_out(work), NULL};
			work->to->reduced.left_out++;
		}
	}
	hp_flat_free(&flat);
}

/* Returns the level of recursion of a function in the new profile. A library, and "(left out)",
 * have only level 0, as it is not known what is within what. */
static uint32_t reduce_level(const reduce_work *work, uint32_t function, uint32_t level)
{
	reduce_fate fate = function == HP_PROFILE_NONE ? REDUCE_KEPT : work->functions[function].fate;

	return fate == REDUCE_KEPT || fate == REDUCE_INTERNAL ? level : 0;
}

static void reduce_add_pair(reduce_work *work, uint32_t number)
{
	const hp_profile_pair *pair = &work->from->pairs.rows[number];
	const hp_alloc_counts *allocs = hp_profile_allocs(&work->from->allocated.pairs, number);
	uint32_t caller =
		pair->caller == HP_PROFILE_NONE ? HP_PROFILE_NONE : reduce_number(work, pair->caller);
	uint32_t callee = reduce_number(work, pair->callee);
	uint32_t caller_level = reduce_level(work, pair->caller, pair->caller_level);
	uint32_t callee_level = reduce_level(work, pair->callee, pair->callee_level);
	bool is_part = caller == callee && caller_level == callee_level;
	hp_profile_pair *to;

	if (is_part && allocs->allocs == 0) {
		work->to->reduced.hidden_calls += pair->count;
		return;
	}
	/* It is not known for which of its callers a library allocated. */
	to = hp_profile_pair_of(
		work->to, caller, caller_level, callee, callee_level + (is_part ? 1 : 0));
	if (is_part) {
		work->to->reduced.hidden_calls += pair->count;
	} else {
		to->count += pair->count;
		hp_values_add(&to->sum, &pair->sum);
		reduce_add_counts(&work->to->counted.pairs, (uint32_t) (to - work->to->pairs.rows),
			&work->from->counted.pairs, number);
	}
	if (work->from->metrics & HP_METRIC_ALLOC) {
		hp_profile_allocs_add(
			&work->to->allocated.pairs, (uint32_t) (to - work->to->pairs.rows), allocs);
	}
}

static void reduce_pairs(reduce_work *work)
{
	hp_profile *to = work->to;

	reduce_leave_out_functions(work);
	for (uint32_t i = 0; i < work->from->pairs.count; i++) {
		reduce_add_pair(work, i);
	}
	for (uint32_t i = 0; i < to->pairs.count && work->left_out != HP_PROFILE_NONE; i++) {
		const hp_profile_pair *pair = &to->pairs.rows[i];
		int64_t *left_out_ns = &to->reduced.left_out_ns;

		*left_out_ns = pair->callee == work->left_out ? hp_wrap_sum(*left_out_ns, pair->sum.wall_ns)
			: pair->caller == work->left_out ? hp_wrap_difference(*left_out_ns, pair->sum.wall_ns)
											 : *left_out_ns;
	}
}

/* Copies the lines of the functions that still exist. */
static void reduce_lines(const reduce_work *work)
{
	for (uint32_t i = 0; i < work->from->calls.lines.count; i++) {
		const hp_profile_line *line = &work->from->calls.lines.rows[i];
		const reduce_function *function = &work->functions[line->function];

		if (function->fate == REDUCE_KEPT && function->number != HP_PROFILE_NONE) {
			hp_profile_line *to = hp_lines_row_of(work->to, function->number, line->line);

			to->count += line->count;
			to->wall_ns = hp_wrap_sum(to->wall_ns, line->wall_ns);
		}
	}
}

/* Makes an empty profile of the same run. */
static hp_profile *reduce_begin(const hp_profile *from)
{
	/* The cost of recording a hidden call belongs to no row. */
	uint32_t features = (from->features & ~HP_PROFILE_COSTS) | HP_PROFILE_REDUCED;
	hp_profile *to = hp_profile_new_of(from, from->metrics, features);

	hp_profile_events_copy(&to->counted.events, &from->counted.events);
	to->timeline.lost_events = from->timeline.lost_events;
	to->allocated.totals = from->allocated.totals;
	to->calls.unrecorded = from->calls.unrecorded;
	to->calls.missed_lines = from->calls.missed_lines;
	to->samples.count = from->samples.count;
	to->samples.squares = from->samples.squares;
	to->samples.displaced = from->samples.displaced;
	to->samples.custom = from->samples.custom;
	to->gc = from->gc;

	return to;
}

/* Makes a reduced profile. The options decide on functions; NULL: all are kept. */
static hp_profile *reduce_pass(
	const hp_profile *from, const hp_reduce_options *options, int64_t least_ns)
{
	reduce_work work = {
		.from = from, .to = reduce_begin(from), .least_ns = least_ns, .left_out = HP_PROFILE_NONE};

	work.functions = safe_pemalloc(from->functions.count + 1, sizeof(*work.functions), 0, true);
	for (uint32_t i = 0; i < from->functions.count; i++) {
		work.functions[i] = options == NULL || i == hp_profile_root(from)->callee
			? (reduce_function){REDUCE_KEPT, HP_PROFILE_NONE, NULL}
			: reduce_classify(&from->functions.rows[i], options);
	}
	if (from->features & HP_PROFILE_TREE) {
		reduce_tree(&work);
	} else {
		reduce_pairs(&work);
	}
	reduce_lines(&work);
	hp_profile_finish(work.to);
	hp_profile_make_timeline(work.to);
	pefree(work.functions, true);

	return work.to;
}

static hp_profile *reduce_run(const hp_profile *profile, const hp_reduce_options *options)
{
	const hp_profile_pair *root = hp_profile_root(profile);
	hp_profile *folded, *reduced;

	if ((options->hide != NULL || options->hide_functions != NULL) &&
		(profile->features & HP_PROFILE_TREE) == 0) {
		return NULL;
	}
	if (root == NULL) {
		return reduce_begin(profile);
	}
	folded = reduce_pass(profile, options, INT64_MIN);
	if (options->threshold <= 0) {
		return folded;
	}
	reduced =
		reduce_pass(folded, NULL, (int64_t) (options->threshold * (double) root->sum.wall_ns));
	hp_profile_free(folded);

	return reduced;
}

/* Puts rules before those of the profile. */
static void reduce_add_rules(hp_profile *profile, const zval *rules)
{
	smart_str text = {NULL, 0};
	zval *rule;

	if (rules == NULL) {
		return;
	}
	if (Z_TYPE_P(rules) == IS_STRING) {
		smart_str_append_ex(&text, Z_STR_P(rules), true);
	} else {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(rules), rule) {
			ZVAL_DEREF(rule);
			smart_str_append_ex(&text, Z_STR_P(rule), true);
			smart_str_appendc_ex(&text, ',', true);
		}
		ZEND_HASH_FOREACH_END();
	}
	if (profile->components != NULL) {
		smart_str_appendc_ex(&text, ',', true);
		smart_str_append_ex(&text, profile->components, true);
		zend_string_release(profile->components);
	}
	smart_str_0(&text);
	profile->components = text.s;
}

/* True if no row is reduced, only a slice taken or rules added: a timeline then stays as it is. */
static bool reduce_keeps_rows(const hp_reduce_options *options)
{
	return options->hide == NULL && options->hide_functions == NULL && options->fold == NULL &&
		options->threshold <= 0;
}

static hp_profile *reduce_slice(const hp_profile *profile, const hp_reduce_options *options)
{
	hp_profile *slice = hp_profile_slice(profile, &options->slice), *reduced;
	hp_reduce_options rest = *options;

	if (reduce_keeps_rows(options)) {
		reduce_add_rules(slice, options->components);
		return slice;
	}
	rest.has_slice = false;
	rest.rename = NULL;
	reduced = hp_profile_reduce(slice, &rest);
	hp_profile_free(slice);

	return reduced;
}

/* Reduces a run. The samples beside its calls get the same functions, so that both can still be
 * compared. */
static hp_profile *reduce_all(const hp_profile *profile, const hp_reduce_options *options)
{
	hp_profile *reduced;

	if (options->has_slice) {
		return reduce_slice(profile, options);
	}
	reduced = reduce_run(profile, options);

	if (reduced != NULL) {
		reduce_add_rules(reduced, options->components);
	}
	/* If only rules were given, no row is missing: restores the features and costs. */
	if (reduced != NULL && options->components != NULL && reduce_keeps_rows(options)) {
		reduced->features = profile->features;
		memcpy(reduced->calls.costs, profile->calls.costs, sizeof(reduced->calls.costs));
	}
	if (reduced != NULL && profile->sampled != NULL) {
		hp_reduce_options all = *options;

		all.threshold = 0;
		reduced->sampled = reduce_run(profile->sampled, &all);
	}

	return reduced;
}

hp_profile *hp_profile_reduce(const hp_profile *profile, const hp_reduce_options *options)
{
	hp_profile *renamed, *reduced;

	if (options->rename == NULL) {
		return reduce_all(profile, options);
	}
	renamed = hp_profile_rename(profile, options->rename);
	/* If functions became one, their levels of recursion have changed. */
	if (reduce_keeps_rows(options) && options->components == NULL && !options->has_slice &&
		renamed->functions.count == profile->functions.count) {
		return renamed;
	}
	reduced = reduce_all(renamed, options);
	hp_profile_free(renamed);

	return reduced;
}
