/* timeline.h: the calls of a timeline, each at its end. */
#ifndef HP_FORMAT_TIMELINE_H
#define HP_FORMAT_TIMELINE_H

#include "base/writer.h"
#include "profile/profile.h"

typedef struct hp_format_call {
	uint32_t node;
	uint32_t level; /* of the stack: 0 for main() */
	int64_t start_ns;
	int64_t end_ns;
	int64_t callees_ns; /* the callees' part of it */
	bool is_cut; /* its end was lost; end_ns is the timeline's */
} hp_format_call;

/* Calls emit for each call, callees before their caller. */
void hp_format_calls(const hp_profile *profile, hp_writer *writer,
	void (*emit)(const hp_profile *profile, hp_writer *writer, const hp_format_call *call));

#endif /* HP_FORMAT_TIMELINE_H */
