#include "trace/adapt.h"

#include "base/table.h"
#include "base/vector.h"
#include "trace/tree.h"

/* So many noted calls decide whether an edge is hot and short. */
#define ADAPT_FIRST_NOTED 64

/* A clock's reading costs about 12 ns: of longer calls, little. */
#ifdef XHPROF_FAKE_CLOCK
# define ADAPT_LIMIT_NS (64.0 * HP_TIMER_FAKE_STEP_NS)
#else
# define ADAPT_LIMIT_NS 400.0
#endif

/* The mean follows the newest calls: a change shows after some 10 timed ones, one long call at once. */
#define ADAPT_MEAN_CALLS 8.0

/* The more calls, the fewer are timed: the error has become small. Masks of the random number of untimed calls. */
static const struct {
	uint64_t until_calls;
	uint64_t mask;
} adapt_strides[] = {{4096, 15}, {65536, 31}, {UINT64_MAX, 63}};

/* Deep recursion needs a sweep a level if its edges are in a bad order; what is not shared out stays the caller's. */
#define ADAPT_SWEEPS 256

void hp_adapt_start(hp_adapter *adapter, const hp_graph *graph)
{
#ifdef XHPROF_FAKE_CLOCK
	adapter->random.state = 0; /* tests assert times */
#else
	hp_random_bytes(&adapter->random.state, sizeof(adapter->random.state));
#endif
	adapter->limit_ticks = ADAPT_LIMIT_NS * hp_timer_ticks_per_ns();
	adapter->graph = graph;
}

/* True for edges that stand for calls of several. */
static bool adapt_is_mixed(const hp_graph *graph, const hp_edge *edge)
{
	return edge->child->symbol == graph->truncated ||
		(graph->mode == &hp_tree && hp_tree_is_cut(edge));
}

/* How many calls are not timed after the one that ends now. */
static uint64_t adapt_stride(hp_adapter *adapter, const hp_edge *edge)
{
	size_t i = 0;

	while (edge->calls >= adapt_strides[i].until_calls) {
		i++;
	}

	return hp_random_next(&adapter->random) & adapt_strides[i].mask;
}

/* A time without its part of the clock's reading. */
static double adapt_without_read(const hp_adapter *adapter, double ticks)
{
	return MAX(ticks - adapter->read_ticks, 0);
}

static void adapt_stand(
	const hp_adapter *adapter, hp_adapt *adapt, double calls, double rest_wall, double rest_cpu)
{
	adapt->stood_calls += calls;
	adapt->stood_squares += calls * calls;
	adapt->stood_wall += calls * adapt_without_read(adapter, rest_wall);
	adapt->stood_cpu += calls * adapt_without_read(adapter, rest_cpu);
}

static double adapt_difference(uint64_t more, uint64_t less)
{
	return (double) (int64_t) (more - less);
}

void hp_adapt_note(
	hp_adapter *adapter, const hp_entry_t *entry, uint32_t work, const hp_metrics *now)
{
	const hp_edge *edge = entry->edge;
	hp_adapt *adapt = hp_adapt_of(edge);
	double wall_ticks = adapt_difference(now->wall_ticks, entry->start.wall_ticks);
	double rest = MAX(wall_ticks - (double) entry->covered_wall_ticks, 0);

	if (adapt->last_calls != 0 && adapt->last_calls < edge->calls) {
		adapt_stand(adapter, adapt, (double) (edge->calls - adapt->last_calls), rest,
			work & HP_METRIC_CPU ? adapt_difference(now->cpu_ticks, entry->start.cpu_ticks) -
					(double) entry->covered_cpu_ticks
								 : 0);
	}
	adapt->last_calls = edge->calls + 1;
	adapt->noted_calls++;
	adapt->rest_sum += rest;
	adapt->rest_squares += rest * rest;
	adapt->mean_ticks += (wall_ticks - adapt->mean_ticks) / ADAPT_MEAN_CALLS;
	adapt->due_calls = 0;
	if (adapt->noted_calls >= ADAPT_FIRST_NOTED && !adapt->is_exact &&
		adapt->mean_ticks < adapter->limit_ticks && !adapt_is_mixed(adapter->graph, edge)) {
		adapt->due_calls = adapt->last_calls + adapt_stride(adapter, edge);
	}
}

