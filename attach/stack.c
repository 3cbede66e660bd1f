#include "attach/stack.h"

#ifdef __linux__

# include <stdlib.h>

/* Readings of a stack that changes meanwhile, before it is given up. */
# define STACK_TRIES 8

/* Frames that the thread may call meanwhile lie behind those of now. */
# define STACK_BEHIND_BYTES 4096u

/* Frames beyond that are no stack. */
# define STACK_MAX_STEPS 100000u

/* Bytes of an instruction that are read. */
# define STACK_OP_BYTES 32

/* The function, its texts, and two instructions. */
# define STACK_FRAME_PIECES (3 + HP_ATTACH_TEXT_PIECES)

/* The engine's own state. */
typedef struct stack_globals {
	uintptr_t current;
	uintptr_t page, page_end; /* of the engine's stack */
	uintptr_t compiled_file;
	uint8_t is_compiling, is_collecting;
} stack_globals;

/* A frame as it stands in memory. */
typedef struct stack_frame {
	uintptr_t at;
	uintptr_t function;
	uintptr_t opline, old_opline; /* in the second copy, and in the first */
	uintptr_t caller;
	hp_attach_texts texts; /* of the function that was known there */
	uint32_t info;
	bool is_new; /* in the second copy */
	bool has_code; /* bytes are more than what all functions have, and the instructions are read */
	char op[STACK_OP_BYTES];
	char old_op[STACK_OP_BYTES]; /* unless that is the same one: see stack_old_op() */
	char bytes[HP_ATTACH_FUNCTION_BYTES];
} stack_frame;

typedef struct hp_attach_walk {
	hp_attach_stack *stack;
	const hp_attach_process *process;
	const hp_attach_layout *layout;
	bool has_destructor;
	uint32_t count;
	stack_frame frames[HP_LIVE_MAX_FRAMES]; /* innermost first */
	stack_frame old[HP_LIVE_MAX_FRAMES]; /* likewise, of the first copy */
	char before[HP_ATTACH_REGION_BYTES]; /* the region, copied twice */
	char after[HP_ATTACH_REGION_BYTES];
	char again[256]; /* the innermost frame once more, if it is new in the second copy */
} stack_walk;

static bool stack_read_globals(stack_walk *walk, stack_globals *globals)
{
	const hp_attach_process *process = walk->process;
	const hp_attach_layout *layout = walk->layout;
	uintptr_t executor = process->executor_globals, compiler = process->compiler_globals;
	uintptr_t region_at = walk->stack->region_at;
	size_t count = 0, bytes = walk->stack->region_bytes;
	hp_attach_piece pieces[8];

	*globals = (stack_globals){.current = 0};
	if (bytes > 0) {
		pieces[count++] = (hp_attach_piece){region_at, walk->before, bytes};
	}
	pieces[count++] = (hp_attach_piece){
		executor + layout->current_execute_data, &globals->current, sizeof(uintptr_t)};
	if (bytes > 0) {
		pieces[count++] = (hp_attach_piece){region_at, walk->after, bytes};
	}
	pieces[count++] =
		(hp_attach_piece){executor + layout->vm_stack, &globals->page, sizeof(uintptr_t)};
	pieces[count++] =
		(hp_attach_piece){executor + layout->vm_stack_end, &globals->page_end, sizeof(uintptr_t)};
	if (compiler != 0) {
		pieces[count++] =
			(hp_attach_piece){compiler + layout->is_compiling, &globals->is_compiling, 1};
		pieces[count++] = (hp_attach_piece){
			compiler + layout->compiled_file, &globals->compiled_file, sizeof(uintptr_t)};
	}
	if (process->is_collecting != 0) {
		pieces[count++] = (hp_attach_piece){process->is_collecting, &globals->is_collecting, 1};
	}

	return hp_attach_read_pieces(process->memory, pieces, count) == count;
}

static bool stack_has(const hp_attach_stack *stack, uintptr_t at, size_t bytes)
{
	return at >= stack->region_at && bytes <= stack->region_bytes &&
		at - stack->region_at <= stack->region_bytes - bytes;
}

