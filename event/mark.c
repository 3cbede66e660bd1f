#include "event/mark.h"

void (*hp_mark_taker)(const hp_mark *mark) = NULL;

void hp_mark_emit(const hp_mark *mark)
{
	void (*take)(const hp_mark *) = HP_SHARED_READ(&hp_mark_taker);

	if (take != NULL) {
		take(mark);
	}
}
