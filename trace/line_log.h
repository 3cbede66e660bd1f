/* line_log.h: how often each line of the chosen functions ran, and its time, callees included.
 *
 * hook/lines.c reports where a call of such a function is. The time of a line runs while at least
 * one open call is at it, so that recursion is not counted twice. It stops while the call's fiber
 * is suspended or the run is paused. */
#ifndef HP_TRACE_LINE_LOG_H
#define HP_TRACE_LINE_LOG_H

#include "trace/symbol.h"

typedef struct hp_line {
	uint64_t count; /* how often execution reached the line */
	uint64_t wall_ticks;
	uint64_t since_ticks; /* if calls is not 0: wall_ticks holds the time up to here */
	uint64_t calls; /* open calls that are at this line and not suspended */
} hp_line;

/* The lines of a symbol. */
typedef struct hp_line_code {
	hp_symbol *symbol;
	uint32_t first; /* the line of lines[0] */
	uint32_t size;
	hp_line *lines;
} hp_line_code;

/* An open call in a fiber's list, which begins with the innermost. It is reused when it has
 * ended. */
typedef struct hp_line_call hp_line_call;

struct hp_line_call {
	hp_line_call *outer;
	hp_line_code *code;
	uint32_t line; /* 0: the call has not reached a line yet */
};

/* All zeros is an empty log. */
typedef struct hp_line_log {
	HashTable codes; /* hp_line_code, by the address of the symbol; persistent */
	bool has_codes; /* the table is initialized */
	hp_pool calls;
	hp_line_call *spare;
	uint64_t missed_calls; /* calls of chosen functions whose lines were not recorded */
} hp_line_log;

void hp_line_log_free(hp_line_log *log);

/* Begins a call of the symbol's code and puts it at the front of the list. The log owns it. Returns
 * NULL if the code is of another file than the symbol; the call then counts as missed. */
hp_line_call *hp_line_log_begin(
	hp_line_log *log, hp_line_call **list, hp_symbol *symbol, const zend_op_array *code);

/* Moves the call to a line. has_come: this counts as one execution of the line. */
void hp_line_log_move(hp_line_call *call, uint32_t line, bool has_come, uint64_t now_ticks);

/* Ends the call and those above it. Does nothing if the call is not in the list. */
void hp_line_log_end(
	hp_line_log *log, hp_line_call **list, const hp_line_call *call, uint64_t now_ticks);

/* Leaves the time between two moments out of the lines of all calls of the list, and adds the time
 * up to the first. */
void hp_line_log_skip(const hp_line_call *list, uint64_t from_ticks, uint64_t to_ticks);

/* Stops the time of the calls of the list, and starts it again. */
void hp_line_log_suspend(const hp_line_call *list, uint64_t now_ticks);
void hp_line_log_resume(const hp_line_call *list, uint64_t now_ticks);

#endif /* HP_TRACE_LINE_LOG_H */
