/* ring_marks.c: marks() of XHProf\Ring. */
#include "class/ring.h"

#include "base/bailout.h"
#include "live/mark.h"

static void ring_add_costs(zval *row, uint64_t duration_ns, uint64_t amount, uint64_t limit)
{
	hp_class_ring_add_number(row, "duration_ns", duration_ns);
	hp_class_ring_add_number(row, "amount", amount);
	hp_class_ring_add_number(row, "limit", limit);
}

void hp_class_ring_add_marks(const hp_class_ring *ring, zval *request, const hp_live_header *header)
{
	zval marks, row;

	array_init(&marks);
	for (uint32_t i = 0; i < HP_LIVE_MARK_KINDS; i++) {
		const hp_live_mark_sum *sum = &header->marks.of[i];
		const char *name = hp_mark_name(i + 1);

		if (header->marks.request != header->slot.request || sum->count == 0 || name == NULL) {
			continue;
		}
		array_init(&row);
		hp_class_ring_add_number(&row, "count", sum->count);
		add_assoc_double(&row, "time", hp_class_ring_unix_s(ring, sum->time_ns));
		hp_class_ring_add_number(&row, "longest_ns", sum->longest_ns);
		ring_add_costs(&row, sum->duration_ns, sum->amount, sum->limit);
		add_assoc_stringl(&row, "text", sum->text, strnlen(sum->text, sizeof(sum->text)));
		add_assoc_zval(&marks, name, &row);
	}
	add_assoc_zval(request, "marks", &marks);
}

void hp_class_ring_add_sum(zval *marks, const hp_live_record *record)
{
	const hp_live_mark_record *mark = (const hp_live_mark_record *) record;
	const char *text, *name;
	size_t length;
	zval row;

	if (!hp_live_mark_text(record, &text, &length) || (record->flags & HP_LIVE_SUM) == 0 ||
		(name = hp_mark_name(mark->kind)) == NULL) {
		return;
	}
	array_init(&row);
	hp_class_ring_add_number(&row, "count", mark->count);
	hp_class_ring_add_number(&row, "longest_ns", mark->longest_ns);
	ring_add_costs(&row, mark->duration_ns, mark->amount, mark->limit);
	add_assoc_stringl(&row, "text", text, length);
	add_assoc_zval(marks, name, &row);
}

typedef struct ring_marks {
	const hp_class_ring *ring;
	zval *result;
	zend_long wanted;
} ring_marks;

static bool ring_add_mark(void *context, const hp_live_record *record)
{
	const hp_live_mark_record *mark = (const hp_live_mark_record *) record;
	ring_marks *marks = context;
	const char *text, *name;
	size_t length;
	zval row;

	if (!hp_live_mark_text(record, &text, &length) || (record->flags & HP_LIVE_SUM) != 0 ||
		(name = hp_mark_name(mark->kind)) == NULL) {
		return true;
	}
	array_init(&row);
	add_assoc_double(&row, "time", hp_class_ring_unix_s(marks->ring, record->time_ns));
	hp_class_ring_add_number(&row, "request", record->request);
	add_assoc_string(&row, "kind", name);
	hp_class_ring_add_number(&row, "count", mark->count);
	ring_add_costs(&row, mark->duration_ns, mark->amount, mark->limit);
	add_assoc_stringl(&row, "text", text, length);
	add_next_index_zval(marks->result, &row);

	return --marks->wanted > 0 && !hp_bailout_is_due();
}

ZEND_METHOD(XHProf_Ring, marks)
{
	ring_marks marks = {.result = return_value};
	hp_class_ring *ring = hp_class_ring_rows(INTERNAL_FUNCTION_PARAM_PASSTHRU, &marks.wanted);

	if (ring == NULL) {
		RETURN_THROWS();
	}
	marks.ring = ring;
	hp_live_reader_newest(&ring->reader, hp_live_reader_head(&ring->reader), ring_add_mark, &marks);
}
