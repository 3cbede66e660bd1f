/* option.h: reads an array of options, which is an argument of a PHP function, with a table.
 *
 *   static const hp_option options[] = {
 *       HP_OPTION_BOOL(hp_run, has_lines, "lines"),
 *       HP_OPTION_INT(hp_run, max_bytes, "max_bytes", 1, ZEND_LONG_MAX, "of type int", ...),
 *   };
 *
 * The first row with a wrong value gives the error. A missing option leaves its member
 * unchanged. */
#ifndef HP_BASE_OPTION_H
#define HP_BASE_OPTION_H

#include "base/compat.h"

typedef enum hp_option_type {
	HP_OPTION_IS_BOOL,
	HP_OPTION_IS_INT,
	HP_OPTION_IS_WORD
} hp_option_type;

typedef struct hp_option {
	const char *name;
	hp_option_type type;
	size_t offset, bytes; /* the member's; it is a bool, an int of 4 or 8 bytes, or an enum */
	size_t given_offset; /* offset of a bool that becomes true if the option is given; 0: none */
	zend_long least, most; /* limits of an int */
	/* words of an enum, by value from 0 on, NULL at the end; "": this value has no word */
	const char *const *words;
	const char *type_error, *range_error;
} hp_option;

#define HP_OPTION_MEMBER(struct_type, member) \
 .offset = offsetof(struct_type, member), .bytes = sizeof(((struct_type *) NULL)->member)

#define HP_OPTION_BOOL(struct_type, member, text) \
 .name = (text), .type = HP_OPTION_IS_BOOL, HP_OPTION_MEMBER(struct_type, member), \
 .type_error = "option \"" text "\" must be of type bool"

/* `must` completes the message for a wrong type, and for a wrong value unless .range_error
 * follows. */
#define HP_OPTION_INT(struct_type, member, text, lowest, highest, must) \
 .name = (text), .type = HP_OPTION_IS_INT, HP_OPTION_MEMBER(struct_type, member), \
 .least = (lowest), .most = (highest), .type_error = "option \"" text "\" must be " must

#define HP_OPTION_WORD(struct_type, member, text, names, must) \
 .name = (text), .type = HP_OPTION_IS_WORD, HP_OPTION_MEMBER(struct_type, member), \
 .words = (names), .type_error = "option \"" text "\" must be " must

/* Returns the value of an enum by its word; -1 if there is none. */
int hp_option_word(const char *const *words, const char *name, size_t length);

#define HP_OPTION_ERROR_BYTES 240

/* Reads the array (may be NULL) into the struct, and ignores other keys. Returns NULL, or an error
 * message, which is static or in `error`. *is_range (may be NULL) then says that the type was right
 * but the value was not. */
const char *hp_option_read(const hp_option *options, size_t count, const HashTable *array,
	void *into, bool *is_range, char error[HP_OPTION_ERROR_BYTES]);

/* True if the array has no other keys. */
bool hp_option_knows_all(const hp_option *options, size_t count, const HashTable *array);

/* Returns a message about the first key of an array (may be NULL) that is neither in the table nor
 * among the others (may be NULL), which end with NULL. The message has the key, the consequence,
 * and the nearest option. The caller releases it. NULL if there is no such key. */
zend_string *hp_option_unknown(const hp_option *options, size_t count, const char *const *others,
	const HashTable *array, const char *consequence);

#endif /* HP_BASE_OPTION_H */
