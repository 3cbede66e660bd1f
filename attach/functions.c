#include "attach/functions.h"

#include "base/table.h"
#include "sampler/store.h"

#ifdef __linux__

# include <stdlib.h>

/* The places of the hash table, and how many of them may be in use. A ring has fewer functions. */
# define FUNCTIONS_PLACES (4 * HP_LIVE_FUNCTIONS)
# define FUNCTIONS_MOST (2 * HP_LIVE_FUNCTIONS)

/* Longer names are cut. */
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

	return found->address == 0 || found->is_doubtful ? NULL : found;
}

/* Adds the piece of memory that has a string's hash, to be read into a uint64_t. Returns 0 if there
 * is no string, else 1. */
static size_t functions_add_hash(
	const hp_attach_layout *layout, uintptr_t string, void *into, hp_attach_piece *piece)
{
	if (string == 0) {
		return 0;
	}
	*piece = (hp_attach_piece){string + layout->string_hash, into, sizeof(uint64_t)};

	return 1;
}

/* Adds the length and the end of a file's name that has no hash. */
static size_t functions_add_file(const hp_attach_function *known, const hp_attach_layout *layout,
	hp_attach_texts *texts, hp_attach_piece *pieces)
{
	uint64_t length = known->texts.file_length, bytes = MIN(length, HP_ATTACH_FILE_END);

	if (bytes == 0) {
		return 0;
	}
	pieces[0] = (hp_attach_piece){
		known->file + layout->string_length, &texts->file_length, sizeof(texts->file_length)};
	pieces[1] = (hp_attach_piece){
		known->file + layout->string_text + length - bytes, texts->file_end, (size_t) bytes};

	return 2;
}

size_t hp_attach_functions_pieces(const hp_attach_function *known, const hp_attach_layout *layout,
	hp_attach_texts *texts, hp_attach_piece *pieces)
{
	uintptr_t class_name = known->texts.class_name;
	size_t count = functions_add_hash(layout, known->name, &texts->name_hash, pieces);

	if (known->scope != 0) {
		pieces[count++] = (hp_attach_piece){
			known->scope + layout->class_name, &texts->class_name, sizeof(texts->class_name)};
	}
	count += functions_add_hash(layout, class_name, &texts->class_hash, pieces + count);
	count += functions_add_hash(layout, known->file, &texts->file_hash, pieces + count);

	return count + functions_add_file(known, layout, texts, pieces + count);
}

void hp_attach_functions_doubt(const hp_attach_functions *functions, uintptr_t address)
{
	hp_attach_function *known = functions_place(functions, address);

	known->is_doubtful = known->address != 0;
}

/* Makes a function from a copy of its memory, but without its texts. */
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

static bool functions_is_same_texts(const hp_attach_texts *known, const hp_attach_texts *found)
{
	return known->class_name == found->class_name && known->name_hash == found->name_hash &&
		known->class_hash == found->class_hash && known->file_hash == found->file_hash &&
		known->file_length == found->file_length &&
		memcmp(known->file_end, found->file_end, sizeof(known->file_end)) == 0;
}

static bool functions_is_same(const hp_attach_function *known, const hp_attach_function *found)
{
	return !known->is_doubtful && known->name == found->name && known->scope == found->scope &&
		known->file == found->file && known->opcodes == found->opcodes &&
		known->opcodes_count == found->opcodes_count && known->line == found->line &&
		known->type == found->type;
}

/* Appends the text of a string, or nothing for address 0. FAILURE: there is no string at the
 * address. The kernel may copy an address in parts, while the process changes it. */
