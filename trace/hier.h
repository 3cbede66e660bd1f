/* hier.h: the mode in which an edge is a pair of functions, each at a level of recursion. */
#ifndef HP_TRACE_HIER_H
#define HP_TRACE_HIER_H

#include "trace/graph.h"

extern const hp_graph_mode hp_hier;

#endif /* HP_TRACE_HIER_H */
