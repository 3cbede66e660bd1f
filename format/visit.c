#include "format/visit.h"

#include "profile/merge.h"

void hp_format_text(hp_writer *writer, const zend_string *text)
{
	for (size_t i = 0; i < ZSTR_LEN(text); i++) {
		unsigned char byte = (unsigned char) ZSTR_VAL(text)[i];
		char shown = (char) (byte < 0x20 || byte == 0x7F ? ' ' : byte);

		hp_writer_bytes(writer, &shown, 1);
	}
}

void hp_format_without_lines(const hp_profile *profile, hp_writer *writer,
	void (*write)(const hp_profile *profile, hp_writer *writer))
{
	hp_profile *joined = hp_profile_join_lines(profile);

	write(joined != NULL ? joined : profile, writer);
	if (joined != NULL) {
		hp_profile_free(joined);
	}
}

/* The call paths as a tree to walk down, by number of the node: first callee and next callee of the
 * same caller; HP_PROFILE_NONE for none. */
typedef struct visit_tree {
	uint32_t *first;
	uint32_t *next;
} visit_tree;

static visit_tree visit_tree_new(const hp_profile *profile)
{
	size_t bytes = profile->nodes.count * sizeof(uint32_t);
	visit_tree tree = {pemalloc(bytes + 1, true), pemalloc(bytes + 1, true)};

	memset(tree.first, 0xFF, bytes);
	memset(tree.next, 0xFF, bytes);
	/* Begins at the last node, so that the list of a caller's callees begins with the one that was
	 * called first. */
	for (uint32_t i = profile->nodes.count; i-- > 0;) {
		uint32_t parent = profile->nodes.rows[i].parent;

		if (parent != HP_PROFILE_NONE) {
			tree.next[i] = tree.first[parent];
			tree.first[parent] = i;
		}
	}

	return tree;
}

void hp_format_visit(hp_format_visitor *visitor)
{
	const hp_profile *profile = visitor->profile;
	visit_tree tree = visit_tree_new(profile);
	uint32_t node = profile->nodes.count == 0 ? HP_PROFILE_NONE : 0;

	while (node != HP_PROFILE_NONE && hp_writer_goes_on(visitor->writer)) {
		visitor->enter(visitor, node);
		if (tree.first[node] != HP_PROFILE_NONE) {
			node = tree.first[node];
			continue;
		}
		visitor->leave(visitor, node);
		while (node != HP_PROFILE_NONE && tree.next[node] == HP_PROFILE_NONE) {
			node = profile->nodes.rows[node].parent;
			if (node != HP_PROFILE_NONE) {
				visitor->leave(visitor, node);
			}
		}
		node = node == HP_PROFILE_NONE ? node : tree.next[node];
	}
	pefree(tree.first, true);
	pefree(tree.next, true);
}
