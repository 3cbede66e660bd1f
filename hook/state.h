/* state.h: the two ways to see calls, which of them is used, and the hooks' state in a thread.
 *
 *   ex        swaps the engine's pointers at enable and swaps them back at disable: costs nothing
 *             while off. Where the JIT may run, a request bypasses opcache: see hook/bypass.h.
 *   observer  the engine's Observer API, handlers added at enable and removed at disable.
 *
 *   off       sees no calls: for samples, and for allocations alone.
 *
 * One of them is prepared at startup and used by the whole process: hook/start.h. */
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
	/* At the end of a request, after the engine's run-time caches and before the tracer's symbols
	 * are freed. */
	void (*deactivate)(hp_tracer *tracer, bool was_running);
} hp_hook;

typedef struct hp_hook_method {
	const zend_string *name;
	const zend_class_entry *scope;
	hp_symbol *symbol;
} hp_hook_method;

/* The hooks' state in a thread. */
typedef struct hp_hook_state {
	/* ex */
	/* symbols of internal functions, by number; only in a build with threads */
	hp_symbol **functions;
	uint32_t functions_size;
	/* symbols of frameless functions, by the engine's number; NULL until called */
	hp_symbol **frameless;
	hp_hook_method *methods; /* a cache of symbols of internal methods */
	hp_c_stack c_stack;
	bool is_native; /* the thread is deep on its C stack: the engine's own pointer is installed */
	uint64_t times_native; /* how often is_native was set */
	/* how often it was set on other threads, when this thread's run began */
	uint64_t others_native;
	/* hp_hook_calibrate() */
	bool is_calibrating;
	/* an interrupt was requested during the calibration, and is still to come */
	bool is_interrupted;
	/* observer */
	HP_VECTOR(struct hp_hook_cache)
	caches; /* run-time caches of the functions for which the engine has requested observers */
} hp_hook_state;

/* Sets the hook that is used, and the choice that led to it. In MINIT. NULL: nothing is prepared,
 * as dl() loaded the module. */
void hp_hook_state_set(const hp_hook *hook, const hp_hook_choice *choice);

/* The hook that is used, or NULL; and the choice that led to it. */
const hp_hook *hp_hook_in_force(void);
const hp_hook_choice *hp_hook_choice_in_force(void);

/* The hook's name ("ex", "observer", "off"), the reason for it, and its cost, in English. Static
 * strings. */
const char *hp_hook_name(void);
const char *hp_hook_reason(void);
const char *hp_hook_cost(void);

/* True if this request uses opcache, and its JIT, according to php.ini and the program's
 * settings. */
bool hp_hook_has_opcache(void);
bool hp_hook_has_jit(void);

/* Call it at the end of a thread or of the process. */
void hp_hook_free(hp_hook_state *state);

/* True for a call that opcache's optimizer makes to compute its result, below a dummy frame. Such a
 * call is not recorded. */
bool hp_hook_is_computed(const zend_execute_data *caller);

/* Added to the compiler's options while it compiles a string. Otherwise zend_eval_string() would
 * skip the handlers of op_arrays. Set in MINIT. */
extern uint32_t hp_hook_compiler_options;

#endif /* HP_HOOK_STATE_H */