void hp_adapt_settle(hp_entry_stack *stack, const hp_entry_t *until, uint32_t work,
	const hp_metrics *now, hp_metrics *above)
{
	for (hp_entry_t *entry = stack->top; entry > until; entry--) {
		hp_adapt *adapt = hp_adapt_of(entry->edge);

		adapt->is_exact = true;
		adapt->due_calls = 0;
		if (entry->timing == HP_ENTRY_UNTIMED) {
			entry->timing = HP_ENTRY_PARTLY;
			entry->start.wall_ticks =
				now->wall_ticks - above->wall_ticks - entry->covered_wall_ticks;
			entry->start.cpu_ticks = now->cpu_ticks - above->cpu_ticks -
				(work & HP_METRIC_CPU ? entry->covered_cpu_ticks : 0);
		}
		above->wall_ticks = now->wall_ticks - entry->start.wall_ticks;
		above->cpu_ticks = now->cpu_ticks - entry->start.cpu_ticks;
	}
	above->wall_ticks += stack->base->covered_wall_ticks;
	above->cpu_ticks += stack->base->covered_cpu_ticks;
}

void hp_adapt_hand_over(hp_entry_stack *stack)
{
	if (stack->resumer != NULL) {
		stack->resumer->top->covered_wall_ticks += stack->base->covered_wall_ticks;
		stack->resumer->top->covered_cpu_ticks += stack->base->covered_cpu_ticks;
	}
	stack->base->covered_wall_ticks = 0;
	stack->base->covered_cpu_ticks = 0;
}

void hp_adapt_close_covered(hp_entry_t *entry, uint32_t work)
{
	uint64_t cpu_ticks = work & HP_METRIC_CPU ? entry->covered_cpu_ticks : 0;

	entry->edge->sum.wall_ticks += entry->covered_wall_ticks;
	entry->edge->sum.cpu_ticks += cpu_ticks;
	hp_adapt_cover(entry, work, entry->covered_wall_ticks, cpu_ticks);
}

/* The two clocks. */
#define SHARE_WALL 0
#define SHARE_CPU 1
#define SHARE_CLOCKS 2

/* A caller of edges with untimed calls. */
typedef struct share_node {
	const hp_node *node;
	double left[SHARE_CLOCKS]; /* its own time, with that of untimed callees */
	double wanted[SHARE_CLOCKS]; /* by these callees */
} share_node;

typedef struct share_edge {
	hp_edge *edge;
	share_node *caller;
	share_node *callee; /* NULL: it is no such caller */
	double wanted[SHARE_CLOCKS];
	double taken[SHARE_CLOCKS];
} share_edge;

typedef struct share {
	const hp_adapter *adapter;
	hp_table nodes;
	HP_VECTOR(share_edge)
	edges; /* with untimed calls, in the order of the graph: most callees first */
} share;

static const hp_table_kind share_nodes = {.row_bytes = sizeof(share_node), .first_rows = 256};

/* A random part of the calls was timed. Twice s^2, as neither the part nor the others are the mean. */
static double share_variance(const hp_adapt *adapt, double left_calls)
{
	double calls = adapt->noted_calls;
	double squares = adapt->rest_squares - adapt->rest_sum * adapt->rest_sum / calls;

	return calls < 2 || squares <= 0 ? 0
									 : squares / (calls - 1) *
			(adapt->stood_squares + adapt->stood_calls + left_calls * left_calls / calls +
				left_calls);
}

/* Those after the last timed call are like all others. */
static void share_want(const hp_adapter *adapter, share_edge *row, double left_calls)
{
	const hp_adapt *adapt = hp_adapt_of(row->edge);
	double mean = adapt_without_read(adapter, adapt->rest_sum / adapt->noted_calls);

	if (adapt->stood_calls > 0) {
		row->wanted[SHARE_WALL] = adapt->stood_wall * (1 + left_calls / adapt->stood_calls);
		row->wanted[SHARE_CPU] = adapt->stood_cpu * (1 + left_calls / adapt->stood_calls);
	} else {
		row->wanted[SHARE_WALL] = row->wanted[SHARE_CPU] = left_calls * mean;
	}
}

static void share_add_edge(share *share, hp_edge *edge)
{
	hp_adapt *adapt = hp_adapt_of(edge);
	double left_calls =
		adapt->last_calls == 0 ? 0 : (double) (edge->calls - MIN(adapt->last_calls, edge->calls));
	share_edge *row;
	share_node *node;

	adapt->untimed_calls = (uint64_t) (adapt->stood_calls + left_calls);
	if (adapt->untimed_calls == 0 || edge->parent == NULL) {
		return;
	}
	row = hp_vector_add(&share->edges);
	memset(row, 0, sizeof(*row));
	row->edge = edge;
	share_want(share->adapter, row, left_calls);
	adapt->wall_variance = share_variance(adapt, left_calls);
	node = hp_table_add(&share->nodes, &share_nodes, &edge->parent);
	node->node = edge->parent;
	for (int i = 0; i < SHARE_CLOCKS; i++) {
		node->wanted[i] += row->wanted[i];
	}
}

