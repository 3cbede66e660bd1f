#include "attach/functions.h"

#include "base/table.h"
#include "sampler/stack_walk.h"
#include "sampler/store.h"

#ifdef __linux__

# include <stdlib.h>

/* A ring has no more functions. */
# define FUNCTIONS_PLACES (4 * HP_LIVE_FUNCTIONS)
# define FUNCTIONS_MOST (2 * HP_LIVE_FUNCTIONS)

/* A name beyond that is cut. */
# define FUNCTIONS_TEXT_BYTES 1024

zend_result hp_attach_functions_init(hp_attach_functions *functions)
{
	functions->rows = calloc(FUNCTIONS_PLACES, sizeof(*functions->rows));
	functions->count = 0;

	return functions->rows == NULL ? FAILURE : SUCCESS;
}

void hp_attach_functions_free(hp_attach_functions *functions)
{
	free(functions->rows);
	functions->rows = NULL;
}

static hp_attach_function *functions_place(const hp_attach_functions *functions, uintptr_t address)
{
	uint32_t at = (uint32_t) (hp_table_mix(address, 0) >> 20) % FUNCTIONS_PLACES;

	while (functions->rows[at].address != 0 && functions->rows[at].address != address) {
		at = (at + 1) % FUNCTIONS_PLACES;
	}

	return &functions->rows[at];
}

const hp_attach_function *hp_attach_functions_find(
	const hp_attach_functions *functions, uintptr_t address)
{
	const hp_attach_function *found = functions_place(functions, address);

	return found->address == 0 ? NULL : found;
}

/* As its memory says, but for the name's hash. */
static hp_attach_function functions_parse(
	const hp_attach_layout *layout, uintptr_t address, const char *bytes)
{
	hp_attach_function function = {.address = address,
		.name = hp_attach_pointer(bytes, layout->function_name),
		.scope = hp_attach_pointer(bytes, layout->function_scope),
		.type = (uint8_t) bytes[0]};

	if (function.type != ZEND_INTERNAL_FUNCTION) {
		function.file = hp_attach_pointer(bytes, layout->code_filename);
		function.opcodes = hp_attach_pointer(bytes, layout->code_opcodes);
		function.opcodes_count = hp_attach_number(bytes, layout->code_last);
		function.line = hp_attach_number(bytes, layout->code_line_start);
	}

	return function;
}

static bool functions_is_same(const hp_attach_function *known, const hp_attach_function *found)
{
	return known->name == found->name && known->scope == found->scope &&
		known->file == found->file && known->opcodes == found->opcodes &&
		known->opcodes_count == found->opcodes_count && known->line == found->line &&
		known->type == found->type;
}

/* Appends the text of a string; FAILURE: it is none. */
static zend_result functions_append(
	const hp_attach_process *process, uintptr_t string, char *text, uint16_t *length)
{
	const hp_attach_layout *layout = process->layout;
	uint64_t bytes;

	*length = 0;
	if (string == 0) {
		return SUCCESS;
	}
	if (!hp_attach_read(process->pid, string + layout->string_length, &bytes, sizeof(bytes)) ||
		bytes > (1 << 20)) {
		return FAILURE;
	}
	bytes = MIN(bytes, FUNCTIONS_TEXT_BYTES);
	*length = (uint16_t) bytes;

	return bytes == 0 || hp_attach_read(process->pid, string + layout->string_text, text, bytes)
		? SUCCESS
		: FAILURE;
}

static hp_sample_kind functions_kind(const hp_attach_function *function)
{
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return HP_SAMPLE_INTERNAL;
	}
	if (function->type == ZEND_EVAL_CODE) {
		return HP_SAMPLE_EVAL;
	}

	return function->name != 0 ? HP_SAMPLE_USER : HP_SAMPLE_FILE;
}

/* Since PHP 8.4 a closure's name contains its place. It is cut off: readers add file and line. */
static uint16_t functions_closure(char *name, uint16_t length)
{
	static const char with_place[] = "{closure:", plain[] = "{closure}";

	if (length < sizeof(plain) || memcmp(name, with_place, sizeof(with_place) - 1) != 0) {
		return length;
	}
	memcpy(name, plain, sizeof(plain) - 1);

	return sizeof(plain) - 1;
}

/* By its texts, in the ring. FAILURE: they cannot be read. */
static zend_result functions_name(
	hp_attach_function *function, const hp_attach_process *process, hp_live_ring *ring)
{
	char text[3 * FUNCTIONS_TEXT_BYTES];
	hp_live_function named = {.line = function->name != 0 ? function->line : 0,
		.kind = (uint16_t) functions_kind(function)};
	uintptr_t class_name = 0;

	if (function->scope != 0 &&
		!hp_attach_read(process->pid, function->scope + process->layout->class_name, &class_name,
			sizeof(class_name))) {
		return FAILURE;
	}
	if (functions_append(process, class_name, text, &named.class_length) == FAILURE ||
		functions_append(process, function->name, text + named.class_length, &named.name_length) ==
			FAILURE) {
		return FAILURE;
	}
	function->is_destructor = function->scope != 0 &&
		zend_binary_strcasecmp(text + named.class_length, named.name_length,
			ZEND_STRL(ZEND_DESTRUCTOR_FUNC_NAME)) == 0;
	named.name_length = functions_closure(text + named.class_length, named.name_length);
	if (functions_append(process, function->file, text + named.class_length + named.name_length,
			&named.file_length) == FAILURE) {
		return FAILURE;
	}
	function->number = hp_live_ring_function(ring, &named, text);

	return SUCCESS;
}

static bool functions_is_type(uint8_t type)
{
	return type == ZEND_INTERNAL_FUNCTION || type == ZEND_USER_FUNCTION || type == ZEND_EVAL_CODE;
}

const hp_attach_function *hp_attach_functions_get(hp_attach_functions *functions,
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t address, const char *bytes,
	uint64_t name_hash)
{
	hp_attach_function *known = functions_place(functions, address);
	hp_attach_function found = functions_parse(process->layout, address, bytes);

	if (!functions_is_type(found.type)) {
		return NULL;
	}
	if (known->address != 0 && functions_is_same(known, &found) && known->name_hash == name_hash) {
		return known;
	}
	if (found.name != 0 &&
		!hp_attach_read(process->pid, found.name + process->layout->string_hash, &found.name_hash,
			sizeof(found.name_hash))) {
		return NULL;
	}
	if (functions_name(&found, process, ring) == FAILURE) {
		return NULL;
	}
	if (known->address == 0 && ++functions->count > FUNCTIONS_MOST) {
		memset(functions->rows, 0, FUNCTIONS_PLACES * sizeof(*functions->rows));
		functions->count = 1;
		known = functions_place(functions, address);
	}
	*known = found;

	return known;
}

uint32_t hp_attach_functions_compiled(
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t file)
{
	char text[FUNCTIONS_TEXT_BYTES];
	hp_live_function named = {.kind = HP_SAMPLE_COMPILED};

	return functions_append(process, file, text, &named.file_length) == SUCCESS
		? hp_live_ring_function(ring, &named, text)
		: 0;
}

uint32_t hp_attach_functions_collector(hp_live_ring *ring)
{
	hp_live_function named = {
		.kind = HP_SAMPLE_INTERNAL, .name_length = sizeof(HP_STACK_WALK_GC) - 1};

	return hp_live_ring_function(ring, &named, HP_STACK_WALK_GC);
}

#endif