/* The region around the frame of now, for the next reading. */
static void stack_aim(stack_walk *walk, const stack_globals *globals)
{
	hp_attach_stack *stack = walk->stack;
	uintptr_t end = globals->current + walk->layout->frame_bytes, begin = globals->current;

	if (globals->page < begin && end <= globals->page_end &&
		globals->page_end - globals->page < ((uintptr_t) 1 << 30)) {
		end = MIN(end + STACK_BEHIND_BYTES, globals->page_end);
		begin = MAX(globals->page, end - HP_ATTACH_REGION_BYTES);
	}
	stack->region_at = begin;
	stack->region_bytes = end - begin;
}

static stack_frame stack_parse(const hp_attach_layout *layout, uintptr_t at, const char *frame)
{
	uintptr_t opline = hp_attach_pointer(frame, layout->frame_opline);
	uint32_t info;

	memcpy(&info, frame + layout->frame_this_info, sizeof(info));

	return (stack_frame){.at = at,
		.function = hp_attach_pointer(frame, layout->frame_func),
		.opline = opline,
		.old_opline = opline,
		.info = info,
		.caller = hp_attach_pointer(frame, layout->frame_prev)};
}

/* The chain in a copy of the region, up to where it leaves that. Returns the address behind it; UINTPTR_MAX: it is none. */
static uintptr_t stack_chain(
	const stack_walk *walk, const char *region, uintptr_t at, stack_frame *frames, uint32_t *count)
{
	size_t bytes = walk->layout->frame_bytes;

	*count = 0;
	while (at != 0 && *count < HP_LIVE_MAX_FRAMES && stack_has(walk->stack, at, bytes)) {
		if ((at & 7) != 0) {
			return UINTPTR_MAX;
		}
		frames[*count] = stack_parse(walk->layout, at, region + (at - walk->stack->region_at));
		if (frames[*count].caller >= at && stack_has(walk->stack, frames[*count].caller, bytes)) {
			return UINTPTR_MAX; /* a caller lies before what it calls */
		}
		at = frames[(*count)++].caller;
	}

	return at;
}

static bool stack_is_equal(const stack_frame *a, const stack_frame *b)
{
	return a->at == b->at && a->function == b->function && a->caller == b->caller;
}

/* True: the memory of the frame is another one in the second copy. */
static bool stack_is_new(const stack_walk *walk, const stack_frame *frame)
{
	const char *before = walk->before + (frame->at - walk->stack->region_at);
	stack_frame old = stack_parse(walk->layout, frame->at, before);

	return !stack_is_equal(&old, frame);
}

/* Leaves of the second copy's chain what was there. Returns how many frames; 0: nothing is certain. */
static uint32_t stack_certain(stack_walk *walk, uint32_t old_count, uint32_t count)
{
	uint32_t equal = 0, drop;

	while (equal < MIN(old_count, count) &&
		stack_is_equal(&walk->old[old_count - 1 - equal], &walk->frames[count - 1 - equal])) {
		equal++;
	}
	if (equal == 0) {
		return 0;
	}
	drop = count - equal;
	if (drop > 0 && stack_is_new(walk, &walk->frames[drop - 1])) {
		drop--;
		walk->frames[drop].is_new = true;
	}
	for (uint32_t i = 1; i <= equal; i++) {
		walk->frames[count - i].old_opline = walk->old[old_count - i].opline;
	}
	memmove(walk->frames, walk->frames + drop, (count - drop) * sizeof(walk->frames[0]));

	return count - drop;
}

/* A part of the memory further out, so that not each frame takes a system call. */
typedef struct stack_chunk {
	char *bytes; /* of HP_ATTACH_REGION_BYTES */
	uintptr_t at;
	size_t count;
} stack_chunk;

