/* processes.h: a recording as a timeline of each of its processes. */
#ifndef HP_FORMAT_PROCESSES_H
#define HP_FORMAT_PROCESSES_H

#include "base/writer.h"
#include "profile/profile.h"

/* True of a recording. */
bool hp_format_has_processes(const hp_profile *profile);

/* Calls emit for each process of a recording, with its events, points and marks, and for any other
 * run once. What emit gets ends with the call. Writes a text between two. */
void hp_format_processes(const hp_profile *profile, hp_writer *writer, const char *between,
	void (*emit)(const hp_profile *process, hp_writer *writer));

/* The number of the process that emit got, from 1 on, as the page has it; 1 of any other run. */
uint32_t hp_format_process(const hp_profile *process);

#endif /* HP_FORMAT_PROCESSES_H */
