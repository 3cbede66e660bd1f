/* php_xhprof.h: the module, its settings and its state. */
#ifndef PHP_XHPROF_H
#define PHP_XHPROF_H

#include "base/compat.h"
#include "trace/open.h"

#define PHP_XHPROF_VERSION "3.0.0-dev"

extern zend_module_entry xhprof_module_entry;
#define phpext_xhprof_ptr &xhprof_module_entry

/* xhprof.keep: the limits of saved runs; 0: none. */
typedef struct php_xhprof_keep {
	uint64_t bytes;
	uint64_t files;
	uint64_t days;
	uint64_t slowest_per_uri;
	uint64_t run_bytes; /* of all files of a run */
} php_xhprof_keep;

/* xhprof.save_if: each condition suffices; without one, all runs are saved. */
typedef struct php_xhprof_save_if {
	zend_long wall_us; /* 0: none */
	uint64_t bytes; /* 0: none */
	bool has_failed;
} php_xhprof_save_if;

/* php.ini, each under its name there: see request/ini.c. */
typedef struct php_xhprof_settings {
	char *output_dir;
	bool collect_additional_info;
	char *detail_functions; /* xhprof.collect_additional_info, unless it is a yes or no */
	char *components; /* profile/component_rules.h */
	zend_long sampling_interval;
	zend_long sampling_depth;
	bool compensate;
	zend_long sampling_clock; /* an hp_sample_clock */
	zend_long max_nodes;
	zend_long max_timeline_bytes;
	zend_long max_load_bytes;
	zend_long on_memory_limit; /* an hp_limit_action */
	zend_long on_memory_action; /* xhprof.on_memory: an hp_limit_action */
	zend_long on_memory_bytes; /* 0: percent counts */
	zend_long on_memory_percent; /* of memory_limit */
	zend_long auto_when; /* xhprof.auto: an hp_trigger_when */
	char *auto_mode;
	char *auto_flags;
	char *auto_lines; /* functions and files, as in the option "lines" */
	char *auto_formats;
	zend_long meta; /* an hp_request_meta_level */
	char *trigger_secret;
	char *trigger_ips;
	char *include_uri;
	char *exclude_uri;
	zend_long sample_rate;
	php_xhprof_save_if save_if;
	zend_long save_timeout_ms;
	php_xhprof_keep keep;
	char *live_dir;
	zend_long live_bytes;
	zend_long live_budget; /* percent of CPU time */
	zend_long live_interval; /* microseconds; 0: only on demand */
	zend_long live_allow; /* by hp_live_control_parse() */
} php_xhprof_settings;

/* The state of each module is private: code that looks inside includes the module's header. */
ZEND_BEGIN_MODULE_GLOBALS(xhprof)
	hp_open_stacks open; /* first: each call reads it */
	struct hp_tracer *tracer; /* calls */
	struct hp_hook_state *hook;
	struct hp_hook_lines *lines;
	struct hp_bypass *bypass; /* of opcache, by this request */
	struct hp_sample_run *samples; /* samples */
	struct hp_allocator *allocator;
	struct hp_run *run; /* of either */
	struct hp_live_tags *tags; /* xhprof_tag() */
	struct hp_request_trace *trace; /* xhprof_trace(), traceparent */
	struct hp_live_thread *live; /* what others see of this thread */
	struct hp_job *job; /* that a worker has open */
	struct hp_request *request; /* starts a run for the whole request or job, and saves it */
	struct hp_limit *limit; /* and its memory */
	pid_t heap_process; /* writes a snapshot and is to be waited for; 0: none */
	int live_writer; /* a pipe that hangs up as the writer of a reader's snapshot ends; 0: none */
	uint64_t live_snapshot_after_ns; /* no reader gets one before */
	php_xhprof_settings settings;
ZEND_END_MODULE_GLOBALS(xhprof)

HP_HIDDEN ZEND_EXTERN_MODULE_GLOBALS(xhprof)

#ifdef ZTS
ZEND_TSRMLS_CACHE_EXTERN()
# define XHPROF_GLOBALS() ((zend_xhprof_globals *) ZEND_MODULE_GLOBALS_BULK(xhprof))
#else
# define XHPROF_GLOBALS() (&xhprof_globals)
#endif

/* A function that reads more than one asks once for XHPROF_GLOBALS(). */
#define XHPROF_G(member) (XHPROF_GLOBALS()->member)

#endif /* PHP_XHPROF_H */
