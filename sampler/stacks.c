#include "sampler/stacks.h"

#include "base/function_name.h"

#include "main/SAPI.h"

/* The function's texts: class, name, file. */
static const char *stacks_texts(const hp_sample_stacks *stacks, const hp_sample_function *function)
{
	return stacks->store->texts.rows + function->text;
}

const char *hp_sample_stacks_file(
	const hp_sample_stacks *stacks, const hp_sample_function *function)
{
	return stacks_texts(stacks, function) + function->class_length + function->name_length;
}

/* The symbol with this name. Takes over the text. */
static hp_sample_symbol *stacks_symbol(hp_sample_stacks *stacks, smart_str *text)
{
	zend_string *name = hp_function_name_finish(text);
	hp_sample_symbol *symbol = zend_hash_find_ptr(&stacks->by_name, name);

	if (symbol == NULL) {
		symbol = &stacks->symbols[stacks->symbols_count++];
		*symbol = (hp_sample_symbol){name, NULL, 0, 0, HP_SAMPLE_NONE};
		zend_hash_add_new_ptr(&stacks->by_name, name, symbol);
	}
	zend_string_release_ex(name, true); /* the table holds it */

	return symbol;
}

static zend_string *stacks_file(hp_sample_stacks *stacks, const char *path, size_t length)
{
	zend_string *file = zend_hash_str_find_ptr(&stacks->files, path, length);

	if (file == NULL) {
		file = zend_string_init(path, length, true);
		zend_hash_add_new_ptr(&stacks->files, file, file);
		GC_DELREF(file); /* the table holds it */
	}

	return file;
}

void hp_sample_stacks_append_name(
	const hp_sample_function *function, const char *texts, bool has_places, smart_str *text)
{
	const char *file = texts + function->class_length + function->name_length;
	bool is_eval = function->kind == HP_SAMPLE_COMPILED &&
		zend_memnstr(file, ZEND_STRL("eval()'d code"), file + function->file_length) != NULL;

	if (is_eval) {
		hp_function_name_append(text, ZEND_STRL("eval::"));
		hp_function_name_append(text, file, function->file_length);
	} else if (function->kind == HP_SAMPLE_COMPILED) {
		hp_function_name_append_file(text, "load::", file, function->file_length);
	} else if (function->kind == HP_SAMPLE_FILE) {
		hp_function_name_append_file(text, "run_init::", file, function->file_length);
	} else if (function->kind == HP_SAMPLE_EVAL) {
		hp_function_name_append(text, ZEND_STRL("eval"));
	} else if (function->kind == HP_SAMPLE_WAIT) {
		hp_function_name_append(text, texts, function->name_length);
	} else {
		hp_function_parts parts = {texts, texts + function->class_length, file,
			function->class_length, function->name_length, function->file_length, function->line};

		hp_function_name_append_parts(text, &parts, has_places);
	}
}

/* True if the function is ignored by its name, or by the name that the engine gives it, which
 * profiles of calls use. */
static bool stacks_ignores(
	const hp_sample_stacks *stacks, const hp_sample_function *function, const zend_string *name)
{
	const hp_filter *ignored = &stacks->options->ignored;
	smart_str plain = {NULL, 0};
	bool is_ignored = hp_filter_has(ignored, ZSTR_VAL(name), ZSTR_LEN(name));

	if (!is_ignored && stacks->has_places) {
		hp_sample_stacks_append_name(function, stacks_texts(stacks, function), false, &plain);
		hp_function_name_finish(&plain);
		is_ignored = hp_filter_has(ignored, ZSTR_VAL(plain.s), ZSTR_LEN(plain.s));
		smart_str_free_ex(&plain, true);
	}

	return is_ignored;
}

static hp_sample_symbol *stacks_symbol_of_function(
	hp_sample_stacks *stacks, const hp_sample_function *function)
{
	bool is_code = function->kind == HP_SAMPLE_FILE || function->kind == HP_SAMPLE_EVAL;
	bool has_file = function->kind == HP_SAMPLE_FILE || function->kind == HP_SAMPLE_USER;
	smart_str text = {NULL, 0};
	hp_sample_symbol *symbol;

	if (is_code && !stacks->options->has_run_init) {
		return NULL;
	}
	hp_sample_stacks_append_name(
		function, stacks_texts(stacks, function), stacks->has_places, &text);
	has_file |= function->kind == HP_SAMPLE_COMPILED && memcmp(ZSTR_VAL(text.s), "load", 4) == 0;
	symbol = stacks_symbol(stacks, &text);
	if (has_file && symbol->file == NULL) {
		symbol->file =
			stacks_file(stacks, hp_sample_stacks_file(stacks, function), function->file_length);
		symbol->line = function->line;
	}

	return stacks_ignores(stacks, function, symbol->name) ? NULL : symbol;
}

