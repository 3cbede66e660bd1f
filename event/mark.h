/* mark.h: what happens to a request and is no call: rare moments, each with a time, a cost or a name.
 *
 * hook/ and request/ see them; live/ keeps them where a ring is. */
#ifndef HP_EVENT_MARK_H
#define HP_EVENT_MARK_H

#include "base/compat.h"

/* The numbers are those of files: see live/format.h. */
typedef enum hp_mark_kind {
	HP_MARK_GC = 1, /* runs of the garbage collector; amount: values freed */
	HP_MARK_COMPILE, /* a file was compiled, its name is the text */
	HP_MARK_EVAL, /* a text was compiled; likewise */
	HP_MARK_EXCEPTION, /* thrown; the text is its class */
	HP_MARK_MEMORY, /* the peak came near memory_limit; amount: the peak */
	HP_MARK_OUT_OF_MEMORY, /* memory_limit was hit */
	HP_MARK_OPCACHE_RESTART, /* count: restarts since the last look */
	HP_MARK_OPCACHE_FULL,
	HP_MARK_KINDS
} hp_mark_kind;

typedef struct hp_mark {
	hp_mark_kind kind;
	uint32_t count;
	uint64_t duration_ns;
	uint64_t amount; /* by the kind, as above */
	uint64_t limit; /* memory_limit in bytes, of both kinds of memory */
	const char *text; /* NULL: none */
	size_t length;
} hp_mark;

/* Set by live/ once a ring is there; takes a mark of the calling thread. NULL: nobody wants marks, and nothing need be
 * measured for them. */
extern HP_HIDDEN void (*hp_mark_taker)(const hp_mark *mark);

static inline bool hp_mark_is_wanted(void)
{
	return UNEXPECTED(HP_SHARED_READ(&hp_mark_taker) != NULL);
}

/* Does nothing if nobody wants it. */
void hp_mark_emit(const hp_mark *mark);

/* "gc", "compile" ...; NULL: this number is no kind. */
const char *hp_mark_name(uint32_t kind);

#endif /* HP_EVENT_MARK_H */
