/* options.h: what a run records. */
#ifndef HP_TRACE_OPTIONS_H
#define HP_TRACE_OPTIONS_H

#include "alloc/mode.h"
#include "base/filter.h"
#include "base/function_name.h"
#include "event/registry.h"
#include "trace/subject.h"
#include "trace/targets.h"

/* A flag of xhprof_enable(), as HP_METRIC_*, HP_PROFILE_TREE and HP_PROFILE_TIMELINE are. */
#define HP_TRACE_NO_BUILTINS 1u

/* Each mode records what the modes before it record, and more. */
typedef enum hp_trace_mode {
	HP_TRACE_HIER,
	HP_TRACE_TREE,
	HP_TRACE_TIMELINE
} hp_trace_mode;

typedef struct hp_trace_options {
	uint32_t metrics; /* HP_METRIC_* */
	hp_trace_mode mode;
	bool is_compensated; /* the profiler's own overhead is taken out */
	uint32_t max_nodes; /* limit of pairs; a tree's call paths have the same limit */
	uint32_t max_depth; /* limit of open calls, in each fiber */
	uint64_t max_timeline_bytes; /* memory that a timeline may use */
	hp_live_mode alloc_mode; /* which blocks of memory are recorded, if any */
	uint64_t alloc_interval; /* mean number of bytes between two sampled blocks */
	/* no calls are recorded: only blocks in mode "alloc", only the run as a whole in mode "none" */
	bool is_untraced;
	bool has_builtins; /* internal functions are recorded */
	bool has_run_init; /* the code of included files is recorded */
	bool has_compensate; /* the option "compensate" was given: xhprof.compensate is not used */
	bool is_beside; /* a sampler may run at the same time: hook/run.h */
	bool has_details; /* texts are appended to names: trace/detail.h */
	bool has_texts; /* the option "texts" was given: xhprof.collect_additional_info is not used */
	hp_closure_names closure_names; /* in the classic result */
	zend_string *log_path; /* persistent, owned; NULL: no log */
	uint64_t max_log_bytes;
	/* the open file of log_path, set by the code that opens it. Owned; NULL: none */
	struct hp_log_file *log;
	hp_filter ignored;
	hp_subject_choice subjects; /* used with has_details; from xhprof.collect_additional_info */
	hp_targets lines; /* the functions and files whose lines are recorded */
	hp_event_choice events; /* counted at each call */
	char error[HP_EVENT_MESSAGE_BYTES]; /* the message about an event that cannot be chosen */
} hp_trace_options;

/* Reads the arguments of xhprof_enable(); array may be NULL. A limit that is not given is 0.
 * Unknown flags and keys are ignored. Overwrites *options without freeing anything. The caller
 * frees the options, also on FAILURE; *error then says in English which value is wrong. */
zend_result hp_trace_options_parse(
	hp_trace_options *options, zend_long flags, const HashTable *array, const char **error);
void hp_trace_options_free(hp_trace_options *options);

/* Returns the message of hp_option_unknown() about the array's unknown keys. */
zend_string *hp_trace_options_unknown(const HashTable *array);

/* Reads the flags from a word of xhprof.auto_mode or xhprof.auto_flags, or from a number. Returns
 * false if the word is neither. */
bool hp_trace_options_flag(const char *word, size_t length, uint32_t *flag);

#endif /* HP_TRACE_OPTIONS_H */
