/* units.c: unit tests of live/: budgets, accounts of requests, and the sums of a ring's samples, by
 * a ring in memory. tests/base/units.c includes it. */
#include "live/tally.h"
#include "sampler/sampler.h"

#include "tests/base/units.h"

#include "php_xhprof.h"

static struct {
	struct {
		zend_long max_timeline_bytes;
	} settings;
} live_globals = {.settings = {1 << 20}};

#undef XHPROF_G
#define XHPROF_G(member) (live_globals.member)

/* Stand-ins for the reader of a file: a ring's records, one after the other, and its functions. */
static struct {
	uint64_t words[4096];
	uint64_t bytes;
	hp_live_header header;
} ring;

static const char *const ring_functions[] = {"", "a", "b", "c"};

#define RING_FUNCTIONS 4

static hp_sample_kind ring_kinds[RING_FUNCTIONS];

void hp_live_reader_each(hp_live_reader *reader, hp_live_record_function function, void *context)
{
	while (reader->position < ring.bytes) {
		const hp_live_record *record = (const hp_live_record *) &ring.words[reader->position / 8];

		reader->position += record->bytes;
		function(context, record);
	}
}

void hp_live_reader_newest(
	hp_live_reader *reader, uint64_t before, hp_live_newest_function function, void *context)
{
	const hp_live_record *records[256];
	uint32_t count = 0;

	for (uint64_t at = 0; at < before; at += records[count - 1]->bytes) {
		records[count++] = (const hp_live_record *) &ring.words[at / 8];
	}
	while (count > 0 && function(context, records[--count])) {
	}
}

void hp_live_reader_rewind(hp_live_reader *reader)
{
	reader->position = 0;
}

uint64_t hp_live_reader_head(const hp_live_reader *reader)
{
	return ring.bytes;
}

int64_t hp_live_reader_unix_offset_ns(const hp_live_reader *reader)
{
	return 1000000;
}

uint64_t hp_live_reader_interval_ns(const hp_live_reader *reader)
{
	return ring.header.interval_ns;
}

zend_result hp_live_reader_header(
	const hp_live_reader *reader, hp_live_header *header, bool *is_torn)
{
	*header = ring.header;
	*is_torn = false;

	return SUCCESS;
}

bool hp_live_reader_function(const hp_live_reader *reader, uint32_t number, uint64_t most_bytes,
	hp_live_function *function, zend_string **texts)
{
	if (number >= RING_FUNCTIONS) {
		return false;
	}
	*function = (hp_live_function){
		.name_length = (uint16_t) strlen(ring_functions[number]), .kind = ring_kinds[number]};
	*texts = zend_string_init(ring_functions[number], function->name_length, false);

	return true;
}

uint32_t hp_live_reader_functions(
	const hp_live_reader *reader, uint32_t first, hp_live_function **functions, char **texts)
{
	uint32_t count = first >= RING_FUNCTIONS ? 0 : RING_FUNCTIONS - first, bytes = 0;

	if (count > 0) {
		*functions = pecalloc(count, sizeof(**functions), true);
		*texts = pecalloc(1, 64, true);
	}
	for (uint32_t i = 0; i < count; i++) {
		hp_live_function *function = &(*functions)[i];

		function->text = bytes;
		function->kind = ring_kinds[first + i];
		function->name_length = (uint16_t) strlen(ring_functions[first + i]);
		memcpy(*texts + bytes, ring_functions[first + i], function->name_length);
		bytes += function->name_length;
	}

	return count;
}

bool hp_live_reader_is_position(uint64_t position)
{
	return true;
}

const hp_live_record *hp_live_reader_record(
	const uint64_t *copy, uint64_t offset, uint64_t bytes, bool *is_damaged)
{
	return (const hp_live_record *) &copy[offset / 8];
}

uint64_t hp_live_reader_texts_end(const hp_live_function *functions, uint32_t count)
{
	uint64_t end = 0;

	for (uint32_t i = 0; i < count; i++) {
		end = MAX(end, functions[i].text + (uint64_t) functions[i].name_length);
	}

	return end;
}

#include "live/ring.h"

/* The last record that was written, and how many there were; each is a microsecond later. */
static struct {
	uint64_t words[64];
	uint32_t count;
	uint64_t now_ns;
} written;

uint64_t hp_live_ring_now_ns(void)
{
	return written.now_ns += 1000;
}

hp_live_record *hp_live_ring_reserve(hp_live_ring *ring_of_marks, hp_live_kind kind, uint32_t bytes)
{
	hp_live_record *record = (hp_live_record *) written.words;

	memset(written.words, 0xff, sizeof(written.words));
	*record = (hp_live_record){
		.bytes = (bytes + 7) & ~7u, .kind = (uint16_t) kind, .time_ns = hp_live_ring_now_ns()};
	CHECK(record->bytes <= sizeof(written.words));

	return record;
}

void hp_live_ring_commit(hp_live_ring *ring_of_marks)
{
	written.count++;
}

#include "event/mark.c"
#include "base/filter.c"
#include "live/account.c"
#include "live/budget.c"
#include "live/control.c"
#include "live/ended.c"
#include "live/extract.c"
#include "live/label.c"
#include "live/mark.c"
#include "live/part.c"
#include "live/samples.c"
#include "live/sums.c"
#include "live/sums_profile.c"
#include "live/symbols.c"
#include "live/tags.c"
#include "live/tally.c"
#include "live/trace.c"
#include "sampler/stacks.c"

/* tags */

static void tag_set(hp_live_tags *tags, const char *key, size_t key_length, const char *value)
{
	zend_string *name = zend_string_init(key, key_length, false);
	zend_string *text = zend_string_init(value, strlen(value), false);

	hp_live_tags_set(tags, name, text);
	zend_string_release(name);
	zend_string_release(text);
}

static void tags_are_those_of_one_request(void)
{
	hp_live_tags tags = {.count = 0};
	char bytes[HP_LIVE_TAG_BYTES];

	tag_set(&tags, "a", 1, "1");
	tag_set(&tags, "b\0c", 3, "2");
	tag_set(&tags, "a", 1, "3");
	CHECK_INT(hp_live_tags_pack(&tags, bytes), 10);
	CHECK(memcmp(bytes, "a\0003\0b_c\0002", 10) == 0);
	CHECK_INT(tags.lost, 1);
	tag_set(&tags, "a", 1, "");
	CHECK_INT(hp_live_tags_pack(&tags, bytes), 6);
	hp_live_tags_clear(&tags);
	CHECK_INT(tags.lost, 0);
	CHECK_INT(hp_live_tags_pack(&tags, bytes), 0);
	CHECK(!hp_live_tags_are_set(&tags));
	hp_live_tags_free(&tags);
}

/* The limits are those of a thread: what earlier requests had counts. */
static void tags_have_so_many_keys_and_values(void)
{
	hp_live_tags tags = {.count = 0};
	char text[16];

	for (int i = 0; i < HP_LIVE_TAGS_VALUES; i++) {
		snprintf(text, sizeof(text), "%d", i);
		tag_set(&tags, "a", 1, text);
		hp_live_tags_clear(&tags);
	}
	tag_set(&tags, "a", 1, "199");
	CHECK_INT(tags.lost, 0);
	tag_set(&tags, "a", 1, "200");
	CHECK_INT(tags.lost, 1);
	CHECK_TEXT(ZSTR_VAL(tags.tags[0].value), HP_LIVE_TAGS_OTHER);
	for (int i = 1; i < HP_LIVE_TAGS_KEYS; i++) {
		tag_set(&tags, &"abcdefgh"[i], 1, "x");
	}
	CHECK_INT(tags.lost, 1);
	tag_set(&tags, "i", 1, "x");
	CHECK_INT(tags.lost, 2);
	CHECK_INT(tags.count, HP_LIVE_TAGS_KEYS);
	hp_live_tags_free(&tags);
}

