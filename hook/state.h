/* state.h: the two ways to see calls, which of them is in force, and the hooks' state of a thread.
 *
 *   ex        swaps the engine's pointers at enable and swaps them back at disable: costs nothing
 *             while off. Where the JIT may run, a request leaves opcache first: see hook/leave.h.
 *   observer  the engine's Observer API, handlers added at enable and removed at disable.
 *
 *   off       sees no calls: for samples, and for allocations alone.
 *
 * One of them is prepared at startup and serves the process: hook/start.h. */
#ifndef HP_HOOK_STATE_H
#define HP_HOOK_STATE_H

#include "base/vector.h"
#include "hook/c_stack.h"
#include "hook/choose.h"
#include "trace/tracer.h"

typedef struct hp_hook {
	const char *name;
	void (*startup)(void); /* in MINIT */
	void (*shutdown)(void); /* in MSHUTDOWN */
	void (*enable)(hp_tracer *tracer); /* the tracer gets calls from here on */
	void (*disable)(hp_tracer *tracer);
	void (*follow)(hp_tracer *tracer); /* the tracer has switched to another stack */
	/* At a request's end, after the engine's run-time caches, before the tracer's symbols. */
	void (*deactivate)(hp_tracer *tracer, bool was_running);
} hp_hook;

typedef struct hp_hook_method {
	const zend_string *name;
	const zend_class_entry *scope;
	hp_symbol *symbol;
} hp_hook_method;

/* The hooks' state of a thread. */
typedef struct hp_hook_state {
	/* ex */
	hp_symbol **functions; /* of internal functions, by number; with threads only */
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
	caches; /* of the functions whose observers the engine has requested */
} hp_hook_state;

/* Puts a hook in force, and says why. In MINIT. A hook of NULL: nothing is prepared, as dl() loaded the module. */
void hp_hook_state_set(const hp_hook *hook, const hp_hook_choice *choice);

/* The hook in force, or NULL; and the choice that led to it. */
const hp_hook *hp_hook_in_force(void);
const hp_hook_choice *hp_hook_choice_in_force(void);

/* Its name ("ex", "observer", "off"), the reason for it, and what it costs. */
const char *hp_hook_name(void);
const char *hp_hook_reason(void);
const char *hp_hook_cost(void);

/* True if this request has opcache, and its JIT, as far as php.ini and the program's settings say. */
bool hp_hook_has_opcache(void);
bool hp_hook_has_jit(void);

/* At the end of a thread, or of the process. */
void hp_hook_free(hp_hook_state *state);

/* True for a call that opcache's optimizer makes to compute its result, below a frame in which nothing runs: it is not
 * recorded. */
bool hp_hook_is_computed(const zend_execute_data *caller);

/* Added to the compiler's options while it compiles a string: zend_eval_string() would skip the
 * handlers of op_arrays. Set in MINIT. */
extern uint32_t hp_hook_compiler_options;

#endif /* HP_HOOK_STATE_H */
