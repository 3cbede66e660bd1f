#include "trace/naming.h"

#include "base/detail_kind.h"

/* True for code whose lines are to be recorded; false for "load::" and internal functions. */
static bool naming_has_lines(const hp_trace_options *options, const hp_symbol *symbol)
{
	const hp_targets *wanted = &options->lines;

	return wanted->all.count > 0 && symbol->file != NULL &&
		(symbol->line != 0 || (symbol->special & HP_SYMBOL_IS_FILE)) &&
		(hp_targets_have_function(wanted, hp_symbol_text(symbol), symbol->name_length) ||
			hp_targets_have_file(wanted, ZSTR_VAL(symbol->file), ZSTR_LEN(symbol->file)));
}

/* Sets the flags of a place. It is ignored if either of its names is. */
static hp_symbol *naming_classify_place(const hp_naming *naming, hp_symbol *place)
{
	const hp_symbol *plain = hp_symbol_plain(place);

	if (hp_filter_has(&naming->options->ignored, hp_symbol_text(plain), plain->name_length) ||
		hp_filter_has(&naming->options->ignored, hp_symbol_text(place), place->name_length)) {
		place->special |= HP_SYMBOL_IS_IGNORED;
	}
	if (naming->options->closure_names == HP_CLOSURE_ENGINE) {
		place->special |= HP_SYMBOL_HAS_VARIANTS;
		place->newest = &hp_symbol_no_variant;
	}

	return place;
}

/* Sets the kind of subject, unless the name already has details or depends on a place. */
static void naming_classify_subject(const hp_trace_options *options, hp_symbol *symbol)
{
	uint16_t kind =
		options->has_details && symbol->detail == 0 && (symbol->special & HP_SYMBOL_HAS_PLACES) == 0
		? hp_subject_of(symbol, &options->subjects)
		: 0;

	if (kind != 0) {
		symbol->detail = kind;
		symbol->special |= HP_SYMBOL_HAS_SUBJECT;
	}
}

/* Sets the flags of a new symbol by the options of this run. */
static hp_symbol *naming_classify(hp_naming *naming, hp_symbol *symbol, bool is_new)
{
	const hp_trace_options *options = naming->options;

	if (!is_new) {
		return symbol;
	}
	if (UNEXPECTED(options->lines.all.count > 0) && naming_has_lines(options, symbol)) {
		symbol->special |= HP_SYMBOL_HAS_LINES;
	}
	if (hp_symbol_plain(symbol) != NULL) {
		return naming_classify_place(naming, symbol);
	}
	if (hp_filter_has(&options->ignored, hp_symbol_text(symbol), symbol->name_length) ||
		((symbol->special & HP_SYMBOL_IS_FILE) && !options->has_run_init)) {
		symbol->special |= HP_SYMBOL_IS_IGNORED;
	}
	symbol->detail = options->has_details ? hp_detail_kind_of(hp_symbol_text(symbol)) : 0;
	if (symbol->detail != 0) {
		symbol->special |= HP_SYMBOL_HAS_DETAIL;
	}
	if (hp_symbol_has_places(symbol)) {
		symbol->special |= HP_SYMBOL_HAS_PLACES;
	}
	naming_classify_subject(options, symbol);

	return symbol;
}

static hp_symbol *naming_find(hp_naming *naming, const zend_function *function)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_of_function(&naming->symbols, function, &is_new);

	naming_classify(naming, symbol, is_new);
	if ((symbol->special & HP_SYMBOL_HAS_PLACES) && ZEND_USER_CODE(function->type) &&
		function->common.function_name != NULL) {
		symbol = hp_symbol_of_place(&naming->symbols, symbol, function, &is_new);
		naming_classify(naming, symbol, is_new);
	}

	return symbol;
}

hp_symbol *hp_naming_of_function(hp_naming *naming, const zend_function *function)
{
	uint64_t ticks = hp_timer_own_ticks();
	hp_symbol *symbol = naming_find(naming, function);

	ticks = hp_timer_own_ticks() - ticks;
	naming->ticks += ticks < HP_TIMER_MOST_OWN_TICKS ? ticks : 0;

	return symbol;
}

hp_symbol *hp_naming_of_load(hp_naming *naming, zend_string *path)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_of_file(&naming->symbols, HP_SYMBOL_LOAD, path, &is_new);

	return naming_classify(naming, symbol, is_new);
}

hp_symbol *hp_naming_of_text(hp_naming *naming, const char *name, size_t length)
{
	bool is_new;
	hp_symbol *symbol = hp_symbol_get(&naming->symbols, name, length, &is_new);

	return naming_classify(naming, symbol, is_new);
}

/* Returns true for a file that only contains declarations. Such files are not recorded, because the
 * installed hooks decide whether the engine executes them. */
static bool naming_has_no_code(const zend_execute_data *execute_data)
{
	const zend_op_array *code = &execute_data->func->op_array;

	return code->last == 1 && code->opcodes[0].opcode == ZEND_RETURN;
}

hp_symbol *hp_naming_resolve(
	hp_naming *naming, hp_symbol *symbol, const zend_execute_data *execute_data)
{
	if (symbol->special & HP_SYMBOL_IS_IGNORED) {
		if ((symbol->special & HP_SYMBOL_HAS_DETAIL) && execute_data != NULL) {
			hp_detail_note(&naming->details, symbol, execute_data);
		}
		return NULL;
	}
	if ((symbol->special & HP_SYMBOL_IS_FILE) && execute_data != NULL &&
		naming_has_no_code(execute_data)) {
		return NULL;
	}
	if ((symbol->special & HP_SYMBOL_HAS_DETAIL) && execute_data != NULL) {
		return hp_detail_symbol(&naming->details, symbol, execute_data);
	}
	if ((symbol->special & HP_SYMBOL_HAS_SUBJECT) && execute_data != NULL) {
		return hp_subject_symbol(&naming->subjects, symbol, execute_data);
	}
	if (symbol->special & HP_SYMBOL_HAS_VARIANTS) {
		hp_symbol *variant = hp_variant_reopen(symbol);

		return variant != symbol ? variant : hp_variant_of(naming->variants, symbol);
	}

	return symbol;
}

static void naming_reset(hp_naming *naming)
{
	hp_symbol *symbol;
	void *row = NULL;

	if (!naming->has_symbols) {
		hp_symbol_startup(&naming->symbols);
		naming->has_symbols = true;
	}
	while ((symbol = hp_symbol_next(&naming->symbols, &row)) != NULL) {
		hp_symbol_reset(symbol);
		naming_classify(naming, symbol, true);
	}
}

void hp_naming_start(hp_naming *naming, const hp_trace_options *options, hp_variants *variants)
{
	naming->options = options;
	naming->variants = variants;
	naming->ticks = 0;
	naming_reset(naming);
	hp_detail_init(&naming->details);
	hp_subject_init(&naming->subjects);
}

void hp_naming_pause(hp_naming *naming)
{
	hp_noted_clear(&naming->details.noted);
}

void hp_naming_reset_numbers(hp_naming *naming)
{
	hp_symbol_reset_numbers(&naming->symbols);
	hp_symbol_reset_numbers(&naming->details.symbols);
	hp_symbol_reset_numbers(&naming->subjects.symbols);
}

void hp_naming_free_run(hp_naming *naming)
{
	hp_detail_free(&naming->details);
	hp_subject_free(&naming->subjects);
}

void hp_naming_free(hp_naming *naming)
{
	if (naming->has_symbols) {
		hp_symbol_shutdown(&naming->symbols);
		naming->has_symbols = false;
	}
}
