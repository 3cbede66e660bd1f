/* stack_function.h: the functions of frames: reads them, and finds or adds them in the store.
 * is_own: the calling thread reads its own memory. All bodies are here, so that each way of walking
 * a stack is compiled for either. */
#ifndef HP_SAMPLER_STACK_FUNCTION_H
#define HP_SAMPLER_STACK_FUNCTION_H

#include "sampler/stack_memory.h"

/* Longer names and paths are cut. */
#define HP_STACK_FUNCTION_MAX_TEXT ((size_t) 65535)

/* Texts are hashed in pieces of this many bytes. */
#define HP_STACK_FUNCTION_PIECE ((size_t) 64)

/* The parts of a zend_string and of a zend_class_entry that are read. */
#define HP_STACK_FUNCTION_STRING_HEAD offsetof(zend_string, val)
#define HP_STACK_FUNCTION_CLASS_HEAD (offsetof(zend_class_entry, name) + sizeof(zend_string *))

/* Copies a text to *to and moves *to behind it. Returns true if all of it could be read. */
static zend_always_inline bool hp_stack_function_copy(
	hp_stack_walk *walk, bool is_own, char **to, const zend_string *from, size_t length)
{
	char *start = *to;

	*to += length;

	return from == NULL || hp_stack_memory_get(walk, is_own, start, ZSTR_VAL(from), length);
}

/* Sets *length to the length of a text, or to 0 for NULL. Fails if the text cannot be read, or is
 * not a string. The kernel may copy half of an address while the thread changes it; such an address
 * almost never leads to a string. */
static zend_always_inline bool hp_stack_function_length(
	hp_stack_walk *walk, bool is_own, const zend_string *text, uint32_t *length)
{
	zend_string buffer;
	const zend_string *head;

	*length = 0;
	if (text == NULL) {
		return true;
	}
	head = hp_stack_memory_view(walk, is_own, &buffer, text, HP_STACK_FUNCTION_STRING_HEAD);
	if (head == NULL || (!is_own && !hp_string_may_begin(&head->gc))) {
		return false;
	}
	*length = (uint32_t) MIN(ZSTR_LEN(head), HP_STACK_FUNCTION_MAX_TEXT);

	return true;
}

static zend_always_inline bool hp_stack_function_hash(
	hp_stack_walk *walk, bool is_own, uint64_t *key, const zend_string *text)
{
	uint64_t buffer[HP_STACK_FUNCTION_PIECE / sizeof(uint64_t)];
	uint32_t length;

	if (!hp_stack_function_length(walk, is_own, text, &length)) {
		return false;
	}
	*key = hp_table_mix(*key, length);
	if (text == NULL) {
		return true;
	}
	for (size_t at = 0; at < length; at += HP_STACK_FUNCTION_PIECE) {
		size_t bytes = MIN(HP_STACK_FUNCTION_PIECE, length - at);

		memset(buffer, 0, sizeof(buffer));
		if (!hp_stack_memory_get(walk, is_own, buffer, ZSTR_VAL(text) + at, bytes)) {
			return false;
		}
		for (size_t i = 0; i * sizeof(uint64_t) < bytes; i++) {
			*key = hp_table_mix(*key, buffer[i]);
		}
	}

	return true;
}

static zend_always_inline bool hp_stack_function_class_name(
	hp_stack_walk *walk, bool is_own, const zend_class_entry *scope, const zend_string **name)
{
	zend_class_entry buffer;

	if (scope != NULL) {
		scope = hp_stack_memory_view(walk, is_own, &buffer, scope, HP_STACK_FUNCTION_CLASS_HEAD);
		if (scope == NULL) {
			return false;
		}
		*name = scope->name;
	}

	return true;
}

/* Finds a function in the store, or adds it with its texts. The caller has set its key, kind and
 * line. */
static zend_always_inline uint32_t hp_stack_function_add(hp_stack_walk *walk, bool is_own,
	hp_sample_function *added, const zend_class_entry *scope, const zend_string *name,
	const zend_string *file)
{
	uint32_t index = hp_sample_store_find(walk->store, added->key);
	const zend_string *class_name = NULL;
	char *room;

	if (EXPECTED(index != HP_SAMPLE_NONE)) {
		return index;
	}
	if (!hp_stack_function_class_name(walk, is_own, scope, &class_name) ||
		!hp_stack_function_length(walk, is_own, class_name, &added->class_length) ||
		!hp_stack_function_length(walk, is_own, name, &added->name_length) ||
		!hp_stack_function_length(walk, is_own, file, &added->file_length)) {
		return HP_SAMPLE_NONE;
	}
	room = hp_sample_store_text_room(
		walk->store, (size_t) added->class_length + added->name_length + added->file_length);
	if (room == NULL ||
		!hp_stack_function_copy(walk, is_own, &room, class_name, added->class_length) ||
		!hp_stack_function_copy(walk, is_own, &room, name, added->name_length) ||
		!hp_stack_function_copy(walk, is_own, &room, file, added->file_length)) {
		return HP_SAMPLE_NONE;
	}

	return hp_sample_store_add_function(walk->store, added);
}

/* Functions with a name live until the request ends and have keys from addresses. Closures and
 * the code of files come and go, and have keys from names and lines. */
