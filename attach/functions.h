/* functions.h: the functions of another process by their addresses, and their numbers in a ring.
 *
 * An address may become another function's at any moment: what was read of it once is compared each time. */
#ifndef HP_ATTACH_FUNCTIONS_H
#define HP_ATTACH_FUNCTIONS_H

#include "attach/process.h"

#include "live/ring.h"

#ifdef __linux__

typedef struct hp_attach_function {
	uintptr_t address; /* 0: a free place */
	uintptr_t name, scope, file; /* of strings and the class */
	uintptr_t opcodes;
	uint64_t name_hash; /* of the name's string, in its memory */
	uint32_t opcodes_count;
	uint32_t line;
	uint32_t number; /* in the ring */
	uint8_t type;
	bool is_destructor;
} hp_attach_function;

typedef struct hp_attach_functions {
	hp_attach_function *rows; /* a hash table by address */
	uint32_t count;
} hp_attach_functions;

zend_result hp_attach_functions_init(hp_attach_functions *functions);
void hp_attach_functions_free(hp_attach_functions *functions);

/* The function that is known at an address; NULL: none. */
const hp_attach_function *hp_attach_functions_find(
	const hp_attach_functions *functions, uintptr_t address);

/* The function that these bytes of its memory are of, with its number, as it is known, or is found now by reading its texts.
 * name_hash is 0 if it was not read. NULL: that is no function. */
const hp_attach_function *hp_attach_functions_get(hp_attach_functions *functions,
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t address, const char *bytes,
	uint64_t name_hash);

/* The number of the compilation of a file; 0: its name could not be read. */
uint32_t hp_attach_functions_compiled(
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t file);

/* Likewise of the garbage collector. */
uint32_t hp_attach_functions_collector(hp_live_ring *ring);

#endif

#endif /* HP_ATTACH_FUNCTIONS_H */
