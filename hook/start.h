/* start.h: prepares one of the hooks in MINIT, and starts runs of calls. Besides, hook/compile sees
 * files being compiled, hook/gc the garbage collector, and hook/fiber switches of fibers. */
#ifndef HP_HOOK_START_H
#define HP_HOOK_START_H

#include "trace/tracer.h"

/* Chooses a hook by xhprof.hook ("auto", "ex", "observer", "off") and prepares it. In MINIT. */
void hp_hook_startup(const char *wanted);
void hp_hook_shutdown(void);

/* Call it instead of hp_hook_startup() if dl() loads the module: then it is too late to prepare
 * anything. */
void hp_hook_startup_late(void);

/* Returns the reason in English why a run that began now could not record lines; NULL if it could,
 * as far as is known. */
const char *hp_hook_lines_refused(void);

/* Starts a run, which hook/stop.h ends. On FAILURE, *error is the reason in English. */
zend_result hp_hook_enable(hp_tracer *tracer, const hp_trace_options *options, const char **error);

/* At the end of a request: ends a run that is still open, and frees everything. */
void hp_hook_deactivate(hp_tracer *tracer);

#endif /* HP_HOOK_START_H */
