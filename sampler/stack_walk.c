/* REG_R14 and REG_R15 need this. */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif

#include "sampler/stack_walk.h"

#include "base/peek.h"
#include "base/vector.h"
#include "sampler/own_code.h"

#include "Zend/zend_fibers.h"
#include "Zend/zend_generators.h"
#include "Zend/zend_vm.h"
#if PHP_VERSION_ID >= 80400
# include "Zend/zend_frameless_function.h"
#endif

#ifdef __linux__
# include <ucontext.h>
# include <unistd.h>
#endif

/* Nothing lives at lower addresses. */
#define STACK_WALK_LOWEST ((uintptr_t) 65536)

/* Longer names and paths are cut. */
#define STACK_WALK_MAX_TEXT ((size_t) 65535)

/* Texts are hashed in pieces of this many bytes. */
#define STACK_WALK_PIECE ((size_t) 64)

/* While another thread's pages are read, a check after this many asks whether it has run. */
#define STACK_WALK_PAGES_AT_ONCE 16u

/* The key of the function that stands for the profiler. Others are hashes. */
#define STACK_WALK_PROFILER 1u

/* The first value that is hashed into the key of a label. */
#define STACK_WALK_LABEL 2u

/* The parts of a zend_string and of a zend_class_entry that are read. */
#define STACK_WALK_STRING_HEAD offsetof(zend_string, val)
#define STACK_WALK_CLASS_HEAD (offsetof(zend_class_entry, name) + sizeof(zend_string *))

/* Copies of another thread's structures. */
typedef struct stack_walk_buffers {
	zend_execute_data frame;
	zend_function function;
	zend_op instruction;
	zend_function frameless;
} stack_walk_buffers;

/* The frame that called the garbage collector; NULL: it is not running. */
static HP_OF_THREAD const zend_execute_data *stack_walk_collecting;

/* Stands for a collection that no function called, as at the end of the request. */
static const zend_execute_data stack_walk_no_frame;

static zend_string *stack_walk_gc_name;

void hp_stack_walk_startup(void)
{
	stack_walk_gc_name = zend_string_init_interned(ZEND_STRL(HP_STACK_WALK_GC), true);
}

const zend_execute_data *hp_stack_walk_begin_gc(const zend_execute_data *caller)
{
	const zend_execute_data *outer = stack_walk_collecting;

	if (outer == NULL) {
		HP_SHARED_WRITE(&stack_walk_collecting, caller == NULL ? &stack_walk_no_frame : caller);
	}

	return outer;
}

void hp_stack_walk_end_gc(const zend_execute_data *outer)
{
	HP_SHARED_WRITE(&stack_walk_collecting, outer);
}

#ifdef __linux__

static ssize_t stack_walk_peek(const hp_stack_walk *walk, const struct iovec *here,
	const struct iovec *there, unsigned long count)
{
	return walk->is_beside ? hp_peek_own_pieces(&walk->own, here, there, count)
						   : hp_peek_pieces(getpid(), here, there, count);
}

#endif

/* Reads memory that may be unmapped at any moment. */
static bool stack_walk_read_raw(const hp_stack_walk *walk, void *to, const void *from, size_t bytes)
{
#ifdef __linux__
	struct iovec here = {to, bytes}, there = {(void *) from, bytes};

	return stack_walk_peek(walk, &here, &there, 1) == (ssize_t) bytes;
#else
	return false;
#endif
}

bool hp_stack_walk_can_read(void)
{
#ifdef __linux__
	uint64_t there = 0x7868707266, here = 0;

	return hp_peek(getpid(), &there, &here, sizeof(here)) && here == there;
#else
	return false;
#endif
}

static void stack_walk_set_beside(hp_stack_walk *walk, bool is_beside)
{
#ifdef __linux__
	walk->is_beside = is_beside;
#endif
}

/* True if the thread of hp_stack_walk_other() has run since the walk began. A system without
 * sources has no clock for another thread, and no thread that would read its stack. */
static bool stack_walk_has_run(const hp_stack_walk *walk)
{
#ifdef HP_SAMPLE_HAS_SOURCES
	return hp_sample_source_cpu_ns(walk->other) != walk->other_cpu_ns;
#else
	return false;
#endif
}

/* Fails if the other thread has run, or if the memory cannot be read. */
static bool stack_walk_read_page(hp_stack_walk *walk, void *to, uintptr_t address)
{
	return (walk->other == NULL || ++walk->reads % STACK_WALK_PAGES_AT_ONCE != 0 ||
			   !stack_walk_has_run(walk)) &&
		stack_walk_read_raw(walk, to, (const void *) address, HP_STACK_WALK_PAGE_BYTES);
}

static hp_stack_walk_page *stack_walk_slot(hp_stack_walk *walk, uintptr_t page)
{
	return &walk->pages[page / HP_STACK_WALK_PAGE_BYTES % HP_STACK_WALK_PAGES];
}

/* The copy of a page that was read in this walk; NULL: it was not read, or another one took its
 * slot. */
static const hp_stack_walk_page *stack_walk_page_read(hp_stack_walk *walk, uintptr_t page)
{
	hp_stack_walk_page *slot = stack_walk_slot(walk, page);

	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		if (walk->copies[i].address == page) {
			return &walk->copies[i];
		}
	}
	if (slot->address != page) {
		return NULL;
	}
	slot->walk = walk->walks;

	return slot;
}

/* The page that has this address, read now if need be; NULL: it cannot be read. */
static const hp_stack_walk_page *stack_walk_page(hp_stack_walk *walk, uintptr_t address)
{
	uintptr_t start = address - address % HP_STACK_WALK_PAGE_BYTES;
	const hp_stack_walk_page *read = stack_walk_page_read(walk, start);
	hp_stack_walk_page *slot;

	if (EXPECTED(read != NULL)) {
		return read;
	}
	slot = stack_walk_slot(walk, start);
	slot->address = stack_walk_read_page(walk, slot->bytes, start) ? start : 0;
	slot->walk = walk->walks;

	return slot->address == 0 ? NULL : slot;
}

/* Begins a walk by another thread: reads the pages of the last walk again with one call, as most
 * walks need the same ones. */
static void stack_walk_read_pages(hp_stack_walk *walk)
{
#ifdef __linux__
	struct iovec here[HP_STACK_WALK_PAGES], there[HP_STACK_WALK_PAGES];
	hp_stack_walk_page *pages[HP_STACK_WALK_PAGES];
	unsigned long count = 0;
	ssize_t bytes;

	walk->walks++;
	for (int i = 0; i < HP_STACK_WALK_PAGES; i++) {
		hp_stack_walk_page *page = &walk->pages[i];

		if (page->address != 0 && page->walk + 1 != walk->walks) {
			page->address = 0;
		} else if (page->address != 0) {
			here[count] = (struct iovec){page->bytes, sizeof(page->bytes)};
			there[count] = (struct iovec){(void *) page->address, sizeof(page->bytes)};
			pages[count++] = page;
		}
	}
	bytes = count == 0 ? 0 : stack_walk_peek(walk, here, there, count);
	for (unsigned long i = 0; i < count; i++) {
		if (bytes < (ssize_t) ((i + 1) * HP_STACK_WALK_PAGE_BYTES)) {
			pages[i]->address = 0;
		}
	}
#endif
}

static bool stack_walk_read(hp_stack_walk *walk, void *to, const void *from, size_t bytes)
{
	uintptr_t address = (uintptr_t) from;
	char *end = to;

	while (bytes > 0) {
		size_t start = address % HP_STACK_WALK_PAGE_BYTES;
		size_t here = MIN(bytes, HP_STACK_WALK_PAGE_BYTES - start);
		const hp_stack_walk_page *page = stack_walk_page(walk, address);

		if (page == NULL) {
			return false;
		}
		memcpy(end, page->bytes + start, here);
		end += here;
		address += here;
		bytes -= here;
	}

	return true;
}

/* Copies memory. is_own: it is the calling thread's, and known to be there. */
static zend_always_inline bool stack_walk_get(
	hp_stack_walk *walk, bool is_own, void *to, const void *from, size_t bytes)
{
	if (is_own) {
		memcpy(to, from, bytes);
		return true;
	}

	return stack_walk_read(walk, to, from, bytes);
}

/* True if an address that was read can be that of a frame, a function or a text. If the thread
 * changed the memory while it was read, the address may be garbage. */
static zend_always_inline bool stack_walk_is_pointer(const void *address)
{
	return EXPECTED((uintptr_t) address >= STACK_WALK_LOWEST) &&
		EXPECTED(((uintptr_t) address & 7) == 0);
}

/* The memory at an address, in place or as a copy in the buffer; NULL: not readable. */
static zend_always_inline const void *stack_walk_view(
	hp_stack_walk *walk, bool is_own, void *buffer, const void *from, size_t bytes)
{
	if (!stack_walk_is_pointer(from)) {
		return NULL;
	}
	if (is_own) {
		return from;
	}

	return stack_walk_read(walk, buffer, from, bytes) ? buffer : NULL;
}