static void tags_are_cut_behind_a_whole_character(void)
{
	hp_live_tags tags = {.count = 0};

	tag_set(&tags, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 31, "x");
	CHECK_INT(tags.lost, 0);
	tag_set(&tags, "bbbbbbbbbbbbbbbbbbbbbbbbbbbb\xF0\x9F\x98\x80", 32, "x");
	CHECK_INT(tags.lost, 1);
	CHECK_TEXT(ZSTR_VAL(tags.tags[1].key), "bbbbbbbbbbbbbbbbbbbbbbbbbbbb");
	hp_live_tags_free(&tags);
}

/* account */

#define ACCOUNTS_MS INT64_C(1000000)

typedef struct accounts_paid {
	uint64_t cpu_ns;
	uint64_t off_ns;
	uint64_t cpu_of[256]; /* by the last request */
	uint64_t off_of[256];
} accounts_paid;

static void accounts_pay(void *owner, const hp_live_slot *slot, uint64_t cpu_ns, uint64_t off_ns)
{
	accounts_paid *paid = owner;

	paid->cpu_ns += cpu_ns;
	paid->off_ns += off_ns;
	paid->cpu_of[slot->request % 256] += cpu_ns;
	paid->off_of[slot->request % 256] += off_ns;
}

static hp_sampler_account *account_in(
	hp_live_accounts *accounts, uint64_t request, const char *uri, const char *tags)
{
	hp_live_slot slot = {.request = request, .method = "GET", .tag_bytes = (uint32_t) strlen(tags)};

	snprintf(slot.uri, sizeof(slot.uri), "%s", uri);
	memcpy(slot.tags, tags, slot.tag_bytes);

	return hp_live_account_of(accounts, &slot);
}

static void account_is_that_of_a_kind(void)
{
	hp_live_accounts *accounts = calloc(1, sizeof(*accounts));
	hp_sampler_account *a = account_in(accounts, 1, "/a", ""),
					   *b = account_in(accounts, 2, "/b", ""), *tagged;

	CHECK(a != b);
	CHECK(account_in(accounts, 3, "/a", "") == a);
	tagged = account_in(accounts, 4, "/a", "k");
	CHECK(tagged != a && tagged != b);
	/* Tags alone say which kind it is. */
	CHECK(account_in(accounts, 5, "/b", "k") == tagged);
	CHECK_INT(accounts->used[tagged - accounts->of], 5);
	free(accounts);
}

static void account_takes_over_the_oldest(void)
{
	hp_live_accounts *accounts = calloc(1, sizeof(*accounts));
	hp_sampler_account *second = NULL;
	accounts_paid paid = {0};
	char uri[16];

	for (uint64_t i = 0; i < HP_LIVE_ACCOUNTS; i++) {
		hp_sampler_account *account;

		snprintf(uri, sizeof(uri), "/%d", (int) i);
		account = account_in(accounts, 10 + i, uri, "");
		second = i == 1 ? account : second;
		account->cpu_ns = 5;
	}
	account_in(accounts, 200, "/0", "");
	CHECK(account_in(accounts, 201, "/new", "") == second);
	CHECK_INT(second->cpu_ns, 5);
	CHECK_TEXT(accounts->slots[second - accounts->of].uri, "/new");
	hp_live_account_close(accounts, accounts_pay, &paid);
	CHECK_INT(paid.cpu_ns, 5 * HP_LIVE_ACCOUNTS);
	CHECK_INT(paid.cpu_of[201], 5);
	CHECK_INT(paid.cpu_of[200], 5);
	CHECK_INT(paid.off_ns, 0);
	free(accounts);
}

static void accounts_are_paid_what_is_open_in_all(void)
{
	hp_live_accounts *accounts = calloc(1, sizeof(*accounts));
	accounts_paid paid = {0};

	*account_in(accounts, 1, "/a", "") = (hp_sampler_account){30, {100, 20}};
	*account_in(accounts, 2, "/b", "") = (hp_sampler_account){-10, {-60, 10}};
	*account_in(accounts, 3, "/c", "") = (hp_sampler_account){20, {100, -20}};
	hp_live_account_close(accounts, accounts_pay, &paid);
	CHECK_INT(paid.cpu_of[1], 24);
	CHECK_INT(paid.cpu_of[2], 0);
	CHECK_INT(paid.cpu_of[3], 16);
	/* 120, -50 and 80: 150 of 200. */
	CHECK_INT(paid.off_of[1], 90);
	CHECK_INT(paid.off_of[3], 60);
	CHECK_INT(paid.cpu_ns, 40);
	CHECK_INT(paid.off_ns, 150);
	CHECK(accounts->kinds[0] == 0 && accounts->of[0].cpu_ns == 0 && accounts->used[2] == 0);
	for (int round = 0; round < 50; round++) {
		int64_t cpu_ns = 0, off_ns = 0;

		memset(&paid, 0, sizeof(paid));
		for (uint64_t i = 0; i < 40; i++) {
			char uri[16];
			hp_sampler_account more = {(int64_t) any(9) * ACCOUNTS_MS - 3 * ACCOUNTS_MS,
				{(int64_t) any(9) * ACCOUNTS_MS - 3 * ACCOUNTS_MS, (int64_t) any(1000)}};

			snprintf(uri, sizeof(uri), "/%d", (int) any(20));
			hp_sampler_account_add(account_in(accounts, i + 1, uri, ""), &more);
			cpu_ns += more.cpu_ns;
			off_ns += more.off.asleep_ns + more.off.waited_ns;
		}
		hp_live_account_close(accounts, accounts_pay, &paid);
		CHECK_NEAR(paid.cpu_ns, MAX(0, cpu_ns), 20);
		CHECK_NEAR(paid.off_ns, MAX(0, off_ns), 20);
	}
	free(accounts);
}

/* mark */

/* Fills in a record of this kind. flags: HP_LIVE_SUM for a sum. */
static const hp_live_record *mark_record(
	uint32_t flags, uint32_t kind, uint32_t count, uint64_t amount, const char *text)
{
	static uint64_t words[64];
	hp_live_mark_record *record = (hp_live_mark_record *) words;

	memset(words, 0xff, sizeof(words));
	*record = (hp_live_mark_record){.head = {.kind = HP_LIVE_MARK, .flags = (uint16_t) flags},
		.kind = kind,
		.count = count,
		.duration_ns = 2000000,
		.amount = amount,
		.limit = 128 << 20};
	record->head.bytes = (uint32_t) (sizeof(*record) + strlen(text) + 1);
	memcpy(record + 1, text, strlen(text) + 1);

	return &record->head;
}

static void check_mark(const hp_live_record *record, const char *expected)
{
	zend_string *text = hp_live_mark_describe(record);

	CHECK_TEXT(text == NULL ? "(none)" : ZSTR_VAL(text), expected);
	if (text != NULL) {
		zend_string_release(text);
	}
}

