/* functions.h: the functions of another process by their addresses, and their numbers in a ring.
 *
 * An address may become another function's at any moment. The next request often has its code, its classes and their names
 * where the one before had other ones: pointers alone do not tell two functions apart. Each time the hashes that the engine
 * keeps in the strings are compared as well. */
#ifndef HP_ATTACH_FUNCTIONS_H
#define HP_ATTACH_FUNCTIONS_H

#include "attach/process.h"

#include "live/ring.h"

#ifdef __linux__

/* How much of the end of a file's name is compared if that has no hash. */
# define HP_ATTACH_FILE_END 32

/* The texts of a function without reading them. A hash is 0 where there is no string. The engine hashes all names of functions
 * and classes, and of files all but those of eval(): these are told apart by their length and their end, which has the line. */
typedef struct hp_attach_texts {
	uintptr_t class_name; /* the string, by its class; 0: it has none */
	uint64_t name_hash, class_hash, file_hash;
	uint64_t file_length; /* 0: the file has a hash */
	char file_end[HP_ATTACH_FILE_END];
} hp_attach_texts;

/* The pieces of memory that they are in. */
# define HP_ATTACH_TEXT_PIECES 6

typedef struct hp_attach_function {
	uintptr_t address; /* 0: a free place */
	uintptr_t name, scope, file; /* of strings and the class */
	uintptr_t opcodes;
	hp_attach_texts texts;
	uint32_t opcodes_count;
	uint32_t line;
	uint32_t number; /* in the ring */
	uint8_t type;
	bool is_destructor;
	bool is_doubtful; /* its memory may be gone: it is read as if it were new */
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

/* Adds the pieces that tell whether the known function has its texts still. Returns how many, up to HP_ATTACH_TEXT_PIECES. */
size_t hp_attach_functions_pieces(const hp_attach_function *known, const hp_attach_layout *layout,
	hp_attach_texts *texts, hp_attach_piece *pieces);

/* The memory of what is known at an address could not be read: it is not looked for there again. */
void hp_attach_functions_doubt(const hp_attach_functions *functions, uintptr_t address);

/* The function that these bytes of its memory are of, with its number, as it is known, or is found now by reading its texts.
 * texts are those of the pieces, or zeros. NULL: that is no function. */
const hp_attach_function *hp_attach_functions_get(hp_attach_functions *functions,
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t address, const char *bytes,
	const hp_attach_texts *texts);

/* The number of the compilation of a file; 0: its name could not be read. */
uint32_t hp_attach_functions_compiled(
	const hp_attach_process *process, hp_live_ring *ring, uintptr_t file);

/* Likewise of the garbage collector. */
uint32_t hp_attach_functions_collector(hp_live_ring *ring);

#endif

#endif /* HP_ATTACH_FUNCTIONS_H */
