/* mark.h: marks: rare moments of a request that are no calls, each with a time, a cost or a name.
 *
 * hook/ and request/ see them; live/ keeps them if there is a ring. */
#ifndef HP_EVENT_MARK_H
#define HP_EVENT_MARK_H

#include "base/compat.h"

/* Files store these numbers: see live/format.h. */
typedef enum hp_mark_kind {
	HP_MARK_GC = 1, /* runs of the garbage collector; amount: values freed */
	HP_MARK_COMPILE, /* a file was compiled; the text is its name */
	HP_MARK_EVAL, /* a text was compiled, by eval(); the text is the engine's name for it */
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
	uint64_t amount; /* depends on the kind, see above */
	uint64_t limit; /* memory_limit in bytes, for the two kinds about memory */
	const char *text; /* NULL: none */
	size_t length;
} hp_mark;

/* Takes a mark of the calling thread. Set by live/ when there is a ring. NULL: marks are not
 * wanted, and nothing need be measured for them. */
extern HP_HIDDEN void (*hp_mark_taker)(const hp_mark *mark);

static inline bool hp_mark_is_wanted(void)
{
	return UNEXPECTED(HP_SHARED_READ(&hp_mark_taker) != NULL);
}

/* Passes a mark on; does nothing if marks are not wanted. */
void hp_mark_emit(const hp_mark *mark);

/* Returns "gc", "compile" and so on, static; NULL if the number is no kind. */
const char *hp_mark_name(uint32_t kind);

#endif /* HP_EVENT_MARK_H */