static void marks_are_described(void)
{
	static const struct {
		uint32_t flags, kind, count;
		uint64_t amount;
		const char *text, *described;
	} known[] = {
		{0, HP_MARK_GC, 1, 10000, "", "gc 2.00 ms, 10,000 values freed"},
		{0, HP_MARK_GC, 1, 1, "", "gc 2.00 ms, 1 value freed"},
		{0, HP_MARK_COMPILE, 1, 0, "/a.php", "compile 2.00 ms: /a.php"},
		{0, HP_MARK_EVAL, 1, 0, "eval()", "eval 2.00 ms: eval()"},
		{0, HP_MARK_EXCEPTION, 1, 0, "E", "E"},
		{0, HP_MARK_MEMORY, 1, 96 << 20, "", "memory 75.0 % of 128 MiB"},
		{0, HP_MARK_OUT_OF_MEMORY, 1, 0, "", "memory_limit of 128 MiB hit"},
		{0, HP_MARK_OPCACHE_RESTART, 1, 0, "hash", "opcache restarted: hash"},
		{0, HP_MARK_OPCACHE_FULL, 1, 0, "", "opcache full"},
		{0, 4000000000u, 1, 0, "later", "later"},
		{HP_LIVE_SUM, HP_MARK_GC, 3, 0, "", "gc 3x in this request, 2.00 ms"},
		{HP_LIVE_SUM, HP_MARK_COMPILE, 3, 0, "/a", "compile 3x in this request, 2.00 ms"},
		{HP_LIVE_SUM, HP_MARK_EXCEPTION, 1, 0, "E", "1 exception in this request: E"},
		{HP_LIVE_SUM, HP_MARK_EXCEPTION, 2, 0, "E", "2 exceptions in this request, last: E"},
		{HP_LIVE_SUM, HP_MARK_MEMORY, 2, 0, "", "(none)"},
	};
	char most[400];
	hp_live_mark_record *record;

	for (size_t i = 0; i < UNITS(known); i++) {
		CHECK_BY(check_mark(mark_record(known[i].flags, known[i].kind, known[i].count,
								known[i].amount, known[i].text),
			known[i].described));
	}
	/* A sum of files in less than 1 ms is nothing to say; that of the collector is. */
	for (uint32_t kind = HP_MARK_GC; kind <= HP_MARK_COMPILE; kind++) {
		record = (hp_live_mark_record *) mark_record(HP_LIVE_SUM, kind, 1, 0, "");
		record->duration_ns = HP_LIVE_MARK_LEAST_NS - 1;
		CHECK_BY(check_mark(
			&record->head, kind == HP_MARK_COMPILE ? "(none)" : "gc 1x in this request, 1.00 ms"));
	}
	/* A text ends with its record, or as a long one. */
	memset(most, 'x', sizeof(most));
	most[300] = '\0';
	record = (hp_live_mark_record *) mark_record(0, HP_MARK_EXCEPTION, 1, 0, most);
	most[MARK_RECORD_TEXT_BYTES] = '\0';
	CHECK_BY(check_mark(&record->head, most));
	record->head.bytes = sizeof(*record) + 4;
	CHECK_BY(check_mark(&record->head, "xxxx"));
	record->head.bytes = sizeof(*record);
	CHECK_BY(check_mark(&record->head, ""));
	record->head.bytes--;
	CHECK_BY(check_mark(&record->head, "(none)"));
	record->head.bytes++;
	record->head.kind = HP_LIVE_END;
	CHECK_BY(check_mark(&record->head, "(none)"));
}

#ifdef __linux__

/* Adds a mark of a request. Returns how many records that wrote. */
static uint32_t mark_add(
	hp_live_mark_sums *marks, uint64_t request, hp_mark_kind kind, uint64_t us, const char *text)
{
	static hp_live_header header;
	hp_live_ring of_marks = {.header = &header};
	const hp_mark mark = {.kind = kind,
		.count = 1,
		.duration_ns = us * 1000,
		.amount = us,
		.limit = 5,
		.text = text,
		.length = text == NULL ? 0 : strlen(text)};
	uint32_t before = written.count;

	hp_live_mark_add(marks, &of_marks, request, &mark);
	CHECK_INT(header.marks.request, request);
	CHECK(memcmp(&header.marks.of[kind - 1], &marks->of[kind - 1], sizeof(hp_live_mark_sum)) == 0);

	return written.count - before;
}

/* The first ones have records of their own, and all of them are in the sum. */
static void marks_add_up_in_their_request(void)
{
	const hp_live_mark_record *record = (const hp_live_mark_record *) written.words;
	const char *name = "/srv/a/very/long/path/of/a/file/that/is/longer/than/a/sum/has/room.php";
	hp_live_mark_sums marks = {0};
	const hp_live_mark_sum *sum = &marks.of[HP_MARK_COMPILE - 1];
	hp_live_ring of_marks = {.header = NULL};
	uint32_t records = 0;

	CHECK_INT(mark_add(&marks, 7, HP_MARK_COMPILE, 999, "/no"), 0); /* in less than 1 ms */
	CHECK_INT(mark_add(&marks, 7, HP_MARK_COMPILE, 1000, name), 1);
	CHECK_INT(record->head.request, 7);
	CHECK_INT(record->head.flags, 0);
	CHECK_INT(record->kind, HP_MARK_COMPILE);
	CHECK_INT(record->longest_ns, 1000000);
	CHECK_TEXT((const char *) (record + 1), name);
	CHECK_INT(mark_add(&marks, 7, HP_MARK_COMPILE, 500, "/short"), 0);
	CHECK_INT(sum->count, 3);
	CHECK_INT(sum->records, 1);
	CHECK_INT(sum->duration_ns, 2499000);
	CHECK_INT(sum->longest_ns, 1000000);
	CHECK_INT(sum->amount, 2499);
	CHECK_INT(sum->limit, 5);
	CHECK_TEXT(sum->text, name + strlen(name) - (HP_LIVE_MARK_TEXT_BYTES - 1));
	/* Of memory, the greatest amount; of equal ones, the newest text. */
	mark_add(&marks, 7, HP_MARK_MEMORY, 9, NULL);
	mark_add(&marks, 7, HP_MARK_MEMORY, 4, NULL);
	CHECK_INT(marks.of[HP_MARK_MEMORY - 1].amount, 9);
	for (uint32_t i = 0; i < HP_LIVE_MARKS_EACH + 2; i++) {
		records += mark_add(&marks, 7, HP_MARK_EXCEPTION, 0, i == 17 ? "Last" : "E");
	}
	CHECK_INT(records, HP_LIVE_MARKS_EACH);
	CHECK_TEXT(marks.of[HP_MARK_EXCEPTION - 1].text, "Last");
	records = written.count;
	hp_live_mark_end(&marks, &of_marks, 8);
	CHECK_INT(written.count, records);
	hp_live_mark_end(&marks, &of_marks, 7);
	CHECK_INT(written.count, records + 3);
	CHECK_INT(record->head.flags, HP_LIVE_SUM);
	CHECK_INT(record->kind, HP_MARK_COMPILE); /* the last one, as they are read from their end */
	CHECK_INT(record->count, 3);
	CHECK_INT(record->duration_ns, 2499000);
	/* Another request begins at zero. */
	mark_add(&marks, 8, HP_MARK_GC, 1, NULL);
	CHECK_INT(sum->count, 0);
	CHECK_INT(marks.of[HP_MARK_GC - 1].count, 1);
}

#else

static void marks_add_up_in_their_request(void)
{
}

#endif

/* budget */

#define BUDGET_MS UINT64_C(1000000)

