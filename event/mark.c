#include "event/mark.h"

void (*hp_mark_taker)(const hp_mark *mark) = NULL;

void hp_mark_emit(const hp_mark *mark)
{
	void (*take)(const hp_mark *) = HP_SHARED_READ(&hp_mark_taker);

	if (take != NULL) {
		take(mark);
	}
}

const char *hp_mark_name(uint32_t kind)
{
	static const char *const names[HP_MARK_KINDS] = {
		[HP_MARK_GC] = "gc",
		[HP_MARK_COMPILE] = "compile",
		[HP_MARK_EVAL] = "eval",
		[HP_MARK_EXCEPTION] = "exception",
		[HP_MARK_MEMORY] = "memory",
		[HP_MARK_OUT_OF_MEMORY] = "out_of_memory",
		[HP_MARK_OPCACHE_RESTART] = "opcache_restart",
		[HP_MARK_OPCACHE_FULL] = "opcache_full",
	};

	return kind < HP_MARK_KINDS ? names[kind] : NULL;
}
