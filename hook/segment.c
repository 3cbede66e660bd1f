/* segment.c: runs calls on another C stack.
 *
 * The called code does not notice: the engine's frames, fibers and jumps do not depend on the C
 * stack, except for its limit, which is replaced. A fatal error is caught before it leaves a
 * segment, as a checked longjmp() refuses to jump to another stack. A fiber that suspends within a
 * segment keeps it. */
#include "hook/segment.h"

#include "SAPI.h"

/* Few programs know where their C stack is. Go does: it runs PHP in its threads, and would stop the
 * process. */
#if defined(__ELF__) && defined(__GNUC__) && !defined(__ILP32__) && \
	(defined(__x86_64__) || defined(__aarch64__))
# define SEGMENT_HAS 1
# include <sys/mman.h>
# include <unistd.h>
#else
# define SEGMENT_HAS 0
#endif

#define SEGMENT_MB ((size_t) 1024 * 1024)

/* Room for our calls, and beyond that 8 MB for internal functions, which recurse as well: as much
 * as a usual C stack. The system provides only what is used. With sanitizers in the engine, calls
 * take four times as much. */
#if defined(__SANITIZE_ADDRESS__) || ZEND_DEBUG
# define SEGMENT_CALLS_BYTES (256 * SEGMENT_MB)
#else
# define SEGMENT_CALLS_BYTES (64 * SEGMENT_MB)
#endif
#define SEGMENT_BYTES (SEGMENT_CALLS_BYTES + 8 * SEGMENT_MB)

/* Distance of the engine's limit from the lowest address, above the guard page. */
#define SEGMENT_LIMIT_BYTES ((size_t) 64 * 1024)

struct hp_segment {
	hp_segment *next;
	char *lowest;
	bool is_used;
};

const char *hp_segment_limit(const hp_segments *segments, const char *here)
{
	for (const hp_segment *segment = segments->first; segment != NULL; segment = segment->next) {
		if (here >= segment->lowest && here < (const char *) segment) {
			return (const char *) segment - SEGMENT_CALLS_BYTES;
		}
	}

	return NULL;
}

#if SEGMENT_HAS
typedef struct segment_call {
	hp_bailout_function work;
	void *context;
	const hp_segment *segment;
	const void *from; /* for AddressSanitizer: the stack to return to */
	size_t from_bytes;
	bool has_failed;
} segment_call;

/* Functions of AddressSanitizer; NULL: PHP is built without it. */
extern void segment_start_switch(void **save, const void *lowest, size_t bytes) __asm__(
	"__sanitizer_start_switch_fiber") __attribute__((weak));
extern void segment_finish_switch(void *save, const void **lowest, size_t *bytes) __asm__(
	"__sanitizer_finish_switch_fiber") __attribute__((weak));

/* A function of ThreadSanitizer, which cannot handle so many nested calls; NULL: PHP is built
 * without it. */
extern void segment_tsan(void) __asm__("__tsan_init") __attribute__((weak));

/* Calls function(context) with the stack pointer at `top`. */
extern void hp_segment_call(hp_bailout_function function, void *context, void *top);

# ifdef __x86_64__
__asm__(".pushsection .text\n"
		".globl hp_segment_call\n"
		".hidden hp_segment_call\n"
		".type hp_segment_call, @function\n"
		"hp_segment_call:\n"
		".cfi_startproc\n"
		"pushq %rbp\n"
		".cfi_def_cfa_offset 16\n"
		".cfi_offset %rbp, -16\n"
		"movq %rsp, %rbp\n"
		".cfi_def_cfa_register %rbp\n"
		"movq %rdx, %rsp\n"
		"movq %rdi, %rax\n"
		"movq %rsi, %rdi\n"
		"call *%rax\n"
		"movq %rbp, %rsp\n"
		"popq %rbp\n"
		".cfi_def_cfa %rsp, 8\n"
		"ret\n"
		".cfi_endproc\n"
		".size hp_segment_call, . - hp_segment_call\n"
		".popsection\n");
# else
__asm__(".pushsection .text\n"
		".globl hp_segment_call\n"
		".hidden hp_segment_call\n"
		".type hp_segment_call, %function\n"
		"hp_segment_call:\n"
		".cfi_startproc\n"
		"stp x29, x30, [sp, #-16]!\n"
		".cfi_def_cfa_offset 16\n"
		".cfi_offset x29, -16\n"
		".cfi_offset x30, -8\n"
		"mov x29, sp\n"
		".cfi_def_cfa_register x29\n"
		"mov sp, x2\n"
		"mov x9, x0\n"
		"mov x0, x1\n"
		"blr x9\n"
		"mov sp, x29\n"
		"ldp x29, x30, [sp], #16\n"
		".cfi_restore x29\n"
		".cfi_restore x30\n"
		".cfi_def_cfa sp, 0\n"
		"ret\n"
		".cfi_endproc\n"
		".size hp_segment_call, . - hp_segment_call\n"
		".popsection\n");