static void budget_begins_with_what_was_affordable(void)
{
	hp_live_spent spent = {.busy_ns = 1000 * BUDGET_MS, .cpu_ns = 500 * BUDGET_MS};
	hp_live_budget budget = {.ppm = 100000};

	/* Of 60 % of the time a tenth; half of the samples are looks. */
	hp_live_budget_begin(&budget, 1000 * BUDGET_MS, &spent);
	CHECK_INT(budget.interval_ns, 26000 / 0.06);
	CHECK_INT(budget.last.cpu_ns, 500 * BUDGET_MS);
	budget.interval_ns = 7;
	hp_live_budget_begin(&budget, 1000 * BUDGET_MS, &spent);
	CHECK_INT(budget.interval_ns, 7);
	/* Of 10 % and a tenth of 40 % a tenth. */
	budget.interval_ns = 0;
	spent = (hp_live_spent){.busy_ns = 400 * BUDGET_MS, .cpu_ns = 100 * BUDGET_MS};
	hp_live_budget_begin(&budget, 1000 * BUDGET_MS, &spent);
	CHECK_NEAR(budget.interval_ns, 37200 / 0.014, 1);
	/* No more than all of the time. */
	budget.interval_ns = 0;
	spent = (hp_live_spent){.busy_ns = 3000 * BUDGET_MS, .cpu_ns = 2000 * BUDGET_MS};
	hp_live_budget_begin(&budget, 1000 * BUDGET_MS, &spent);
	CHECK_NEAR(budget.interval_ns, 12000 / 0.11, 1);
	budget = (hp_live_budget){.ppm = 10};
	hp_live_budget_begin(&budget, 1000 * BUDGET_MS, &spent);
	CHECK_INT(budget.interval_ns, 40 * BUDGET_MS);
	budget = (hp_live_budget){0};
	hp_live_budget_begin(&budget, 0, &spent);
	CHECK_INT(budget.interval_ns, 0);
}

/* The interval of a budget of 1 %, which asks for 10 ms and may spend 2.5 of the thread's 250 ms:
 * it has spent so much in that time. */
static uint64_t budget_after(hp_live_budget *budget, uint64_t wall_ms, uint64_t cost_us)
{
	hp_live_spent spent = {.wall_ns = budget->last.wall_ns + wall_ms * BUDGET_MS,
		.busy_ns = budget->last.busy_ns,
		.cpu_ns = budget->last.cpu_ns + 250 * BUDGET_MS,
		.cost_ns = budget->last.cost_ns + cost_us * 1000,
		.switch_ns = budget->last.switch_ns};

	return hp_live_budget_interval(budget, BUDGET_MS, &spent);
}

static void budget_follows_what_was_spent(void)
{
	static const struct {
		uint64_t wall_ms;
		uint64_t cost_us;
		uint64_t interval_us;
	} known[] = {
		{249, 5000, 10000}, /* too early */
		{250, 3000, 12000}, {250, 2500, 10000}, {250, 2000, 8000},
		{250, 9000, 15000}, /* half as much again at once */
		{250, 0, 7000}, /* and 0.7 of it */
		{500, 0, 4900},
		{2500, 0, 1000}, /* a tenth or so after a long time, but no less than what was asked */
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		hp_live_budget budget = {.ppm = 10000, .interval_ns = 10 * BUDGET_MS, .last.wall_ns = 77};

		CHECK_NEAR(budget_after(&budget, known[i].wall_ms, known[i].cost_us),
			known[i].interval_us * 1000, 1);
		CHECK_INT(budget.last.wall_ns, 77 + (i == 0 ? 0 : known[i].wall_ms * BUDGET_MS));
	}
}

/* Returns the interval that is granted to a reader that asks for this one. */
static uint64_t control_granted_ns(uint64_t interval_ns)
{
	hp_live_control control = {.allowed = UINT32_C(1) << HP_LIVE_ASK};
	hp_live_message message = {.magic = HP_LIVE_MAGIC,
		.version = HP_LIVE_VERSION,
		.command = HP_LIVE_ASK,
		.clock = HP_LIVE_WALL,
		.lease_ms = 1000,
		.interval_ns = interval_ns};

	CHECK_INT(hp_live_control_read(&control, (const char *) &message, sizeof(message), 0), 0);
	CHECK_INT(control.refused, 0);

	return hp_live_control_wish(&control, 1).interval_ns;
}

static void control_grants_intervals_from_1_ms_to_10_s(void)
{
	CHECK_INT(control_granted_ns(0), 1000000);
	CHECK_INT(control_granted_ns(999999), 1000000);
	CHECK_INT(control_granted_ns(1000001), 1000001);
	CHECK_INT(control_granted_ns(UINT64_C(9999999999)), UINT64_C(9999999999));
	CHECK_INT(control_granted_ns(UINT64_MAX), UINT64_C(10000000000));
}

static void budget_has_limits(void)
{
	hp_live_budget budget = {.ppm = 10000, .interval_ns = 39 * BUDGET_MS};
	hp_live_spent spent = {.wall_ns = 250 * BUDGET_MS, .busy_ns = 250 * BUDGET_MS};

	CHECK_INT(budget_after(&budget, 250, 9000), 40 * BUDGET_MS);
	hp_live_budget_set(&budget, 0);
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), BUDGET_MS);
	budget = (hp_live_budget){.ppm = 100000, .interval_ns = 10 * BUDGET_MS};
	/* Time in requests counts as a tenth of CPU time: 2.5 ms. */
	spent.cost_ns = 3 * BUDGET_MS;
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 12 * BUDGET_MS);
	budget = (hp_live_budget){.ppm = 10000, .interval_ns = 10 * BUDGET_MS};
	/* Too little is spent and allowed to decide by. */
	spent.cost_ns = BUDGET_MS - 1;
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 10 * BUDGET_MS);
	spent.cost_ns = BUDGET_MS;
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 15 * BUDGET_MS);
	/* What is allowed is enough, too: 1 ms of 10 ms in requests at all CPU time. And what was
	 * before does not count. */
	budget = (hp_live_budget){
		.ppm = 1000000, .interval_ns = 10 * BUDGET_MS, .last = {.busy_ns = 1, .cost_ns = 7}};
	spent = (hp_live_spent){.wall_ns = 250 * BUDGET_MS, .busy_ns = 10 * BUDGET_MS, .cost_ns = 7};
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 10 * BUDGET_MS);
	spent.busy_ns++;
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 7 * BUDGET_MS);
	/* Only what was since the last decision may be enough. */
	budget.last.wall_ns = budget.last.cost_ns = 900 * BUDGET_MS;
	spent = (hp_live_spent){
		.wall_ns = 1149 * BUDGET_MS, .busy_ns = budget.last.busy_ns, .cost_ns = 910 * BUDGET_MS};
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 7 * BUDGET_MS);
	spent = (hp_live_spent){.wall_ns = 1150 * BUDGET_MS,
		.busy_ns = budget.last.busy_ns,
		.cost_ns = 901 * BUDGET_MS - 1};
	CHECK_INT(hp_live_budget_interval(&budget, BUDGET_MS, &spent), 7 * BUDGET_MS);
	spent.cost_ns = budget.last.cost_ns = 7;
	spent.busy_ns = 10 * BUDGET_MS + 1;
	/* After six periods, and after any longer time. */
	budget.last.wall_ns = 9000 * BUDGET_MS;
	budget.last.cpu_ns = budget.last.busy_ns = 0;
	for (uint64_t periods = 6; periods <= 10; periods++) {
		hp_live_budget one = budget;

		one.interval_ns = 10 * BUDGET_MS;
		spent.wall_ns = (9000 + periods * 250) * BUDGET_MS + 1;
		CHECK_NEAR(hp_live_budget_interval(&one, BUDGET_MS / 10, &spent),
			periods == 6 ? 1176490 : 823543, 1);
	}
	budget.ppm = 10000;
	budget.interval_ns = 4 * BUDGET_MS;
	hp_live_budget_set(&budget, 20000);
	CHECK_INT(budget.interval_ns, 2 * BUDGET_MS);
	hp_live_budget_set(&budget, 200);
	CHECK_INT(budget.interval_ns, 40 * BUDGET_MS);
}