static zend_result functions_append(
	const hp_attach_process *process, uintptr_t string, char *text, uint16_t *length)
{
	const hp_attach_layout *layout = process->layout;
	zend_refcounted_h head; /* it is the same in all versions */
	uint64_t bytes;

	*length = 0;
	if (string == 0) {
		return SUCCESS;
	}
	if (!hp_attach_read(process->memory, string, &head, sizeof(head)) ||
		!hp_string_may_begin(&head) ||
		!hp_attach_read(process->memory, string + layout->string_length, &bytes, sizeof(bytes)) ||
		bytes > (1 << 20)) {
		return FAILURE;
	}
	bytes = MIN(bytes, FUNCTIONS_TEXT_BYTES);
	*length = (uint16_t) bytes;

	return bytes == 0 || hp_attach_read(process->memory, string + layout->string_text, text, bytes)
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

size_t hp_attach_functions_closure(char *name, size_t length)
{
	static const char with_place[] = "{closure:", plain[] = "{closure}";

	if (length < sizeof(plain) || memcmp(name, with_place, sizeof(with_place) - 1) != 0) {
		return length;
	}
	memcpy(name, plain, sizeof(plain) - 1);

	return sizeof(plain) - 1;
}

/* Reads the pointers and the length that the pieces depend on. Returns false if they cannot be
 * read. */
static bool functions_read_pointers(hp_attach_function *function, const hp_attach_process *process)
{
	const hp_attach_layout *layout = process->layout;
	hp_attach_texts *texts = &function->texts;

	if (function->scope != 0 &&
		!hp_attach_read(process->memory, function->scope + layout->class_name, &texts->class_name,
			sizeof(texts->class_name))) {
		return false;
	}
	if (function->file == 0) {
		return true;
	}

	return hp_attach_read(process->memory, function->file + layout->string_hash, &texts->file_hash,
			   sizeof(texts->file_hash)) &&
		(texts->file_hash != 0 ||
			hp_attach_read(process->memory, function->file + layout->string_length,
				&texts->file_length, sizeof(texts->file_length)));
}

/* Reads what identifies a function's names. FAILURE: it cannot be read. */
static zend_result functions_read_texts(
	const hp_attach_function *function, const hp_attach_process *process, hp_attach_texts *texts)
{
	hp_attach_function asked = *function;
	hp_attach_piece pieces[HP_ATTACH_TEXT_PIECES];
	size_t count;

	*texts = (hp_attach_texts){.class_name = 0};
	asked.texts = *texts;
	if (!functions_read_pointers(&asked, process)) {
		return FAILURE;
	}
	count = hp_attach_functions_pieces(&asked, process->layout, texts, pieces);

	return hp_attach_read_pieces(process->memory, pieces, count) == count &&
			texts->class_name == asked.texts.class_name
		? SUCCESS
		: FAILURE;
}

/* Reads the names of a function, and gets its number in the ring by them. FAILURE: they cannot be
 * read. */
static zend_result functions_name(
	hp_attach_function *function, const hp_attach_process *process, hp_live_ring *ring)
{
	char text[3 * FUNCTIONS_TEXT_BYTES];
	hp_live_function named = {.line = function->name != 0 ? function->line : 0,
		.kind = (uint16_t) functions_kind(function)};

	if (functions_append(process, function->texts.class_name, text, &named.class_length) ==
			FAILURE ||
		functions_append(process, function->name, text + named.class_length, &named.name_length) ==
			FAILURE) {
		return FAILURE;
	}
	function->is_destructor = function->scope != 0 &&
		zend_binary_strcasecmp(text + named.class_length, named.name_length,
			ZEND_STRL(ZEND_DESTRUCTOR_FUNC_NAME)) == 0;
	named.name_length =
		(uint16_t) hp_attach_functions_closure(text + named.class_length, named.name_length);
	if (functions_append(process, function->file, text + named.class_length + named.name_length,
			&named.file_length) == FAILURE) {
		return FAILURE;
	}
	function->number = hp_live_ring_function(ring, &named, text);

	return SUCCESS;
}

/* Reads the hashes both before and after the names. If they are the same, they are those of the
 * names; otherwise another request may have begun in between. */
static zend_result functions_find_texts(
	hp_attach_function *function, const hp_attach_process *process, hp_live_ring *ring)
{
	hp_attach_texts after;

	return functions_read_texts(function, process, &function->texts) == SUCCESS &&
			functions_name(function, process, ring) == SUCCESS &&
			functions_read_texts(function, process, &after) == SUCCESS &&
			functions_is_same_texts(&after, &function->texts)
		? SUCCESS
		: FAILURE;
}

static bool functions_is_type(uint8_t type)
{
	return type == ZEND_INTERNAL_FUNCTION || type == ZEND_USER_FUNCTION || type == ZEND_EVAL_CODE;
}

const hp_attach_function *hp_attach_functions_get(hp_attach_functions *functions,
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t address, const char *bytes,
	const hp_attach_texts *texts)
{
	hp_attach_function *known = functions_place(functions, address);
	hp_attach_function found = functions_parse(process->layout, address, bytes);

	if (!functions_is_type(found.type)) {
		return NULL;
	}
	if (known->address != 0 && functions_is_same(known, &found) &&
		functions_is_same_texts(&known->texts, texts)) {
		return known;
	}
	if (functions_find_texts(&found, process, ring) == FAILURE) {
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

uint32_t hp_attach_functions_named(hp_live_ring *ring, const char *name)
{
	hp_live_function named = {.kind = HP_SAMPLE_INTERNAL, .name_length = (uint16_t) strlen(name)};

	return hp_live_ring_function(ring, &named, name);
}

#endif