# endif

static hp_segment *segment_new(void)
{
	char *memory = mmap(NULL, SEGMENT_BYTES, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	hp_segment *segment;

	if (memory == MAP_FAILED) {
		return NULL;
	}
	mprotect(memory, (size_t) sysconf(_SC_PAGESIZE), PROT_NONE);
# ifdef MADV_NOHUGEPAGE
	madvise(memory, SEGMENT_BYTES, MADV_NOHUGEPAGE);
# endif
	/* The stack begins below the segment's struct, at a multiple of 64. */
	segment = (hp_segment *) (memory + SEGMENT_BYTES - 64);
	segment->lowest = memory;

	return segment;
}

static hp_segment *segment_take(hp_segments *segments)
{
	hp_segment *segment = segments->first;

	while (segment != NULL && segment->is_used) {
		segment = segment->next;
	}
	if (segment == NULL) {
		segment = segment_new();
		if (segment == NULL) {
			return NULL;
		}
		segment->next = segments->first;
		segments->first = segment;
	}
	segment->is_used = true;

	return segment;
}

/* Runs on the segment. */
static void segment_work(void *context)
{
	segment_call *volatile call = context;

	if (segment_finish_switch != NULL) {
		segment_finish_switch(NULL, &call->from, &call->from_bytes);
	}
	zend_try {
		call->work(call->context);
	}
	zend_catch {
		call->has_failed = true;
	}
	zend_end_try();
	if (segment_start_switch != NULL) {
		segment_start_switch(NULL, call->from, call->from_bytes);
	}
}

static void segment_switch(segment_call *call)
{
	const hp_segment *segment = call->segment;
	void *save = NULL;

	if (segment_start_switch != NULL) {
		segment_start_switch(
			&save, segment->lowest, (size_t) ((const char *) segment - segment->lowest));
	}
	hp_segment_call(segment_work, call, (void *) (uintptr_t) segment);
	if (segment_finish_switch != NULL) {
		segment_finish_switch(save, NULL, NULL);
	}
}

# ifdef ZEND_CHECK_STACK_LIMIT
/* Sets the engine's limits to those of the segment, if the engine has limits. */
static void segment_run_within_limits(segment_call *call)
{
	void *base = EG(stack_base), *limit = EG(stack_limit);

	if (limit != NULL) {
		EG(stack_base) = (void *) (uintptr_t) call->segment;
		EG(stack_limit) = call->segment->lowest + SEGMENT_LIMIT_BYTES;
	}
	segment_switch(call);
	EG(stack_base) = base;
	EG(stack_limit) = limit;
}
# else
#  define segment_run_within_limits segment_switch
# endif

static bool segment_is_allowed(void)
{
# ifdef ZTS
	return segment_tsan == NULL && strcmp(sapi_module.name, "cli") == 0;
# else
	return segment_tsan == NULL;
# endif
}

bool hp_segment_run(
	hp_segments *segments, hp_bailout_function work, hp_bailout_function release, void *context)
{
	segment_call call = {.work = work, .context = context};
	hp_segment *segment = segment_is_allowed() ? segment_take(segments) : NULL;

	if (segment == NULL) {
		return false;
	}
	call.segment = segment;
	segment_run_within_limits(&call);
	segment->is_used = false;
	release(context);
	if (call.has_failed) {
		hp_bailout_again();
	}

	return true;
}

static void segment_free(hp_segments *segments, bool with_used)
{
	hp_segment **at = &segments->first, *segment;

	while ((segment = *at) != NULL) {
		if (segment->is_used && !with_used) {
			at = &segment->next;
		} else {
			*at = segment->next;
			munmap(segment->lowest, SEGMENT_BYTES);
		}
	}
}
#else
bool hp_segment_run(
	hp_segments *segments, hp_bailout_function work, hp_bailout_function release, void *context)
{
	return false;
}

static void segment_free(hp_segments *segments, bool with_used)
{
}
#endif

void hp_segment_free_idle(hp_segments *segments)
{
	segment_free(segments, false);
}

void hp_segment_free_all(hp_segments *segments)
{
	segment_free(segments, true);
}
