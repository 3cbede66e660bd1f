#include "attach/stack.h"

#include "profile/wait.h"
#include "sampler/stack_running.h"
#include "sampler/stack_walk.h"

#ifdef __linux__

# include <stdlib.h>

/* Attempts to read a stack that changes meanwhile, before it is given up. */
# define STACK_TRIES 8

/* The pause between two attempts is shorter than this. Generators take many attempts: with longer
 * pauses a short one would have ended, and what follows it would get its time. */
# define STACK_APART_NS 10000u

/* The region includes this many bytes behind the current frame, because frames that the thread
 * calls meanwhile lie there. */
# define STACK_BEHIND_BYTES 4096u

/* A longer chain of frames is no stack. */
# define STACK_MAX_STEPS 100000u

/* The bytes that are read of an instruction. */
# define STACK_OP_BYTES 32

/* The most pieces of a frame: the function, its texts, and two instructions. */
# define STACK_FRAME_PIECES (3 + HP_ATTACH_TEXT_PIECES)

/* Room for the executor globals from vm_stack_top to current_execute_data: 40 bytes in every
 * version. */
# define STACK_POINTERS_BYTES 64

/* The engine sizes frames in slots, each as large as a zval. */
# define STACK_SLOT_BYTES 16

/* Since this version internal functions have temporary values, too. */
# define STACK_PHP_INTERNAL_TEMPORARIES 802

/* A copy of the engine's own state. */
typedef struct stack_globals {
	uintptr_t current;
	uintptr_t later; /* the current frame right before the second copy */
	uintptr_t top; /* the end of the part of the page that is in use */
	uintptr_t page, page_end; /* the page of the engine's stack, and its end */
	uintptr_t compiled_file;
	uint8_t is_compiling, is_collecting;
} stack_globals;

/* A frame as it is in memory. */
typedef struct stack_frame {
	uintptr_t at;
	uintptr_t function;
	uintptr_t opline; /* the instruction in the first copy */
	/* an instruction where it may call, too: that of the second copy, or the one before opline */
	uintptr_t call_opline;
	uintptr_t caller;
	hp_attach_texts texts; /* of the function that was known at this address */
	uint32_t info;
	bool is_gone; /* it is not in the second copy any more */
	bool has_code; /* bytes has more than what all functions have, and the instructions are read */
	char op[STACK_OP_BYTES];
	char call_op[STACK_OP_BYTES]; /* not used if it is the same instruction: see stack_call_op() */
	char bytes[HP_ATTACH_FUNCTION_BYTES];
} stack_frame;

typedef struct hp_attach_walk {
	hp_attach_stack *stack;
	const hp_attach_process *process;
	const hp_attach_layout *layout;
	bool has_destructor;
	uint32_t count;
	stack_frame frames[HP_LIVE_MAX_FRAMES]; /* innermost first */
	stack_frame later[HP_LIVE_MAX_FRAMES]; /* the frames of the second copy, innermost first */
	char region[HP_ATTACH_REGION_BYTES]; /* the first copy of the region; again has the second */
	char again[HP_ATTACH_REGION_BYTES];
	hp_random random; /* for hp_stack_running_wait() */
} stack_walk;

/* Returns the piece with all pointers into the engine's stack. They are read as one piece, so that
 * they are of one moment. */
static hp_attach_piece stack_pointers(const stack_walk *walk, char *pointers)
{
	size_t first = walk->layout->vm_stack_top, last = walk->layout->current_execute_data;

	return (hp_attach_piece){walk->process->executor_globals + first, pointers,
		MIN(last + sizeof(uintptr_t) - first, STACK_POINTERS_BYTES)};
}

static uintptr_t stack_pointer(const stack_walk *walk, const char *pointers, uint16_t field)
{
	return hp_attach_pointer(pointers, field - walk->layout->vm_stack_top);
}

