/* format.h: writes a finished run in the formats of other tools. One file for each format. */
#ifndef HP_FORMAT_FORMAT_H
#define HP_FORMAT_FORMAT_H

#include "profile/profile.h"
#include "base/writer.h"

typedef struct hp_format {
	const char *name;
	const char *extension; /* of files: what other tools know the format by */
	uint32_t needs; /* HP_METRIC_* and HP_PROFILE_* */
	bool is_packed; /* by gzip */
	void (*write)(const hp_profile *profile, hp_writer *writer);
} hp_format;

/* Formats of whole stacks write no more than HP_FORMAT_FRAMES_MAX frames of one: the outermost and the innermost, with
 * HP_FORMAT_CUT between them. So they stay linear in the run, however deep it is. Of deeper stacks Pyroscope's intake
 * would drop the innermost frames, and with them the functions that the cost is of. */
#define HP_FORMAT_FRAMES_MAX 1000u
#define HP_FORMAT_INNER_FRAMES 500u
#define HP_FORMAT_OUTER_FRAMES (HP_FORMAT_FRAMES_MAX - HP_FORMAT_INNER_FRAMES - 1)
#define HP_FORMAT_CUT "(truncated)"

/* The format of that name, or NULL. */
const hp_format *hp_format_find(const zend_string *name);

/* The next format of a list of names; moves the list on. NULL at its end, and at an unknown name, which goes to
 * *unknown for the caller to release. If unknown is NULL, skips unknown names. */
const hp_format *hp_format_next(const char **list, zend_string **unknown);

/* All names, separated by commas; the caller releases it. */
zend_string *hp_format_names(void);

void hp_format_callgrind(const hp_profile *profile, hp_writer *writer);
void hp_format_chrome(const hp_profile *profile, hp_writer *writer);
void hp_format_folded(const hp_profile *profile, hp_writer *writer);
void hp_format_folded_alloc(const hp_profile *profile, hp_writer *writer);
void hp_format_folded_live(const hp_profile *profile, hp_writer *writer);
void hp_format_html(const hp_profile *profile, hp_writer *writer);
void hp_format_json(const hp_profile *profile, hp_writer *writer);
void hp_format_log(const hp_profile *profile, hp_writer *writer);
void hp_format_perfetto(const hp_profile *profile, hp_writer *writer);
void hp_format_pprof(const hp_profile *profile, hp_writer *writer);
void hp_format_speedscope(const hp_profile *profile, hp_writer *writer);
void hp_format_xhgui(const hp_profile *profile, hp_writer *writer);
void hp_format_xhprof(const hp_profile *profile, hp_writer *writer);

/* Writes a run. xhgui and html have meta, the result of hp_profile_meta_json(), in place of the run's; NULL: the run's. */
void hp_format_write(
	const hp_format *format, const hp_profile *profile, const zend_string *meta, hp_writer *writer);

void hp_format_html_meta(const hp_profile *profile, const zend_string *meta, hp_writer *writer);
void hp_format_xhgui_meta(const hp_profile *profile, const zend_string *meta, hp_writer *writer);

/* Writes a text with blanks for control characters, in formats of lines. */
void hp_format_text(hp_writer *writer, const zend_string *text);

/* Calls write with a run whose paths do not differ by lines: joins those of a sampled run first. */
void hp_format_without_lines(const hp_profile *profile, hp_writer *writer,
	void (*write)(const hp_profile *profile, hp_writer *writer));

/* Walks all call paths, callers before callees, without recursion; calls enter and leave for each. */
typedef struct hp_format_visitor {
	const hp_profile *profile;
	hp_writer *writer;
	void (*enter)(struct hp_format_visitor *visitor, uint32_t node);
	void (*leave)(struct hp_format_visitor *visitor, uint32_t node);
} hp_format_visitor;

void hp_format_visit(hp_format_visitor *visitor);

#endif /* HP_FORMAT_FORMAT_H */
