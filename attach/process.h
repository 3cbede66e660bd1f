/* process.h: another process that runs PHP: its version, and where in its memory the engine keeps
 * its state. */
#ifndef HP_ATTACH_PROCESS_H
#define HP_ATTACH_PROCESS_H

#include "attach/layout.h"
#include "attach/memory.h"

#ifdef __linux__

# define HP_ATTACH_ERROR_BYTES 512

/* The most bytes that are read of a function, and those that all functions have: an internal one is
 * shorter. */
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
	bool has_jit; /* it has memory for code of the JIT */
	char version[64];
	const hp_attach_layout *layout;
	uintptr_t executor_globals; /* address; with ZTS an offset, until hp_attach_process_of() */
	uintptr_t compiler_globals; /* address or offset, like sapi_globals; 0: not known */
	uintptr_t sapi_globals;
	uintptr_t heap; /* address of the pointer to the heap; 0: not known */
	/* address of a byte that is set while the garbage collector runs; 0: not known */
	uintptr_t is_collecting;
	char sapi[32];
	char pool[64]; /* the pool of php-fpm; otherwise "" */
} hp_attach_process;

/* Opens the process memory->pid. memory stays the caller's, and must live as long as the process.
 * FAILURE: error, of HP_ATTACH_ERROR_BYTES, says what is wrong, and what to do. */
zend_result hp_attach_process_open(
	hp_attach_process *process, hp_attach_memory *memory, char *error);

/* Returns the thread of the process whose globals are in that block. */
hp_attach_process hp_attach_process_of(
	const hp_attach_process *process, pid_t tid, uintptr_t block);

/* Returns false if the thread has ended, or the process runs another program by now. */
bool hp_attach_process_is_same(const hp_attach_process *process);

#endif

#endif /* HP_ATTACH_PROCESS_H */