static bool stack_read_globals(stack_walk *walk, stack_globals *globals)
{
	const hp_attach_process *process = walk->process;
	const hp_attach_layout *layout = walk->layout;
	uintptr_t compiler = process->compiler_globals, region_at = walk->stack->region_at;
	size_t count = 0, bytes = walk->stack->region_bytes;
	char pointers[2][STACK_POINTERS_BYTES] = {{0}};
	hp_attach_piece pieces[7];

	*globals = (stack_globals){.current = 0};
	pieces[count++] = stack_pointers(walk, pointers[0]);
	if (bytes > 0) {
		pieces[count++] = (hp_attach_piece){region_at, walk->region, bytes};
		pieces[count++] = stack_pointers(walk, pointers[1]);
		pieces[count++] = (hp_attach_piece){region_at, walk->again, bytes};
	}
	if (compiler != 0) {
		pieces[count++] =
			(hp_attach_piece){compiler + layout->is_compiling, &globals->is_compiling, 1};
		pieces[count++] = (hp_attach_piece){
			compiler + layout->compiled_file, &globals->compiled_file, sizeof(uintptr_t)};
	}
	if (process->is_collecting != 0) {
		pieces[count++] = (hp_attach_piece){process->is_collecting, &globals->is_collecting, 1};
	}
	if (hp_attach_read_pieces(process->memory, pieces, count) != count) {
		return false;
	}
	globals->current = stack_pointer(walk, pointers[0], layout->current_execute_data);
	globals->later = stack_pointer(walk, pointers[1], layout->current_execute_data);
	globals->top = stack_pointer(walk, pointers[0], layout->vm_stack_top);
	globals->page = stack_pointer(walk, pointers[0], layout->vm_stack);
	globals->page_end = stack_pointer(walk, pointers[0], layout->vm_stack_end);

	return true;
}

static bool stack_has(const hp_attach_stack *stack, uintptr_t at, size_t bytes)
{
	return at >= stack->region_at && bytes <= stack->region_bytes &&
		at - stack->region_at <= stack->region_bytes - bytes;
}

/* Sets the region around the current frame, for the next reading. */
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
		.call_opline = opline,
		.info = info,
		.caller = hp_attach_pointer(frame, layout->frame_prev)};
}

/* Follows the frames inside a copy of the region. Returns the first address outside it, or
 * UINTPTR_MAX if the chain is broken. */
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

/* Marks the frames that were left between the two copies. Their callers were at the call, or are
 * right behind it. Returns false if all frames were left. */
static bool stack_compare(stack_walk *walk, uint32_t later_count)
{
	uint32_t count = walk->count, equal = 0;

	while (equal < MIN(later_count, count) &&
		stack_is_equal(&walk->later[later_count - 1 - equal], &walk->frames[count - 1 - equal])) {
		equal++;
		walk->frames[count - equal].call_opline = walk->later[later_count - equal].opline;
	}
	for (uint32_t i = 0; i < count - equal && equal > 0; i++) {
		walk->frames[i].is_gone = true;
		walk->frames[i + 1].call_opline = walk->frames[i + 1].opline - walk->layout->op_bytes;
	}

	return equal > 0;
}

/* A part of the memory outside the region, so that not every frame takes a system call. */
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

/* Follows the frames outside the region, such as those of generators and the outermost ones. Then
 * reads the last frame inside the region again: if it is still open, so were its callers outside.
 * Returns false if it is not, or if the chain is broken. */
