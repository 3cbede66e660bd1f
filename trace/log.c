#include "trace/log.h"

#include "trace/tree.h"

/* An open call. */
typedef struct log_call {
	const hp_path *path;
	int64_t start_ns;
	int64_t callees_ns;
} log_call;

struct hp_log {
	hp_log_file *file; /* owned */
	HP_VECTOR(log_call) open;
	uint64_t start_ticks; /* the begin of main() */
	bool has_started;
	bool has_ended;
	int64_t last_ns; /* time of the last event, since start_ticks */
};

hp_log *hp_log_new(hp_log_file *file)
{
	hp_log *log = pecalloc(1, sizeof(*log), true);

	log->file = file;

	return log;
}

static void log_end_call(hp_log *log, int64_t end_ns, bool is_cut)
{
	const log_call *call = &log->open.rows[--log->open.count];
	hp_symbol_name name = hp_variant_name(call->path->edge.child, false);
	int64_t total_ns = end_ns - call->start_ns;
	hp_log_row row = {
		.level = log->open.count,
		.file = name.symbol->file,
		.name = hp_symbol_text(name.symbol),
		.name_length = name.symbol->name_length,
		.line = name.symbol->line,
		.call_line = call->path->line,
		.own_ns = total_ns - call->callees_ns,
		.total_ns = total_ns,
		.is_cut = is_cut,
	};

	hp_log_file_add(log->file, &row);
	if (log->open.count > 0) {
		log->open.rows[log->open.count - 1].callees_ns += total_ns;
	}
}

void hp_log_take(hp_log *log, uint64_t ticks, const hp_edge *edge, double ticks_per_ns)
{
	if (!log->has_started) {
		log->start_ticks = ticks;
		log->has_started = true;
	}
	log->last_ns = (int64_t) ((double) (ticks - log->start_ticks) / ticks_per_ns);
	if (edge != NULL) {
		*hp_vector_add(&log->open) = (log_call){(const hp_path *) edge, log->last_ns, 0};
	} else if (log->open.count > 0) {
		log_end_call(log, log->last_ns, false);
	}
}

void hp_log_flush(hp_log *log)
{
	hp_log_file_flush(log->file);
}

void hp_log_finish(hp_log *log)
{
	if (log->has_ended) {
		return;
	}
	log->has_ended = true;
	while (log->open.count > 0) {
		log_end_call(log, log->last_ns, true);
	}
	hp_log_file_close(log->file);
}

void hp_log_free(hp_log *log)
{
	hp_log_file_free(log->file);
	hp_vector_free(&log->open);
	pefree(log, true);
}

const hp_log_file *hp_log_get_file(const hp_log *log)
{
	return log->file;
}
