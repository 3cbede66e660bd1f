/* mode.h: what a run keeps of the calls that it sees. Chosen once per run; a call asks its mode
 * only where the inline cache does not know the edge.
 *
 *   hier  an edge is a row of the classic result: a caller and a callee, each at a level of recursion
 *   tree  an edge is the last step of a call path from main() on
 *
 * In both, edge->child is what the callee's own callees have as edge->parent. */
#ifndef HP_TRACE_MODE_H
#define HP_TRACE_MODE_H

#include "trace/symbol.h"

typedef struct hp_edge hp_edge;
typedef struct hp_graph hp_graph;

typedef struct hp_mode {
	const char *name;
	/* A new edge from parent to a symbol's level; parent is NULL for main(). Its child bears another
	 * symbol than the level's if it is not to be found again: it stands for more than this call. */
	hp_edge *(*make)(hp_graph *graph, hp_node *parent, hp_node *level);
	/* Tells where the call is that made an edge. NULL: the mode does not care. */
	void (*note_site)(hp_edge *edge, const zend_execute_data *execute_data);
} hp_mode;

#endif /* HP_TRACE_MODE_H */