static bool stack_read_frame(const stack_walk *walk, stack_chunk *chunk, uintptr_t at, char *frame)
{
	size_t bytes = walk->layout->frame_bytes;

	if (at < chunk->at || bytes > chunk->count || at - chunk->at > chunk->count - bytes) {
		chunk->at = at + bytes - HP_ATTACH_REGION_BYTES;
		chunk->count = HP_ATTACH_REGION_BYTES;
		if (!hp_attach_read(walk->process->memory, chunk->at, chunk->bytes, chunk->count)) {
			chunk->at = at;
			chunk->count = bytes;
			if (!hp_attach_read(walk->process->memory, at, chunk->bytes, bytes)) {
				return false;
			}
		}
	}
	memcpy(frame, chunk->bytes + (at - chunk->at), bytes);

	return true;
}

/* Frames outside of the region, as those of generators and of what is far out; then the last one inside again: if it is
 * still there, so were they. */
static bool stack_follow(stack_walk *walk, uintptr_t at)
{
	stack_chunk chunk = {walk->before, 0, 0};
	const hp_attach_layout *layout = walk->layout;
	stack_frame inside = walk->frames[walk->count - 1], again;
	uint32_t steps = 0;
	char frame[256];

	while (at != 0) {
		if ((at & 7) != 0 || ++steps > STACK_MAX_STEPS ||
			!stack_read_frame(walk, &chunk, at, frame)) {
			return false;
		}
		if (walk->count == HP_LIVE_MAX_FRAMES) {
			walk->stack->frames.is_cut = true;
			break;
		}
		walk->frames[walk->count] = stack_parse(layout, at, frame);
		at = walk->frames[walk->count++].caller;
	}
	if (steps > 0) {
		if (!hp_attach_read(walk->process->memory, inside.at, frame, layout->frame_bytes)) {
			return false;
		}
		again = stack_parse(layout, inside.at, frame);

		return stack_is_equal(&inside, &again);
	}

	return true;
}

/* Frames of the engine's own, without a function, are none. */
static void stack_drop_empty(stack_walk *walk)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < walk->count; i++) {
		if (walk->frames[i].function != 0) {
			walk->frames[count++] = walk->frames[i];
		}
	}
	walk->count = count;
}

/* False: it does not fit together. */
static bool stack_collect(stack_walk *walk, uintptr_t current)
{
	uint32_t old_count, count;
	uintptr_t end, old_end;

	walk->stack->frames.is_cut = false;
	old_end = stack_chain(walk, walk->before, current, walk->old, &old_count);
	end = stack_chain(walk, walk->after, current, walk->frames, &count);
	walk->count = end != UINTPTR_MAX && end == old_end ? stack_certain(walk, old_count, count) : 0;
	if (walk->count == 0 || !stack_follow(walk, end)) {
		return false;
	}
	stack_drop_empty(walk);

	return walk->count > 0;
}

/* The pieces of a frame's instructions: returns how many. Most callers are at the same one in both copies. */
static size_t stack_add_ops(stack_frame *frame, hp_attach_piece *pieces)
{
	pieces[0] = (hp_attach_piece){frame->opline, frame->op, sizeof(frame->op)};
	pieces[1] = (hp_attach_piece){frame->old_opline, frame->old_op, sizeof(frame->old_op)};

	return frame->old_opline == frame->opline ? 1 : 2;
}

static const char *stack_old_op(const stack_frame *frame)
{
	return frame->old_opline == frame->opline ? frame->op : frame->old_op;
}

/* True: this piece is of the texts of a function that was known. */
static bool stack_is_text(const stack_walk *walk, const hp_attach_piece *piece)
{
	for (uint32_t i = 0; i < walk->count; i++) {
		const hp_attach_texts *texts = &walk->frames[i].texts;

		if ((const char *) piece->to >= (const char *) texts &&
			(const char *) piece->to < (const char *) (texts + 1)) {
			return true;
		}
	}

	return false;
}

/* False: not all of them are there. The texts that were known may be where no memory is any more, for ever: each is looked for
 * again. */
