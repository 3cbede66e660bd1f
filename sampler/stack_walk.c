#include "sampler/stack_walk.h"

#include "base/vector.h"
#include "profile/wait.h"
#include "sampler/own_code.h"
#include "sampler/stack_function.h"

#include "Zend/zend_vm.h"
#if PHP_VERSION_ID >= 80400
# include "Zend/zend_frameless_function.h"
#endif

#ifdef __linux__
# include <ucontext.h>
#endif

/* The key of the function that stands for the profiler. Others are hashes. */
#define STACK_WALK_PROFILER 1u

/* The first value that is hashed into the key of a label. */
#define STACK_WALK_LABEL 2u

/* The frame that called the garbage collector; NULL: it is not running. */
static HP_OF_THREAD const zend_execute_data *stack_walk_collecting;

/* Stands for a collection that no function called, as at the end of the request. */
static const zend_execute_data stack_walk_no_frame;

static zend_string *stack_walk_gc_name;

void hp_stack_walk_startup(void)
{
	stack_walk_gc_name = zend_string_init_interned(ZEND_STRL(HP_PROFILE_GC_NAME), true);
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
	hp_stack_walk *walk, bool is_own, hp_stack_buffers *buffers, const zend_op *instruction)
{
#if PHP_VERSION_ID >= 80400
	if (instruction->opcode >= ZEND_FRAMELESS_ICALL_0 &&
		instruction->opcode <= ZEND_FRAMELESS_ICALL_3) {
		const zend_function *function = stack_walk_frameless(instruction->extended_value);

		function = function == NULL ? NULL
									: hp_stack_memory_view(walk, is_own, &buffers->frameless,
										  function, sizeof(zend_internal_function));

		return function != NULL &&
			hp_stack_function_push(walk, hp_stack_function_of(walk, is_own, function), 0);
	}
#endif
	return true;
}

static zend_always_inline bool stack_walk_push_file(
	hp_stack_walk *walk, bool is_own, const zend_string *file)
{
	hp_sample_function added = {HP_SAMPLE_COMPILED, 0, 0, 0, 0, 0, HP_SAMPLE_COMPILED};
	bool is_read = hp_stack_function_hash(walk, is_own, &added.key, file);

	walk->file_key = added.key;

	return is_read &&
		hp_stack_function_push(
			walk, hp_stack_function_add(walk, is_own, &added, NULL, NULL, file), 0);
}

/* Like hp_stack_function_get_compiled(), but reads the memory now, not the page that the walk has
 * copied. */
