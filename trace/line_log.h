/* line_log.h: how often each line of the chosen functions ran, and its time, callees included.
 *
 * hook/lines.c reports where a call of such a function is. A line's time is that while at least one open call is at it,
 * so that recursion adds nothing up; not while the call's fiber is suspended or the run is paused. */
#ifndef HP_TRACE_LINE_LOG_H
#define HP_TRACE_LINE_LOG_H

#include "trace/symbol.h"

typedef struct hp_line {
	uint64_t count; /* how often execution came to it */
	uint64_t wall_ticks;
	uint64_t since_ticks; /* if calls is not 0: the time up to here is in wall_ticks */
	uint64_t calls; /* that are at it, and run */
} hp_line;

/* The lines of a symbol. */
typedef struct hp_line_code {
	hp_symbol *symbol;
	uint32_t first; /* the line of lines[0] */
	uint32_t size;
	hp_line *lines;
} hp_line_code;

/* An open call, of a fiber's list: the innermost first. Reused when it has ended. */
typedef struct hp_line_call hp_line_call;

struct hp_line_call {
	hp_line_call *outer;
	hp_line_code *code;
	uint32_t line; /* 0: it has not come to one yet */
};

/* All zeros is one that never ran. */
typedef struct hp_line_log {
	HashTable codes; /* hp_line_code, by the address of the symbol; persistent */
	bool has_codes; /* the table is initialized */
	hp_pool calls;
	hp_line_call *spare;
	uint64_t missed_calls; /* of chosen functions, whose lines were not seen */
} hp_line_log;

void hp_line_log_free(hp_line_log *log);

/* Opens a call of the symbol's code, above those of the list. NULL: the symbol's file is another one; the call
 * counts as missed. */
hp_line_call *hp_line_log_begin(
	hp_line_log *log, hp_line_call **list, hp_symbol *symbol, const zend_op_array *code);

/* The call continues at a line; has_come: this counts as one time. */
void hp_line_log_come(hp_line_call *call, uint32_t line, bool has_come, uint64_t now_ticks);

/* Closes the call, and those above it. Does nothing if it is not in the list. */
void hp_line_log_end(
	hp_line_log *log, hp_line_call **list, const hp_line_call *call, uint64_t now_ticks);

/* Adds the time so far of all calls of the list. */
void hp_line_log_settle(const hp_line_call *list, uint64_t now_ticks);

/* Leaves the time between two moments out of all calls of the list. */
void hp_line_log_skip(const hp_line_call *list, uint64_t from_ticks, uint64_t to_ticks);

/* The calls of the list stand still; and go on. */
void hp_line_log_suspend(const hp_line_call *list, uint64_t now_ticks);
void hp_line_log_resume(const hp_line_call *list, uint64_t now_ticks);

#endif /* HP_TRACE_LINE_LOG_H */