/* Copies a text to *to and moves *to behind it. Returns true if all of it could be read. */
static zend_always_inline bool stack_walk_copy(
	hp_stack_walk *walk, bool is_own, char **to, const zend_string *from, size_t length)
{
	char *start = *to;

	*to += length;

	return from == NULL || stack_walk_get(walk, is_own, start, ZSTR_VAL(from), length);
}

/* Sets *length to the length of a text, or to 0 for NULL. Fails if the text cannot be read, or is
 * not a string. The kernel may copy half of an address while the thread changes it; such an address
 * almost never leads to a string. */
static zend_always_inline bool stack_walk_length(
	hp_stack_walk *walk, bool is_own, const zend_string *text, uint32_t *length)
{
	zend_string buffer;
	const zend_string *head;

	*length = 0;
	if (text == NULL) {
		return true;
	}
	head = stack_walk_view(walk, is_own, &buffer, text, STACK_WALK_STRING_HEAD);
	if (head == NULL || (!is_own && !hp_string_may_begin(&head->gc))) {
		return false;
	}
	*length = (uint32_t) MIN(ZSTR_LEN(head), STACK_WALK_MAX_TEXT);

	return true;
}

static zend_always_inline bool stack_walk_hash(
	hp_stack_walk *walk, bool is_own, uint64_t *key, const zend_string *text)
{
	uint64_t buffer[STACK_WALK_PIECE / sizeof(uint64_t)];
	uint32_t length;

	if (!stack_walk_length(walk, is_own, text, &length)) {
		return false;
	}
	*key = hp_table_mix(*key, length);
	if (text == NULL) {
		return true;
	}
	for (size_t at = 0; at < length; at += STACK_WALK_PIECE) {
		size_t bytes = MIN(STACK_WALK_PIECE, length - at);

		memset(buffer, 0, sizeof(buffer));
		if (!stack_walk_get(walk, is_own, buffer, ZSTR_VAL(text) + at, bytes)) {
			return false;
		}
		for (size_t i = 0; i * sizeof(uint64_t) < bytes; i++) {
			*key = hp_table_mix(*key, buffer[i]);
		}
	}

	return true;
}

static zend_always_inline bool stack_walk_class_name(
	hp_stack_walk *walk, bool is_own, const zend_class_entry *scope, const zend_string **name)
{
	zend_class_entry buffer;

	if (scope != NULL) {
		scope = stack_walk_view(walk, is_own, &buffer, scope, STACK_WALK_CLASS_HEAD);
		if (scope == NULL) {
			return false;
		}
		*name = scope->name;
	}

	return true;
}

/* Finds a function in the store, or adds it with its texts. The caller has set its key, kind and
 * line. */
static zend_always_inline uint32_t stack_walk_add(hp_stack_walk *walk, bool is_own,
	hp_sample_function *added, const zend_class_entry *scope, const zend_string *name,
	const zend_string *file)
{
	uint32_t index = hp_sample_store_find(walk->store, added->key);
	const zend_string *class_name = NULL;
	char *room;

	if (EXPECTED(index != HP_SAMPLE_NONE)) {
		return index;
	}
	if (!stack_walk_class_name(walk, is_own, scope, &class_name) ||
		!stack_walk_length(walk, is_own, class_name, &added->class_length) ||
		!stack_walk_length(walk, is_own, name, &added->name_length) ||
		!stack_walk_length(walk, is_own, file, &added->file_length)) {
		return HP_SAMPLE_NONE;
	}
	room = hp_sample_store_text_room(
		walk->store, (size_t) added->class_length + added->name_length + added->file_length);
	if (room == NULL || !stack_walk_copy(walk, is_own, &room, class_name, added->class_length) ||
		!stack_walk_copy(walk, is_own, &room, name, added->name_length) ||
		!stack_walk_copy(walk, is_own, &room, file, added->file_length)) {
		return HP_SAMPLE_NONE;
	}

	return hp_sample_store_add_function(walk->store, added);
}

/* Functions with a name live until the request ends and have keys from addresses. Closures and
 * the code of files come and go, and have keys from names and lines. */
static zend_always_inline bool stack_walk_is_lasting(const zend_function *function)
{
	return function->common.function_name != NULL &&
		!(function->common.fn_flags &
			(ZEND_ACC_CLOSURE | ZEND_ACC_FAKE_CLOSURE | ZEND_ACC_CALL_VIA_TRAMPOLINE));
}

static zend_always_inline bool stack_walk_key(
	hp_stack_walk *walk, bool is_own, const zend_function *function, uint64_t *key)
{
	bool is_user = function->type != ZEND_INTERNAL_FUNCTION;

	*key = hp_table_mix(function->type, (uintptr_t) function->common.scope);
	if (EXPECTED(stack_walk_is_lasting(function))) {
		*key = hp_table_mix(*key, (uintptr_t) function->common.function_name);
		*key = hp_table_mix(*key, is_user ? (uintptr_t) function->op_array.opcodes : 0);
		return true;
	}
	*key = hp_table_mix(*key, is_user ? function->op_array.line_start : 0);

	return stack_walk_hash(walk, is_own, key, function->common.function_name) &&
		(!is_user || stack_walk_hash(walk, is_own, key, function->op_array.filename));
}

static zend_always_inline hp_sample_kind stack_walk_kind(const zend_function *function)
{
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return HP_SAMPLE_INTERNAL;
	}
	if (function->common.function_name != NULL) {
		return HP_SAMPLE_USER;
	}

	return function->type == ZEND_EVAL_CODE ? HP_SAMPLE_EVAL : HP_SAMPLE_FILE;
}

static zend_always_inline uint32_t stack_walk_function(
	hp_stack_walk *walk, bool is_own, const zend_function *function)
{
	hp_sample_function added = {0, 0, 0, 0, 0, 0, stack_walk_kind(function)};

	if (!stack_walk_key(walk, is_own, function, &added.key)) {
		return HP_SAMPLE_NONE;
	}
	if (!is_own && walk->has_links && !stack_walk_is_lasting(function)) {
		walk->links[walk->linked - 1].key = added.key;
	}
	if (added.kind == HP_SAMPLE_USER) {
		added.line = function->op_array.line_start;
	}

	return stack_walk_add(walk, is_own, &added, function->common.scope,
		function->common.function_name,
		added.kind == HP_SAMPLE_INTERNAL ? NULL : function->op_array.filename);
}

