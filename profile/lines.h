/* lines.h: the cost of each line of the program, by function. */
#ifndef HP_PROFILE_LINES_H
#define HP_PROFILE_LINES_H

#include "profile/profile.h"

typedef struct hp_line_row {
	uint32_t function; /* the profile's number of it */
	uint32_t line; /* 0: unknown, as for internal functions */
	/* with HP_PROFILE_LINE_COUNTS: how often execution reached it; such runs have no samples */
	uint64_t count;
	uint64_t samples; /* weight of the samples while the line, or what it called, ran */
	/* the same without callees, except those that have no lines, such as PHP's own functions */
	uint64_t own_samples;
	int64_t wall_ns; /* callees included */
	int64_t own_wall_ns;
} hp_line_row;

typedef struct hp_lines {
	hp_line_row *rows; /* by file, line and function */
	uint32_t count;
} hp_lines;

/* Finds or adds a line in an unfinished profile. */
hp_profile_line *hp_lines_row_of(hp_profile *profile, uint32_t function, uint32_t line);

/* Makes the lines of a run with HP_PROFILE_LINES or HP_PROFILE_LINE_COUNTS; other runs have none. A
 * line that is several times on a stack counts once. The caller frees them with hp_lines_free(). */
hp_lines hp_lines_new(const hp_profile *profile);
void hp_lines_free(hp_lines *lines);

#endif /* HP_PROFILE_LINES_H */