static bool stack_read_pieces(const stack_walk *walk, const hp_attach_functions *functions,
	const hp_attach_piece *pieces, size_t count)
{
	size_t whole = hp_attach_read_pieces(walk->process->memory, pieces, count);

	if (whole == count) {
		return true;
	}
	if (stack_is_text(walk, &pieces[whole])) {
		for (uint32_t i = 0; i < walk->count; i++) {
			hp_attach_functions_doubt(functions, walk->frames[i].function);
		}
	}

	return false;
}

/* Functions and lines of all frames, 1024 pieces a system call. False: not all of them are there. */
static bool stack_read_functions(stack_walk *walk, const hp_attach_functions *functions)
{
	hp_attach_piece pieces[HP_ATTACH_PIECES];
	size_t count = 0;

	if (walk->frames[0].is_new) {
		pieces[count++] =
			(hp_attach_piece){walk->frames[0].at, walk->again, walk->layout->frame_bytes};
	}
	for (uint32_t i = 0; i < walk->count; i++) {
		stack_frame *frame = &walk->frames[i];
		const hp_attach_function *known = hp_attach_functions_find(functions, frame->function);
		bool is_code = known != NULL && known->type != ZEND_INTERNAL_FUNCTION;

		frame->has_code = is_code;
		pieces[count++] = (hp_attach_piece){frame->function, frame->bytes,
			is_code ? walk->layout->code_bytes : HP_ATTACH_COMMON_BYTES};
		if (known != NULL) {
			count += hp_attach_functions_pieces(known, walk->layout, &frame->texts, pieces + count);
		}
		if (is_code) {
			count += stack_add_ops(frame, pieces + count);
		}
		if (count + STACK_FRAME_PIECES > HP_ATTACH_PIECES || i + 1 == walk->count) {
			if (!stack_read_pieces(walk, functions, pieces, count)) {
				return false;
			}
			count = 0;
		}
	}

	return true;
}

/* One that was not known as code before. */
static bool stack_read_code(const stack_walk *walk, stack_frame *frame)
{
	const hp_attach_layout *layout = walk->layout;

	hp_attach_piece pieces[3] = {{frame->function, frame->bytes, layout->code_bytes}};
	size_t count = 1 + stack_add_ops(frame, pieces + 1);

	return frame->bytes[0] == ZEND_INTERNAL_FUNCTION ||
		hp_attach_read_pieces(walk->process->memory, pieces, count) == count;
}

static bool stack_is_call(const hp_attach_layout *layout, const char *op)
{
	uint8_t opcode = (uint8_t) op[layout->op_opcode];

	return opcode == ZEND_DO_FCALL || opcode == ZEND_DO_FCALL_BY_NAME || opcode == ZEND_DO_UCALL ||
		opcode == ZEND_DO_ICALL || opcode == ZEND_INCLUDE_OR_EVAL || opcode == ZEND_FETCH_OBJ_R;
}

/* A fiber begins with one that nothing calls. */
static bool stack_is_fiber(const hp_attach_layout *layout, const stack_frame *frame)
{
	return frame->bytes[0] == ZEND_INTERNAL_FUNCTION &&
		hp_attach_pointer(frame->bytes, layout->function_name) == 0;
}

/* False: another function has been in the caller's memory at the moment of the pointer. An internal one calls by the engine,
 * an instruction by itself. */
static bool stack_is_pair(
	const hp_attach_layout *layout, const stack_frame *frame, const stack_frame *caller)
{
	if ((frame->info & ZEND_CALL_TOP) != 0 || stack_is_fiber(layout, frame)) {
		return true;
	}
	if (caller->bytes[0] == ZEND_INTERNAL_FUNCTION) {
		return false;
	}

	return stack_is_call(layout, caller->op) ||
		(!frame->is_new &&
			(caller->opline == caller->old_opline || stack_is_call(layout, stack_old_op(caller))));
}

/* True: it was being written, its function before its caller. */
static bool stack_is_torn(const stack_walk *walk)
{
	const stack_frame *frame = &walk->frames[0];
	stack_frame again = stack_parse(walk->layout, frame->at, walk->again);

	return frame->is_new && again.function == frame->function && again.caller != frame->caller;
}

