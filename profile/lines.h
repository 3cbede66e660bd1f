/* lines.h: what each line of the program cost, by function. */
#ifndef HP_PROFILE_LINES_H
#define HP_PROFILE_LINES_H

#include "profile/profile.h"

typedef struct hp_line_row {
	uint32_t function; /* of the profile */
	uint32_t line; /* 0: unknown, as of internal functions */
	uint64_t
		count; /* how often execution came to it, of a run with HP_PROFILE_LINE_COUNTS: no samples there */
	uint64_t samples; /* their weight while the line ran, or what it called */
	uint64_t
		own_samples; /* without what it called, but for functions that have no lines, as PHP's own */
	int64_t wall_ns; /* the time of either */
	int64_t own_wall_ns;
} hp_line_row;

typedef struct hp_lines {
	hp_line_row *rows; /* by file, line and function */
	uint32_t count;
} hp_lines;

/* Finds or adds a line of an unfinished profile. */
hp_profile_line *hp_lines_row_of(hp_profile *profile, uint32_t function, uint32_t line);

/* The lines of a run with HP_PROFILE_LINES or HP_PROFILE_LINE_COUNTS; of other runs none. A line that recurs on a stack counts once. Free it by
 * hp_lines_free(). */
hp_lines hp_lines_new(const hp_profile *profile);
void hp_lines_free(hp_lines *lines);

#endif /* HP_PROFILE_LINES_H */