static void share_add_left(
	const share *share, const hp_node *caller, const hp_node *callee, const hp_metrics *cost)
{
	share_node *to = callee == NULL ? NULL : hp_table_find(&share->nodes, &share_nodes, &callee);
	share_node *from = caller == NULL ? NULL : hp_table_find(&share->nodes, &share_nodes, &caller);
	double ticks[SHARE_CLOCKS] = {
		(double) (int64_t) cost->wall_ticks, (double) (int64_t) cost->cpu_ticks};

	for (int i = 0; i < SHARE_CLOCKS; i++) {
		if (to != NULL) {
			to->left[i] += ticks[i];
		}
		if (from != NULL) {
			from->left[i] -= ticks[i];
		}
	}
}

/* All edges that are steps of a path, or pairs in hier; not the calls below a "(truncated)", whose cost is in it. */
static void share_visit(share *share, void (*visit)(struct share *share, hp_edge *edge))
{
	const hp_graph *graph = share->adapter->graph;
	hp_edge *edge = graph->first;

	for (hp_path *path = graph->first_path; path != NULL; path = path->next) {
		visit(share, &path->edge);
	}
	for (; graph->first_path == NULL && edge != &hp_symbol_no_edge; edge = edge->next) {
		if (edge->parent != edge->child) {
			visit(share, edge);
		}
	}
}

static void share_add_cost(share *share, hp_edge *edge)
{
	share_add_left(share, edge->parent, edge->child, &edge->sum);
}

static void share_find_nodes(share *share)
{
	for (uint32_t i = 0; i < share->edges.count; i++) {
		share_edge *row = &share->edges.rows[i];

		row->caller = hp_table_find(&share->nodes, &share_nodes, &row->edge->parent);
		row->callee = hp_table_find(&share->nodes, &share_nodes, &row->edge->child);
	}
}

/* Gives the edge its part of what its caller has; returns how much more that is than before. */
static double share_take(share_edge *row, int clock)
{
	const share_node *caller = row->caller;
	double left = MAX(caller->left[clock], 0), wanted = caller->wanted[clock];
	double taken = wanted <= left ? row->wanted[clock] : row->wanted[clock] * (left / wanted);
	double more = MAX(taken - row->taken[clock], 0);

	row->taken[clock] += more;
	if (row->callee != NULL) {
		row->callee->left[clock] += more;
	}

	return more;
}

/* A caller that is untimed itself first gets its part, and what it has only grows: after each step no callees have
 * more than their caller. */
static void share_sweep(share *share, int clock)
{
	double most = 1;

	for (int sweep = 0; sweep < ADAPT_SWEEPS && most >= 1; sweep++) {
		most = 0;
		for (uint32_t i = share->edges.count; i-- > 0;) {
			double more = share_take(&share->edges.rows[i], clock);

			most = MAX(most, more);
		}
	}
}

void hp_adapt_share(const hp_adapter *adapter, const hp_adapt_open *opens, uint32_t opens_count)
{
	share share = {.adapter = adapter};

	share_visit(&share, share_add_edge);
	share_visit(&share, share_add_cost);
	for (uint32_t i = 0; i < opens_count; i++) {
		const hp_edge *edge = opens[i].entry->edge;

		share_add_left(&share, edge->parent == NULL ? NULL : opens[i].entry[-1].edge->child,
			edge->child, &opens[i].cost);
	}
	share_find_nodes(&share);
	share_sweep(&share, SHARE_WALL);
	share_sweep(&share, SHARE_CPU);
	for (uint32_t i = 0; i < share.edges.count; i++) {
		const share_edge *row = &share.edges.rows[i];

		hp_adapt_of(row->edge)->wall_ticks = row->taken[SHARE_WALL];
		hp_adapt_of(row->edge)->cpu_ticks = row->taken[SHARE_CPU];
	}
	hp_vector_free(&share.edges);
	hp_table_free(&share.nodes, &share_nodes);
}

hp_metrics hp_adapt_sum(const hp_edge *edge)
{
	hp_metrics sum = edge->sum;

	sum.wall_ticks += (uint64_t) hp_adapt_of(edge)->wall_ticks;
	sum.cpu_ticks += (uint64_t) hp_adapt_of(edge)->cpu_ticks;

	return sum;
}