/* The function of a frame, in place or copied as far as its type reaches; NULL: not readable. */
static zend_always_inline const zend_function *stack_walk_view_function(
	hp_stack_walk *walk, bool is_own, stack_walk_buffers *buffers, const zend_function *function)
{
	const zend_function *common = stack_walk_view(
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

	return stack_walk_view(walk, is_own, &buffers->function, function, sizeof(zend_op_array));
}

/* The instruction if it is one of the function's, else NULL. In a frame just entered, EX(opline)
 * may be anything. */
static zend_always_inline const zend_op *stack_walk_instruction(hp_stack_walk *walk, bool is_own,
	stack_walk_buffers *buffers, const zend_op_array *code, const zend_op *instruction)
{
	if (instruction < code->opcodes || instruction >= code->opcodes + code->last) {
		return NULL;
	}

	return stack_walk_view(walk, is_own, &buffers->instruction, instruction, sizeof(*instruction));
}

static zend_always_inline bool stack_walk_push(
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

#if PHP_VERSION_ID >= 80400
/* The frameless function with that number. NULL: none has it, because the instruction was
 * overwritten while it was read. The engine does not export how many there are. */
static const zend_function *stack_walk_frameless(uint32_t number)
{
	for (uint32_t i = 0; zend_flf_handlers != NULL && zend_flf_handlers[i] != NULL; i++) {
		if (i == number) {
			return zend_flf_functions[number];
		}
	}

	return NULL;
}
#endif

/* Adds the frameless function that the innermost function's instruction calls, if it calls one. */
static zend_always_inline bool stack_walk_push_frameless(
	hp_stack_walk *walk, bool is_own, stack_walk_buffers *buffers, const zend_op *instruction)
{
#if PHP_VERSION_ID >= 80400
	if (instruction->opcode >= ZEND_FRAMELESS_ICALL_0 &&
		instruction->opcode <= ZEND_FRAMELESS_ICALL_3) {
		const zend_function *function = stack_walk_frameless(instruction->extended_value);

		function = function == NULL ? NULL
									: stack_walk_view(walk, is_own, &buffers->frameless, function,
										  sizeof(zend_internal_function));

		return function != NULL &&
			stack_walk_push(walk, stack_walk_function(walk, is_own, function), 0);
	}
#endif
	return true;
}

static zend_always_inline bool stack_walk_push_file(
	hp_stack_walk *walk, bool is_own, const zend_string *file)
{
	hp_sample_function added = {HP_SAMPLE_COMPILED, 0, 0, 0, 0, 0, HP_SAMPLE_COMPILED};
	bool is_read = stack_walk_hash(walk, is_own, &added.key, file);

	walk->file_key = added.key;

	return is_read &&
		stack_walk_push(walk, stack_walk_add(walk, is_own, &added, NULL, NULL, file), 0);
}

/* Sets *file to the file that is being compiled, or to NULL if none is. Fails if it cannot be
 * read. */
static zend_always_inline bool stack_walk_get_compiled(
	hp_stack_walk *walk, bool is_own, const zend_string **file)
{
	bool is_compiling;

	if (!stack_walk_get(walk, is_own, &is_compiling, walk->is_compiling, sizeof(is_compiling)) ||
		!stack_walk_get(walk, is_own, file, walk->compiled_file, sizeof(*file))) {
		return false;
	}
	if (!is_compiling) {
		*file = NULL;
	}

	return true;
}

/* Like stack_walk_get_compiled(), but reads the memory now, not the page that the walk has
 * copied. */
static bool stack_walk_read_compiled(const hp_stack_walk *walk, const zend_string **file)
{
	bool is_compiling;

	if (!stack_walk_read_raw(walk, &is_compiling, walk->is_compiling, sizeof(is_compiling)) ||
		!stack_walk_read_raw(walk, file, walk->compiled_file, sizeof(*file))) {
		return false;
	}
	if (!is_compiling) {
		*file = NULL;
	}

	return true;
}

/* Adds the file that is being compiled, if any. A thread that runs may begin or end a compilation
 * during the walk. Its state at the beginning counts, because the check at the end compares with
 * that. */
static zend_always_inline bool stack_walk_push_compiled(hp_stack_walk *walk, bool is_own)
{
	const zend_string *file = walk->compiled;

	if ((is_own || !walk->has_links) && !stack_walk_get_compiled(walk, is_own, &file)) {
		return false;
	}

	return file == NULL || stack_walk_push_file(walk, is_own, file);
}

/* Adds the garbage collector, above the frame that called it. Destructors that it runs are above
 * it. */
static zend_always_inline bool stack_walk_push_gc(hp_stack_walk *walk, bool is_own)
{
	hp_sample_function added = {
		(uint64_t) (uintptr_t) stack_walk_gc_name, 0, 0, 0, 0, 0, HP_SAMPLE_INTERNAL};

	return stack_walk_push(
		walk, stack_walk_add(walk, is_own, &added, NULL, stack_walk_gc_name, NULL), 0);
}

/* True for the frame at the bottom of a fiber. Below it is the frame that started or resumed the
 * fiber. */
static bool stack_walk_is_bottom(const zend_function *function)
{
	return function->type == ZEND_INTERNAL_FUNCTION && function->common.function_name == NULL;
}

/* Adds a frame. Above the innermost one goes a frameless call or the file that it is compiling. */
static zend_always_inline bool stack_walk_push_frame(hp_stack_walk *walk, bool is_own,
	stack_walk_buffers *buffers, const zend_execute_data *frame, const zend_op *at, bool is_top)
{
	const zend_function *function = stack_walk_view_function(walk, is_own, buffers, frame->func);
	const zend_op *instruction;
	uint32_t line;

	if (UNEXPECTED(function == NULL)) {
		return false;
	}
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return stack_walk_is_bottom(function) ||
			stack_walk_push(walk, stack_walk_function(walk, is_own, function), 0);
	}
	if (UNEXPECTED(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		return true; /* a trampoline; __call() follows */
	}
	instruction = stack_walk_instruction(walk, is_own, buffers, &function->op_array, at);
	if (UNEXPECTED(instruction == NULL) && at != frame->opline) {
		instruction =
			stack_walk_instruction(walk, is_own, buffers, &function->op_array, frame->opline);
	}
	line = instruction == NULL ? function->op_array.line_start : instruction->lineno;
	if (is_top && instruction != NULL &&
		(!stack_walk_push_frameless(walk, is_own, buffers, instruction) ||
			(instruction->opcode == ZEND_INCLUDE_OR_EVAL &&
				!stack_walk_push_compiled(walk, is_own)))) {
		return false;
	}

	return stack_walk_push(walk, stack_walk_function(walk, is_own, function), line);
}

static void stack_walk_reset_copies(hp_stack_walk *walk)
{
	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		walk->copies[i].address = 0;
	}
}

static void stack_walk_reset_pages(hp_stack_walk *walk)
{
	for (int i = 0; i < HP_STACK_WALK_PAGES; i++) {
		walk->pages[i].address = 0; /* may have changed since the last walk */
	}
	stack_walk_reset_copies(walk);
}

/* True if the code of this frame may be freed already. The engine may free the code of a file or of
 * eval(), and unmap its memory, before it leaves the frame. A signal handler must then read it like
 * another thread's, which costs 5 us. If the frame is the first of an entry into the engine, as the
 * script's own is, the code is freed by whoever entered, after the frame is left. A closure that is
 * being left may be freed, too. */
static zend_always_inline bool stack_walk_may_be_gone(
	const hp_stack_walk *walk, const zend_execute_data *top)
{
	uint32_t info = ZEND_CALL_INFO(top);

	return walk->can_read &&
		((info & (ZEND_CALL_CODE | ZEND_CALL_TOP)) == ZEND_CALL_CODE ||
			(UNEXPECTED(top == walk->left) && (info & ZEND_CALL_CLOSURE) != 0));
}

/* The address of a member of the thread's executor globals. */
#define STACK_WALK_GLOBAL(walk, member) \
 ((const void *) ((const char *) (walk)->current - \
	 offsetof(zend_executor_globals, current_execute_data) + \
	 offsetof(zend_executor_globals, member)))

/* The part of the engine's stack that is in use. */
typedef struct stack_walk_room {
	uintptr_t begin, end;
} stack_walk_room;

static bool stack_walk_room_of(hp_stack_walk *walk, bool is_own, stack_walk_room *room)
{
	return stack_walk_get(walk, is_own, &room->begin, STACK_WALK_GLOBAL(walk, vm_stack),
			   sizeof(room->begin)) &&
		stack_walk_get(
			walk, is_own, &room->end, STACK_WALK_GLOBAL(walk, vm_stack_top), sizeof(room->end));
}

static bool stack_walk_room_has(const stack_walk_room *room, const void *frame)
{
	uintptr_t at = (uintptr_t) frame;

	return (at & 7) == 0 && at >= room->begin && at < room->end &&
		room->end - at >= ZEND_CALL_FRAME_SLOT * sizeof(zval);
}

/* Where the next frame begins, right after a frame of this function. The engine calculates it in
 * the same way. */
static const void *stack_walk_behind(
	const void *frame, const zend_execute_data *view, const zend_function *function)
{
	return (const char *) frame +
		zend_vm_calc_used_stack(ZEND_CALL_NUM_ARGS(view), (zend_function *) function);
}

/* The place where a function called by this frame has its own frame; NULL: that cannot be known. A
 * call that is being prepared, such as f() in f(g()), lies in between. The JIT may keep the chain
 * of such calls in registers, so that view->call is stale and its function may be freed. It is
 * therefore read by the kernel. */
static const void *stack_walk_callee(hp_stack_walk *walk, bool is_own, const stack_walk_room *room,
	const zend_execute_data *frame, stack_walk_buffers *buffers)
{
	const zend_execute_data *view =
		stack_walk_view(walk, is_own, &buffers->frame, frame, sizeof(*frame));
	const zend_function *function;

	if (view == NULL || view->func == NULL || (ZEND_CALL_INFO(view) & ZEND_CALL_GENERATOR) != 0) {
		return NULL;
	}
	function = stack_walk_view_function(walk, is_own, buffers, view->func);
	if (function == NULL) {
		return NULL;
	}
	if (function->type != ZEND_INTERNAL_FUNCTION && view->call != NULL) {
		frame = view->call;
		if (!stack_walk_room_has(room, frame) || (is_own && !walk->can_read)) {
			return NULL;
		}
		view = stack_walk_view(walk, is_own, &buffers->frame, frame, sizeof(*frame));
		if (is_own) {
			stack_walk_reset_pages(walk);
		}
		function = view == NULL || view->func == NULL
			? NULL
			: stack_walk_view_function(walk, false, buffers, view->func);
	}

	return function == NULL ? NULL : stack_walk_behind(frame, view, function);
}

/* True if the engine has left that frame, and is freeing the values of its variables. Code from the
 * JIT does not save at which instruction it leaves a function. It also prepares calls without
 * saving that it does, so that a frame whose arguments are being computed may look like one that
 * the last call has left. With the JIT, only frames that the engine itself has entered can be
 * judged. */
static bool stack_walk_is_left(hp_stack_walk *walk, bool is_own, const stack_walk_room *room,
	const zend_execute_data *frame, const zend_execute_data *caller, stack_walk_buffers *buffers)
{
	const zend_execute_data *view =
		stack_walk_view(walk, is_own, &buffers->frame, frame, sizeof(*frame));
	const zend_function *function;
	const zend_op *instruction;
	bool is_closure;

	if (view == NULL || view->prev_execute_data != caller || view->func == NULL ||
		(ZEND_CALL_INFO(view) & (ZEND_CALL_CODE | ZEND_CALL_GENERATOR)) != 0 ||
		(walk->has_jit && (ZEND_CALL_INFO(view) & ZEND_CALL_TOP) == 0)) {
		return false;
	}
	is_closure = (ZEND_CALL_INFO(view) & ZEND_CALL_CLOSURE) != 0;
	if (is_own && is_closure) {
		stack_walk_reset_pages(walk);
	}
	if (is_own && is_closure && !walk->can_read) {
		return false;
	}
	function = stack_walk_view_function(walk, is_own && !is_closure, buffers, view->func);
	if (function == NULL || function->type != ZEND_USER_FUNCTION ||
		(uintptr_t) stack_walk_behind(frame, view, function) != room->end) {
		return false;
	}
	instruction = stack_walk_instruction(
		walk, is_own && !is_closure, buffers, &function->op_array, view->opline);

	return instruction != NULL &&
		(instruction->opcode == ZEND_RETURN || instruction->opcode == ZEND_RETURN_BY_REF);
}

/* The innermost frame, including one that the engine is leaving: it makes the caller current first,
 * and frees the callee's variables afterwards. Freeing may take long, and counts as the callee's
 * time, as it does for a program that times the call. */
static const zend_execute_data *stack_walk_innermost(
	hp_stack_walk *walk, bool is_own, const zend_execute_data *top)
{
	stack_walk_buffers buffers;
	stack_walk_room room;
	const zend_execute_data *callee;

	walk->left = NULL;
	if (top == NULL || !stack_walk_room_of(walk, is_own, &room)) {
		return top;
	}
	callee = stack_walk_callee(walk, is_own, &room, top, &buffers);
	if (EXPECTED(!stack_walk_room_has(&room, callee)) ||
		!stack_walk_is_left(walk, is_own, &room, callee, top, &buffers)) {
		return top;
	}
	walk->left = callee;

	return callee;
}

static zend_never_inline bool stack_walk_push_by_kernel(hp_stack_walk *walk,
	stack_walk_buffers *buffers, const zend_execute_data *frame, const zend_op *at)
{
	stack_walk_reset_pages(walk);

	return stack_walk_push_frame(walk, false, buffers, frame, at, true);
}

/* Adds the profiler as a frame above the function that runs or is called, unless that function is
 * already one of the profiler's. */
static zend_never_inline bool stack_walk_push_profiler(
	hp_stack_walk *walk, const zend_execute_data *top)
{
	stack_walk_buffers buffers;
	const zend_function *function = NULL;
	hp_sample_function added = {STACK_WALK_PROFILER, 0, 0, 0, 0, 0, HP_SAMPLE_INTERNAL};

	if (top != NULL && stack_walk_view(walk, true, &buffers.frame, top, sizeof(*top)) != NULL &&
		top->func != NULL && !stack_walk_may_be_gone(walk, top)) {
		function = stack_walk_view_function(walk, true, &buffers, top->func);
	}

	return (function != NULL && hp_own_code_has(function)) ||
		stack_walk_push(
			walk, stack_walk_add(walk, true, &added, NULL, hp_own_code_name(), NULL), 0);
}

/* Adds a frame and all that belongs above it. A frame without a function only links two others, and
 * adds nothing. at: as in stack_walk_stack(). */
static zend_always_inline bool stack_walk_push_any(hp_stack_walk *walk, bool is_own,
	stack_walk_buffers *buffers, const zend_execute_data *view, const zend_op *at, bool is_top)
{
	const zend_op *op = is_top && at != NULL ? at : view->opline;

	if (view->func == NULL) {
		return true;
	}

	return is_own && is_top && stack_walk_may_be_gone(walk, view)
		? stack_walk_push_by_kernel(walk, buffers, view, op)
		: EXPECTED(stack_walk_push_frame(walk, is_own, buffers, view, op, is_top));
}

/* The next frame, as walk->links has it. */
static const zend_execute_data *stack_walk_view_link(hp_stack_walk *walk, zend_execute_data *frame)
{
	const hp_stack_walk_link *link = &walk->links[walk->linked++];

	frame->opline = link->opline;
	frame->func = (zend_function *) link->function;
	frame->prev_execute_data = (zend_execute_data *) link->caller;

	return frame;
}

static zend_always_inline const zend_execute_data *stack_walk_view_frame(
	hp_stack_walk *walk, bool is_own, zend_execute_data *buffer, const zend_execute_data *frame)
{
	return !is_own && walk->has_links
		? stack_walk_view_link(walk, buffer)
		: stack_walk_view(walk, is_own, buffer, frame, sizeof(*frame));
}

/* Adds the frames from top outwards, below those that are already in the store. at: the innermost
 * frame's instruction if a better one than its EX(opline) is known, else NULL. */
static zend_always_inline uint32_t stack_walk_stack(hp_stack_walk *walk, bool is_own,
	const zend_execute_data *top, const zend_op *at, bool is_profiler)
{
	stack_walk_buffers buffers;
	const zend_execute_data *frame = top, *mark = NULL, *collecting;
	uint32_t steps = 0;

	if ((UNEXPECTED(is_profiler) && !stack_walk_push_profiler(walk, top)) ||
		!stack_walk_get(walk, is_own, &collecting, walk->collecting, sizeof(collecting)) ||
		(top == NULL && !stack_walk_push_compiled(walk, is_own))) {
		return HP_SAMPLE_NONE;
	}
	while (frame != NULL) {
		const zend_execute_data *view = stack_walk_view_frame(walk, is_own, &buffers.frame, frame);

		/* A stack that changes while it is read may form a circle. The mark moves on after 1, 2, 4
		 * and so on frames, so that a circle meets it at last. */
		if (UNEXPECTED(view == NULL || frame == mark)) {
			return HP_SAMPLE_NONE;
		}
		steps++;
		if ((steps & (steps - 1)) == 0) {
			mark = frame;
		}
		if (UNEXPECTED(frame == collecting) && !stack_walk_push_gc(walk, is_own)) {
			return HP_SAMPLE_NONE;
		}
		if (!stack_walk_push_any(walk, is_own, &buffers, view, at, frame == top)) {
			return HP_SAMPLE_NONE;
		}
		if (UNEXPECTED(walk->count >= walk->most - 1)) {
			walk->truncated++;
			break;
		}
		frame = view->prev_execute_data;
	}
	if (UNEXPECTED(collecting == &stack_walk_no_frame) && frame == NULL &&
		!stack_walk_push_gc(walk, is_own)) {
		return HP_SAMPLE_NONE;
	}

	return walk->count;
}

static bool stack_walk_has_jit(void)
{
	const char *jit = zend_ini_string("opcache.jit", strlen("opcache.jit"), 0);

	return zend_ini_long("opcache.jit_buffer_size", strlen("opcache.jit_buffer_size"), 0) > 0 &&
		(jit == NULL || strcmp(jit, "disable") != 0);
}

void hp_stack_walk_init(hp_stack_walk *walk, hp_sample_store *store)
{
	walk->current = &EG(current_execute_data);
	walk->collecting = &stack_walk_collecting;
	walk->is_compiling = &CG(in_compilation);
	walk->compiled_file = &CG(compiled_filename);
	walk->has_registers = zend_vm_kind() == ZEND_VM_KIND_HYBRID;
	walk->store = store;
	walk->other = NULL;
	walk->pages = safe_pemalloc(HP_STACK_WALK_PAGES, sizeof(*walk->pages), 0, true);
	walk->copies = safe_pemalloc(HP_STACK_WALK_COPIES, sizeof(*walk->copies), 0, true);
	walk->again = safe_pemalloc(HP_STACK_WALK_AGAIN, sizeof(*walk->again), 0, true);
	walk->links = safe_pemalloc(HP_STACK_WALK_LINKS, sizeof(*walk->links), 0, true);
	walk->has_links = false;
	walk->compiled = NULL;
	walk->walks = 1;
	memset(walk->wanted, 0, sizeof(walk->wanted));
	memset(walk->copied, 0, sizeof(walk->copied));
	stack_walk_reset_pages(walk);
	walk->truncated = 0;
	walk->peeked = walk->left = NULL;
	walk->most = HP_SAMPLE_MAX_FRAMES;
	walk->can_read = hp_stack_walk_can_read();
	walk->has_jit = stack_walk_has_jit();
#ifdef __linux__
	walk->own.file = -1;
#endif
	stack_walk_set_beside(walk, false);
	walk->copy_ns = 0;
	hp_random_bytes(&walk->random.state, sizeof(walk->random.state));
}

void hp_stack_walk_free(hp_stack_walk *walk)
{
	hp_vector_release(walk->pages);
	hp_vector_release(walk->copies);
	hp_vector_release(walk->again);
	hp_vector_release(walk->links);
	walk->pages = walk->copies = walk->again = NULL;
	walk->links = NULL;
}

/* The instruction in the engine's register, or NULL. Built by GCC, the engine keeps the frame in
 * r14 and the instruction in r15. EX(opline) may be older, because only instructions that may fail
 * write it. */
static const zend_op *stack_walk_register(
	const hp_stack_walk *walk, const zend_execute_data *top, const void *context)
{
#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)
	if (context != NULL && walk->has_registers) {
		const greg_t *registers = ((const ucontext_t *) context)->uc_mcontext.gregs;

		if ((uintptr_t) registers[REG_R14] == (uintptr_t) top) {
			return (const zend_op *) registers[REG_R15];
		}
	}
#endif
	return NULL;
}

/* The register's value if it is an instruction of the innermost function. */
static const zend_op *stack_walk_top_instruction(
	hp_stack_walk *walk, const zend_execute_data *top, const void *context)
{
	const zend_op *instruction = stack_walk_register(walk, top, context);
	stack_walk_buffers buffers;
	const zend_function *function;

	if (instruction == NULL ||
		stack_walk_view(walk, true, &buffers.frame, top, sizeof(*top)) == NULL ||
		top->func == NULL) {
		return NULL;
	}
	if (stack_walk_may_be_gone(walk, top)) {
		return instruction; /* checked against the function when that is read */
	}
	function = stack_walk_view_function(walk, true, &buffers, top->func);
	if (function == NULL || function->type == ZEND_INTERNAL_FUNCTION) {
		return NULL;
	}

	return stack_walk_instruction(walk, true, &buffers, &function->op_array, instruction);
}

void hp_stack_walk_peek(hp_stack_walk *walk)
{
	const zend_execute_data *top = NULL;
	const zend_string *file;
	zend_execute_data frame;
	zend_function function;

	walk->peeked = NULL;
	stack_walk_set_beside(walk, true);
	stack_walk_reset_pages(walk);
	if (walk->can_read && stack_walk_read_raw(walk, &top, walk->current, sizeof(top)) &&
		top != NULL && (top = stack_walk_innermost(walk, false, top), true) &&
		stack_walk_read_raw(walk, &frame, top, sizeof(frame)) && frame.func != NULL &&
		stack_walk_read_raw(walk, &function, frame.func, sizeof(zend_internal_function)) &&
		stack_walk_read_compiled(walk, &file)) {
		walk->peeked = top;
		walk->peeked_caller = frame.prev_execute_data;
		walk->peeked_file = file;
		walk->peeked_function = stack_walk_is_lasting(&function) ? frame.func : NULL;
	}
	stack_walk_set_beside(walk, false);
}

static bool stack_walk_is_call(const zend_op *instruction)
{
	return instruction->opcode == ZEND_DO_FCALL || instruction->opcode == ZEND_DO_ICALL ||
		instruction->opcode == ZEND_DO_UCALL || instruction->opcode == ZEND_DO_FCALL_BY_NAME;
}

/* True if the function has run no more than its beginning, where it receives arguments. */
static bool stack_walk_is_entered(const zend_execute_data *frame)
{
	const zend_op_array *code = &frame->func->op_array;

	return frame->opline >= code->opcodes && frame->opline <= code->opcodes + code->num_args;
}

/* True if the thread has just returned to top from the frame of the last peek. That frame was the
 * next one on the engine's stack, and its memory has not changed. */
static bool stack_walk_has_left(const hp_stack_walk *walk, const zend_execute_data *top)
{
	const zval *end = (const zval *) walk->peeked + ZEND_CALL_FRAME_SLOT;

	return top == walk->peeked_caller && (const zval *) walk->peeked == EG(vm_stack_top) &&
		end <= EG(vm_stack_end) && walk->peeked_function != NULL &&
		walk->peeked->func == walk->peeked_function && top->opline > top->func->op_array.opcodes &&
		stack_walk_is_call(top->opline - 1);
}

/* Adds the file whose code begins in top, if it was being compiled at the last peek. */
static void stack_walk_push_begun(hp_stack_walk *walk, const zend_execute_data *top)
{
	const zend_string *file = walk->peeked_file;

	if (file != NULL && top->func->op_array.filename == file) {
		stack_walk_push_file(walk, true, file);
	}
}

/* The innermost frame at the last peek, or top if it cannot be known. If the thread has left a
 * function since, that function is added to the stack, and *at is the instruction that called
 * it. */
static const zend_execute_data *stack_walk_find_peeked(
	hp_stack_walk *walk, const zend_execute_data *top, const zend_op **at)
{
	*at = NULL;
	if (walk->peeked == NULL || top == NULL || top->func == NULL) {
		return top;
	}
	if (!ZEND_USER_CODE(top->func->type)) {
		/* Newer engines reach a safe point at the end of an internal function. */
		return top->prev_execute_data == walk->peeked ? walk->peeked : top;
	}
	if (top->prev_execute_data == walk->peeked && stack_walk_is_entered(top)) {
		stack_walk_push_begun(walk, top);
		return walk->peeked;
	}
	if (stack_walk_has_left(walk, top) &&
		stack_walk_push(walk, stack_walk_function(walk, true, walk->peeked_function), 0)) {
		*at = top->opline - 1;
	}

	return top;
}

/* Not inlined, so that the code exists once for all ways in which a thread walks its own stack. */
static zend_never_inline uint32_t stack_walk_own_stack(
	hp_stack_walk *walk, const zend_execute_data *top, const zend_op *at, bool is_own_code)
{
	return stack_walk_stack(walk, true, top, at, is_own_code);
}

uint32_t hp_stack_walk_own(hp_stack_walk *walk, const zend_execute_data *top, const void *context)
{
	walk->count = 0;
	top = stack_walk_innermost(walk, true, top);

	return stack_walk_own_stack(
		walk, top, stack_walk_top_instruction(walk, top, context), hp_own_code_is_running(context));
}

uint32_t hp_stack_walk_safe_point(hp_stack_walk *walk, const zend_execute_data *top)
{
	const zend_op *at;

	walk->count = 0;
	walk->left = NULL;
	top = stack_walk_find_peeked(walk, top, &at);

	return stack_walk_own_stack(walk, top, at, false);
}

uint32_t hp_stack_walk_labeled(
	hp_stack_walk *walk, const zend_execute_data *top, const zend_string *label)
{
	hp_sample_function added = {STACK_WALK_LABEL, 0, 0, 0, 0, 0, HP_SAMPLE_INTERNAL};

	walk->count = 0;
	if (label != NULL &&
		(!stack_walk_hash(walk, true, &added.key, label) ||
			!stack_walk_push(walk, stack_walk_add(walk, true, &added, NULL, label, NULL), 0))) {
		return HP_SAMPLE_NONE;
	}

	return stack_walk_own_stack(walk, top, NULL, false);
}

/* Reads the stack of a thread that may begin to run at any moment. */
static uint32_t stack_walk_other(hp_stack_walk *walk)
{
	const zend_execute_data *top;

	walk->count = 0;
	stack_walk_read_pages(walk);
	if (!stack_walk_get(walk, false, &top, walk->current, sizeof(top))) {
		return HP_SAMPLE_NONE;
	}
	top = stack_walk_innermost(walk, false, top);

	return stack_walk_stack(walk, false, top, NULL, false);
}

uint32_t hp_stack_walk_other(hp_stack_walk *walk, const hp_sample_thread *thread, uint64_t cpu_ns)
{
	uint32_t functions_count = walk->store->functions.count, count;

	walk->other = thread;
	walk->other_cpu_ns = cpu_ns;
	walk->reads = 0;
	stack_walk_set_beside(walk, true);
	count = stack_walk_other(walk);
	if (stack_walk_has_run(walk)) {
		count = HP_SAMPLE_NONE;
	}
	walk->other = NULL;
	stack_walk_set_beside(walk, false);
	if (count == HP_SAMPLE_NONE) {
		hp_sample_store_drop_functions(walk->store, functions_count);
	}

	return count;
}

#ifdef __linux__

/* A stack of this many frames is read only once. Another attempt would come so late that it would
 * mostly find what the thread does afterwards. */
# define STACK_WALK_DEEP 1000u

/* Attempts to read the stack of a thread that runs. */
# define STACK_WALK_TRIES 3

/* The time between two attempts is random, and shorter than this. */
# define STACK_WALK_APART_NS 40000u

/* The number of innermost frames whose pages the next attempt copies together. */
# define STACK_WALK_INNERMOST 16u

/* If the thread has run for this many times the median during a copy, the copy is not of one
 * moment: the helper lost its CPU meanwhile. How long a copy takes depends on the machine and its
 * load. The median counts as at least STACK_WALK_LEAST_NS. */
# define STACK_WALK_MOST_TIMES 4u
# define STACK_WALK_LEAST_NS 1250u

/* One copy moves the median by one of this many parts of it. */
# define STACK_WALK_MEDIAN_PARTS 8u

/* The walk gives up if the thread has entered more frames than this since the copy. */
# define STACK_WALK_STEPS 64u

/* The search for the instruction that prepares a call goes back this many instructions, and
 * compares this many bytes of the name. */
# define STACK_WALK_MOST_OPCODES 64
# define STACK_WALK_MOST_NAME 64u

/* The most pages of callers that one call reads. */
# define STACK_WALK_MOST_BELOW 8u

/* At least this many of the innermost frames are checked: each must be able to have called the
 * next. */
# define STACK_WALK_CALLS 32u

/* The bytes at the beginning of a frame up to the pointer to its caller. */
# define STACK_WALK_HEAD_BYTES \
  (offsetof(zend_execute_data, prev_execute_data) + sizeof(zend_execute_data *))

static uintptr_t stack_walk_page_of(const void *address)
{
	return (uintptr_t) address - (uintptr_t) address % HP_STACK_WALK_PAGE_BYTES;
}

/* Copies the wanted pages right after the pointer to the innermost frame: the kernel reads in that
 * order. Returns the number of bytes that could be read, including the pointer, or -1. */
static ssize_t stack_walk_copy_wanted(hp_stack_walk *walk, const zend_execute_data **top)
{
	struct iovec here[1 + HP_STACK_WALK_COPIES] = {{top, sizeof(*top)}};
	struct iovec there[1 + HP_STACK_WALK_COPIES] = {{(void *) walk->current, sizeof(*top)}};
	unsigned long count = 0;

	for (; count < HP_STACK_WALK_COPIES && walk->wanted[count] != 0; count++) {
		here[1 + count] = (struct iovec){walk->copies[count].bytes, HP_STACK_WALK_PAGE_BYTES};
		there[1 + count] = (struct iovec){(void *) walk->wanted[count], HP_STACK_WALK_PAGE_BYTES};
	}

	return stack_walk_peek(walk, here, there, 1 + count);
}

/* Makes the pages that were read part of this walk. The first that could not be read does not exist
 * any more. */
static void stack_walk_keep_copies(hp_stack_walk *walk, size_t bytes)
{
	size_t read = bytes / HP_STACK_WALK_PAGE_BYTES;

	for (size_t i = 0; i < HP_STACK_WALK_COPIES; i++) {
		walk->copied[i] = i < read ? walk->wanted[i] : 0;
		walk->copies[i].address = walk->copied[i];
	}
	if (read < HP_STACK_WALK_COPIES) {
		walk->wanted[read] = 0;
	}
}

/* True if this address is in a page that was copied right after the pointer to the innermost
 * frame. */
static bool stack_walk_is_copied(const hp_stack_walk *walk, const void *address)
{
	uintptr_t page = stack_walk_page_of(address);

	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		if (walk->copied[i] == page) {
			return true;
		}
	}

	return false;
}

