/* ring_stacks.c: stack() and stacks() of XHProf\Ring. */
#include "class/ring.h"

#include "base/bailout.h"
#include "class/row.h"

static void ring_add_flags(zval *stack, uint32_t flags)
{
	static const struct {
		uint32_t flag;
		const char *name;
	} names[] = {{HP_LIVE_OFF_CPU, "off_cpu"}, {HP_LIVE_WAITS_FOR_CPU, "waits_for_cpu"},
		{HP_LIVE_CUT, "cut"}, {HP_LIVE_DUMP, "dump"}, {HP_LIVE_REPEATED, "repeated"},
		{HP_LIVE_UNSEEN, "inferred"}, {HP_LIVE_DISPLACED, "displaced"}};
	zval set;

	array_init(&set);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if ((flags & names[i].flag) != 0) {
			add_next_index_string(&set, names[i].name);
		}
	}
	add_assoc_zval(stack, "flags", &set);
}

static void ring_add_frame(zval *frames, const hp_live_symbol *symbol, uint32_t line, bool is_main)
{
	zval frame;

	array_init(&frame);
	if (is_main) {
		add_assoc_string(&frame, "function", "main()");
	} else {
		add_assoc_stringl(&frame, "function", ZSTR_VAL(symbol->name), ZSTR_LEN(symbol->name));
	}
	hp_class_row_add_place(&frame, symbol->file, line);
	add_next_index_zval(frames, &frame);
}

/* "tcp 10.0.0.5:3306" from "{tcp 10.0.0.5:3306}". */
static void ring_add_wait(zval *stack, const zend_string *name)
{
	size_t length = ZSTR_LEN(name);

	if (length > 2) {
		add_assoc_stringl(stack, "wait", ZSTR_VAL(name) + 1, length - 2);
	}
}

static void ring_add_frames(zval *stack, hp_class_ring *ring, const hp_live_sample_record *sample)
{
	zval frames;

	array_init_size(&frames, sample->frames);
	add_assoc_null(stack, "wait");
	for (uint32_t i = 0; i < sample->frames; i++) {
		const hp_live_symbol *symbol =
			hp_live_symbols_get(&ring->tally.symbols, &ring->reader, sample->frame[i].function);
		bool is_main = hp_live_place_of(symbol->kind, i == sample->frames - 1,
						   (sample->head.flags & HP_LIVE_CUT) != 0) == HP_LIVE_PLACE_MAIN;

		if (symbol->kind == HP_SAMPLE_WAIT && i == 0) {
			ring_add_wait(stack, symbol->name);
			continue;
		}
		ring_add_frame(&frames, symbol, sample->frame[i].line, is_main);
	}
	add_assoc_zval(stack, "frames", &frames);
}

static void ring_make_stack(zval *stack, hp_class_ring *ring, const hp_live_sample_record *sample)
{
	uint64_t now_ns = zend_hrtime(), then_ns = sample->head.time_ns;

	array_init(stack);
	add_assoc_double(stack, "time", hp_class_ring_unix_s(ring, then_ns));
	hp_class_ring_add_number(stack, "age_ns", now_ns > then_ns ? now_ns - then_ns : 0);
	hp_class_ring_add_number(stack, "weight_ns", sample->weight_ns);
	ring_add_flags(stack, sample->head.flags);
	hp_class_ring_add_number(stack, "request", sample->head.request);
	ring_add_frames(stack, ring, sample);
}

typedef struct ring_stacks {
	hp_class_ring *ring;
	zval *result;
	uint32_t wanted;
	bool is_list;
} ring_stacks;

static bool ring_add_stack(void *context, const hp_live_record *record)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;
	ring_stacks *stacks = context;
	zval stack;

	if (record->kind != HP_LIVE_SAMPLE || (record->flags & HP_LIVE_NO_STACK) != 0) {
		return true;
	}
	if (!stacks->is_list) {
		ring_make_stack(stacks->result, stacks->ring, sample);
		return false;
	}
	ring_make_stack(&stack, stacks->ring, sample);
	add_next_index_zval(stacks->result, &stack);

	return --stacks->wanted > 0 && !hp_bailout_is_due();
}

static void ring_find_stacks(ring_stacks *stacks)
{
	hp_live_reader *reader = &stacks->ring->reader;

	hp_live_reader_newest(reader, hp_live_reader_head(reader), ring_add_stack, stacks);
}

ZEND_METHOD(XHProf_Ring, stack)
{
	ring_stacks stacks = {.result = return_value};

	ZEND_PARSE_PARAMETERS_NONE();

	stacks.ring = hp_class_ring_opened(ZEND_THIS);
	if (stacks.ring == NULL) {
		RETURN_THROWS();
	}
	ring_find_stacks(&stacks);
}

ZEND_METHOD(XHProf_Ring, stacks)
{
	ring_stacks stacks = {.result = return_value, .is_list = true};
	zend_long limit;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	if (limit < 1 || limit > 1000000) {
		zend_argument_value_error(1, "must be between 1 and 1000000");
		RETURN_THROWS();
	}
	stacks.ring = hp_class_ring_opened(ZEND_THIS);
	if (stacks.ring == NULL) {
		RETURN_THROWS();
	}
	stacks.wanted = (uint32_t) limit;
	array_init(return_value);
	ring_find_stacks(&stacks);
}