static zend_always_inline bool hp_stack_function_is_lasting(const zend_function *function)
{
	return function->common.function_name != NULL &&
		!(function->common.fn_flags &
			(ZEND_ACC_CLOSURE | ZEND_ACC_FAKE_CLOSURE | ZEND_ACC_CALL_VIA_TRAMPOLINE));
}

static zend_always_inline bool hp_stack_function_key(
	hp_stack_walk *walk, bool is_own, const zend_function *function, uint64_t *key)
{
	bool is_user = function->type != ZEND_INTERNAL_FUNCTION;

	*key = hp_table_mix(function->type, (uintptr_t) function->common.scope);
	if (EXPECTED(hp_stack_function_is_lasting(function))) {
		*key = hp_table_mix(*key, (uintptr_t) function->common.function_name);
		*key = hp_table_mix(*key, is_user ? (uintptr_t) function->op_array.opcodes : 0);
		return true;
	}
	*key = hp_table_mix(*key, is_user ? function->op_array.line_start : 0);

	return hp_stack_function_hash(walk, is_own, key, function->common.function_name) &&
		(!is_user || hp_stack_function_hash(walk, is_own, key, function->op_array.filename));
}

static zend_always_inline hp_sample_kind hp_stack_function_kind(const zend_function *function)
{
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return HP_SAMPLE_INTERNAL;
	}
	if (function->common.function_name != NULL) {
		return HP_SAMPLE_USER;
	}

	return function->type == ZEND_EVAL_CODE ? HP_SAMPLE_EVAL : HP_SAMPLE_FILE;
}

static zend_always_inline uint32_t hp_stack_function_of(
	hp_stack_walk *walk, bool is_own, const zend_function *function)
{
	hp_sample_function added = {0, 0, 0, 0, 0, 0, hp_stack_function_kind(function)};

	if (!hp_stack_function_key(walk, is_own, function, &added.key)) {
		return HP_SAMPLE_NONE;
	}
	if (!is_own && walk->has_links && !hp_stack_function_is_lasting(function)) {
		walk->links[walk->linked - 1].key = added.key;
	}
	if (added.kind == HP_SAMPLE_USER) {
		added.line = function->op_array.line_start;
	}

	return hp_stack_function_add(walk, is_own, &added, function->common.scope,
		function->common.function_name,
		added.kind == HP_SAMPLE_INTERNAL ? NULL : function->op_array.filename);
}

/* The function of a frame, in place or copied as far as its type reaches; NULL: not readable. */
static zend_always_inline const zend_function *hp_stack_function_view(
	hp_stack_walk *walk, bool is_own, hp_stack_buffers *buffers, const zend_function *function)
{
	const zend_function *common = hp_stack_memory_view(
		walk, is_own, &buffers->function, function, offsetof(zend_op_array, cache_size));

	if (common == NULL) {
		return NULL;
	}
	if (common->type == ZEND_INTERNAL_FUNCTION) {
		return common;
	}
	if (common->type != ZEND_USER_FUNCTION && common->type != ZEND_EVAL_CODE) {
		return NULL;
	}

	return hp_stack_memory_view(walk, is_own, &buffers->function, function, sizeof(zend_op_array));
}

/* The instruction if it is one of the function's, else NULL. In a frame just entered, EX(opline)
 * may be anything. */
static zend_always_inline const zend_op *hp_stack_function_instruction(hp_stack_walk *walk,
	bool is_own, hp_stack_buffers *buffers, const zend_op_array *code, const zend_op *instruction)
{
	if (instruction < code->opcodes || instruction >= code->opcodes + code->last) {
		return NULL;
	}

	return hp_stack_memory_view(
		walk, is_own, &buffers->instruction, instruction, sizeof(*instruction));
}

static zend_always_inline bool hp_stack_function_push(
	hp_stack_walk *walk, uint32_t function, uint32_t line)
{
	if (function == HP_SAMPLE_NONE) {
		return false;
	}
	walk->store->frames[walk->count].function = function;
	walk->store->frames[walk->count].line = line;
	walk->count++;

	return true;
}

/* Sets *file to the file that is being compiled, or to NULL if none is. Fails if it cannot be
 * read. */
static zend_always_inline bool hp_stack_function_get_compiled(
	hp_stack_walk *walk, bool is_own, const zend_string **file)
{
	bool is_compiling;

	if (!hp_stack_memory_get(
			walk, is_own, &is_compiling, walk->is_compiling, sizeof(is_compiling)) ||
		!hp_stack_memory_get(walk, is_own, file, walk->compiled_file, sizeof(*file))) {
		return false;
	}
	if (!is_compiling) {
		*file = NULL;
	}

	return true;
}

/* True for the frame at the bottom of a fiber. Below it is the frame that started or resumed the
 * fiber. */
static inline bool hp_stack_function_is_bottom(const zend_function *function)
{
	return function->type == ZEND_INTERNAL_FUNCTION && function->common.function_name == NULL;
}

static inline bool hp_stack_function_is_call(const zend_op *instruction)
{
	return instruction->opcode == ZEND_DO_FCALL || instruction->opcode == ZEND_DO_ICALL ||
		instruction->opcode == ZEND_DO_UCALL || instruction->opcode == ZEND_DO_FCALL_BY_NAME;
}

#endif /* HP_SAMPLER_STACK_FUNCTION_H */
