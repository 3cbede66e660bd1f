/* stack_walker.h: the state of a walker of one thread's stack: addresses in the thread, copied
 * pages, and the frames found so far. */
#ifndef HP_SAMPLER_STACK_WALKER_H
#define HP_SAMPLER_STACK_WALKER_H

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
	bool can_read; /* the result of hp_stack_memory_can_read() */
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
	hp_random random; /* for hp_stack_running_wait() */
	uint64_t copy_ns; /* median of the CPU time that the thread uses during a copy; the helper's */
	uint64_t truncated; /* stacks that were cut */
#ifdef __linux__
	hp_peek_own own; /* belongs to the thread that reads from outside, which opens and closes it */
	bool is_beside; /* that other thread is reading now */
#endif
} hp_stack_walk;

#endif /* HP_SAMPLER_STACK_WALKER_H */
