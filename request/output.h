/* output.h: a run as files in a folder, one for each format that is asked for. */
#ifndef HP_REQUEST_OUTPUT_H
#define HP_REQUEST_OUTPUT_H

#include "format/format.h"

/* Each format has its own extension, and no name is longer than a folder allows. */
#define HP_OUTPUT_FORMATS 16
#define HP_OUTPUT_NAME_MAX 224

typedef struct hp_output_file {
	char temporary[64]; /* what it is called until all files are there */
	char name[HP_OUTPUT_NAME_MAX];
	uint64_t bytes;
} hp_output_file;

typedef struct hp_output {
	int folder; /* see request/folder.h */
	const char *run; /* its name, unlike that of any other */
	const char *name; /* of the files, but for their extensions */
	hp_output_file files[HP_OUTPUT_FORMATS];
	uint32_t files_count;
} hp_output;

/* What a run must have for these formats: flags of xhprof_enable(). Unknown ones are passed over. */
uint32_t hp_output_needs(const char *formats);

/* The first of the formats that there is not; NULL: there are all. For the caller to release. */
zend_string *hp_output_unknown(const char *formats);

/* Writes the run in each format under a temporary name, as far as it has what that needs. The first
 * four members are the caller's to fill in. NULL, or what went wrong, for the caller to release: then
 * nothing is left. */
zend_string *hp_output_write(hp_output *output, const hp_profile *profile, const char *formats);

/* Gives the files their names, or removes them. */
zend_string *hp_output_publish(hp_output *output);
void hp_output_discard(hp_output *output);

#endif /* HP_REQUEST_OUTPUT_H */