/* Adds a page to the list, unless it is there already or the list is full. */
static void stack_walk_add_wanted(uintptr_t *pages, int *count, uintptr_t page)
{
	for (int i = 0; i < *count; i++) {
		if (pages[i] == page) {
			return;
		}
	}
	if (page != 0 && *count < HP_STACK_WALK_COPIES) {
		pages[(*count)++] = page;
	}
}

/* Chooses the pages to copy next: the innermost frame's, those of its callers as far as these were
 * read, and pages that were copied before. Frames of one stack of the engine lie beside one
 * another; those of generators and fibers lie anywhere. */
static void stack_walk_choose_wanted(hp_stack_walk *walk, const zend_execute_data *top)
{
	uintptr_t wanted[HP_STACK_WALK_COPIES] = {0};
	int count = 0;

	stack_walk_add_wanted(wanted, &count, stack_walk_page_of(top));
	for (uint32_t i = 0; i < MIN(walk->links_count, STACK_WALK_INNERMOST); i++) {
		stack_walk_add_wanted(wanted, &count, stack_walk_page_of(walk->links[i].frame));
	}
	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		stack_walk_add_wanted(wanted, &count, walk->wanted[i]);
	}
	memcpy(walk->wanted, wanted, sizeof(wanted));
}

/* True if a copy is short enough to show one moment. ran_ns is the thread's CPU time during it. */
static bool stack_walk_is_quick(hp_stack_walk *walk, uint64_t ran_ns)
{
	uint64_t median_ns = MAX(STACK_WALK_LEAST_NS, walk->copy_ns);
	uint64_t step_ns = median_ns / STACK_WALK_MEDIAN_PARTS;

	if (ran_ns > 0) {
		walk->copy_ns = ran_ns > median_ns ? median_ns + step_ns : median_ns - step_ns;
	}

	return ran_ns < STACK_WALK_MOST_TIMES * median_ns;
}