static bool stack_follow(stack_walk *walk, uintptr_t at)
{
	stack_chunk chunk = {walk->again, 0, 0};
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

/* Drops frames of the engine itself, which have no function and do not count. */
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

/* Collects the frames from both copies. Returns false if they do not fit together. */
static bool stack_collect(stack_walk *walk, const stack_globals *globals)
{
	uintptr_t end, later_end, later = globals->later;
	uint32_t later_count;

	if (!stack_has(walk->stack, later, walk->layout->frame_bytes)) {
		later = globals->current;
	}
	walk->stack->frames.is_cut = false;
	end = stack_chain(walk, walk->region, globals->current, walk->frames, &walk->count);
	later_end = stack_chain(walk, walk->again, later, walk->later, &later_count);
	if (end == UINTPTR_MAX || end != later_end || !stack_compare(walk, later_count) ||
		!stack_follow(walk, end)) {
		return false;
	}
	stack_drop_empty(walk);

	return walk->count > 0;
}

/* Adds the pieces of a frame's instructions, and returns how many. Most callers are at the same
 * instruction in both copies. */
static size_t stack_add_ops(stack_frame *frame, hp_attach_piece *pieces)
{
	pieces[0] = (hp_attach_piece){frame->opline, frame->op, sizeof(frame->op)};
	pieces[1] = (hp_attach_piece){frame->call_opline, frame->call_op, sizeof(frame->call_op)};

	return frame->call_opline == frame->opline ? 1 : 2;
}

static const char *stack_call_op(const stack_frame *frame)
{
	return frame->call_opline == frame->opline ? frame->op : frame->call_op;
}

/* Returns true if the piece belongs to the texts of a function that was known. */
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

/* Reads pieces. Returns false if not all of them can be read. The texts of a known function may be
 * in memory that no longer exists, and would then fail in each attempt. So in that case all
 * functions of the stack are marked, to be read as if they were new. */
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

/* Reads functions and lines of all frames, 1024 pieces a system call. Returns false if not all of
 * them can be read. */
static bool stack_read_functions(stack_walk *walk, const hp_attach_functions *functions)
{
	hp_attach_piece pieces[HP_ATTACH_PIECES];
	size_t count = 0;

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

/* Reads the function of a frame that was not known to be code before. Returns false if it cannot be
 * read. */
static bool stack_read_code(const stack_walk *walk, stack_frame *frame)
{
	const hp_attach_layout *layout = walk->layout;

	hp_attach_piece pieces[3] = {{frame->function, frame->bytes, layout->code_bytes}};
	size_t count = 1 + stack_add_ops(frame, pieces + 1);

	return frame->bytes[0] == ZEND_INTERNAL_FUNCTION ||
		hp_attach_read_pieces(walk->process->memory, pieces, count) == count;
}

/* Returns the size of a function's frame in bytes, as zend_vm_calc_used_stack() computes it. */
static size_t stack_frame_size(
	const hp_attach_layout *layout, const char *frame, const char *function)
{
	uint32_t given = hp_attach_number(frame, layout->frame_num_args);
	uint32_t wanted = hp_attach_number(function, layout->function_num_args);
	size_t slots =
		ZEND_MM_ALIGNED_SIZE_EX(layout->frame_bytes, STACK_SLOT_BYTES) / STACK_SLOT_BYTES + given;

	if (function[0] != ZEND_INTERNAL_FUNCTION || layout->php >= STACK_PHP_INTERNAL_TEMPORARIES) {
		slots += hp_attach_number(function, layout->function_temporaries);
	}
	if (function[0] != ZEND_INTERNAL_FUNCTION) {
		slots += hp_attach_number(function, layout->code_last_var) - MIN(wanted, given);
	}

	return slots * STACK_SLOT_BYTES;
}

/* Returns the address of the frame that this frame's callee has, or had; 0: unknown. While g() of
 * f(g()) runs, the frame prepared for f() lies in between. */
static uintptr_t stack_callee(const stack_walk *walk, const stack_frame *frame)
{
	const hp_attach_layout *layout = walk->layout;
	const char *memory = walk->region + (frame->at - walk->stack->region_at);
	uintptr_t call = hp_attach_pointer(memory, layout->frame_call);
	char function[HP_ATTACH_FUNCTION_BYTES];

	if (frame->bytes[0] == ZEND_INTERNAL_FUNCTION || call == 0) {
		return frame->at + stack_frame_size(layout, memory, frame->bytes);
	}
	if (!stack_has(walk->stack, call, layout->frame_bytes)) {
		return 0;
	}
	memory = walk->region + (call - walk->stack->region_at);
	if (!hp_attach_read(walk->process->memory, hp_attach_pointer(memory, layout->frame_func),
			function, layout->code_bytes)) {
		return 0;
	}

	return call + stack_frame_size(layout, memory, function);
}

static bool stack_is_call(const hp_attach_layout *layout, const char *op)
{
	uint8_t opcode = (uint8_t) op[layout->op_opcode];

	return opcode == ZEND_DO_FCALL || opcode == ZEND_DO_FCALL_BY_NAME || opcode == ZEND_DO_UCALL ||
		opcode == ZEND_DO_ICALL || opcode == ZEND_INCLUDE_OR_EVAL || opcode == ZEND_FETCH_OBJ_R;
}

/* Returns true for the frame that a fiber begins with, which nothing calls. */
static bool stack_is_fiber(const hp_attach_layout *layout, const stack_frame *frame)
{
	return frame->bytes[0] == ZEND_INTERNAL_FUNCTION &&
		hp_attach_pointer(frame->bytes, layout->function_name) == 0;
}

/* Returns true if the caller may have called the frame: an internal function calls through the
 * engine, code by an instruction. */
static bool stack_may_call(
	const hp_attach_layout *layout, const stack_frame *caller, const stack_frame *frame)
{
	if ((frame->info & ZEND_CALL_TOP) != 0 || stack_is_fiber(layout, frame)) {
		return !caller->is_gone;
	}
	if (caller->bytes[0] == ZEND_INTERNAL_FUNCTION) {
		return false;
	}

	return stack_is_call(layout, caller->op) || caller->call_opline == caller->opline ||
		stack_is_call(layout, stack_call_op(caller));
}

/* Returns true if the caller can have called the frame at its place. The memory of a frame that was
 * left meanwhile may have been written anew; called by another caller, it would lie elsewhere. */
static bool stack_has_called(
	const stack_walk *walk, const stack_frame *caller, const stack_frame *frame)
{
	return stack_may_call(walk->layout, caller, frame) &&
		(!frame->is_gone || stack_callee(walk, caller) == frame->at);
}

/* Drops the inner frames that the outer ones cannot have called. */
static void stack_drop_impossible(stack_walk *walk)
{
	for (uint32_t i = walk->count - 1; i > 0; i--) {
		if (!stack_has_called(walk, &walk->frames[i], &walk->frames[i - 1])) {
			walk->count -= i;
			memmove(walk->frames, walk->frames + i, walk->count * sizeof(walk->frames[0]));
			return;
		}
	}
}

/* Reads the code of a frame that may have just been left, and twice the pointers that prove it.
 * Returns false if the frame was not left. */
static bool stack_read_left(const stack_walk *walk, const hp_attach_functions *functions,
	const stack_globals *globals, stack_frame *left)
{
	const hp_attach_layout *layout = walk->layout;
	const hp_attach_function *known = hp_attach_functions_find(functions, left->function);
	const char *memory = walk->region + (left->at - walk->stack->region_at);
	const char *caller = walk->region + (globals->current - walk->stack->region_at);
	char pointers[2][STACK_POINTERS_BYTES] = {{0}}, again[2][sizeof(uintptr_t)];
	hp_attach_piece pieces[6 + HP_ATTACH_TEXT_PIECES];
	size_t count = 0;

	for (int i = 0; i < 2; i++) {
		pieces[count++] =
			(hp_attach_piece){globals->current + layout->frame_call, again[i], sizeof(again[i])};
		pieces[count++] = stack_pointers(walk, pointers[i]);
	}
	pieces[count++] = (hp_attach_piece){left->function, left->bytes, layout->code_bytes};
	pieces[count++] = (hp_attach_piece){left->opline, left->op, sizeof(left->op)};
	if (known != NULL) {
		count += hp_attach_functions_pieces(known, layout, &left->texts, pieces + count);
	}
	left->has_code = true;
	if (hp_attach_read_pieces(walk->process->memory, pieces, count) != count ||
		left->bytes[0] != ZEND_USER_FUNCTION ||
		left->at + stack_frame_size(layout, memory, left->bytes) != globals->top) {
		return false;
	}
	for (int i = 0; i < 2; i++) {
		if (stack_pointer(walk, pointers[i], layout->current_execute_data) != globals->current ||
			stack_pointer(walk, pointers[i], layout->vm_stack_top) != globals->top ||
			memcmp(again[i], caller + layout->frame_call, sizeof(again[i])) != 0) {
			return false;
		}
	}

	return left->op[layout->op_opcode] == ZEND_RETURN ||
		left->op[layout->op_opcode] == ZEND_RETURN_BY_REF;
}

/* Puts the function that the thread is leaving on the stack. The engine makes the caller current
 * first and frees the callee's variables afterwards. Freeing may take long, and counts as the
 * callee's time, as it does for a program that times the call. This is not done where the JIT may
 * have written the frame: see stack_walk_is_left() in the sampler. */
static void stack_add_left(
	stack_walk *walk, const hp_attach_functions *functions, const stack_globals *globals)
{
	const stack_frame *frame = &walk->frames[0];
	uintptr_t callee;
	stack_frame left;

	if (frame->at != globals->current || frame->is_gone ||
		(frame->info & ZEND_CALL_GENERATOR) != 0 || walk->count == HP_LIVE_MAX_FRAMES) {
		return;
	}
	callee = stack_callee(walk, frame);
	if ((callee & 7) != 0 || !stack_has(walk->stack, callee, walk->layout->frame_bytes)) {
		return;
	}
	left = stack_parse(walk->layout, callee, walk->region + (callee - walk->stack->region_at));
	if (left.caller != frame->at || (left.info & (ZEND_CALL_CODE | ZEND_CALL_GENERATOR)) != 0 ||
		(walk->process->has_jit && (left.info & ZEND_CALL_TOP) == 0) ||
		!stack_read_left(walk, functions, globals, &left)) {
		return;
	}
	memmove(walk->frames + 1, walk->frames, walk->count++ * sizeof(walk->frames[0]));
	walk->frames[0] = left;
}

/* Returns the line of the frame; 0 if its instruction is outside its function, as while an
 * exception is handled. A caller may have moved on from the call since: then the line is that of
 * the call. */
static uint32_t stack_line(const hp_attach_layout *layout, const hp_attach_function *function,
	const stack_frame *frame, bool is_caller)
{
	bool is_other = is_caller && !stack_is_call(layout, frame->op);
	uintptr_t opline = is_other ? frame->call_opline : frame->opline;
	uint32_t line;

	if (function->type == ZEND_INTERNAL_FUNCTION || opline < function->opcodes ||
		opline - function->opcodes >= (uintptr_t) function->opcodes_count * layout->op_bytes) {
		return 0;
	}
	memcpy(&line, (is_other ? stack_call_op(frame) : frame->op) + layout->op_line, sizeof(line));

	return line;
}

static bool stack_name(stack_walk *walk, hp_attach_functions *functions,
	const stack_globals *globals, hp_live_ring *ring)
{
	hp_attach_stack *stack = walk->stack;
	uint32_t count = 0;

	for (uint32_t i = 0; i < walk->count; i++) {
		if (!walk->frames[i].has_code && !stack_read_code(walk, &walk->frames[i])) {
			return false;
		}
	}
	stack_drop_impossible(walk);
	stack_add_left(walk, functions, globals);
	walk->has_destructor = false;
	for (uint32_t i = 0; i < walk->count; i++) {
		const stack_frame *frame = &walk->frames[i];
		const hp_attach_function *function = hp_attach_functions_get(
			functions, walk->process, ring, frame->function, frame->bytes, &frame->texts);

		if (function == NULL) {
			return false;
		}
		if (function->type == ZEND_INTERNAL_FUNCTION && function->name == 0) {
			continue; /* the frame that a fiber begins with */
		}
		walk->has_destructor |= function->is_destructor;
		stack->frames.frames[count].function = function->number;
		stack->frames.frames[count++].line = stack_line(walk->layout, function, frame, i > 0);
	}
	stack->frames.count = count;

	return true;
}

/* Adds an innermost frame that is no function, such as the compilation of a file. */
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
		walk->stack->region_bytes = 0; /* the page of the region has been freed */
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
		(!stack_collect(walk, globals) || !stack_read_functions(walk, functions) ||
			!stack_name(walk, functions, globals, ring))) {
		return HP_ATTACH_TORN;
	}

	return HP_ATTACH_STACK;
}

