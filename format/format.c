#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "format/format.h"

static const hp_export export_formats[] = {
	{"xhprof", 0, hp_export_xhprof},
	{"xhgui", 0, hp_export_xhgui},
	{"json", 0, hp_export_json},
	{"callgrind", 0, hp_export_callgrind},
	{"folded", HP_RUN_TREE, hp_export_folded},
	{"folded-alloc", HP_RUN_TREE | HP_METRIC_ALLOC, hp_export_folded_alloc},
	{"folded-live", HP_RUN_TREE | HP_METRIC_ALLOC, hp_export_folded_live},
	{"speedscope", HP_RUN_TREE, hp_export_speedscope},
#ifdef HAVE_XHPROF_ZLIB
	{"pprof", HP_RUN_TREE, hp_export_pprof},
#endif
	{"chrome", HP_RUN_TIMELINE, hp_export_chrome},
	{"log", HP_RUN_TIMELINE, hp_export_log},
};

#define EXPORT_FORMATS_COUNT (sizeof(export_formats) / sizeof(export_formats[0]))

const hp_export *hp_export_find(const zend_string *name)
{
	for (size_t i = 0; i < EXPORT_FORMATS_COUNT; i++) {
		if (zend_string_equals_cstr(name, export_formats[i].name, strlen(export_formats[i].name))) {
			return &export_formats[i];
		}
	}

	return NULL;
}

zend_string *hp_export_names(void)
{
	smart_str names = {NULL, 0};

	for (size_t i = 0; i < EXPORT_FORMATS_COUNT; i++) {
		smart_str_appends(&names, i == 0 ? "" : ", ");
		smart_str_appends(&names, export_formats[i].name);
	}

	return smart_str_extract(&names);
}

void hp_export_without_lines(const hp_profile *profile, hp_writer *writer,
	void (*write)(const hp_profile *profile, hp_writer *writer))
{
	hp_profile *joined = hp_profile_join_lines(profile);

	write(joined != NULL ? joined : profile, writer);
	if (joined != NULL) {
		hp_profile_free(joined);
	}
}

hp_export_tree hp_export_tree_new(const hp_profile *profile)
{
	size_t bytes = profile->nodes_count * sizeof(uint32_t);
	hp_export_tree tree = {pemalloc(bytes + 1, true), pemalloc(bytes + 1, true)};

	memset(tree.first, 0xFF, bytes);
	memset(tree.next, 0xFF, bytes);
	/* From the last, so that a caller's first callee is the one that it called first. */
	for (uint32_t i = profile->nodes_count; i-- > 0;) {
		uint32_t parent = profile->nodes[i].parent;

		if (parent != HP_PROFILE_NONE) {
			tree.next[i] = tree.first[parent];
			tree.first[parent] = i;
		}
	}

	return tree;
}

void hp_export_tree_free(hp_export_tree *tree)
{
	pefree(tree->first, true);
	pefree(tree->next, true);
}

void hp_export_visit(hp_export_visitor *visitor)
{
	const hp_profile *profile = visitor->profile;
	hp_export_tree tree = hp_export_tree_new(profile);
	uint32_t node = profile->nodes_count == 0 ? HP_PROFILE_NONE : 0;

	while (node != HP_PROFILE_NONE) {
		visitor->enter(visitor, node);
		if (tree.first[node] != HP_PROFILE_NONE) {
			node = tree.first[node];
			continue;
		}
		visitor->leave(visitor, node);
		while (node != HP_PROFILE_NONE && tree.next[node] == HP_PROFILE_NONE) {
			node = profile->nodes[node].parent;
			if (node != HP_PROFILE_NONE) {
				visitor->leave(visitor, node);
			}
		}
		node = node == HP_PROFILE_NONE ? node : tree.next[node];
	}
	hp_export_tree_free(&tree);
}