static void stack_drop(stack_walk *walk, uint32_t count)
{
	walk->count -= count;
	memmove(walk->frames, walk->frames + count, walk->count * sizeof(walk->frames[0]));
}

/* Leaves what can be a stack. */
static void stack_drop_impossible(stack_walk *walk)
{
	if (walk->count > 1 && stack_is_torn(walk)) {
		stack_drop(walk, 1);
	}
	for (uint32_t i = walk->count - 1; i > 0; i--) {
		if (!stack_is_pair(walk->layout, &walk->frames[i - 1], &walk->frames[i])) {
			stack_drop(walk, i);
			return;
		}
	}
}

/* 0: it is at none of that function, as at an exception, which has an instruction of the engine's own. A caller of the frame
 * that was current may have gone on in the second copy, or not called it in the first one. */
static uint32_t stack_line(const hp_attach_layout *layout, const hp_attach_function *function,
	const stack_frame *frame, bool is_caller)
{
	bool is_old = is_caller && !stack_is_call(layout, frame->op);
	uintptr_t opline = is_old ? frame->old_opline : frame->opline;
	uint32_t line;

	if (function->type == ZEND_INTERNAL_FUNCTION || opline < function->opcodes ||
		opline - function->opcodes >= (uintptr_t) function->opcodes_count * layout->op_bytes) {
		return 0;
	}
	memcpy(&line, (is_old ? stack_old_op(frame) : frame->op) + layout->op_line, sizeof(line));

	return line;
}

static bool stack_name(stack_walk *walk, hp_attach_functions *functions, hp_live_ring *ring)
{
	hp_attach_stack *stack = walk->stack;
	uint32_t count = 0;

	for (uint32_t i = 0; i < walk->count; i++) {
		if (!walk->frames[i].has_code && !stack_read_code(walk, &walk->frames[i])) {
			return false;
		}
	}
	stack_drop_impossible(walk);
	walk->has_destructor = false;
	for (uint32_t i = 0; i < walk->count; i++) {
		const stack_frame *frame = &walk->frames[i];
		const hp_attach_function *function = hp_attach_functions_get(
			functions, walk->process, ring, frame->function, frame->bytes, &frame->texts);

		if (function == NULL) {
			return false;
		}
		if (function->type == ZEND_INTERNAL_FUNCTION && function->name == 0) {
			continue; /* what a fiber begins with */
		}
		walk->has_destructor |= function->is_destructor;
		stack->frames.frames[count].function = function->number;
		stack->frames.frames[count++].line = stack_line(walk->layout, function, frame, i > 0);
	}
	stack->frames.count = count;

	return true;
}

/* No function, as the innermost frame. */
static void stack_add(hp_attach_stack *stack, uint32_t number)
{
	if (number != 0 && stack->frames.count < HP_LIVE_MAX_FRAMES) {
		memmove(&stack->frames.frames[1], &stack->frames.frames[0],
			stack->frames.count * sizeof(stack->frames.frames[0]));
		stack->frames.frames[0].function = number;
		stack->frames.frames[0].line = 0;
		stack->frames.count++;
	}
}

static hp_attach_outcome stack_try(
	stack_walk *walk, hp_attach_functions *functions, hp_live_ring *ring, stack_globals *globals)
{
	walk->stack->frames.count = 0; /* a request's script is compiled without a frame */
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
	if (globals->current != 0 &&
		(!stack_collect(walk, globals->current) || !stack_read_functions(walk, functions) ||
			!stack_name(walk, functions, ring))) {
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
	}
	if (outcome == HP_ATTACH_STACK && globals.is_compiling && globals.compiled_file != 0) {
		stack_add(stack, hp_attach_functions_compiled(process, ring, globals.compiled_file));
	}
	/* It may have called the destructor, or that it: not known. */
	if (outcome == HP_ATTACH_STACK && globals.is_collecting && !walk->has_destructor) {
		stack_add(stack, hp_attach_functions_collector(ring));
	}
	if (globals.current != 0) {
		stack_aim(walk, &globals);
	}

	return outcome;
}

#endif
