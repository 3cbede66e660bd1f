/* format.h: writes a finished run in the formats of other tools. One file for each format. */
#ifndef HP_FORMAT_FORMAT_H
#define HP_FORMAT_FORMAT_H

#include "profile/profile.h"
#include "base/writer.h"

typedef struct hp_format {
	const char *name;
	const char *extension; /* of files: what other tools know the format by */
	uint32_t needs; /* HP_METRIC_* and HP_PROFILE_* */
	void (*write)(const hp_profile *profile, hp_writer *writer);
} hp_format;

/* The format of that name, or NULL. */
const hp_format *hp_format_find(const zend_string *name);

/* The next format of a list of names, and moves on; NULL at its end, and at an unknown name if unknown is not
 * NULL: *unknown is that name then, for the caller to release. Without it, unknown names are skipped. */
const hp_format *hp_format_next(const char **list, zend_string **unknown);

/* The names of all, with commas between. The caller releases it. */
zend_string *hp_format_names(void);

void hp_format_callgrind(const hp_profile *profile, hp_writer *writer);
void hp_format_chrome(const hp_profile *profile, hp_writer *writer);
void hp_format_folded(const hp_profile *profile, hp_writer *writer);
void hp_format_folded_alloc(const hp_profile *profile, hp_writer *writer);
void hp_format_folded_live(const hp_profile *profile, hp_writer *writer);
void hp_format_json(const hp_profile *profile, hp_writer *writer);
void hp_format_log(const hp_profile *profile, hp_writer *writer);
void hp_format_pprof(const hp_profile *profile, hp_writer *writer);
void hp_format_speedscope(const hp_profile *profile, hp_writer *writer);
void hp_format_xhgui(const hp_profile *profile, hp_writer *writer);
void hp_format_xhprof(const hp_profile *profile, hp_writer *writer);

/* With what hp_xhgui_meta_json() made instead of the meta of the run. */
void hp_format_xhgui_meta(const hp_profile *profile, const zend_string *meta, hp_writer *writer);

/* Lets a format write a run that does not tell call paths apart by lines: one of samples has its paths
 * joined first. */
void hp_format_without_lines(const hp_profile *profile, hp_writer *writer,
	void (*write)(const hp_profile *profile, hp_writer *writer));

/* The call paths as a tree to walk down: first callee and next callee of the same caller, by number
 * of the node, HP_PROFILE_NONE for none. */
typedef struct hp_format_tree {
	uint32_t *first;
	uint32_t *next;
} hp_format_tree;

hp_format_tree hp_format_tree_new(const hp_profile *profile);
void hp_format_tree_free(hp_format_tree *tree);

/* Walks over all call paths, callers before callees, without recursion: enter and leave are called
 * for each, in pairs. */
typedef struct hp_format_visitor {
	const hp_profile *profile;
	hp_writer *writer;
	void (*enter)(struct hp_format_visitor *visitor, uint32_t node);
	void (*leave)(struct hp_format_visitor *visitor, uint32_t node);
} hp_format_visitor;

void hp_format_visit(hp_format_visitor *visitor);

#endif /* HP_FORMAT_FORMAT_H */