/* Reads the address of the innermost frame and the memory around it. Fails if that cannot be read,
 * or changes too often. *is_running: the thread had CPU time during the copy, which is checked here
 * because the helper may have lost its CPU since it last checked. */
static bool stack_walk_read_wanted(hp_stack_walk *walk, const hp_sample_thread *thread,
	const zend_execute_data **top, bool *is_running)
{
	/* The page of the innermost frame is copied right after the pointer, as far as it can be
	 * foreseen. */
	walk->links_count = 0;
	if (stack_walk_read_raw(walk, top, walk->current, sizeof(*top)) && *top != NULL) {
		stack_walk_choose_wanted(walk, *top);
	}
	for (int i = 0; i < STACK_WALK_TRIES; i++) {
		uint64_t cpu_ns = hp_sample_source_cpu_ns(thread);
		ssize_t bytes = stack_walk_copy_wanted(walk, top) - (ssize_t) sizeof(*top);
		bool is_quick;

		cpu_ns = hp_sample_source_cpu_ns(thread) - cpu_ns;
		is_quick = stack_walk_is_quick(walk, cpu_ns);
		*is_running = cpu_ns > 0;
		if (bytes < 0) {
			return false;
		}
		stack_walk_keep_copies(walk, (size_t) bytes);
		if (*top == NULL || stack_walk_is_copied(walk, *top)) {
			return is_quick;
		}
		stack_walk_choose_wanted(walk, *top);
	}

	return false;
}