/* The function that is the code of the file that the SAPI runs. Files of auto_prepend_file and
 * auto_append_file are outermost, too. */
static uint32_t stacks_main_script(const hp_sample_stacks *stacks)
{
	const char *script = SG(request_info).path_translated;
	char path[MAXPATHLEN];

	if (script == NULL || VCWD_REALPATH(script, path) == NULL) {
		return HP_SAMPLE_NONE;
	}
	for (uint32_t i = 0; i < stacks->store->functions.count; i++) {
		const hp_sample_function *function = &stacks->store->functions.rows[i];

		if (function->kind == HP_SAMPLE_FILE && function->file_length == strlen(path) &&
			memcmp(hp_sample_stacks_file(stacks, function), path, function->file_length) == 0) {
			return i;
		}
	}

	return HP_SAMPLE_NONE;
}

void hp_sample_stacks_begin(hp_sample_stacks *stacks, const hp_sample_store *store,
	const hp_sample_options *options, bool has_places)
{
	smart_str root = {NULL, 0};

	memset(stacks, 0, sizeof(*stacks));
	stacks->store = store;
	stacks->options = options;
	stacks->has_places = has_places;
	stacks->main_script = stacks_main_script(stacks);
	zend_hash_init(&stacks->by_name, 0, NULL, NULL, true);
	zend_hash_init(&stacks->files, 0, NULL, NULL, true);
	stacks->symbols = safe_pemalloc(
		store->functions.count, sizeof(*stacks->symbols), sizeof(*stacks->symbols), true);
	hp_function_name_append(&root, ZEND_STRL("main()"));
	stacks_symbol(stacks, &root);
	stacks->of_function =
		safe_pemalloc(store->functions.count, sizeof(*stacks->of_function), 1, true);
	for (uint32_t i = 0; i < store->functions.count; i++) {
		stacks->of_function[i] = stacks_symbol_of_function(stacks, &store->functions.rows[i]);
	}
}

void hp_sample_stacks_end(hp_sample_stacks *stacks)
{
	hp_vector_free(&stacks->frames);
	hp_vector_free(&stacks->nodes);
	pefree(stacks->of_function, true);
	pefree(stacks->symbols, true);
	zend_hash_destroy(&stacks->by_name);
	zend_hash_destroy(&stacks->files);
}

static void stacks_push(
	hp_sample_stacks *stacks, hp_sample_symbol *symbol, const hp_sample_frame *frame)
{
	*hp_vector_add(&stacks->frames) =
		(hp_sample_visible){symbol, symbol->depth++, frame->function, frame->line};
}

bool hp_sample_stacks_has_wait(const hp_sample_stacks *stacks)
{
	uint32_t last = stacks->frames.rows[stacks->frames.count - 1].function;

	return last != HP_SAMPLE_NONE && stacks->store->functions.rows[last].kind == HP_SAMPLE_WAIT;
}

/* True if the function of an outermost frame is the main script. If the script is not known, the
 * code of any file is. */
static bool stacks_is_main(const hp_sample_stacks *stacks, uint32_t function)
{
	return stacks->main_script == HP_SAMPLE_NONE
		? stacks->store->functions.rows[function].kind == HP_SAMPLE_FILE
		: stacks->main_script == function;
}

uint32_t hp_sample_stacks_expand(hp_sample_stacks *stacks, const hp_sample_record *record)
{
	const hp_sample_store *store = stacks->store;
	uint32_t depth = (uint32_t) record->depth, left;

	stacks->frames.count = stacks->nodes.count = 0;
	for (uint32_t node = record->node; node != HP_SAMPLE_ROOT;
		 node = store->nodes.rows[node].parent) {
		*hp_vector_add(&stacks->nodes) = node;
	}
	left = stacks->nodes.count;
	stacks_push(stacks, stacks->symbols, &store->nodes.rows[HP_SAMPLE_ROOT].frame);
	/* The main script, at the bottom, is main(). */
	if (left > 0) {
		const hp_sample_frame *bottom = &store->nodes.rows[stacks->nodes.rows[left - 1]].frame;

		if (stacks_is_main(stacks, bottom->function)) {
			stacks->frames.rows[0].function = bottom->function;
			stacks->frames.rows[0].line = bottom->line;
			left--;
		}
	}
	while (left > 0) {
		const hp_sample_frame *frame = &store->nodes.rows[stacks->nodes.rows[--left]].frame;
		hp_sample_symbol *symbol = stacks->of_function[frame->function];

		if (symbol != NULL) {
			stacks_push(stacks, symbol, frame);
		}
	}
	for (uint32_t i = 0; i < stacks->frames.count; i++) {
		stacks->frames.rows[i].symbol->depth = 0;
	}

	depth += hp_sample_stacks_has_wait(stacks);

	return stacks->frames.count > depth ? stacks->frames.count - depth : 0;
}
