/* options.h: what a run is to record. */
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

/* Each mode keeps what those before it keep. */
typedef enum hp_trace_mode {
	HP_TRACE_HIER,
	HP_TRACE_TREE,
	HP_TRACE_TIMELINE
} hp_trace_mode;

typedef struct hp_trace_options {
	uint32_t metrics; /* HP_METRIC_* */
	hp_trace_mode mode;
	bool is_compensated; /* the profiler's own overhead is taken out */
	uint32_t max_nodes; /* limit of pairs, and of a tree's call paths */
	uint32_t max_depth; /* limit of open calls, in each fiber */
	uint64_t max_timeline_bytes; /* what a timeline may take */
	hp_live_mode alloc_mode; /* whether blocks of memory are watched, and which */
	uint64_t alloc_interval; /* mean bytes between two samples of these */
	bool
		is_untraced; /* calls are not recorded: mode "alloc", only blocks are, or "none", only the run as a whole */
	bool has_builtins; /* internal functions are recorded */
	bool has_run_init; /* the code of included files is */
	bool has_compensate; /* is_compensated was given, and xhprof.compensate does not count */
	bool is_beside; /* samples may be taken at the same time: hook/run.h */
	bool has_details; /* texts are appended to names: trace/detail.h */
	bool has_texts; /* has_details was given, and xhprof.collect_additional_info does not count */
	hp_closure_names closure_names; /* in the classic result */
	zend_string *log_path; /* persistent, owned; NULL: no log */
	uint64_t max_log_bytes;
	struct hp_log_file *log; /* that path, open: who opens it sets it. Owned; NULL: none */
	hp_filter ignored;
	hp_subject_choice subjects; /* with has_details; of xhprof.collect_additional_info */
	hp_targets lines; /* the functions and files whose lines are recorded */
	hp_event_choice events; /* counted at each call */
	char error[HP_EVENT_MESSAGE_BYTES]; /* of an event that cannot be chosen */
} hp_trace_options;

/* Reads the arguments of xhprof_enable(); array may be NULL. The limits are 0 where nothing is said. Unknown flags and keys are left
 * alone. Frees nothing that was there before: the caller owns what is filled in, also on FAILURE,
 * when *error says in English which value is wrong. */
zend_result hp_trace_options_parse(
	hp_trace_options *options, zend_long flags, const HashTable *array, const char **error);
void hp_trace_options_free(hp_trace_options *options);

/* The message of hp_option_unknown(). */
zend_string *hp_trace_options_unknown(const HashTable *array);

/* The flags of a word of xhprof.auto_mode or xhprof.auto_flags, or of a number; false: it is neither. */
bool hp_trace_options_flag(const char *word, size_t length, uint32_t *flag);

#endif /* HP_TRACE_OPTIONS_H */
