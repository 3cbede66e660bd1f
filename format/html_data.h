/* html_data.h: the blocks of a report: compressed columns of numbers in base64.
 * docs/report-format.md describes them. */
#ifndef HP_FORMAT_HTML_DATA_H
#define HP_FORMAT_HTML_DATA_H

#include "base/writer.h"
#include "profile/components.h"
#include "profile/distortion.h"
#include "profile/lines.h"

typedef struct hp_html_metric {
	const char *prefix; /* of the id */
	const char *id;
	const char *name;
	const char *unit;
	uint32_t needs; /* HP_METRIC_* and HP_PROFILE_* */
	bool has_column;
} hp_html_metric;

/* A run as the blocks have it. */
typedef struct hp_html_data {
	const hp_profile *run;
	hp_profile *joined; /* the run without lines; NULL: it has none */
	const hp_profile *paths; /* either of them */
	hp_writer *writer;
	hp_values *own; /* by node */
	hp_counts *own_counts; /* of events, by node; NULL: the run counts none */
	uint32_t *order; /* the nodes in preorder */
	uint32_t *places; /* of nodes in that order */
	uint32_t nodes_count; /* fewer than there are if the writer has failed */
	uint32_t pairs_count; /* 0: the paths say it all */
	uint32_t signed_metrics; /* a bit for each that is negative somewhere */
	hp_lines lines;
	hp_components components;
	hp_distortion distortion; /* empty without samples beside the calls */
} hp_html_data;

/* The profile and the writer must outlive it. Memory is in proportion to the paths. */
void hp_html_data_init(hp_html_data *data, const hp_profile *run, hp_writer *writer);
void hp_html_data_free(hp_html_data *data);

/* Metrics are numbered from 0: first those that any run may have, then this run's events. */
uint32_t hp_html_data_metrics(const hp_html_data *data);

/* False if the run lacks that metric. */
bool hp_html_data_metric(const hp_html_data *data, uint32_t number, hp_html_metric *metric);

/* Samples whose moments are not known. */
int64_t hp_html_data_lost_moments(const hp_html_data *data);

/* When the last sample was; how long a cell of the heatmap is, and how many there are. */
int64_t hp_html_data_last_ns(const hp_html_data *data);
int64_t hp_html_data_cell_ns(const hp_html_data *data);
uint32_t hp_html_data_cells(const hp_html_data *data);

/* Opens a block, whose id the prefix begins, and closes it. */
void hp_html_data_open(
	const hp_html_data *data, hp_writer *block, const char *prefix, const char *name);
void hp_html_data_close(const hp_html_data *data, hp_writer *block);

/* Writes numbers as a block, unless there are none. */
void hp_html_data_numbers(const hp_html_data *data, const char *prefix, const char *name,
	const uint32_t *numbers, uint32_t count);

/* Writes the blocks of paths, lines, pairs and times, a line each. */
void hp_html_data_write(const hp_html_data *data);

#endif /* HP_FORMAT_HTML_DATA_H */
