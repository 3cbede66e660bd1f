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

/* A copied page of another thread's memory. One system call reads a page, not a word. */
#define HP_STACK_WALK_PAGES 64
#define HP_STACK_WALK_PAGE_BYTES 4096

typedef struct hp_stack_walk_page {
	uintptr_t address; /* 0: the slot is empty */
	uint32_t walk; /* number of the last walk that needed it, see hp_stack_walk.walks */
	char bytes[HP_STACK_WALK_PAGE_BYTES];
} hp_stack_walk_page;

/* Pages that one call copies together, right after the pointer to the innermost frame, from a
 * thread that runs: those in which the last walks found frames. */
#define HP_STACK_WALK_COPIES 6

/* Pages that one call reads again, to see whether the frames in them are still there. */
#define HP_STACK_WALK_AGAIN 16

/* The most frames that are read from a thread that runs. Deeper stacks give no sample. */
#define HP_STACK_WALK_LINKS 4096u

/* A frame of a thread that runs, as it was when it was first read. */
typedef struct hp_stack_walk_link {
	const zend_execute_data *frame;
	const zend_op *opline;
	const zend_function *function;
	const zend_execute_data *caller;
	uint32_t info; /* ZEND_CALL_INFO() */
	uint64_t key; /* hash of a function that may be freed at any time; 0: one that lasts */
} hp_stack_walk_link;

/* The walker of one thread. It knows addresses in that thread's globals, and the store that
 * receives the frames. */
typedef struct hp_stack_walk {
	zend_execute_data *const *current;
	const zend_execute_data *const *collecting; /* see hp_stack_walk_begin_gc() */
	const bool *is_compiling;
	zend_string *const *compiled_file;
	bool can_read; /* the result of hp_stack_walk_can_read() */
	bool has_jit; /* code from the JIT runs, or may run later */
	bool has_registers; /* the engine keeps frame and instruction in known registers */
	hp_sample_store *store;
	hp_stack_walk_page *pages;
	const hp_sample_thread *other; /* the thread that hp_stack_walk_other() reads; else NULL */
	uint64_t other_cpu_ns; /* its CPU time when that walk began */
	/* The frame that the engine is leaving, while it frees the frame's variables; NULL: none. */
	const zend_execute_data *left;
	const zend_execute_data *peeked; /* the innermost frame of the last peek; NULL: none */
	const zend_execute_data *peeked_caller;
	const zend_function *peeked_function; /* NULL: it may have been freed since */
	/* the file that was being compiled; it may have been freed since */
	const zend_string *peeked_file;
	uint32_t reads; /* pages read in that walk */
	uint32_t walks; /* walks by another thread so far, counted from 1 */
	hp_stack_walk_link *links; /* the frames of a thread that runs, the innermost first */
	uint32_t links_count;
	/* the file that the thread was compiling when the walk began; NULL: none */
	const zend_string *compiled;
	uint64_t file_key; /* hash of that file's name, if the file is on the stack; 0: it is not */
	uint32_t joined; /* index of the innermost link that was still open right after the copy */
	uint32_t linked; /* the number of links that have been walked */
	bool has_links; /* the walk takes its frames from links, not from the thread's memory */
	/* HP_STACK_WALK_AGAIN pages that are read again. Their member "walk" is 1 if the page has not
	 * changed in this walk, else 0. */
	hp_stack_walk_page *again;
	hp_stack_walk_page *copies; /* pages of a thread that runs, all of one moment */
	uintptr_t wanted[HP_STACK_WALK_COPIES]; /* addresses of the pages to copy next; 0: none */
	uintptr_t copied[HP_STACK_WALK_COPIES]; /* addresses of the pages in copies; 0: none */
	uint32_t count; /* frames found so far */
	uint32_t most; /* the limit of frames; outer ones are cut */
	hp_random random; /* for hp_stack_walk_wait() */
	uint64_t copy_ns; /* median of the CPU time that the thread uses during a copy; the helper's */
	uint64_t truncated; /* stacks that were cut */
#ifdef __linux__
	hp_peek_own own; /* belongs to the thread that reads from outside, which opens and closes it */
	bool is_beside; /* that other thread is reading now */
#endif
} hp_stack_walk;

/* The name of the garbage collector, on a stack where it runs. */
#define HP_STACK_WALK_GC "{gc}"

/* Called in MINIT. */
void hp_stack_walk_startup(void);

/* The calling thread's garbage collector begins. caller is the frame that called it, or NULL for
 * none. Returns the frame of a collection around this one, to pass to hp_stack_walk_end_gc(). */
const zend_execute_data *hp_stack_walk_begin_gc(const zend_execute_data *caller);
void hp_stack_walk_end_gc(const zend_execute_data *outer);

/* Prepares to walk the calling thread's stack. The store stays the caller's, and must outlive the
 * walk. */
void hp_stack_walk_init(hp_stack_walk *walk, hp_sample_store *store);
void hp_stack_walk_free(hp_stack_walk *walk);

/* True if another thread's stack can be read here. */
bool hp_stack_walk_can_read(void);

/* Called by another thread, at any moment: remembers the thread's innermost frame for the next
 * hp_stack_walk_safe_point(). */
void hp_stack_walk_peek(hp_stack_walk *walk);

/* Each of these puts the stack, innermost first, into the store's frames, and returns their count.
 * HP_SAMPLE_NONE: no room, or the stack is inconsistent.
 *
 * own: called by the thread itself. top is the first frame; context is a signal handler's third
 * argument, or NULL.
 * safe_point: called by the thread itself, between two instructions. Takes the stack of the last
 * peek if the thread has entered or left one function since, else the present one.
 * labeled: called by the thread itself, outside of signal handlers. Adds a frame with the label's
 * name above the stack, or none if label is NULL.
 * other: called by another thread, to read a thread that does not run: its CPU time must stay
 * cpu_ns. Once it has run, the walk ends without a result, because its memory has changed, and
 * because it may be waiting for a lock that the caller holds. Functions that this walk added are
 * dropped.
 * running: called by another thread, to read a thread that keeps running: its stack at one moment
 * of the call. *is_running says whether it was on a CPU then. The innermost frames come from one
 * copy, made right after the pointer to the first; the outer ones are the same before and after.
 * The line is that of the last instruction that the engine has saved. It saves none that cannot
 * fail. */
uint32_t hp_stack_walk_own(hp_stack_walk *walk, const zend_execute_data *top, const void *context);
uint32_t hp_stack_walk_safe_point(hp_stack_walk *walk, const zend_execute_data *top);
uint32_t hp_stack_walk_labeled(
	hp_stack_walk *walk, const zend_execute_data *top, const zend_string *label);
uint32_t hp_stack_walk_other(hp_stack_walk *walk, const hp_sample_thread *thread, uint64_t cpu_ns);
uint32_t hp_stack_walk_running(
	hp_stack_walk *walk, const hp_sample_thread *thread, bool *is_running);

/* Busy-waits for a random time below most_ns, between two attempts to read the stack of a thread
 * that runs. An attempt mostly fails because the thread was between two functions. Another one
 * right after it would find the longer function too often. */
void hp_stack_walk_wait(hp_random *random, uint32_t most_ns);

#endif /* HP_SAMPLER_STACK_WALK_H */
