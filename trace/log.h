/* log.h: writes the calls of a timeline to a file as they end, one line each, in the format of
 * format/log.c. */
#ifndef HP_TRACE_LOG_H
#define HP_TRACE_LOG_H

#include "base/log_file.h"
#include "trace/symbol.h"

typedef struct hp_log hp_log;

/* Takes the file over. The owner frees the log. */
hp_log *hp_log_new(hp_log_file *file);
void hp_log_free(hp_log *log);

/* Takes the timeline's next event: a call by `edge` begins or, if it is NULL, the innermost call
 * ends. The first event must be the begin of main(). */
void hp_log_take(hp_log *log, uint64_t ticks, const hp_edge *edge, double ticks_per_ns);

void hp_log_flush(hp_log *log);

/* Ends the calls that are still open at the time of the last event, marks them as cut, and closes
 * the file. A second call does nothing. */
void hp_log_finish(hp_log *log);

/* Returns the file, for its counters. The log owns it. */
const hp_log_file *hp_log_get_file(const hp_log *log);

#endif /* HP_TRACE_LOG_H */