static void budget_pays_debts_back(void)
{
	hp_live_budget budget = {.ppm = 10000, .interval_ns = 10 * BUDGET_MS};
	hp_live_spent spent = {.cost_ns = BUDGET_MS};
	uint64_t debts_us[] = {2375, 1750, 1125, 500, 0, 0};

	hp_live_budget_defer(&budget, &spent);
	spent.cost_ns += 2 * BUDGET_MS;
	hp_live_budget_defer(&budget, &spent);
	CHECK_INT(budget.debt_ns, 3 * BUDGET_MS);
	/* A quarter of 2.5 ms at a time, as if it was spent now. */
	for (int i = 0; i < 6; i++) {
		budget.interval_ns = 10 * BUDGET_MS;
		CHECK_INT(budget_after(&budget, 250, 2500),
			i < 4        ? 12500000
				: i == 4 ? 12 * BUDGET_MS
						 : 10 * BUDGET_MS);
		CHECK_INT(budget.debt_ns, debts_us[i] * 1000);
	}
	spent.cost_ns = budget.last.cost_ns + 9;
	hp_live_budget_resume(&budget, &spent);
	CHECK_INT(budget.debt_ns, 0);
	CHECK_INT(budget.last.cost_ns, spent.cost_ns);
}

static void budget_is_expensive_until_it_is_cheap(void)
{
	static const struct {
		uint64_t switch_us;
		bool is_expensive;
	} known[] = {
		{1250, false}, {1251, true}, {1250, true}, {417, true}, {416, false}, {417, false}};
	hp_live_budget budget = {.ppm = 10000, .interval_ns = 10 * BUDGET_MS};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		budget.last.switch_ns = 0 - known[i].switch_us * 1000;
		hp_live_budget_interval(&budget, BUDGET_MS,
			&(hp_live_spent){.wall_ns = budget.last.wall_ns + 250 * BUDGET_MS,
				.cpu_ns = budget.last.cpu_ns + 250 * BUDGET_MS});
		CHECK_INT(budget.is_expensive, known[i].is_expensive);
	}
}

/* ended, sums, tally */

static void *ring_add(
	uint16_t kind, uint16_t flags, uint64_t request, uint64_t time_ns, size_t bytes)
{
	hp_live_record *record = (hp_live_record *) &ring.words[ring.bytes / 8];

	memset(record, 0, bytes + 8);
	*record = (hp_live_record){(uint32_t) ((bytes + 7) / 8 * 8), kind, flags, time_ns, request};
	ring.bytes += record->bytes;

	return record;
}

/* path: numbers of functions, the outermost first. */
static void ring_sample(
	uint64_t request, uint64_t time_ns, uint64_t weight_ns, uint16_t flags, const char *path)
{
	uint32_t count = (uint32_t) strlen(path);
	hp_live_sample_record *sample = ring_add(HP_LIVE_SAMPLE, flags, request, time_ns,
		sizeof(*sample) + count * sizeof(sample->frame[0]));

	sample->weight_ns = weight_ns;
	sample->frames = count;
	for (uint32_t i = 0; i < count; i++) {
		sample->frame[i].function = (uint32_t) (path[count - 1 - i] - '0');
		sample->frame[i].line = 1;
	}
}

/* texts: method, zero, URI, zero, tags. */
static void ring_request(uint64_t request, const char *texts, size_t bytes)
{
	hp_live_record *record = ring_add(HP_LIVE_REQUEST, 0, request, 0, sizeof(*record) + bytes);

	memcpy(record + 1, texts, bytes);
}

#define RING_REQUEST(request, texts) ring_request(request, texts, sizeof(texts) - 1)

static void ring_end(uint64_t request, uint64_t began_ns, uint64_t wall_ns, uint64_t cpu_ns)
{
	hp_live_end_record *end =
		ring_add(HP_LIVE_END, 0, request, began_ns + wall_ns, sizeof(*end) + 8);

	end->began_ns = began_ns;
	end->wall_ns = wall_ns;
	end->cpu_ns = cpu_ns;
	memcpy(end + 1, "GET\0/e", 7);
}

static void ring_begin(hp_live_reader *reader)
{
	memset(&ring, 0, sizeof(ring));
	memset(ring_kinds, 0, sizeof(ring_kinds));
	memset(reader, 0, sizeof(*reader));
	ring.header.interval_ns = 1000;
	reader->sizes.text_bytes = 1000;
}

static void ended_times_are_bounded(void)
{
	hp_live_reader reader;
	hp_live_ended_texts texts;
	hp_live_times times;

	ring_begin(&reader);
	ring_sample(3, 900, 10, 0, "1");
	ring_end(4, 1000, 50, UINT64_MAX);
	ring_sample(5, 2500, 10, 0, "1");
	ring_sample(5, 2600, 10, 0, "1");
	texts = hp_live_ended_texts_of((const hp_live_end_record *) &ring.words[48 / 8]);
	CHECK_BYTES(texts.method, texts.method_length, "GET");
	CHECK_BYTES(texts.uri, texts.uri_length, "/e");
	CHECK(hp_live_ended_find(&reader, 4, &times));
	CHECK_INT(times.wall_ns, 50);
	CHECK_INT(times.cpu_ns, INT64_C(1) << 50);
	CHECK(!hp_live_ended_find(&reader, 5, &times));
	/* One that is open has the time up to its newest sample. */
	ring.header.slot.request = 5;
	ring.header.slot.state = HP_LIVE_RUNNING;
	ring.header.slot.began_ns = 2000;
	CHECK(hp_live_ended_find(&reader, 5, &times));
	CHECK_INT(times.wall_ns, 600);
	CHECK_INT(times.cpu_ns, 0);
	CHECK(!hp_live_ended_find(&reader, 3, &times));
}

/* Three requests: two of one kind. */
static void ring_fill(hp_live_reader *reader)
{
	ring_begin(reader);
	RING_REQUEST(1, "GET\0/a\0k\0one\0");
	ring_sample(1, 5000, 1000, 0, "12");
	ring_sample(1, 9000, 4000, HP_LIVE_OFF_CPU, "13");
	RING_REQUEST(2, "GET\0/b\0k\0two\0");
	ring_sample(2, 11000, 2000, HP_LIVE_WAITS_FOR_CPU, "12");
	ring_sample(2, 11500, 500, HP_LIVE_DUMP, "12");
	RING_REQUEST(3, "GET\0/a\0k\0one\0");
	ring_sample(3, 12000, 1000, 0, "12");
	ring_sample(3, 13000, 700, 0, "19");
}

static const hp_live_count *count_of(
	const hp_live_count *counts, uint32_t count, uint32_t series, uint32_t stack)
{
	for (uint32_t i = 0; i < count; i++) {
		if (counts[i].series == series && counts[i].stack == stack + 1) {
			return &counts[i];
		}
	}

	return NULL;
}