/* Reads count pages with one call: this one and those below it, where a deep stack has its
 * callers. */
static void stack_walk_read_below(hp_stack_walk *walk, uintptr_t page, uint32_t count)
{
	struct iovec here[STACK_WALK_MOST_BELOW], there[STACK_WALK_MOST_BELOW];
	hp_stack_walk_page *slots[STACK_WALK_MOST_BELOW];
	ssize_t bytes;

	for (uint32_t i = 0; i < count; i++, page -= HP_STACK_WALK_PAGE_BYTES) {
		slots[i] = stack_walk_slot(walk, page);
		slots[i]->address = page;
		slots[i]->walk = walk->walks;
		here[i] = (struct iovec){slots[i]->bytes, HP_STACK_WALK_PAGE_BYTES};
		there[i] = (struct iovec){(void *) page, HP_STACK_WALK_PAGE_BYTES};
	}
	bytes = stack_walk_peek(walk, here, there, count);
	for (uint32_t i = 0; i < count; i++) {
		if (bytes < ((ssize_t) i + 1) * HP_STACK_WALK_PAGE_BYTES) {
			slots[i]->address = 0;
		}
	}
}

/* The page of the next caller; NULL: it cannot be read. The deeper a stack is, the more pages one
 * call reads. */
static const hp_stack_walk_page *stack_walk_page_of_caller(
	hp_stack_walk *walk, uintptr_t page, uint32_t *below)
{
	const hp_stack_walk_page *read = stack_walk_page_read(walk, page);

	if (read == NULL) {
		stack_walk_read_below(walk, page, *below);
		*below = MIN(2 * *below, STACK_WALK_MOST_BELOW);
		read = stack_walk_page_read(walk, page);
	}

	return read;
}

/* Reads all frames from this one outwards into walk->links. Fails if one cannot be read, or if
 * there are too many, as in a circle. */
static bool stack_walk_read_links(hp_stack_walk *walk, const zend_execute_data *frame)
{
	const hp_stack_walk_page *page = NULL;
	zend_execute_data head;
	uint32_t below = 1;

	for (walk->links_count = 0; frame != NULL; frame = head.prev_execute_data) {
		size_t start = (uintptr_t) frame % HP_STACK_WALK_PAGE_BYTES;

		if (walk->links_count == HP_STACK_WALK_LINKS || !stack_walk_is_pointer(frame)) {
			return false;
		}
		if (page == NULL || page->address != stack_walk_page_of(frame)) {
			page = stack_walk_page_of_caller(walk, stack_walk_page_of(frame), &below);
		}
		if (page == NULL) {
			return false;
		}
		if (start + STACK_WALK_HEAD_BYTES <= HP_STACK_WALK_PAGE_BYTES) {
			memcpy(&head, page->bytes + start, STACK_WALK_HEAD_BYTES);
		} else if (!stack_walk_read(walk, &head, frame, STACK_WALK_HEAD_BYTES)) {
			return false;
		}
		walk->links[walk->links_count++] = (hp_stack_walk_link){
			frame, head.opline, head.func, head.prev_execute_data, ZEND_CALL_INFO(&head), 0};
	}

	return true;
}

/* Follows the thread's present stack to the innermost frame of walk->links that is still open, and
 * returns its index. Returns links_count if none is, or if the thread has entered too many other
 * frames. Compares function and caller too, because another frame may have taken the place of one
 * that was left. */
static uint32_t stack_walk_join(const hp_stack_walk *walk)
{
	const zend_execute_data *frame;
	zend_execute_data head;
	uint32_t most = MIN(walk->links_count, STACK_WALK_STEPS);

	if (!stack_walk_read_raw(walk, &frame, walk->current, sizeof(frame))) {
		return walk->links_count;
	}
	for (uint32_t i = 0; i < STACK_WALK_STEPS && frame != NULL; i++) {
		if (!stack_walk_is_pointer(frame) ||
			!stack_walk_read_raw(walk, &head, frame, STACK_WALK_HEAD_BYTES)) {
			break;
		}
		for (uint32_t link = 0; link < most; link++) {
			if (walk->links[link].frame == frame && walk->links[link].function == head.func &&
				walk->links[link].caller == head.prev_execute_data) {
				return link;
			}
		}
		frame = head.prev_execute_data;
	}

	return walk->links_count;
}

