/* noted.h: texts that are set before the call that they are shown at: of prepared statements and of curl handles. */
#ifndef HP_TRACE_NOTED_H
#define HP_TRACE_NOTED_H

#include "base/compat.h"

/* The kind of a text. An object's number is reused, also by one of another kind. */
typedef enum hp_noted_kind {
	HP_NOTED_SQL,
	HP_NOTED_URL
} hp_noted_kind;

typedef struct hp_noted {
	HashTable texts; /* by an object's number, or by a name; persistent */
} hp_noted;

void hp_noted_init(hp_noted *noted);
void hp_noted_free(hp_noted *noted);

/* Limit of texts. Beyond it a new one is not noted. */
#define HP_NOTED_MAX_TEXTS 10000

/* Forgets all: what happens next is not seen. */
void hp_noted_clear(hp_noted *noted);

/* The number of the next new object. */
zend_ulong hp_noted_next_object(void);

/* Notes the text of an object or, with a name, of that name within the object. Takes the persistent text over; NULL: it has
 * none. */
void hp_noted_set(hp_noted *noted, hp_noted_kind kind, zend_ulong object, const zend_string *name,
	zend_string *text);

/* The noted text; NULL: there is none of that kind. */
const zend_string *hp_noted_get(
	const hp_noted *noted, hp_noted_kind kind, zend_ulong object, const zend_string *name);

#endif /* HP_TRACE_NOTED_H */
