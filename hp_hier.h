/* hp_hier.h: the classic result: what each function cost each of its callers.
 *
 * array<string, array<string, int>>: "parent==>child" => ct, wt[, cpu][, mu, pmu], in the order in
 * which the edges first ended, "main()" last; times in microseconds, memory in bytes. */
#ifndef HP_HIER_H
#define HP_HIER_H

#include "hp_graph.h"

extern const hp_mode hp_hier;

/* Fills *result with a new array. It is the caller's alone. */
void hp_hier_result(const hp_graph *graph, uint32_t metrics, double ticks_per_ns, zval *result);

#endif /* HP_HIER_H */
