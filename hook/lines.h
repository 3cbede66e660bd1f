/* lines.h: sees each line of the calls of chosen functions.
 *
 * Neither the compiler nor the code is changed: a call of a chosen function is executed one instruction after the other
 * by zend_vm_call_opcode_handler(), and the instructions' lines are read, up to the one that ends the call: that is the
 * engine's, so that its chain of calls never has a frame of ours. All other calls run as ever. This needs
 * no statement handlers (ZEND_EXT_STMT), which would have to be compiled in, and cost every function of the file.
 * It also sees code that opcache keeps, and code that was compiled before the run.
 *
 * A hook that opens such a call expects its lines, and asks for an interrupt. The engine looks for interrupts
 * before the first instruction of a call, and there the call is executed. */
#ifndef HP_HOOK_LINES_H
#define HP_HOOK_LINES_H

#include "hook/choose.h"
#include "trace/tracer.h"

/* A thread's. All zeros is idle. */
typedef struct hp_hook_lines {
	const zend_execute_data *expected; /* a call that begins; never dereferenced */
	uint32_t generation; /* of the run that it began in */
} hp_hook_lines;

/* When all modules have started. */
void hp_hook_lines_post_startup(void);

/* Why lines cannot be seen; NULL: they can. From then on the request may have left opcache. */
const char *hp_hook_lines_refusal(const hp_hook_choice *choice);

/* The same as far as it is known, without leaving. */
const char *hp_hook_lines_foreseen(const hp_hook_choice *choice);

/* A call of a symbol that is HP_SYMBOL_HAS_LINES begins: see the file's head. */
void hp_hook_lines_expect(const hp_tracer *tracer, const zend_execute_data *execute_data);

/* The run is over. */
void hp_hook_lines_forget(void);

#endif /* HP_HOOK_LINES_H */