static bool stack_walk_read_compiled(const hp_stack_walk *walk, const zend_string **file)
{
	bool is_compiling;

	if (!hp_stack_memory_read_raw(walk, &is_compiling, walk->is_compiling, sizeof(is_compiling)) ||
		!hp_stack_memory_read_raw(walk, file, walk->compiled_file, sizeof(*file))) {
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

	if ((is_own || !walk->has_links) && !hp_stack_function_get_compiled(walk, is_own, &file)) {
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

	return hp_stack_function_push(
		walk, hp_stack_function_add(walk, is_own, &added, NULL, stack_walk_gc_name, NULL), 0);
}

/* Adds a frame. Above the innermost one goes a frameless call or the file that it is compiling. */
static zend_always_inline bool stack_walk_push_frame(hp_stack_walk *walk, bool is_own,
	hp_stack_buffers *buffers, const zend_execute_data *frame, const zend_op *at, bool is_top)
{
	const zend_function *function = hp_stack_function_view(walk, is_own, buffers, frame->func);
	const zend_op *instruction;
	uint32_t line;

	if (UNEXPECTED(function == NULL)) {
		return false;
	}
	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return hp_stack_function_is_bottom(function) ||
			hp_stack_function_push(walk, hp_stack_function_of(walk, is_own, function), 0);
	}
	if (UNEXPECTED(function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE)) {
		return true; /* a trampoline; __call() follows */
	}
	instruction = hp_stack_function_instruction(walk, is_own, buffers, &function->op_array, at);
	if (UNEXPECTED(instruction == NULL) && at != frame->opline) {
		instruction = hp_stack_function_instruction(
			walk, is_own, buffers, &function->op_array, frame->opline);
	}
	line = instruction == NULL ? function->op_array.line_start : instruction->lineno;
	if (is_top && instruction != NULL &&
		(!stack_walk_push_frameless(walk, is_own, buffers, instruction) ||
			(instruction->opcode == ZEND_INCLUDE_OR_EVAL &&
				!stack_walk_push_compiled(walk, is_own)))) {
		return false;
	}

	return hp_stack_function_push(walk, hp_stack_function_of(walk, is_own, function), line);
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
	return hp_stack_memory_get(walk, is_own, &room->begin, STACK_WALK_GLOBAL(walk, vm_stack),
			   sizeof(room->begin)) &&
		hp_stack_memory_get(
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
	const zend_execute_data *frame, hp_stack_buffers *buffers)
{
	const zend_execute_data *view =
		hp_stack_memory_view(walk, is_own, &buffers->frame, frame, sizeof(*frame));
	const zend_function *function;

	if (view == NULL || view->func == NULL || (ZEND_CALL_INFO(view) & ZEND_CALL_GENERATOR) != 0) {
		return NULL;
	}
	function = hp_stack_function_view(walk, is_own, buffers, view->func);
	if (function == NULL) {
		return NULL;
	}
	if (function->type != ZEND_INTERNAL_FUNCTION && view->call != NULL) {
		frame = view->call;
		if (!stack_walk_room_has(room, frame) || (is_own && !walk->can_read)) {
			return NULL;
		}
		view = hp_stack_memory_view(walk, is_own, &buffers->frame, frame, sizeof(*frame));
		if (is_own) {
			hp_stack_memory_reset_pages(walk);
		}
		function = view == NULL || view->func == NULL
			? NULL
			: hp_stack_function_view(walk, false, buffers, view->func);
	}

	return function == NULL ? NULL : stack_walk_behind(frame, view, function);
}

/* True if the engine has left that frame, and is freeing the values of its variables. Code from the
 * JIT does not save at which instruction it leaves a function. It also prepares calls without
 * saving that it does, so that a frame whose arguments are being computed may look like one that
 * the last call has left. With the JIT, only frames that the engine itself has entered can be
 * judged. */
static bool stack_walk_is_left(hp_stack_walk *walk, bool is_own, const stack_walk_room *room,
	const zend_execute_data *frame, const zend_execute_data *caller, hp_stack_buffers *buffers)
{
	const zend_execute_data *view =
		hp_stack_memory_view(walk, is_own, &buffers->frame, frame, sizeof(*frame));
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
		hp_stack_memory_reset_pages(walk);
	}
	if (is_own && is_closure && !walk->can_read) {
		return false;
	}
	function = hp_stack_function_view(walk, is_own && !is_closure, buffers, view->func);
	if (function == NULL || function->type != ZEND_USER_FUNCTION ||
		(uintptr_t) stack_walk_behind(frame, view, function) != room->end) {
		return false;
	}
	instruction = hp_stack_function_instruction(
		walk, is_own && !is_closure, buffers, &function->op_array, view->opline);

	return instruction != NULL &&
		(instruction->opcode == ZEND_RETURN || instruction->opcode == ZEND_RETURN_BY_REF);
}

static zend_never_inline bool stack_walk_push_by_kernel(hp_stack_walk *walk,
	hp_stack_buffers *buffers, const zend_execute_data *frame, const zend_op *at)
{
	hp_stack_memory_reset_pages(walk);

	return stack_walk_push_frame(walk, false, buffers, frame, at, true);
}

/* Adds the profiler as a frame above the function that runs or is called, unless that function is
 * already one of the profiler's. */
static zend_never_inline bool stack_walk_push_profiler(
	hp_stack_walk *walk, const zend_execute_data *top)
{
	hp_stack_buffers buffers;
	const zend_function *function = NULL;
	hp_sample_function added = {STACK_WALK_PROFILER, 0, 0, 0, 0, 0, HP_SAMPLE_INTERNAL};

	if (top != NULL &&
		hp_stack_memory_view(walk, true, &buffers.frame, top, sizeof(*top)) != NULL &&
		top->func != NULL && !stack_walk_may_be_gone(walk, top)) {
		function = hp_stack_function_view(walk, true, &buffers, top->func);
	}

	return (function != NULL && hp_own_code_has(function)) ||
		hp_stack_function_push(
			walk, hp_stack_function_add(walk, true, &added, NULL, hp_own_code_name(), NULL), 0);
}

/* Adds a frame and all that belongs above it. A frame without a function only links two others, and
 * adds nothing. at: as in stack_walk_stack(). */
static zend_always_inline bool stack_walk_push_any(hp_stack_walk *walk, bool is_own,
	hp_stack_buffers *buffers, const zend_execute_data *view, const zend_op *at, bool is_top)
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
		: hp_stack_memory_view(walk, is_own, buffer, frame, sizeof(*frame));
}

/* Adds the frames from top outwards, below those that are already in the store. at: the innermost
 * frame's instruction if a better one than its EX(opline) is known, else NULL. */
