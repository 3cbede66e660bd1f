/* start.h: prepares one of the hooks in MINIT, and starts runs of calls. Beside it, hook/compile sees files being
 * compiled, hook/gc the garbage collector, and hook/fiber fibers being switched. */
#ifndef HP_HOOK_START_H
#define HP_HOOK_START_H

#include "trace/tracer.h"

/* Chooses by xhprof.hook ("auto", "ex", "observer", "off") and prepares. In MINIT. */
void hp_hook_startup(const char *wanted);
void hp_hook_shutdown(void);

/* In place of it where dl() loads the module: too late to prepare anything. */
void hp_hook_startup_late(void);

/* At the begin of a request, before a run. */
void hp_hook_begin(void);

/* Why a run that began now would have no lines, in English; NULL: it has, as far as is known. */
const char *hp_hook_lines_refused(void);

/* Starts a run, which hook/stop.h ends. FAILURE: *error gives the reason in English. */
zend_result hp_hook_enable(hp_tracer *tracer, const hp_trace_options *options, const char **error);

/* At the end of a request: ends a run that is still on, and frees all. */
void hp_hook_deactivate(hp_tracer *tracer);

#endif /* HP_HOOK_START_H */
