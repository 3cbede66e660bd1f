/* file_name.h: what the file of a run is called: xhprof.output_name with its parts filled in.
 *
 *   %t  when the request began, UTC    %H  host    %R  URI without what follows "?"
 *   %p  process                        %r  run     %%  a percent sign
 *
 * Host and URI are the client's, so of all text only letters, digits, "_" and "-" remain: no part of a
 * path, no hidden file, no other extension than ours. */
#ifndef HP_REQUEST_FILE_NAME_H
#define HP_REQUEST_FILE_NAME_H

#include "base/compat.h"

/* With what is added to it, a name has room in any folder. */
#define HP_FILE_NAME_MAX 160

typedef struct hp_file_name_parts {
	int64_t started_ns; /* Unix time */
	const char *host;
	const char *path; /* of the URI */
	int64_t pid;
	const char *run;
} hp_file_name_parts;

/* Fills name: at least one byte, and a zero. One that is too long is cut, and the run's put at its end. */
void hp_file_name_make(
	char name[HP_FILE_NAME_MAX + 1], const char *pattern, const hp_file_name_parts *parts);

#endif /* HP_REQUEST_FILE_NAME_H */