static zend_always_inline uint32_t stack_walk_stack(hp_stack_walk *walk, bool is_own,
	const zend_execute_data *top, const zend_op *at, bool is_profiler)
{
	hp_stack_buffers buffers;
	const zend_execute_data *frame = top, *mark = NULL, *collecting;
	uint32_t steps = 0;

	if ((UNEXPECTED(is_profiler) && !stack_walk_push_profiler(walk, top)) ||
		!hp_stack_memory_get(walk, is_own, &collecting, walk->collecting, sizeof(collecting)) ||
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
	walk->pages = safe_pemalloc(HP_STACK_WALK_PAGES, sizeof(*walk->pages), 0, true);
	walk->copies = safe_pemalloc(HP_STACK_WALK_COPIES, sizeof(*walk->copies), 0, true);
	walk->again = safe_pemalloc(HP_STACK_WALK_AGAIN, sizeof(*walk->again), 0, true);
	walk->links = safe_pemalloc(HP_STACK_WALK_LINKS, sizeof(*walk->links), 0, true);
	walk->walks = 1;
	hp_stack_memory_reset_pages(walk);
	walk->most = HP_SAMPLE_MAX_FRAMES;
	walk->can_read = hp_stack_memory_can_read();
	walk->has_jit = stack_walk_has_jit();
#ifdef __linux__
	walk->own.file = -1;
#endif
	hp_stack_memory_set_beside(walk, false);
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
	hp_stack_buffers buffers;
	const zend_function *function;

	if (instruction == NULL ||
		hp_stack_memory_view(walk, true, &buffers.frame, top, sizeof(*top)) == NULL ||
		top->func == NULL) {
		return NULL;
	}
	if (stack_walk_may_be_gone(walk, top)) {
		return instruction; /* checked against the function when that is read */
	}
	function = hp_stack_function_view(walk, true, &buffers, top->func);
	if (function == NULL || function->type == ZEND_INTERNAL_FUNCTION) {
		return NULL;
	}

	return hp_stack_function_instruction(walk, true, &buffers, &function->op_array, instruction);
}

void hp_stack_walk_peek(hp_stack_walk *walk)
{
	const zend_execute_data *top = NULL;
	const zend_string *file;
	zend_execute_data frame;
	zend_function function;

	walk->peeked = NULL;
	hp_stack_memory_set_beside(walk, true);
	hp_stack_memory_reset_pages(walk);
	if (walk->can_read && hp_stack_memory_read_raw(walk, &top, walk->current, sizeof(top)) &&
		top != NULL && (top = hp_stack_walk_innermost(walk, false, top), true) &&
		hp_stack_memory_read_raw(walk, &frame, top, sizeof(frame)) && frame.func != NULL &&
		hp_stack_memory_read_raw(walk, &function, frame.func, sizeof(zend_internal_function)) &&
		stack_walk_read_compiled(walk, &file)) {
		walk->peeked = top;
		walk->peeked_caller = frame.prev_execute_data;
		walk->peeked_file = file;
		walk->peeked_function = hp_stack_function_is_lasting(&function) ? frame.func : NULL;
	}
	hp_stack_memory_set_beside(walk, false);
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
		hp_stack_function_is_call(top->opline - 1);
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
		hp_stack_function_push(walk, hp_stack_function_of(walk, true, walk->peeked_function), 0)) {
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
	top = hp_stack_walk_innermost(walk, true, top);

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
		(!hp_stack_function_hash(walk, true, &added.key, label) ||
			!hp_stack_function_push(
				walk, hp_stack_function_add(walk, true, &added, NULL, label, NULL), 0))) {
		return HP_SAMPLE_NONE;
	}

	return stack_walk_own_stack(walk, top, NULL, false);
}

/* Reads the stack of a thread that may begin to run at any moment. */
static uint32_t stack_walk_other(hp_stack_walk *walk)
{
	const zend_execute_data *top;

	walk->count = 0;
	hp_stack_memory_read_pages(walk);
	if (!hp_stack_memory_get(walk, false, &top, walk->current, sizeof(top))) {
		return HP_SAMPLE_NONE;
	}
	top = hp_stack_walk_innermost(walk, false, top);

	return stack_walk_stack(walk, false, top, NULL, false);
}

uint32_t hp_stack_walk_other(hp_stack_walk *walk, const hp_sample_thread *thread, uint64_t cpu_ns)
{
	uint32_t functions_count = walk->store->functions.count, count;

	walk->other = thread;
	walk->other_cpu_ns = cpu_ns;
	walk->reads = 0;
	hp_stack_memory_set_beside(walk, true);
	count = stack_walk_other(walk);
	if (hp_stack_memory_has_run(walk)) {
		count = HP_SAMPLE_NONE;
	}
	walk->other = NULL;
	hp_stack_memory_set_beside(walk, false);
	if (count == HP_SAMPLE_NONE) {
		hp_sample_store_drop_functions(walk->store, functions_count);
	}

	return count;
}

uint32_t hp_stack_walk_links(hp_stack_walk *walk, const zend_execute_data *top)
{
	uint32_t count;

	walk->has_links = true;
	count = stack_walk_stack(walk, false, top, NULL, false);
	walk->has_links = false;

	return count;
}

const zend_execute_data *hp_stack_walk_innermost(
	hp_stack_walk *walk, bool is_own, const zend_execute_data *top)
{
	hp_stack_buffers buffers;
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
