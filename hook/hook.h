/* hook.h: the two ways to see calls, and the start and stop of a run.
 *
 *   ex        swaps the engine's pointers at enable and swaps them back at disable: costs nothing
 *             while off. Where the JIT may run, a request leaves opcache first: see hook/leave.h.
 *   observer  the engine's Observer API, handlers added at enable and removed at disable.
 *
 *   off       sees no calls: for samples, and for allocations alone.
 *
 * One of them is prepared at startup and serves the process. Beside it, hp_hook_compile sees files
 * being compiled, hp_hook_gc the garbage collector, and hp_hook_fiber fibers being switched. */
#ifndef HP_HOOK_HOOK_H
#define HP_HOOK_HOOK_H

#include "base/vector.h"
#include "hook/c_stack.h"
#include "trace/tracer.h"

typedef struct hp_hook {
	const char *name;
	void (*startup)(void); /* in MINIT */
	void (*shutdown)(void); /* in MSHUTDOWN */
	void (*enable)(hp_tracer *tracer); /* the tracer gets calls from here on */
	void (*disable)(hp_tracer *tracer);
	void (*follow)(hp_tracer *tracer); /* see hp_hook_follow() */
	/* At a request's end, after the engine's run-time caches, before the tracer's symbols. */
	void (*deactivate)(hp_tracer *tracer, bool was_running);
} hp_hook;

extern const hp_hook hp_hook_ex;
extern const hp_hook hp_hook_observer;

/* When all modules have their functions. */
void hp_hook_observer_post_startup(void);

typedef struct hp_hook_method {
	const zend_string *name;
	const zend_class_entry *scope;
	hp_symbol *symbol;
} hp_hook_method;

/* The hooks' state of a thread. */
typedef struct hp_hook_state {
	/* ex */
	hp_symbol **functions; /* of internal functions, by number; NULL until called */
	uint32_t functions_size;
	hp_symbol **frameless; /* by the engine's number; NULL until called */
	hp_hook_method *methods; /* of internal methods, a cache */
	hp_c_stack c_stack;
	bool is_native; /* the thread is deep on its C stack: the engine's own pointer is installed */
	uint64_t times_native; /* how often that happened */
	uint64_t others_native; /* on other threads, when this one's run began */
	/* hp_hook_calibrate() */
	bool is_calibrating;
	bool is_interrupted; /* meanwhile: an interrupt waits */
	/* observer */
	HP_VECTOR(struct hp_hook_cache)
	caches; /* of the functions whose observers the engine asked for */
} hp_hook_state;

/* Chooses by xhprof.hook ("auto", "ex", "observer", "off") and prepares. In MINIT. */
void hp_hook_startup(const char *wanted);
void hp_hook_shutdown(void);

/* In place of it where dl() loads the module: too late to prepare anything. */
void hp_hook_startup_late(void);

/* At the begin of a request, before a run. */
void hp_hook_begin(void);

/* At the end of a thread, or of the process. */
void hp_hook_free(hp_hook_state *state);

/* The hook in force ("ex", "observer", "off"), the reason for it, and what it costs. */
const char *hp_hook_name(void);

/* True if this request has opcache, and its JIT, as far as php.ini and the program's settings say. */
bool hp_hook_has_opcache(void);
bool hp_hook_has_jit(void);
const char *hp_hook_reason(void);
const char *hp_hook_cost(void);

/* Why a run that began now would have no lines, in English; NULL: it has, as far as is known. */
const char *hp_hook_lines_refused(void);

/* Starts a run. FAILURE: *error gives the reason in English. */
zend_result hp_hook_enable(hp_tracer *tracer, const hp_trace_options *options, const char **error);

/* Returns a warning in English if the run had ended before: see hp_hook_lose(). NULL: it is whole. */
const char *hp_hook_disable(hp_tracer *tracer);

/* The tracer has switched to another stack. */
void hp_hook_follow(hp_tracer *tracer);

/* At the end of a request: ends a run that is still on, and frees all. */
void hp_hook_deactivate(hp_tracer *tracer);

/* Ends the run if the engine has other frames than those of the tracer's stack, without notice of a switch, as
 * coroutines of another extension: calls would find wrong callers. True: it has ended; hp_hook_disable() warns. */
bool hp_hook_lose(hp_tracer *tracer);

static zend_always_inline bool hp_hook_is_lost(hp_tracer *tracer)
{
	return UNEXPECTED((const void *) EG(vm_stack) != tracer->stack->vm_page) &&
		hp_hook_lose(tracer);
}

/* True for a call that opcache's optimizer makes to compute its result, below a frame in which nothing runs: it is not
 * recorded. */
bool hp_hook_is_computed(const zend_execute_data *caller);

/* Added to the compiler's options while it compiles a string: zend_eval_string() would skip the
 * handlers of op_arrays. Set in MINIT. */
extern uint32_t hp_hook_compiler_options;

/* The parts that hook/hook.c starts and the backends share. */
void hp_hook_compile_startup(void);
void hp_hook_compile_shutdown(void);
void hp_hook_gc_startup(void); /* also without a hook for calls */
void hp_hook_gc_shutdown(void);
void hp_hook_fiber_startup(void);
void hp_hook_fiber_enter(hp_tracer *tracer);
bool hp_hook_fiber_has_frames(
	hp_tracer *tracer); /* the tracer's stack is that of the engine's frames */

/* Measures the overhead of calls in runs of its own, with the metrics and the mode of the options. No other run is
 * on. */
void hp_hook_calibrate(hp_tracer *tracer, const hp_hook *hook, const hp_trace_options *options);
void hp_hook_calibrate_startup(void); /* when all modules have started */

#endif /* HP_HOOK_HOOK_H */
