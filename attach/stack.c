#include "attach/stack.h"

#ifdef __linux__

# include <stdlib.h>

/* Readings of a stack that changes meanwhile, before it is given up. */
# define STACK_TRIES 8

/* The part of the stack that is read first: that of the innermost frames. */
# define STACK_FIRST_BYTES 8192u

/* What the engine says of itself, by one system call; the frames' memory with it, where it is where it was. */
typedef struct stack_globals {
	uintptr_t current, current_after;
	uintptr_t page; /* of the engine's stack */
	uintptr_t compiled_file;
	uint8_t is_compiling;
} stack_globals;

/* A frame as it stands in memory. */
typedef struct stack_frame {
	uintptr_t function;
	uintptr_t opline;
	uint32_t line;
	uint64_t name_hash;
	char bytes[HP_ATTACH_FUNCTION_BYTES];
} stack_frame;

typedef struct hp_attach_walk {
	hp_attach_stack *stack;
	const hp_attach_process *process;
	const hp_attach_layout *layout;
	uint32_t count;
	stack_frame frames[HP_LIVE_MAX_FRAMES];
} stack_walk;

static bool stack_read_globals(const stack_walk *walk, stack_globals *globals)
{
	const hp_attach_process *process = walk->process;
	const hp_attach_layout *layout = walk->layout;
	uintptr_t current = process->executor_globals + layout->current_execute_data;
	hp_attach_piece pieces[6];
	size_t count = 0;

	*globals = (stack_globals){.current = 0};
	pieces[count++] = (hp_attach_piece){current, &globals->current, sizeof(uintptr_t)};
	pieces[count++] = (hp_attach_piece){
		process->executor_globals + layout->vm_stack, &globals->page, sizeof(uintptr_t)};
	if (walk->stack->region_bytes > 0) {
		pieces[count++] = (hp_attach_piece){
			walk->stack->region_at, walk->stack->region, walk->stack->region_bytes};
	}
	pieces[count++] = (hp_attach_piece){current, &globals->current_after, sizeof(uintptr_t)};
	if (process->compiler_globals != 0 && layout->is_compiling != UINT16_MAX) {
		pieces[count++] = (hp_attach_piece){
			process->compiler_globals + layout->is_compiling, &globals->is_compiling, 1};
		pieces[count++] = (hp_attach_piece){process->compiler_globals + layout->compiled_file,
			&globals->compiled_file, sizeof(uintptr_t)};
	}

	return hp_attach_read_pieces(process->pid, pieces, count) == count;
}

static bool stack_has(const hp_attach_stack *stack, uintptr_t at, size_t bytes)
{
	return at >= stack->region_at && at - stack->region_at + bytes <= stack->region_bytes;
}

/* The region that ends with that frame, for the next reading. */
static void stack_aim(stack_walk *walk, const stack_globals *globals)
{
	hp_attach_stack *stack = walk->stack;
	uintptr_t end = globals->current + walk->layout->frame_bytes;
	size_t room = globals->page < end && end - globals->page < ((uintptr_t) 1 << 30)
		? end - globals->page
		: walk->layout->frame_bytes;
	size_t bytes = MIN(room, STACK_FIRST_BYTES);

	stack->region_at = end - bytes;
	stack->region_bytes = bytes;
}

/* A frame, out of the region or by a reading of its own. */
static bool stack_frame_at(const stack_walk *walk, uintptr_t at, char *frame)
{
	size_t bytes = walk->layout->frame_bytes;

	if (stack_has(walk->stack, at, bytes)) {
		memcpy(frame, walk->stack->region + (at - walk->stack->region_at), bytes);
		return true;
	}

	return hp_attach_read(walk->process->pid, at, frame, bytes);
}

static uintptr_t stack_pointer(const char *frame, uint16_t at)
{
	uintptr_t value;

	memcpy(&value, frame + at, sizeof(value));

	return value;
}

/* The chain of frames. False: it does not fit together. */
static bool stack_collect(stack_walk *walk, uintptr_t at)
{
	const hp_attach_layout *layout = walk->layout;
	char frame[256];
	uint32_t steps = 0;

	walk->count = 0;
	walk->stack->is_cut = false;
	while (at != 0) {
		uintptr_t function;

		if ((at & 7) != 0 || ++steps > 100000 || layout->frame_bytes > sizeof(frame) ||
			!stack_frame_at(walk, at, frame)) {
			return false;
		}
		function = stack_pointer(frame, layout->frame_func);
		if (function != 0) {
			if (walk->count == HP_LIVE_MAX_FRAMES) {
				walk->stack->is_cut = true;
				return true;
			}
			walk->frames[walk->count++] = (stack_frame){
				.function = function, .opline = stack_pointer(frame, layout->frame_opline)};
		}
		at = stack_pointer(frame, layout->frame_prev);
	}

	return true;
}