static void check_sums(const hp_live_sums *sums, hp_live_amount more)
{
	uint32_t count;
	hp_live_count *counts = hp_live_sums_counts(sums, &count);
	hp_live_amount all = {0};
	int64_t cpu_ns = 0;

	for (uint32_t i = 0; i < count; i++) {
		all.samples += counts[i].amount.samples;
		all.wall_ns += counts[i].amount.wall_ns;
		cpu_ns += counts[i].amount.cpu_ns;
	}
	CHECK_INT(more.samples, 5);
	CHECK_INT(more.wall_ns, 8700);
	CHECK_INT(all.samples, more.samples);
	CHECK_INT(all.wall_ns, more.wall_ns);
	CHECK_INT(cpu_ns, 2700);
	CHECK_INT(count, 4);
	CHECK_INT(sums->series.count, 2);
	CHECK_INT(sums->stacks.count, 3);
	CHECK_INT(sums->functions.count, 1 + 3 + 1); /* and that without a name */
	CHECK_INT(count_of(counts, count, 0, 0)->amount.samples, 2);
	CHECK_INT(count_of(counts, count, 0, 0)->amount.wall_ns, 2000);
	CHECK_INT(count_of(counts, count, 0, 1)->amount.wall_ns, 4000);
	CHECK_INT(count_of(counts, count, 0, 1)->amount.cpu_ns, 0);
	CHECK_INT(count_of(counts, count, 1, 0)->amount.wall_ns, 2000);
	CHECK_INT(count_of(counts, count, 0, 2)->amount.wall_ns, 700);
	/* A drawn time counts by its square, a wait for a CPU as intervals; twice. */
	CHECK_SAME(count_of(counts, count, 0, 0)->amount.squares, 2 * 2 * 1000.0 * 1000);
	CHECK_SAME(count_of(counts, count, 0, 1)->amount.squares, 2 * 4000.0 * 4000);
	CHECK_SAME(count_of(counts, count, 1, 0)->amount.squares, 2 * 2000.0 * 1000);
	CHECK_INT(sums->series.rows[0].began_ns, 1004000);
	CHECK_INT(sums->series.rows[0].interval_ns, 1000);
	pefree(counts, true);
}

static uint64_t displaced_of(const hp_live_sums *sums)
{
	uint64_t displaced = 0;

	for (uint32_t i = 0; i < sums->series.count; i++) {
		displaced += sums->series.rows[i].displaced;
	}

	return displaced;
}

static void sums_add_up_by_stack_and_tags(void)
{
	zend_string *label = zend_string_init("host", 4, true);
	hp_live_reader reader;
	hp_live_tally tally;
	hp_live_sums sums;
	hp_live_amount more;

	ring_fill(&reader);
	hp_live_tally_init(&tally, &reader);
	hp_live_sums_init(&sums);
	more = hp_live_sums_read(&sums, &tally, label);
	CHECK_BY(check_sums(&sums, more));
	more = hp_live_sums_read(&sums, &tally, label);
	CHECK_INT(more.samples, 0);
	/* A stack without its outer frames is another one, and another ring has the same functions. */
	ring_sample(3, 14000, 100, HP_LIVE_CUT | HP_LIVE_DISPLACED, "12");
	more = hp_live_sums_read(&sums, &tally, label);
	CHECK_INT(more.wall_ns, 100);
	CHECK_INT(displaced_of(&sums), 1);
	CHECK_INT(sums.stacks.count, 4);
	CHECK(sums.stacks.rows[3].is_cut && !sums.stacks.rows[0].is_cut);
	hp_live_tally_free(&tally);
	hp_live_reader_rewind(&reader);
	hp_live_tally_init(&tally, &reader);
	more = hp_live_sums_read(&sums, &tally, label);
	CHECK_INT(more.wall_ns, 8800);
	CHECK_INT(sums.stacks.count, 4);
	CHECK_INT(sums.functions.count, 1 + 3 + 1);
	hp_live_sums_clear(&sums);
	CHECK_INT(sums.counts.used, 0);
	hp_live_sums_free(&sums);
	hp_live_tally_free(&tally);
	zend_string_release(label);
}

/* By way of an extract, as another process reads them, the sums are the same. */
static void sums_of_an_extract_are_those_of_the_ring(void)
{
	zend_string *label = zend_string_init("host", 4, true);
	hp_live_extract_buffer buffer = {{0}};
	hp_live_reader reader, other;
	hp_live_tally tally, taker;
	hp_live_extract extract;
	hp_live_sums sums;
	const uint64_t *records;

	ring_fill(&reader);
	memset(&other, 0, sizeof(other));
	hp_live_tally_init(&tally, &reader);
	hp_live_tally_init(&taker, &other);
	hp_live_sums_init(&sums);
	hp_live_sums_prepare(&sums, &taker);
	hp_live_extract_read(&buffer, &tally);
	memcpy(&extract, buffer.words.rows, sizeof(extract));
	records = buffer.words.rows + sizeof(extract) / sizeof(*records);
	CHECK_INT(sizeof(extract) + extract.bytes, buffer.words.count * sizeof(*records));
	CHECK(hp_live_extract_check(&extract, records));
	CHECK_BY(check_sums(&sums, hp_live_sums_add(&sums, &taker, label, &extract, records)));
	CHECK_INT(other.position, ring.bytes);
	hp_live_sums_free(&sums);
	hp_live_tally_free(&tally);
	hp_live_tally_free(&taker);
	hp_vector_free(&buffer.words);
	zend_string_release(label);
}

/* The tally's profile of that key, which the caller frees. */
static hp_profile *tally_taken(hp_live_tally *tally, const char *expected)
{
	zend_string *key = NULL;
	hp_profile *profile = hp_live_tally_take(tally, &key);

	CHECK(profile != NULL);
	CHECK_TEXT(ZSTR_VAL(key), expected);
	zend_string_release(key);

	return profile;
}

static void check_same_nodes(const hp_profile *profile, const hp_profile *other)
{
	CHECK_INT(profile->nodes.count, other->nodes.count);
	for (uint32_t i = 0; i < profile->nodes.count && i < other->nodes.count; i++) {
		const hp_profile_node *node = &profile->nodes.rows[i], *same = &other->nodes.rows[i];

		CHECK_TEXT(ZSTR_VAL(profile->functions.rows[node->function].name),
			ZSTR_VAL(other->functions.rows[same->function].name));
		CHECK_INT(node->parent, same->parent);
		CHECK_INT(node->line, same->line);
		CHECK_INT(node->count, same->count);
		CHECK_INT(node->sum.wall_ns, same->sum.wall_ns);
		CHECK_INT(node->sum.cpu_ns, same->sum.cpu_ns);
	}
	CHECK_INT(profile->samples.count, other->samples.count);
	CHECK_INT(profile->samples.displaced, other->samples.displaced);
	CHECK_INT(profile->started_ns, other->started_ns);
	CHECK(profile->samples.squares == other->samples.squares);
}

/* Paths of a ring: of 1 the code of a file, 2 a function and 3 the code of an eval(). */
static void ring_fill_paths(hp_live_reader *reader)
{
	static const struct {
		uint16_t flags;
		const char *path;
	} samples[] = {{0, "12"}, {0, "1"}, {0, "123"}, {0, "1232"}, {0, "1212"}, {0, "2"}, {0, ""},
		{HP_LIVE_OFF_CPU, "122"}, {HP_LIVE_CUT, "12"}, {HP_LIVE_CUT, "1"}, {HP_LIVE_CUT, "312"},
		{HP_LIVE_WAITS_FOR_CPU | HP_LIVE_DISPLACED, "12"}, {0, "29"}, {HP_LIVE_REPEATED, "12"}};

	ring_begin(reader);
	ring_kinds[1] = HP_SAMPLE_FILE;
	ring_kinds[2] = HP_SAMPLE_USER;
	ring_kinds[3] = HP_SAMPLE_EVAL;
	RING_REQUEST(1, "GET\0/a\0k\0one\0");
	for (uint32_t i = 0; i < UNITS(samples); i++) {
		ring_sample(1, 5000 + 1000 * i, 1000, samples[i].flags, samples[i].path);
	}
}

