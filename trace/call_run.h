/* call_run.h: one run of calls, from xhprof_enable() to xhprof_disable(): starts, pauses, resumes
 * and stops it. */
#ifndef HP_TRACE_CALL_RUN_H
#define HP_TRACE_CALL_RUN_H

#include "trace/tracer.h"

/* Starts a run and takes the options over. No run may be open. A tracer of all zeros is one that
 * never ran. */
void hp_call_run_start(hp_tracer *tracer, const hp_trace_options *options);

/* Pauses and resumes the run, unless it has ended. A pause records neither calls nor time. */
void hp_call_run_pause(hp_tracer *tracer);
void hp_call_run_resume(hp_tracer *tracer);

/* Reads the start of main(). Call it last: the cost of enabling stays outside the run. */
void hp_call_run_begin_root(hp_tracer *tracer);

/* Ends all open calls, the innermost first and main() last. The result stays in the graph, so it
 * can be read again after a fatal error. */
void hp_call_run_stop(hp_tracer *tracer);

/* Returns the log file of the open or the last run, which the tracer owns; NULL if it has none. */
const struct hp_log_file *hp_call_run_log(const hp_tracer *tracer);

/* Returns the overhead taken out of main() so far, in wall time. */
double hp_call_run_compensated_ns(const hp_tracer *tracer);

/* Counts the calls that have ended so far; 0 if there is no run. */
uint64_t hp_call_run_calls(const hp_tracer *tracer);

/* Counts the calls so far that a "(truncated)" stands for: trace/tree.h. */
uint64_t hp_call_run_truncated_calls(const hp_tracer *tracer);

/* Frees all memory, the request's symbols included. Ends a running run. */
void hp_call_run_free(hp_tracer *tracer);

#endif /* HP_TRACE_CALL_RUN_H */
