#include "live/symbols.h"

#include "base/function_name.h"
#include "sampler/stacks.h"

void hp_live_symbol_make(
	hp_live_symbol *symbol, const hp_live_function *function, const char *texts)
{
	hp_sample_function of = {.class_length = function->class_length,
		.name_length = function->name_length,
		.file_length = function->file_length,
		.line = function->line,
		.kind = function->kind <= HP_SAMPLE_WAIT ? (hp_sample_kind) function->kind
												 : HP_SAMPLE_INTERNAL};
	smart_str text = {NULL, 0};

	memset(symbol, 0, sizeof(*symbol));
	hp_sample_stacks_append_name(&of, texts, true, &text);
	symbol->name = hp_function_name_finish(&text);
	symbol->kind = of.kind;
	symbol->line = function->line;
	if (of.kind != HP_SAMPLE_INTERNAL && of.kind != HP_SAMPLE_WAIT && function->file_length > 0) {
		symbol->file = zend_string_init(
			texts + function->class_length + function->name_length, function->file_length, true);
	}
}

void hp_live_symbol_free(hp_live_symbol *symbol)
{
	if (symbol->name != NULL) {
		zend_string_release(symbol->name);
	}
	if (symbol->file != NULL) {
		zend_string_release(symbol->file);
	}
}

/* Returns "(other)" for a number that no record may have. The number is looked up again the next
 * time, because the table may have it by then. */
static const hp_live_symbol *symbols_other(hp_live_symbols *symbols)
{
	hp_live_symbol *other = &symbols->known.rows[0];

	if (other->name == NULL) {
		other->name = zend_string_init(ZEND_STRL("(other)"), true);
		other->kind = HP_SAMPLE_INTERNAL;
	}

	return other;
}

const hp_live_symbol *hp_live_symbols_get(
	hp_live_symbols *symbols, const hp_live_reader *reader, uint32_t number)
{
	hp_live_function function;
	hp_live_symbol *symbol;
	zend_string *texts;

	if (symbols->known.count == 0) {
		hp_vector_reserve(&symbols->known, 64);
		memset(symbols->known.rows, 0, sizeof(*symbols->known.rows));
		symbols->known.count = 1;
	}
	if (number > 0 && number < symbols->known.count && symbols->known.rows[number].name != NULL) {
		return &symbols->known.rows[number];
	}
	if (number == 0 ||
		!hp_live_reader_function(
			reader, number, reader->sizes.text_bytes - symbols->text_bytes, &function, &texts)) {
		return symbols_other(symbols);
	}
	symbols->text_bytes += ZSTR_LEN(texts);
	while (symbols->known.count <= number) {
		memset(hp_vector_add(&symbols->known), 0, sizeof(*symbols->known.rows));
	}
	symbol = &symbols->known.rows[number];
	hp_live_symbol_make(symbol, &function, ZSTR_VAL(texts));
	zend_string_release(texts);

	return symbol;
}

void hp_live_symbols_free(hp_live_symbols *symbols)
{
	for (uint32_t i = 0; i < symbols->known.count; i++) {
		hp_live_symbol_free(&symbols->known.rows[i]);
	}
	hp_vector_free(&symbols->known);
}
