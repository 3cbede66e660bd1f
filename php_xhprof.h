/* php_xhprof.h: the module and its state. */
#ifndef PHP_XHPROF_H
#define PHP_XHPROF_H

#include "request/request.h"
#include "heap/snapshot.h"
#include "hook/hook.h"
#include "hook/allocator.h"
#include "sample/sampler.h"
#include "trace/tracer.h"

#define PHP_XHPROF_VERSION "3.0.0-dev"

extern zend_module_entry xhprof_module_entry;
#define phpext_xhprof_ptr &xhprof_module_entry

ZEND_BEGIN_MODULE_GLOBALS(xhprof)
	hp_profiler profiler;
	hp_hook_state hook;
	hp_hook_sampler sampler;
	hp_hook_alloc alloc;
	hp_auto request; /* the run of the whole request */
	pid_t heap_process; /* writes a snapshot and is to be waited for; 0: none */
	/* php.ini: see xhprof_ini.c */
	char *output_dir;
	bool collect_additional_info;
	zend_long sampling_interval;
	zend_long sampling_depth;
	bool compensate;
	char *sampling_clock;
	char *sampling_engine;
	zend_long max_nodes;
	zend_long max_timeline_bytes;
	zend_long max_load_bytes;
	zend_long alloc_interval;
	zend_long on_memory_limit; /* hp_hook_limit */
ZEND_END_MODULE_GLOBALS(xhprof)

ZEND_EXTERN_MODULE_GLOBALS(xhprof)

#ifdef ZTS
ZEND_TSRMLS_CACHE_EXTERN()
# define XHPROF_GLOBALS() ((zend_xhprof_globals *) ZEND_MODULE_GLOBALS_BULK(xhprof))
#else
# define XHPROF_GLOBALS() (&xhprof_globals)
#endif

/* A function that reads more than one asks once for XHPROF_GLOBALS(). */
#define XHPROF_G(member) (XHPROF_GLOBALS()->member)

#endif /* PHP_XHPROF_H */
