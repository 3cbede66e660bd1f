/* stack_walk.h: reads the stack of a thread at any moment, even in the middle of one of the
 * engine's instructions, and even from another thread.
 *
 * It allocates nothing, takes no lock, and trusts no unchecked pointer: in the thread itself it
 * checks the pointer's form, from another thread it lets the kernel read. */
#ifndef HP_SAMPLER_STACK_WALK_H
#define HP_SAMPLER_STACK_WALK_H

#include "base/peek.h"
#include "base/random.h"
#include "sampler/source.h"
#include "sampler/store.h"

/* A page of another thread's memory. One system call reads a page, not a word. */
#define HP_STACK_WALK_PAGES 64
#define HP_STACK_WALK_PAGE_BYTES 4096

typedef struct hp_stack_walk_page {
	uintptr_t address; /* 0: none */
	uint32_t walk; /* the last one that needed it */
	char bytes[HP_STACK_WALK_PAGE_BYTES];
} hp_stack_walk_page;

/* Pages that are copied at once, right behind the pointer to the innermost frame of a thread that runs: those that the
 * last walks found frames in. */
#define HP_STACK_WALK_COPIES 6

/* Pages that are read again at once, to see whether the frames in them are there still. */
#define HP_STACK_WALK_AGAIN 16

/* The frames of a thread that runs, at most. */
#define HP_STACK_WALK_LINKS 4096u

/* A frame of a thread that runs, as it was read first. */
typedef struct hp_stack_walk_link {
	const zend_execute_data *frame;
	const zend_op *opline;
	const zend_function *function;
	const zend_execute_data *caller;
	uint32_t info; /* ZEND_CALL_INFO() */
	uint64_t key; /* of a function that may be freed any time; 0: it is none */
} hp_stack_walk_link;

/* The thread, by addresses in its globals, and the store for its frames. */
typedef struct hp_stack_walk {
	zend_execute_data *const *current;
	const zend_execute_data *const *collecting; /* see hp_stack_walk_begin_gc() */
	const bool *is_compiling;
	zend_string *const *compiled_file;
	bool can_read; /* as hp_stack_walk_can_read() says */
	bool has_jit; /* code of the JIT runs, or may do so later */
	bool has_registers; /* the engine keeps frame and instruction in known registers */
	hp_sample_store *store;
	hp_stack_walk_page *pages;
	const hp_sample_thread *other; /* the one that is read from beside; NULL: our own */
	uint64_t other_cpu_ns; /* its CPU time when that began */
	/* The innermost frame, while its variables are freed; NULL: it is not being left. */
	const zend_execute_data *left;
	const zend_execute_data *peeked; /* the innermost frame of the last peek; NULL: none */
	const zend_execute_data *peeked_caller;
	const zend_function *peeked_function; /* NULL: it may be freed by now */
	const zend_string *peeked_file; /* that was being compiled; likewise */
	uint32_t reads; /* of its pages since then */
	uint32_t walks; /* from beside, so far */
	hp_stack_walk_link *links; /* of a thread that runs, the innermost first */
	uint32_t links_count;
	const zend_string
		*compiled; /* the file that it was compiling at the beginning of the walk; NULL: none */
	uint64_t file_key; /* by that file's name, if it is on the stack; 0: it is not */
	uint32_t joined; /* the innermost that was open still, right behind the copy */
	uint32_t linked; /* so many of them have been walked */
	bool has_links; /* frames are those */
	/* HP_STACK_WALK_AGAIN of them; "walk" is 1 of those that are as they were in this walk, else 0. */
	hp_stack_walk_page *again;
	hp_stack_walk_page *copies; /* of a thread that runs, of one moment */
	uintptr_t wanted[HP_STACK_WALK_COPIES]; /* to copy next time; 0: none */
	uintptr_t copied[HP_STACK_WALK_COPIES]; /* pages that were copied in this walk; likewise */
	uint32_t count; /* of the frames found so far */
	uint32_t most; /* frames; the rest is cut */
	hp_random random; /* for hp_stack_walk_wait() */
	uint64_t copy_ns; /* for the helper: the median of what a copy from beside takes */
	uint64_t truncated; /* stacks that were cut */
#ifdef __linux__
	hp_peek_own own; /* of the thread that reads from beside, which opens and closes it */
	bool is_beside; /* that thread is reading */
#endif
} hp_stack_walk;

/* The name of the garbage collector, on a stack where it runs. */
#define HP_STACK_WALK_GC "{gc}"

/* In MINIT. */
void hp_stack_walk_startup(void);

/* The calling thread's garbage collector begins, called in that frame; NULL: in none. Returns the frame of a
 * collection around it, for hp_stack_walk_end_gc(). */
const zend_execute_data *hp_stack_walk_begin_gc(const zend_execute_data *caller);
void hp_stack_walk_end_gc(const zend_execute_data *outer);

/* For the calling thread. */
void hp_stack_walk_init(hp_stack_walk *walk, hp_sample_store *store);
void hp_stack_walk_free(hp_stack_walk *walk);

/* True if another thread's stack can be read here. */
bool hp_stack_walk_can_read(void);

/* From another thread, at any moment: keeps in which frame the thread is, for the next safe point. */
void hp_stack_walk_peek(hp_stack_walk *walk);

/* Puts the stack, innermost first, into the store's frames, and returns their count.
 * HP_SAMPLE_NONE: no room, or the stack is inconsistent.
 *
 * own: from the thread itself; top is the first frame, context a signal handler's or NULL.
 * safe_point: likewise, between two instructions: the stack of the last peek, if the thread has entered a function since, or
 * left one; else that of now.
 * labeled: likewise, outside of signal handlers, with a frame of that name above it; NULL: without.
 * other: of that thread, from another one, while its CPU time stays as given. Once it has run, the
 * walk ends without a result: its memory has changed, and it may be waiting for a lock of the caller's. Functions
 * that were added are dropped.
 * running: likewise of one that runs on: its stack at one moment of the call. *is_running: it was on a CPU then. The innermost frames are of one copy that
 * was made right behind the pointer to the first; the outer ones are there afterwards as they were. The line is that of
 * the last instruction that the engine has saved: one that cannot fail saves none. */
uint32_t hp_stack_walk_own(hp_stack_walk *walk, const zend_execute_data *top, const void *context);
uint32_t hp_stack_walk_safe_point(hp_stack_walk *walk, const zend_execute_data *top);
uint32_t hp_stack_walk_labeled(
	hp_stack_walk *walk, const zend_execute_data *top, const zend_string *label);
uint32_t hp_stack_walk_other(hp_stack_walk *walk, const hp_sample_thread *thread, uint64_t cpu_ns);
uint32_t hp_stack_walk_running(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running);

/* Between two attempts to read the stack of a thread that runs: busy for a random time below that. Where one has failed, the thread was
 * mostly between two functions, and right behind that the longer one is found too often. */
void hp_stack_walk_wait(hp_random *random, uint32_t most_ns);

#endif /* HP_SAMPLER_STACK_WALK_H */