/* A ring whose samples have no frames: all of them are main()'s own. */
static void ring_fill_bare(hp_live_reader *reader)
{
	ring_begin(reader);
	RING_REQUEST(1, "GET\0/a\0k\0one\0");
	ring_sample(1, 5000, 1000, 0, "");
	ring_sample(1, 6000, 1000, HP_LIVE_CUT, "");
	ring_sample(1, 7000, 1000, 0, "");
}

/* Adds a ring to sums: read here, or by way of an extract, as another process reads it. */
static void sums_of_ring(hp_live_sums *sums, hp_live_reader reader, bool is_apart)
{
	zend_string *label = zend_string_init("host", 4, true);
	hp_live_extract_buffer buffer = {{0}};
	hp_live_reader other = reader;
	hp_live_tally tally, taker;
	hp_live_extract extract;

	hp_live_tally_init(&tally, &reader);
	hp_live_tally_init(&taker, &other);
	if (is_apart) {
		hp_live_sums_prepare(sums, &taker);
		hp_live_extract_read(&buffer, &tally);
		memcpy(&extract, buffer.words.rows, sizeof(extract));
		hp_live_sums_add(sums, &taker, label, &extract,
			buffer.words.rows + sizeof(extract) / sizeof(*buffer.words.rows));
	} else {
		hp_live_sums_read(sums, &tally, label);
	}
	hp_vector_free(&buffer.words);
	hp_live_tally_free(&taker);
	hp_live_tally_free(&tally);
	zend_string_release(label);
}

/* Checks that the profiles of a ring by its tags are those that sums make of it. */
static void check_tally_and_sums(hp_live_reader reader, bool is_apart, uint32_t expected)
{
	hp_live_reader again = reader;
	hp_live_tally tally;
	hp_live_sums sums;
	hp_live_sums_part *parts;
	uint32_t count;

	hp_live_tally_init(&tally, &reader);
	hp_live_tally_read(&tally, HP_LIVE_BY_TAGS, NULL);
	hp_live_sums_init(&sums);
	sums_of_ring(&sums, again, is_apart);
	parts = hp_live_sums_parts(&sums, &count);
	CHECK_INT(count, expected);
	for (uint32_t i = 0; i < count; i++) {
		zend_string *key = NULL;
		hp_profile *profile = hp_live_tally_take(&tally, &key);

		CHECK_TEXT(ZSTR_VAL(key), ZSTR_VAL(sums.series.rows[parts[i].series].tags));
		CHECK_BY(check_same_nodes(profile, parts[i].profile));
		zend_string_release(key);
		hp_profile_free(profile);
		hp_profile_free(parts[i].profile);
	}
	CHECK_INT(zend_hash_num_elements(&tally.sums), 0);
	pefree(parts, true);
	hp_live_sums_free(&sums);
	hp_live_tally_free(&tally);
}

/* One ring by itself, among others, and read by another process: from its begin, from times within
 * a sample and at the end of one, and from behind them all. */
static void tally_and_sums_are_the_same(void)
{
	static const struct {
		void (*fill)(hp_live_reader *reader);
		uint64_t since_ns;
		uint32_t parts;
	} cases[] = {{ring_fill_paths, 0, 1}, {ring_fill_paths, 8500, 1}, {ring_fill_paths, 8000, 1},
		{ring_fill_paths, 1000000, 0}, {ring_fill_bare, 0, 1}, {ring_fill, 0, 2},
		{ring_fill, 7000, 2}, {ring_fill, 10000, 2}, {ring_fill, 11001, 1}, {ring_fill, 13000, 1}};
	hp_live_reader reader;

	for (uint32_t i = 0; i < UNITS(cases); i++) {
		cases[i].fill(&reader);
		reader.since_ns = cases[i].since_ns;
		CHECK_BY(check_tally_and_sums(reader, false, cases[i].parts));
		CHECK_BY(check_tally_and_sums(reader, true, cases[i].parts));
	}
}

/* A later ring that is read first does not say when the sums begin. */
static void sums_begin_with_the_earliest_ring(void)
{
	hp_live_reader reader;
	hp_live_sums sums;

	hp_live_sums_init(&sums);
	for (uint64_t time_ns = 9000; time_ns > 0; time_ns -= 3000) {
		ring_begin(&reader);
		ring_sample(1, time_ns, 1000, 0, "12");
		sums_of_ring(&sums, reader, false);
	}
	CHECK_INT(sums.series.count, 1);
	CHECK_INT(sums.series.rows[0].began_ns, 1000000 + 3000 - 1000);
	hp_live_sums_free(&sums);
}

static void tally_adds_samples_up(void)
{
	hp_live_reader reader;
	hp_live_tally tally;
	hp_profile *profile;
	int64_t moments_ns = 0;

	ring_fill(&reader);
	hp_live_tally_init(&tally, &reader);
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	profile = tally_taken(&tally, "");
	CHECK_BY(check_conserved(profile, 8700, 2700));
	CHECK_INT(own_of(profile, "b").wall_ns, 4000);
	CHECK_INT(own_of(profile, "b").cpu_ns, 2000);
	CHECK_INT(own_of(profile, "c").wall_ns, 4000);
	CHECK_INT(own_of(profile, "(other)").wall_ns, 700);
	CHECK_INT(profile->samples.count, 5);
	CHECK_INT(profile->samples.interval_ns, 1000);
	CHECK_INT(profile->started_ns, 1000000 + 4000);
	CHECK_INT(profile->samples.moments.count, 5);
	CHECK_INT(profile->samples.moments.rows[4].request, 3);
	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		moments_ns += profile->samples.moments.rows[i].wall_ns;
	}
	CHECK_INT(moments_ns, 8700);
	/* Squares: 2 * (3 * 1000 * 1000 - 510000 + 4000 * 4000 + 2000 * 1000), 8700 ns, 5 samples. */
	CHECK_INT(profile->samples.squares, 2 * 20490000.0 / 8700 / 8700 * 25 + 0.5);
	hp_profile_free(profile);
	hp_live_tally_free(&tally);
}

static void tally_of_several_intervals_has_none(void)
{
	hp_live_reader reader;
	hp_live_tally tally;
	hp_profile *profile;

	ring_fill(&reader);
	hp_live_tally_init(&tally, &reader);
	for (int i = 0; i < 2; i++) {
		hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
		ring_sample(3, 14000, 100, 0, "12");
	}
	profile = tally_taken(&tally, "");
	CHECK_BY(check_conserved(profile, 8800, 2800));
	CHECK_INT(profile->samples.interval_ns, 1000);
	hp_profile_free(profile);
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	ring.header.interval_ns = 2000;
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	profile = tally_taken(&tally, "");
	CHECK_BY(check_conserved(profile, 100, 100));
	CHECK_INT(profile->samples.interval_ns, 0);
	hp_profile_free(profile);
	hp_live_tally_free(&tally);
}

