/* process.h: another process that runs PHP: its version, and where in its memory the engine keeps its state. */
#ifndef HP_ATTACH_PROCESS_H
#define HP_ATTACH_PROCESS_H

#include "attach/layout.h"
#include "attach/memory.h"

#ifdef __linux__

# define HP_ATTACH_ERROR_BYTES 512

/* As much of a function as is looked at; an internal one is shorter. */
# define HP_ATTACH_FUNCTION_BYTES 320
# define HP_ATTACH_COMMON_BYTES 40

typedef struct hp_attach_process {
	hp_attach_memory *memory;
	pid_t pid; /* as this process sees it */
	pid_t tid;
	uint64_t start_ticks;
	uint32_t uid;
	uint32_t php; /* PHP_VERSION_ID */
	bool is_zts;
	bool has_jit; /* it has room for code of the JIT */
	char version[64];
	const hp_attach_layout *layout;
	uintptr_t executor_globals; /* addresses; with threads, until hp_attach_process_of(), offsets */
	uintptr_t compiler_globals; /* 0, as the next one: not known */
	uintptr_t sapi_globals;
	uintptr_t heap; /* the address of the pointer to it; 0, as the next one: not known */
	uintptr_t is_collecting; /* of a byte: the garbage collector runs */
	char sapi[32];
	char pool[64]; /* of php-fpm, "" else */
} hp_attach_process;

/* memory stays the caller's, and must live as long as the process. FAILURE: error says what lacks, and what to do. */
zend_result hp_attach_process_open(
	hp_attach_process *process, hp_attach_memory *memory, char *error);

/* A thread of it whose globals are in that block. */
hp_attach_process hp_attach_process_of(
	const hp_attach_process *process, pid_t tid, uintptr_t block);

/* False: it has ended, or runs another program by now. */
bool hp_attach_process_is_same(const hp_attach_process *process);

#endif

#endif /* HP_ATTACH_PROCESS_H */