/* The index of the address's page among the first count pages that are read again; count: it is
 * none of them. */
static uint32_t stack_walk_again(const hp_stack_walk *walk, uint32_t count, const void *address)
{
	uintptr_t page = stack_walk_page_of(address);

	for (uint32_t i = count; i-- > 0;) {
		if (walk->again[i].address == page) {
			return i;
		}
	}

	return count;
}

/* Adds the address's page to those that are read again. Fails if there is no room. */
static bool stack_walk_want_again(hp_stack_walk *walk, uint32_t *count, const void *address)
{
	if (stack_walk_again(walk, *count, address) < *count) {
		return true;
	}
	if (*count == HP_STACK_WALK_AGAIN) {
		return false;
	}
	walk->again[(*count)++].address = stack_walk_page_of(address);

	return true;
}

/* Reads again the pages of as many frames as there is room for, from the first one outwards.
 * Returns the index after the last of these frames, or first if the pages cannot be read. */
static uint32_t stack_walk_read_again(hp_stack_walk *walk, uint32_t first, uint32_t *count)
{
	struct iovec here[HP_STACK_WALK_AGAIN], there[HP_STACK_WALK_AGAIN];
	uint32_t end = first;

	*count = 0;
	for (; end < walk->links_count; end++) {
		const char *frame = (const char *) walk->links[end].frame;

		if (!stack_walk_want_again(walk, count, frame) ||
			!stack_walk_want_again(walk, count, frame + STACK_WALK_HEAD_BYTES - 1)) {
			break;
		}
	}
	for (uint32_t i = 0; i < *count; i++) {
		here[i] = (struct iovec){walk->again[i].bytes, HP_STACK_WALK_PAGE_BYTES};
		there[i] = (struct iovec){(void *) walk->again[i].address, HP_STACK_WALK_PAGE_BYTES};
	}

	if (stack_walk_peek(walk, here, there, *count) != (ssize_t) *count * HP_STACK_WALK_PAGE_BYTES) {
		return first;
	}
	for (uint32_t i = 0; i < *count; i++) {
		const hp_stack_walk_page *before = stack_walk_page_read(walk, walk->again[i].address);

		walk->again[i].walk = before != NULL &&
			memcmp(before->bytes, walk->again[i].bytes, HP_STACK_WALK_PAGE_BYTES) == 0;
	}

	return end;
}

/* True if the whole page of this address has not changed. */
static bool stack_walk_is_unchanged(const hp_stack_walk *walk, uint32_t count, const void *address)
{
	return walk->again[stack_walk_again(walk, count, address)].walk != 0;
}

/* Copies the head of a frame out of the pages that were read again. It may span two pages. */
static void stack_walk_copy_again(
	const hp_stack_walk *walk, uint32_t count, zend_execute_data *head, const void *frame)
{
	size_t start = (uintptr_t) frame % HP_STACK_WALK_PAGE_BYTES;
	size_t here = MIN(STACK_WALK_HEAD_BYTES, HP_STACK_WALK_PAGE_BYTES - start);

	memcpy(head, walk->again[stack_walk_again(walk, count, frame)].bytes + start, here);
	if (here < STACK_WALK_HEAD_BYTES) {
		memcpy((char *) head + here,
			walk->again[stack_walk_again(walk, count, (const char *) frame + here)].bytes,
			STACK_WALK_HEAD_BYTES - here);
	}
}

/* Reads frames again, from the first one outwards. *join moves outwards: past the last frame that
 * has become a different one, or to a frame that has moved on because its callee was left. Returns
 * the index after the last frame that was read, or first if it cannot be read. */
static uint32_t stack_walk_compare(hp_stack_walk *walk, uint32_t first, uint32_t *join)
{
	uint32_t count, end = stack_walk_read_again(walk, first, &count);

	for (uint32_t i = first; i < end; i++) {
		const hp_stack_walk_link *link = &walk->links[i];
		const char *frame = (const char *) link->frame;
		zend_execute_data head;

		if (stack_walk_is_unchanged(walk, count, frame) &&
			stack_walk_is_unchanged(walk, count, frame + STACK_WALK_HEAD_BYTES - 1)) {
			continue;
		}
		stack_walk_copy_again(walk, count, &head, frame);
		if (head.func != link->function || head.prev_execute_data != link->caller) {
			*join = i + 1;
		} else if (head.opline != link->opline) {
			*join = i;
		}
	}

	return end;
}

/* The index of the innermost frame that is still open, as are all outer ones; it alone may have
 * moved on. Returns links_count if there is none, or if it cannot be seen. */
static uint32_t stack_walk_rejoin(hp_stack_walk *walk)
{
	uint32_t join = walk->links_count == 0 ? 0 : stack_walk_join(walk);

	for (uint32_t first = join, end; first < walk->links_count; first = end) {
		end = stack_walk_compare(walk, first, &join);
		if (end == first) {
			return walk->links_count;
		}
	}

	return join;
}

/* True if the engine was entered with this frame. A link that ends at a generator is not
 * outermost. */
static bool stack_walk_is_outermost(const hp_stack_walk_link *link)
{
	return (link->info & ZEND_CALL_TOP) != 0 && (link->info & ZEND_CALL_GENERATOR) == 0;
}

/* The frame that this one has called. Above a frame that resumes a delegating generator there is
 * first a link without a function. */
static const hp_stack_walk_link *stack_walk_callee_of(const hp_stack_walk *walk, uint32_t caller)
{
	const hp_stack_walk_link *callee = &walk->links[caller - 1];

	return callee->function == NULL && callee > walk->links ? callee - 1 : callee;
}

/* True if this function or instruction may resume a generator: methods of Generator, and
 * instructions that iterate. Other internal functions, such as iterator_to_array(), do so from
 * anywhere. */
static bool stack_walk_resumes(const zend_function *function, const zend_op *instruction)
{
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return function->common.scope == zend_ce_generator;
	}
	if (instruction == NULL) {
		return false;
	}
	switch (instruction->opcode) {
		case ZEND_FE_RESET_R:
		case ZEND_FE_RESET_RW:
		case ZEND_FE_FETCH_R:
		case ZEND_FE_FETCH_RW:
		case ZEND_YIELD_FROM:
		case ZEND_SEND_UNPACK:
		case ZEND_ADD_ARRAY_UNPACK:
			return true;
		default:
			return false;
	}
}

/* True if this internal function is one of Fiber's that switches to the fiber whose bottom frame is
 * the callee. */
static bool stack_walk_switches(
	hp_stack_walk *walk, const zend_function *function, const hp_stack_walk_link *callee)
{
	const zend_class_entry *scope = function->common.scope;
	stack_walk_buffers buffers;

	function = stack_walk_view_function(walk, false, &buffers, callee->function);

	return scope == zend_ce_fiber && function != NULL && stack_walk_is_bottom(function);
}

static bool stack_walk_prepares(const zend_op *instruction)
{
	switch (instruction->opcode) {
		case ZEND_INIT_FCALL:
		case ZEND_INIT_FCALL_BY_NAME:
		case ZEND_INIT_NS_FCALL_BY_NAME:
		case ZEND_INIT_METHOD_CALL:
		case ZEND_INIT_STATIC_METHOD_CALL:
		case ZEND_INIT_USER_CALL:
		case ZEND_INIT_DYNAMIC_CALL:
		case ZEND_NEW:
			return true;
		default:
			return false;
	}
}

/* Reads into *found the instruction that prepares the given call. Other calls may be prepared and
 * made in between. Returns its address; NULL: it was not found. */
static const zend_op *stack_walk_preparation(
	hp_stack_walk *walk, const zend_op_array *code, const zend_op *call, zend_op *found)
{
	uint32_t inner = 0;

	for (const zend_op *at = call - 1; at >= code->opcodes && call - at < STACK_WALK_MOST_OPCODES;
		 at--) {
		if (!stack_walk_read(walk, found, at, sizeof(*found))) {
			return NULL;
		}
		if (stack_walk_is_call(found) || found->opcode == ZEND_CALLABLE_CONVERT) {
			inner++;
		} else if (stack_walk_prepares(found) && inner-- == 0) {
			return at;
		}
	}

	return NULL;
}

/* True if this literal of the caller is the function's name, whatever its case. Only the first
 * STACK_WALK_MOST_NAME bytes are compared. */
static bool stack_walk_is_called(
	hp_stack_walk *walk, const zend_function *function, const zval *literal)
{
	const zend_string *name;
	uint32_t length, wanted_length;
	char is[STACK_WALK_MOST_NAME], of[STACK_WALK_MOST_NAME];

	if (function->common.scope != NULL ||
		!stack_walk_read(walk, &name, &Z_STR_P(literal), sizeof(name)) ||
		!stack_walk_length(walk, false, name, &wanted_length) ||
		!stack_walk_length(walk, false, function->common.function_name, &length) ||
		length != wanted_length) {
		return false;
	}
	length = MIN(length, STACK_WALK_MOST_NAME);

	return stack_walk_read(walk, of, ZSTR_VAL(name), length) &&
		stack_walk_read(walk, is, ZSTR_VAL(function->common.function_name), length) &&
		zend_binary_strcasecmp(is, length, of, length) == 0;
}