struct hp_attach_walk *hp_attach_walk_new(void)
{
	stack_walk *walk = malloc(sizeof(*walk));

	if (walk != NULL) {
		hp_random_bytes(&walk->random.state, sizeof(walk->random.state));
	}

	return walk;
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
		if (i > 0) {
			hp_stack_running_wait(&walk->random, STACK_APART_NS);
		}
		outcome = stack_try(walk, functions, ring, &globals);
	}
	if (outcome == HP_ATTACH_STACK && globals.is_compiling && globals.compiled_file != 0) {
		stack_add(stack, hp_attach_functions_compiled(process, ring, globals.compiled_file));
	}
	/* If a destructor runs, too, it is not known which of the two has called the other. */
	if (outcome == HP_ATTACH_STACK && globals.is_collecting && !walk->has_destructor) {
		stack_add(stack, hp_attach_functions_named(ring, HP_PROFILE_GC_NAME));
	}
	if (globals.current != 0) {
		stack_aim(walk, &globals);
	}

	return outcome;
}

/* Returns false if the function's code calls nothing; true if it does, or cannot be read. */
static bool stack_calls(stack_walk *walk, const hp_attach_function *function)
{
	size_t size = walk->layout->op_bytes, bytes = function->opcodes_count * size;

	if (function->type == ZEND_INTERNAL_FUNCTION) {
		return false;
	}
	if (bytes > sizeof(walk->again) ||
		!hp_attach_read(walk->process->memory, function->opcodes, walk->again, bytes)) {
		return true;
	}
	for (size_t at = 0; at < bytes; at += size) {
		if (stack_is_call(walk->layout, walk->again + at)) {
			return true;
		}
	}

	return false;
}

void hp_attach_stack_doubt(
	struct hp_attach_walk *walk, const hp_attach_functions *functions, hp_live_ring *ring)
{
	hp_live_frames *frames = &walk->stack->frames;
	uint32_t drop = 0;

	for (uint32_t i = 0; i < walk->count && drop < frames->count; i++) {
		const hp_attach_function *function =
			hp_attach_functions_find(functions, walk->frames[i].function);

		if (function == NULL || function->number != frames->frames[drop].function ||
			stack_calls(walk, function)) {
			break;
		}
		drop++;
	}
	frames->count -= drop;
	memmove(&frames->frames[0], &frames->frames[drop], frames->count * sizeof(frames->frames[0]));
	stack_add(walk->stack, hp_attach_functions_named(ring, HP_PROFILE_KERNEL_NAME));
}

#endif