static void tally_splits_samples_by_request(void)
{
	hp_live_reader reader;
	hp_live_tally tally;
	hp_profile *profile;
	zend_string *key;

	ring_fill(&reader);
	hp_live_tally_init(&tally, &reader);
	hp_live_tally_read(&tally, HP_LIVE_BY_URI, NULL);
	profile = tally_taken(&tally, "/a");
	CHECK_BY(check_conserved(profile, 6700, 2700));
	hp_profile_free(profile);
	profile = tally_taken(&tally, "/b");
	CHECK_BY(check_conserved(profile, 2000, 0));
	hp_profile_free(profile);
	CHECK(hp_live_tally_take(&tally, &key) == NULL);
	hp_live_tally_free(&tally);
}

static void tally_cuts_what_was_before(void)
{
	hp_live_reader reader;
	hp_live_tally tally;
	hp_profile *profile;

	ring_fill(&reader);
	/* Of the sample from 5000 to 9000 the half, of that before nothing. */
	reader.since_ns = 7000;
	hp_live_tally_init(&tally, &reader);
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	profile = tally_taken(&tally, "");
	CHECK_BY(check_conserved(profile, 5700, 1700));
	CHECK_INT(profile->samples.count, 4);
	CHECK_INT(profile->started_ns, 1007000);
	hp_profile_free(profile);
	hp_live_tally_free(&tally);
}

static void tally_of_a_request_has_its_time(void)
{
	static const struct {
		hp_live_times times;
		int64_t c_ns;
		int64_t rest_ns;
		int64_t rest_cpu_ns;
	} known[] = {
		/* It began before its samples: 2000 are of no sample. */
		{{1, 4000, 7000, 3000}, 4000, 2000, 2000},
		{{1, 4000, 7000, 1500}, 4000, 2000, 500},
		/* The first sample has the time of another one before: it was 200 old. */
		{{1, 4800, 4200, 200}, 4000, 0, 0},
		/* The last one ends behind it. */
		{{1, 4000, 3000, 1000}, 2000, 0, 0},
	};
	hp_live_reader reader;
	hp_live_tally tally;

	ring_fill(&reader);
	reader.position = ring.bytes;
	hp_live_tally_init(&tally, &reader);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		hp_profile *profile = hp_live_tally_request(&tally, &known[i].times);
		const hp_values *sum = &hp_profile_root(profile)->sum;

		CHECK_BY(check_conserved(
			profile, (int64_t) known[i].times.wall_ns, (int64_t) known[i].times.cpu_ns));
		CHECK_INT(own_of(profile, "c").wall_ns, known[i].c_ns);
		CHECK_INT(own_of(profile, HP_LIVE_REST).wall_ns, known[i].rest_ns);
		CHECK_INT(own_of(profile, HP_LIVE_REST).cpu_ns, known[i].rest_cpu_ns);
		CHECK(sum->cpu_ns <= sum->wall_ns);
		CHECK_INT(reader.position, ring.bytes);
		hp_profile_free(profile);
	}
	hp_live_tally_free(&tally);
}

/* A request of the trace of sevens, its sample 500 ns after its begin, and its end. */
static void ring_traced(uint64_t request, uint64_t began_ns, uint64_t weight_ns, uint64_t wall_ns)
{
	hp_live_record *label = ring_add(HP_LIVE_REQUEST, HP_LIVE_TRACED, request, began_ns,
		sizeof(*label) + 8 + sizeof(hp_live_trace));
	hp_live_end_record *end;

	memset((char *) (label + 1) + 8, 7, sizeof(hp_live_trace));
	ring_sample(request, began_ns + 500, weight_ns, 0, "12");
	end = ring_add(HP_LIVE_END, HP_LIVE_TRACED, request, began_ns + wall_ns,
		sizeof(*end) + 8 + sizeof(hp_live_trace));
	end->began_ns = began_ns;
	end->wall_ns = wall_ns;
	memset((char *) (end + 1) + 8, 7, sizeof(hp_live_trace));
}

/* What was before the ring's first sample is not known, and no rest of a request. */
static void tally_has_no_rest_of_what_began_before(void)
{
	hp_live_reader reader;
	hp_live_tally tally;

	ring_begin(&reader);
	ring_traced(1, 1000, 100, 600);
	hp_live_tally_init(&tally, &reader);
	memset(&tally.only, 7, sizeof(tally.only));
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	CHECK_INT(tally.own.rest_ns, 0);
	ring_traced(2, 2000, 100, 600);
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	CHECK_INT(tally.own.rest_ns, 500);
	hp_live_tally_free(&tally);
	/* Samples before the time to begin at are none. */
	ring_begin(&reader);
	ring_sample(1, 500, 500, 0, "1");
	ring_traced(2, 1000, 100, 600);
	reader.since_ns = 1200;
	hp_live_tally_init(&tally, &reader);
	memset(&tally.only, 7, sizeof(tally.only));
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	CHECK_INT(tally.own.rest_ns, 0);
	hp_live_tally_free(&tally);
}

/* A trace's request is known exactly once it is over. */
static void tally_corrects_requests_of_a_trace(void)
{
	hp_live_reader reader;
	hp_live_tally tally;
	hp_profile *profile;

	ring_begin(&reader);
	ring_sample(1, 500, 500, 0, "1"); /* the ring's first */
	/* 300 too much for the first one; 100 are missing from the others. */
	ring_traced(2, 2000, 800, 500);
	ring_traced(3, 3000, 500, 600);
	ring_traced(4, 4000, 500, 600);
	hp_live_tally_init(&tally, &reader);
	memset(&tally.only, 7, sizeof(tally.only));
	hp_live_tally_read(&tally, HP_LIVE_BY_NOTHING, NULL);
	/* The rest of the last one waits for a sample behind it. */
	CHECK_INT(tally.own.rest_ns, 100);
	profile = tally_taken(&tally, "");
	CHECK_BY(check_conserved(profile, 500 + 600 + 500, 500 + 500 + 500));
	CHECK_INT(own_of(profile, "b").wall_ns, 1500);
	CHECK_INT(own_of(profile, HP_LIVE_REST).wall_ns, 100);
	CHECK_INT(profile->samples.count, 3);
	hp_profile_free(profile);
	hp_live_tally_free(&tally);
}

static const unit live_units[] = {
	UNIT(tags_are_those_of_one_request),
	UNIT(tags_have_so_many_keys_and_values),
	UNIT(tags_are_cut_behind_a_whole_character),
	UNIT(account_is_that_of_a_kind),
	UNIT(account_takes_over_the_oldest),
	UNIT(accounts_are_paid_what_is_open_in_all),
	UNIT(marks_are_described),
	UNIT(marks_add_up_in_their_request),
	UNIT(budget_begins_with_what_was_affordable),
	UNIT(budget_follows_what_was_spent),
	UNIT(budget_has_limits),
	UNIT(control_grants_intervals_from_1_ms_to_10_s),
	UNIT(budget_pays_debts_back),
	UNIT(budget_is_expensive_until_it_is_cheap),
	UNIT(ended_times_are_bounded),
	UNIT(sums_add_up_by_stack_and_tags),
	UNIT(sums_of_an_extract_are_those_of_the_ring),
	UNIT(tally_adds_samples_up),
	UNIT(tally_of_several_intervals_has_none),
	UNIT(tally_splits_samples_by_request),
	UNIT(tally_cuts_what_was_before),
	UNIT(tally_and_sums_are_the_same),
	UNIT(sums_begin_with_the_earliest_ring),
	UNIT(tally_of_a_request_has_its_time),
	UNIT(tally_has_no_rest_of_what_began_before),
	UNIT(tally_corrects_requests_of_a_trace),
};