/* True unless the call at this instruction names a function other than the callee. Names of
 * methods, and names that the program computes, are not compared. */
static bool stack_walk_may_call(hp_stack_walk *walk, const zend_op_array *code, const zend_op *call,
	const zend_function *callee)
{
	zend_op preparation;
	const zend_op *at = stack_walk_preparation(walk, code, call, &preparation);
	stack_walk_buffers buffers;
	const zval *literal;

	callee = stack_walk_view_function(walk, false, &buffers, callee);
	if (callee == NULL) {
		return false;
	}
	if (at == NULL) {
		return true;
	}
	literal = RT_CONSTANT(at, preparation.op2);
	switch (preparation.opcode) {
		case ZEND_INIT_FCALL:
			return stack_walk_is_called(walk, callee, literal);
		case ZEND_INIT_FCALL_BY_NAME:
			return stack_walk_is_called(walk, callee, literal + 1);
		case ZEND_INIT_NS_FCALL_BY_NAME:
			return stack_walk_is_called(walk, callee, literal + 1) ||
				stack_walk_is_called(walk, callee, literal + 2);
		default:
			return true;
	}
}

/* True if a frame may have called the next inner one. If both are still open, this is known.
 * Otherwise the callee was left, and its memory or its caller's may have been reused before it was
 * copied. Then a function of the program must be at a call of this callee. PHP itself may call from
 * any instruction, so the caller must have been there, and must not be at a call. */
static bool stack_walk_calls(hp_stack_walk *walk, uint32_t caller)
{
	const hp_stack_walk_link *link = &walk->links[caller];
	const hp_stack_walk_link *callee = stack_walk_callee_of(walk, caller);
	bool is_open = caller > walk->joined, is_call;
	bool was_there = is_open || (caller == walk->joined && stack_walk_is_copied(walk, link->frame));
	stack_walk_buffers buffers;
	const zend_function *function;
	const zend_op *instruction;

	if (link->function == NULL) {
		return was_there || (callee->info & ZEND_CALL_GENERATOR) != 0;
	}
	function = stack_walk_view_function(walk, false, &buffers, link->function);
	if (function == NULL) {
		return false;
	}
	instruction = function->type == ZEND_INTERNAL_FUNCTION
		? NULL
		: stack_walk_instruction(walk, false, &buffers, &function->op_array, link->opline);
	if ((callee->info & ZEND_CALL_GENERATOR) != 0) {
		return (was_there && function->type == ZEND_INTERNAL_FUNCTION) ||
			stack_walk_resumes(function, instruction);
	}
	is_call = instruction != NULL && stack_walk_is_call(instruction);
	if ((callee->info & ZEND_CALL_TOP) != 0) {
		return is_open || (was_there && !is_call) || stack_walk_is_bottom(function);
	}
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return stack_walk_switches(walk, function, callee);
	}

	return is_call && !is_open
		? stack_walk_may_call(walk, &function->op_array, link->opline, callee->function)
		: was_there || (instruction != NULL && instruction->opcode == ZEND_INCLUDE_OR_EVAL);
}

/* True if a function that may be freed at any time is still the same one: its texts are read
 * again. */
static bool stack_walk_is_same_function(hp_stack_walk *walk, const hp_stack_walk_link *link)
{
	stack_walk_buffers buffers;
	const zend_function *function = stack_walk_view_function(walk, false, &buffers, link->function);
	uint64_t key;

	return function != NULL && !stack_walk_is_lasting(function) &&
		stack_walk_key(walk, false, function, &key) && key == link->key;
}

/* True if each of the innermost frames may have called the next. Frames up to join are checked, and
 * some more: a frame that seems to be still there may have been left and entered again. */
static bool stack_walk_are_calls(hp_stack_walk *walk, uint32_t join)
{
	for (uint32_t i = 1; i < MIN(walk->links_count, MAX(join + 1, STACK_WALK_CALLS)); i++) {
		if (!stack_walk_calls(walk, i)) {
			return false;
		}
	}

	return true;
}

/* True if all frames that were left before the whole stack was read are in the one copy. */
static bool stack_walk_are_copied(const hp_stack_walk *walk)
{
	for (uint32_t i = 0; i < walk->joined; i++) {
		const char *frame = (const char *) walk->links[i].frame;

		if (!stack_walk_is_copied(walk, frame) ||
			!stack_walk_is_copied(walk, frame + STACK_WALK_HEAD_BYTES - 1)) {
			return false;
		}
	}

	return true;
}

/* True if the functions of frames that were left meanwhile still exist, so that the texts that were
 * read are theirs. */
static bool stack_walk_are_there(hp_stack_walk *walk, uint32_t join)
{
	bool is_fresh = false;

	for (uint32_t i = 0; i < join; i++) {
		const hp_stack_walk_link *link = &walk->links[i];

		if (link->key != 0 && !is_fresh) {
			stack_walk_reset_pages(walk);
			is_fresh = true;
		}
		if (link->key != 0 && !stack_walk_is_same_function(walk, link)) {
			return false;
		}
	}

	return true;
}

/* True if the file that was being compiled still has the name that was read. Another string may
 * have taken its place in memory. */
static bool stack_walk_is_file_there(hp_stack_walk *walk)
{
	uint64_t key = HP_SAMPLE_COMPILED;

	if (walk->file_key == 0) {
		return true;
	}
	stack_walk_reset_pages(walk);

	return stack_walk_hash(walk, false, &key, walk->compiled) && key == walk->file_key;
}

/* The last check: true if the texts that were read belong to the functions that were on the stack.
 * The thread may have left any of them since. */
static bool stack_walk_is_whole(hp_stack_walk *walk)
{
	uint32_t join = stack_walk_rejoin(walk);

	return stack_walk_is_file_there(walk) && stack_walk_are_calls(walk, join) &&
		stack_walk_are_there(walk, join);
}

/* Called right after the copy: true if all frames were open at one moment. */
static bool stack_walk_join_links(hp_stack_walk *walk)
{
	const zend_execute_data *top;

	walk->joined = 0;
	if (walk->links_count == 0) {
		return stack_walk_read_raw(walk, &top, walk->current, sizeof(top)) && top == NULL;
	}
	walk->joined = stack_walk_rejoin(walk);

	return walk->joined < walk->links_count &&
		stack_walk_is_outermost(&walk->links[walk->links_count - 1]) && stack_walk_are_copied(walk);
}

static uint32_t stack_walk_try_running(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running)
{
	const zend_execute_data *top;
	uint32_t count;
	bool is_read;

	walk->count = walk->linked = 0;
	walk->file_key = 0;
	stack_walk_reset_copies(walk);
	stack_walk_read_pages(walk);
	if (!stack_walk_get_compiled(walk, false, &walk->compiled) ||
		!stack_walk_read_wanted(walk, thread, &top, is_running)) {
		return HP_SAMPLE_NONE;
	}
	top = stack_walk_innermost(walk, false, top);
	is_read = stack_walk_read_links(walk, top);
	if (top != NULL) {
		stack_walk_choose_wanted(walk, top);
	}
	if (!is_read || !stack_walk_join_links(walk)) {
		return HP_SAMPLE_NONE;
	}
	walk->has_links = true;
	count = stack_walk_stack(walk, false, top, NULL, false);
	walk->has_links = false;

	return count != HP_SAMPLE_NONE && stack_walk_is_whole(walk) ? count : HP_SAMPLE_NONE;
}

void hp_stack_walk_wait(hp_random *random, uint32_t most_ns)
{
	uint64_t until_ns =
		hp_sample_source_clock_ns(CLOCK_MONOTONIC) + (uint64_t) (hp_random_unit(random) * most_ns);

	while (hp_sample_source_clock_ns(CLOCK_MONOTONIC) < until_ns) {
		/* any sleep would be longer */
	}
}

uint32_t hp_stack_walk_running(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running)
{
	uint32_t functions_count = walk->store->functions.count, count = HP_SAMPLE_NONE;

	walk->links_count = 0;
	stack_walk_set_beside(walk, true);
	for (int i = 0;
		 i < STACK_WALK_TRIES && count == HP_SAMPLE_NONE && walk->links_count < STACK_WALK_DEEP;
		 i++) {
		if (i > 0) {
			hp_stack_walk_wait(&walk->random, STACK_WALK_APART_NS);
		}
		count = stack_walk_try_running(walk, thread, is_running);
		if (count == HP_SAMPLE_NONE) {
			hp_sample_store_drop_functions(walk->store, functions_count);
		}
	}
	stack_walk_set_beside(walk, false);
	stack_walk_reset_copies(walk);

	return count;
}

#else

uint32_t hp_stack_walk_running(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running)
{
	*is_running = false;
	return HP_SAMPLE_NONE;
}

#endif
