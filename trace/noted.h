/* noted.h: remembers texts that are set before the call that uses them: the SQL of prepared
 * statements, and the URLs of curl handles. */
#ifndef HP_TRACE_NOTED_H
#define HP_TRACE_NOTED_H

#include "base/compat.h"

/* The kind of a text. An object's number is reused, perhaps for an object of another kind. */
typedef enum hp_noted_kind {
	HP_NOTED_SQL,
	HP_NOTED_URL
} hp_noted_kind;

typedef struct hp_noted {
	HashTable texts; /* by an object's number, or by that and a name; persistent */
} hp_noted;

void hp_noted_init(hp_noted *noted);
void hp_noted_free(hp_noted *noted);

/* Limit of texts. Beyond it, a new text is not noted. */
#define HP_NOTED_MAX_TEXTS 10000

/* Forgets all texts, because the calls that follow will not be seen. */
void hp_noted_clear(hp_noted *noted);

/* Returns the number that the next new object will get. */
zend_ulong hp_noted_next_object(void);

/* Notes the text of an object or, with a name, of that name within the object. Takes over the text,
 * which must be persistent. NULL: it has no text any more. */
void hp_noted_set(hp_noted *noted, hp_noted_kind kind, zend_ulong object, const zend_string *name,
	zend_string *text);

/* Returns the noted text, which stays owned here; NULL if there is none of that kind. */
const zend_string *hp_noted_get(
	const hp_noted *noted, hp_noted_kind kind, zend_ulong object, const zend_string *name);

#endif /* HP_TRACE_NOTED_H */
