/* call_lines.h: reads the run's clock for the lines of its open calls, and has trace/line_log.h
 * record them. */
#ifndef HP_TRACE_CALL_LINES_H
#define HP_TRACE_CALL_LINES_H

#include "trace/tracer.h"

/* Begins to record the lines of a call whose symbol is HP_SYMBOL_HAS_LINES. Then report each line,
 * and the end within the same run. Returns NULL if the lines cannot be recorded; the call then
 * counts as missed. */
hp_line_call *hp_call_lines_begin(hp_tracer *tracer, hp_symbol *symbol, const zend_op_array *code);
void hp_call_lines_move(hp_tracer *tracer, hp_line_call *call, uint32_t line, bool has_come);
void hp_call_lines_end(hp_tracer *tracer, const hp_line_call *call);

/* Adds the time up to now to the lines at which open calls are. */
void hp_call_lines_settle(const hp_tracer *tracer, uint64_t now_ticks);

#endif /* HP_TRACE_CALL_LINES_H */
