/* log.h: writes the calls of a timeline to a file as they end: a line each, as format/log.c has them. */
#ifndef HP_TRACE_LOG_H
#define HP_TRACE_LOG_H

#include "base/log_file.h"
#include "trace/symbol.h"

typedef struct hp_log hp_log;

/* Takes the file over. The owner frees the log. */
hp_log *hp_log_new(hp_log_file *file);
void hp_log_free(hp_log *log);

/* The timeline's next event: a call by that edge begins; NULL: the innermost ends. The first is the begin of main(). */
void hp_log_take(hp_log *log, uint64_t ticks, const hp_edge *edge, double ticks_per_ns);

void hp_log_flush(hp_log *log);

/* Ends the calls that are still open, at the time of the last event and marked as cut, and closes the file. Does nothing
 * the second time. */
void hp_log_end(hp_log *log);

/* The file, for its numbers. */
const hp_log_file *hp_log_get_file(const hp_log *log);

#endif /* HP_TRACE_LOG_H */
