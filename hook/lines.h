/* lines.h: sees each line of the calls of chosen functions.
 *
 * Neither the compiler nor the code is changed. A call of a chosen function is executed instruction
 * by instruction with zend_vm_call_opcode_handler(), and each instruction's line is read. The
 * instruction that ends the call is left to the engine, so that its chain of calls never contains a
 * frame of ours. All other calls run as usual. This needs no statement handlers (ZEND_EXT_STMT),
 * which would have to be compiled in and would slow down every function of the file. It also sees
 * code from opcache, and code that was compiled before the run.
 *
 * A hook that begins such a call announces it and asks for an interrupt. The engine checks for
 * interrupts before the first instruction of a call, and in this interrupt the call is executed. */
#ifndef HP_HOOK_LINES_H
#define HP_HOOK_LINES_H

#include "hook/choose.h"
#include "trace/tracer.h"

/* A thread's state. All zeros is idle. */
typedef struct hp_hook_lines {
	const zend_execute_data *expected; /* the call that begins, or NULL; never dereferenced */
	uint32_t generation; /* the run in which the call began */
} hp_hook_lines;

/* When all modules have started. */
void hp_hook_lines_post_startup(void);

/* Returns the reason in English why lines cannot be seen; NULL if they can. The request may have
 * left opcache afterwards. */
const char *hp_hook_lines_refusal(const hp_hook_choice *choice);

/* Returns the same as far as it is known, without leaving opcache. */
const char *hp_hook_lines_foreseen(const hp_hook_choice *choice);

/* Announces that a call of a symbol that is HP_SYMBOL_HAS_LINES begins: see the head of this
 * file. */
void hp_hook_lines_expect(const hp_tracer *tracer, const zend_execute_data *execute_data);

/* Call it when the run has ended. */
void hp_hook_lines_forget(void);

#endif /* HP_HOOK_LINES_H */
