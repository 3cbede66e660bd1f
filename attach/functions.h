/* functions.h: the functions of another process by their addresses, and their numbers in a ring.
 *
 * An address does not identify a function: PHP gives the memory of one request's code, classes and
 * names to the next request's. So the hashes that the engine keeps in these strings are compared at
 * each look, too. */
#ifndef HP_ATTACH_FUNCTIONS_H
#define HP_ATTACH_FUNCTIONS_H

#include "attach/process.h"

#include "live/ring.h"

#ifdef __linux__

/* The bytes at the end of a file's name that are compared if the name has no hash. */
# define HP_ATTACH_FILE_END 32

/* Identifies a function's names without reading them. A hash is 0 where there is no string. The
 * engine hashes all names of functions and classes, and all names of files but those of eval(): the
 * length and the end, which has the line, identify these. */
typedef struct hp_attach_texts {
	uintptr_t class_name; /* address of the string, as its class says; 0: it has no class */
	uint64_t name_hash, class_hash, file_hash;
	uint64_t file_length; /* 0: the file has a hash */
	char file_end[HP_ATTACH_FILE_END];
} hp_attach_texts;

/* The most pieces of memory that they are read from. */
# define HP_ATTACH_TEXT_PIECES 6

typedef struct hp_attach_function {
	uintptr_t address; /* 0: a free place */
	uintptr_t name, scope, file; /* addresses of strings and of the class */
	uintptr_t opcodes;
	hp_attach_texts texts;
	uint32_t opcodes_count;
	uint32_t line;
	uint32_t number; /* in the ring */
	uint8_t type;
	bool is_destructor;
	bool is_doubtful; /* its memory may be gone: the function is read as if it were new */
} hp_attach_function;

typedef struct hp_attach_functions {
	hp_attach_function *rows; /* a hash table by address */
	uint32_t count;
} hp_attach_functions;

zend_result hp_attach_functions_init(hp_attach_functions *functions);
void hp_attach_functions_free(hp_attach_functions *functions);

/* Returns the function found earlier at this address; NULL: none. */
const hp_attach_function *hp_attach_functions_find(
	const hp_attach_functions *functions, uintptr_t address);

/* Adds the pieces to read in order to see whether a known function still has the same names.
 * Returns their number, at most HP_ATTACH_TEXT_PIECES. */
size_t hp_attach_functions_pieces(const hp_attach_function *known, const hp_attach_layout *layout,
	hp_attach_texts *texts, hp_attach_piece *pieces);

/* Call it if the memory of the function at this address could not be read: from now on the function
 * is read as if it were new. */
void hp_attach_functions_doubt(const hp_attach_functions *functions, uintptr_t address);

/* Returns the function at this address, with its number in the ring. bytes is a copy of its memory.
 * texts was read by hp_attach_functions_pieces(), or is all zeros. A function that is new, or not
 * the one found earlier, is read from the process. NULL: it is no function. */
const hp_attach_function *hp_attach_functions_get(hp_attach_functions *functions,
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t address, const char *bytes,
	const hp_attach_texts *texts);

/* Returns the number, in the ring, of the compilation of a file; 0: its name could not be read. */
uint32_t hp_attach_functions_compiled(
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t file);

/* Cuts the place off a closure's name, which contains it since PHP 8.4: readers add file and line.
 * Returns the new length. */
size_t hp_attach_functions_closure(char *name, size_t length);

/* Returns the number, in the ring, of something that is no function but has a name like one. */
uint32_t hp_attach_functions_named(hp_live_ring *ring, const char *name);

#endif

#endif /* HP_ATTACH_FUNCTIONS_H */
