#include "trace/hier.h"

const hp_graph_mode hp_hier = {"hier", false, sizeof(hp_edge), hp_graph_make_pair, NULL};
