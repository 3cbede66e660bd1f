#include "live/samples.h"

#include "base/wrap.h"
#include "profile/squares.h"

void hp_live_samples_init(hp_live_samples *samples, hp_live_reader *reader)
{
	memset(samples, 0, sizeof(*samples));
	samples->reader = reader;
	samples->unix_offset_ns = hp_live_reader_unix_offset_ns(reader);
}

static bool samples_first_label(void *context, const hp_live_record *record)
{
	if (record->kind != HP_LIVE_REQUEST) {
		return true;
	}
	hp_live_label_read(&((hp_live_samples *) context)->label, record);

	return false;
}

bool hp_live_samples_begin(hp_live_samples *samples)
{
	if (samples->has_begun) {
		return false;
	}
	samples->has_begun = true;
	hp_live_reader_newest(samples->reader, samples->reader->position, samples_first_label, samples);

	return samples->label.tags != NULL;
}

int64_t hp_live_samples_set_interval(hp_live_samples *samples, uint64_t interval_ns)
{
	int64_t bounded_ns = (int64_t) MIN(interval_ns, HP_LIVE_SAMPLES_MAX_NS);

	samples->interval_ns = bounded_ns > 0 ? bounded_ns : samples->interval_ns;

	return bounded_ns;
}

bool hp_live_samples_relabel(hp_live_samples *samples, uint64_t request)
{
	if (request == samples->label.request) {
		return false;
	}
	hp_live_label_free(&samples->label);
	samples->label.request = request;
	if (samples->finds < HP_LIVE_SAMPLES_FINDS) {
		samples->finds++;
		hp_live_label_find(&samples->label, samples->reader, request);
	}

	return true;
}

bool hp_live_samples_has_time(const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;

	return record->kind == HP_LIVE_SAMPLE && (record->flags & HP_LIVE_DUMP) == 0 &&
		sample->weight_ns <= HP_LIVE_SAMPLES_MAX_NS;
}

/* Returns the part of a sample's time that the reader counts; less than 0: none of it. */
static int64_t samples_weight_ns(
	const hp_live_samples *samples, const hp_live_sample_record *record)
{
	uint64_t since_ns = samples->reader->since_ns;
	int64_t age_ns = hp_wrap_difference((int64_t) record->head.time_ns, (int64_t) since_ns);

	return since_ns == 0 ? (int64_t) record->weight_ns : MIN((int64_t) record->weight_ns, age_ns);
}

bool hp_live_samples_take(
	hp_live_samples *samples, const hp_live_record *record, hp_live_span *span)
{
	int64_t wall_ns;

	span->record = (const hp_live_sample_record *) record;
	if (!hp_live_samples_has_time(record)) {
		return false;
	}
	wall_ns = samples_weight_ns(samples, span->record);
	if (wall_ns < 0) {
		return false;
	}
	span->began_ns = hp_wrap_difference(
		hp_wrap_sum((int64_t) record->time_ns, samples->unix_offset_ns), wall_ns);
	span->amount = hp_live_samples_amount(samples, span->record, wall_ns);
	span->is_relabelled = hp_live_samples_relabel(samples, record->request);

	return true;
}

hp_live_amount hp_live_samples_amount(
	const hp_live_samples *samples, const hp_live_sample_record *record, int64_t wall_ns)
{
	uint32_t flags = record->head.flags;
	bool is_wait = (flags & (HP_LIVE_WAITS_FOR_CPU | HP_LIVE_UNSEEN)) == HP_LIVE_WAITS_FOR_CPU;
	bool is_measured = is_wait || (flags & (HP_LIVE_REPEATED | HP_LIVE_NO_STACK)) != 0;
	int64_t interval_ns = samples->interval_ns;

	return (hp_live_amount){
		.samples = 1,
		.wall_ns = wall_ns,
		.cpu_ns = flags & (HP_LIVE_OFF_CPU | HP_LIVE_WAITS_FOR_CPU) ? 0 : wall_ns,
		.squares = HP_SQUARES_RING_EFFECT * (double) wall_ns *
			(double) (is_measured && interval_ns > 0 ? MIN(wall_ns, interval_ns) : wall_ns),
	};
}

void hp_live_amount_add(hp_live_amount *to, const hp_live_amount *amount)
{
	to->samples += amount->samples;
	to->wall_ns = hp_wrap_sum(to->wall_ns, amount->wall_ns);
	to->cpu_ns = hp_wrap_sum(to->cpu_ns, amount->cpu_ns);
	to->squares += amount->squares;
}