/* Functions and lines of all frames, 1024 pieces a system call. False: not all of them are there. */
static bool stack_read_functions(stack_walk *walk, const hp_attach_functions *functions)
{
	hp_attach_piece pieces[HP_ATTACH_PIECES];
	size_t count = 0;

	for (uint32_t i = 0; i < walk->count; i++) {
		stack_frame *frame = &walk->frames[i];
		const hp_attach_function *known = hp_attach_functions_find(functions, frame->function);
		bool is_code = known != NULL && known->type != ZEND_INTERNAL_FUNCTION;

		pieces[count++] = (hp_attach_piece){frame->function, frame->bytes,
			is_code ? walk->layout->code_bytes : HP_ATTACH_COMMON_BYTES};
		if (known != NULL && known->name != 0) {
			pieces[count++] = (hp_attach_piece){known->name + walk->layout->string_hash,
				&frame->name_hash, sizeof(frame->name_hash)};
		}
		if (is_code) {
			pieces[count++] = (hp_attach_piece){
				frame->opline + walk->layout->op_line, &frame->line, sizeof(frame->line)};
		}
		if (count + 3 > HP_ATTACH_PIECES || i + 1 == walk->count) {
			if (hp_attach_read_pieces(walk->process->pid, pieces, count) != count) {
				return false;
			}
			count = 0;
		}
	}

	return true;
}

/* One that was not known as code so far. */
static bool stack_read_code(const stack_walk *walk, stack_frame *frame)
{
	const hp_attach_layout *layout = walk->layout;

	return frame->bytes[0] == ZEND_INTERNAL_FUNCTION ||
		(hp_attach_read(walk->process->pid, frame->function, frame->bytes, layout->code_bytes) &&
			hp_attach_read(walk->process->pid, frame->opline + layout->op_line, &frame->line,
				sizeof(frame->line)));
}

/* An instruction of that function, or one of the engine's own at an exception. */
static bool stack_is_line(
	const hp_attach_layout *layout, const hp_attach_function *function, uintptr_t opline)
{
	return opline >= function->opcodes &&
		opline - function->opcodes < (uintptr_t) function->opcodes_count * layout->op_bytes;
}

static bool stack_name(stack_walk *walk, hp_attach_functions *functions, hp_live_ring *ring)
{
	hp_attach_stack *stack = walk->stack;

	for (uint32_t i = 0; i < walk->count; i++) {
		stack_frame *frame = &walk->frames[i];
		const hp_attach_function *known = hp_attach_functions_find(functions, frame->function);
		const hp_attach_function *function;

		if ((known == NULL || known->type == ZEND_INTERNAL_FUNCTION) &&
			!stack_read_code(walk, frame)) {
			return false;
		}
		function = hp_attach_functions_get(
			functions, walk->process, ring, frame->function, frame->bytes, frame->name_hash);
		if (function == NULL) {
			return false;
		}
		stack->frames[i].function = function->number;
		stack->frames[i].line = function->type != ZEND_INTERNAL_FUNCTION &&
				stack_is_line(walk->layout, function, frame->opline)
			? frame->line
			: 0;
	}
	stack->count = walk->count;

	return true;
}

/* The file that is being compiled, as the innermost frame. */
static void stack_add_compiled(hp_attach_stack *stack, uint32_t number)
{
	if (number != 0 && stack->count < HP_LIVE_MAX_FRAMES) {
		memmove(&stack->frames[1], &stack->frames[0], stack->count * sizeof(stack->frames[0]));
		stack->frames[0].function = number;
		stack->frames[0].line = 0;
		stack->count++;
	}
}

static hp_attach_outcome stack_try(
	stack_walk *walk, hp_attach_functions *functions, hp_live_ring *ring, stack_globals *globals)
{
	if (!stack_read_globals(walk, globals)) {
		if (walk->stack->region_bytes == 0) {
			return HP_ATTACH_GONE;
		}
		walk->stack->region_bytes = 0; /* the page has been freed */
		return HP_ATTACH_TORN;
	}
	if (globals->current == 0 && !globals->is_compiling) {
		return HP_ATTACH_IDLE;
	}
	if (globals->current != 0 &&
		!stack_has(walk->stack, globals->current, walk->layout->frame_bytes)) {
		stack_aim(walk, globals);
		return HP_ATTACH_TORN;
	}
	if (globals->current != globals->current_after || !stack_collect(walk, globals->current) ||
		!stack_read_functions(walk, functions) || !stack_name(walk, functions, ring)) {
		return HP_ATTACH_TORN;
	}

	return HP_ATTACH_STACK;
}

struct hp_attach_walk *hp_attach_walk_new(void)
{
	return malloc(sizeof(stack_walk));
}

hp_attach_outcome hp_attach_stack_read(hp_attach_stack *stack, struct hp_attach_walk *walk,
	hp_attach_functions *functions, const hp_attach_process *process, hp_live_ring *ring)
{
	hp_attach_outcome outcome = HP_ATTACH_TORN;
	stack_globals globals;

	walk->stack = stack;
	walk->process = process;
	walk->layout = process->layout;
	for (uint32_t i = 0; i < STACK_TRIES && outcome == HP_ATTACH_TORN; i++) {
		outcome = stack_try(walk, functions, ring, &globals);
		stack->torn += outcome == HP_ATTACH_TORN && i > 0;
	}
	if (outcome == HP_ATTACH_STACK && globals.is_compiling && globals.compiled_file != 0) {
		stack_add_compiled(
			stack, hp_attach_functions_compiled(process, ring, globals.compiled_file));
	}
	if (globals.current != 0) {
		stack_aim(walk, &globals);
	}

	return outcome;
}

#endif
