/* units.c: unit tests of what needs no request, as a module of its own: base_units() runs them.
 * Here are those of base/; each other module has a units.c of its own, which this one includes.
 *
 * Compiled in one piece with the files that it tests, and without the rest of xhprof; in any build
 * by the fake clock. */
#ifndef XHPROF_FAKE_CLOCK
# define XHPROF_FAKE_CLOCK 1
#endif

#include "base/bailout.c"
#include "base/call_text.c"
#include "base/duration.c"
#include "base/function_name.c"
#include "base/inflate.c"
#include "base/key.c"
#include "base/lock.c"
#include "base/memory_limit.c"
#include "base/nearest.c"
#include "base/option.c"
#include "base/pages.c"
#include "base/pattern.c"
#include "base/pool.c"
#include "base/proc.c"
#include "base/size.c"
#include "base/sql.c"
#include "base/sql_scan.c"
#include "base/table.c"
#include "base/text.c"
#include "base/title.c"
#include "base/url.c"
#include "base/utf8.c"
#include "base/varint.h"
#include "base/vector.c"
#include "base/wrap.h"

#include "hp_timer.c"

/* base/filter.c and base/random.c are in these, which stand before the names below. */
#include "tests/profile/units.c"
#include "tests/live/units.c"
#include "tests/sampler/units.c"
/* It uses what tests/profile/units.c has. */
#include "tests/format/units.c"

#include "tests/alloc/units.c"
#include "tests/attach/units.c"
#include "tests/event/units.c"
#include "tests/heap/units.c"
#include "tests/trace/units.c"

#include "tests/base/units.h"

#include <sys/wait.h>

/* table */

typedef struct row {
	uintptr_t key;
	uint32_t value;
} row;

static const hp_table_kind by_address = {.row_bytes = sizeof(row), .first_rows = 8};

static row *add(hp_table *table, const hp_table_kind *kind, uintptr_t key)
{
	row wanted = {.key = key}, *added = hp_table_add(table, kind, &wanted);

	if (added != NULL) {
		added->key = key;
		added->value = (uint32_t) key * 3;
	}

	return added;
}

static row *find(const hp_table *table, const hp_table_kind *kind, uintptr_t key)
{
	row wanted = {.key = key};

	return hp_table_find(table, kind, &wanted);
}

/* The rows in use, and whether each has its value. */
static size_t count_rows(const hp_table *table, const hp_table_kind *kind)
{
	size_t count = 0;

	for (row *at = hp_table_next(table, kind, NULL); at != NULL;
		 at = hp_table_next(table, kind, at)) {
		count++;
		CHECK(at->value == (uint32_t) at->key * 3);
	}

	return count;
}

static void table_keeps_rows_while_it_grows(void)
{
	hp_table table = {.context = "kept"};

	CHECK(find(&table, &by_address, 1) == NULL);
	CHECK(hp_table_next(&table, &by_address, NULL) == NULL);
	for (uintptr_t key = 1; key <= 1000; key++) {
		add(&table, &by_address, key);
		CHECK(table.used == key);
		CHECK(table.used <= (table.mask + 1) / 2);
	}
	CHECK(add(&table, &by_address, 500) == find(&table, &by_address, 500));
	CHECK(table.used == 1000);
	CHECK(table.mask == 2047);
	CHECK(count_rows(&table, &by_address) == 1000);
	for (uintptr_t key = 1; key <= 1000; key++) {
		CHECK(find(&table, &by_address, key)->value == key * 3);
	}
	CHECK(find(&table, &by_address, 1001) == NULL);
	hp_table_free(&table, &by_address);
	CHECK(table.rows == NULL && table.used == 0);
	CHECK(strcmp(table.context, "kept") == 0);
	hp_table_free(&table, &by_address);
}

static void remove_odd(hp_table *table, const hp_table_kind *kind, uintptr_t most)
{
	for (uintptr_t key = 1; key <= most; key += 2) {
		row *odd = find(table, kind, key);

		CHECK(odd != NULL);
		if (odd != NULL) {
			hp_table_remove(table, kind, odd);
		}
	}
	CHECK(table->used == most / 2);
	CHECK(count_rows(table, kind) == most / 2);
	for (uintptr_t key = 1; key <= most; key++) {
		CHECK((find(table, kind, key) != NULL) == (key % 2 == 0));
	}
}

static void table_finds_what_is_left_after_a_removal(void)
{
	hp_table table = {0};

	for (uintptr_t key = 1; key <= 1000; key++) {
		add(&table, &by_address, key);
	}
	remove_odd(&table, &by_address, 1000);
	hp_table_free(&table, &by_address);
}

/* All rows have the last place as their home, so that they go on at the first. */
static uint64_t hash_last(const hp_table *table, const void *wanted)
{
	return UINT64_MAX;
}

static bool is_same(const hp_table *table, const void *at, const void *wanted)
{
	return ((const row *) at)->key == ((const row *) wanted)->key;
}

static const hp_table_kind colliding = {
	.row_bytes = sizeof(row), .first_rows = 8, .hash = hash_last, .is_same = is_same};

static void table_closes_gaps_among_rows_of_one_place(void)
{
	hp_table table = {0};

	for (uintptr_t key = 1; key <= 30; key++) {
		add(&table, &colliding, key);
	}
	remove_odd(&table, &colliding, 30);
	hp_table_free(&table, &colliding);
}

static uint64_t hash_number(const hp_table *table, const void *number)
{
	return hp_table_mix(0, *(const uint32_t *) number);
}

static bool is_same_number(const hp_table *table, const void *number, const void *wanted)
{
	return *(const uint32_t *) number == *(const uint32_t *) wanted;
}

static void table_has_rows_of_four_bytes(void)
{
	static const hp_table_kind numbers = {.row_bytes = sizeof(uint32_t),
		.first_rows = 2,
		.hash = hash_number,
		.is_same = is_same_number};
	hp_table table = {0};

	for (uint32_t wanted[2] = {1, 0}; wanted[0] <= 100; wanted[0]++) {
		*(uint32_t *) hp_table_add(&table, &numbers, wanted) = wanted[0];
	}
	CHECK(table.used == 100);
	for (uint32_t wanted[2] = {1, 0}; wanted[0] <= 101; wanted[0]++) {
		CHECK((hp_table_find(&table, &numbers, wanted) != NULL) == (wanted[0] <= 100));
	}
	hp_table_free(&table, &numbers);
}

static size_t bytes_left;

static void *allocate(size_t bytes)
{
	if (bytes > bytes_left) {
		return NULL;
	}
	bytes_left -= bytes;

	return calloc(1, bytes);
}

static void release(void *memory, size_t bytes)
{
	bytes_left += bytes;
	free(memory);
}

static void table_stays_as_it_was_without_memory(void)
{
	static const hp_table_kind limited = {
		.row_bytes = sizeof(row), .first_rows = 8, .allocate = allocate, .release = release};
	hp_table table = {0};

	bytes_left = 8 * sizeof(row);
	for (uintptr_t key = 1; key <= 4; key++) {
		CHECK(add(&table, &limited, key) != NULL);
	}
	CHECK(add(&table, &limited, 5) == NULL);
	CHECK(!hp_table_reserve(&table, &limited, SIZE_MAX));
	CHECK(table.used == 4 && table.mask == 7);
	CHECK(count_rows(&table, &limited) == 4);
	hp_table_free(&table, &limited);
	CHECK(bytes_left == 8 * sizeof(row));
	CHECK(!hp_table_reserve(&table, &limited, 5));
	CHECK(table.rows == NULL);
}

/* vector */

static void vector_keeps_rows_while_it_grows(void)
{
	HP_VECTOR(uint64_t) numbers = {0};

	for (uint32_t i = 0; i < 1000; i++) {
		*hp_vector_add(&numbers) = i;
		CHECK(numbers.count == i + 1 && numbers.size >= numbers.count);
	}
	CHECK(numbers.size == 1024);
	for (uint32_t i = 0; i < 1000; i++) {
		CHECK(numbers.rows[i] == i);
	}
	hp_vector_free(&numbers);
	CHECK(numbers.rows == NULL && numbers.count == 0 && numbers.size == 0);
}

static void vector_reserves_what_is_wanted(void)
{
	HP_VECTOR(uint16_t) numbers = {0};
	uint16_t *rows;

	hp_vector_reserve(&numbers, 0);
	CHECK(numbers.rows == NULL);
	hp_vector_reserve(&numbers, 5000);
	CHECK(numbers.size == 5000 && numbers.count == 0);
	rows = numbers.rows;
	hp_vector_reserve(&numbers, 5000);
	CHECK(numbers.rows == rows);
	CHECK(hp_vector_grow(rows, &numbers.size, 4999, 1, sizeof(*rows)) == rows);
	hp_vector_free(&numbers);
}

/* wrap */

static void wrap_goes_on_at_the_other_end(void)
{
	CHECK(hp_wrap_sum(2, -3) == -1);
	CHECK(hp_wrap_sum(INT64_MAX, 1) == INT64_MIN);
	CHECK(hp_wrap_sum(INT64_MIN, -1) == INT64_MAX);
	CHECK(hp_wrap_difference(2, 3) == -1);
	CHECK(hp_wrap_difference(INT64_MIN, 1) == INT64_MAX);
	CHECK(hp_wrap_difference(0, INT64_MIN) == INT64_MIN);
}

/* pool */

static bool is_zero(const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != 0) {
			return false;
		}
	}

	return true;
}

static void pool_gives_zeroed_aligned_memory(void)
{
	hp_pool pool = {0};
	char *before = hp_pool_alloc(&pool, 1);

	CHECK((uintptr_t) before % 64 == 0);
	CHECK((char *) hp_pool_alloc(&pool, 17) == before + 16);
	CHECK((char *) hp_pool_alloc(&pool, 16) == before + 48);
	for (size_t bytes = 1; bytes < 3000000; bytes *= 3) {
		char *memory = hp_pool_alloc(&pool, bytes);

		CHECK((uintptr_t) memory % 16 == 0);
		CHECK(is_zero(memory, bytes));
		memset(memory, 0xFF, bytes);
	}
	CHECK(is_zero(before + 1, 15));
	hp_pool_free(&pool);
	CHECK(pool.chunks == NULL && pool.chunks_bytes == 0);
	hp_pool_free(&pool);
}

static void pool_keeps_lines_of_the_cache_together(void)
{
	hp_pool pool = {.first_bytes = 1024};

	for (int i = 0; i < 100; i++) {
		CHECK((uintptr_t) hp_pool_alloc(&pool, 128) % 64 == 0);
	}
	hp_pool_free(&pool);
}

static void pool_packs_by_eight_bytes(void)
{
	hp_pool pool = {0};
	char *first = hp_pool_alloc_packed(&pool, 8);

	CHECK((char *) hp_pool_alloc_packed(&pool, 1) == first + 8);
	CHECK((char *) hp_pool_alloc_packed(&pool, 8) == first + 16);
	for (int i = 0; i < 10000; i++) {
		CHECK((uintptr_t) hp_pool_alloc_packed(&pool, 24) % 8 == 0);
	}
	hp_pool_free(&pool);
}

/* inflate */

static bool inflates(const uint8_t *from, size_t from_bytes, const char *wanted, size_t bytes)
{
	char *to = malloc(bytes + 1);
	bool is_same = hp_inflate(to, bytes, from, from_bytes) && memcmp(to, wanted, bytes) == 0;

	free(to);

	return is_same;
}

static void inflate_unpacks_each_kind_of_block(void)
{
	static const uint8_t stored[] = {1, 6, 0, 249, 255, 115, 116, 111, 114, 101, 100};
	static const uint8_t fixed[] = {75, 76, 74, 78, 132, 33, 0};
	static const uint8_t dynamic[] = {213, 141, 193, 17, 0, 48, 8, 194, 102, 5, 217, 127, 134, 18,
		157, 162, 167, 143, 224, 129, 200, 26, 121, 210, 145, 203, 209, 128, 43, 3, 90, 56, 192,
		100, 101, 17, 167, 13, 118, 46, 152, 220, 169, 75, 48, 90, 57, 217, 247, 20, 244, 138, 243,
		231, 182, 7};
	char text[300];

	for (int i = 0; i < 300; i++) {
		text[i] = (char) ('a' + (i * i * i % 11 + i * i / 5) % 4);
	}
	CHECK(inflates(stored, sizeof(stored), "stored", 6));
	CHECK(inflates(fixed, sizeof(fixed), "abcabcabcabc", 12));
	CHECK(inflates(dynamic, sizeof(dynamic), text, sizeof(text)));
	CHECK(!inflates(dynamic, sizeof(dynamic), text, sizeof(text) - 1));
	for (size_t bytes = 0; bytes < sizeof(dynamic); bytes++) {
		CHECK(!inflates(dynamic, bytes, text, sizeof(text)));
	}
}

/* option */

typedef enum color {
	RED,
	GREEN
} color;

typedef struct settings {
	bool is_loud;
	int32_t small;
	int64_t large;
	bool has_large;
	color color;
} settings;

static const char *const colors[] = {"red", "green", NULL};

static const hp_option options[] = {
	{HP_OPTION_BOOL(settings, is_loud, "loud")},
	{HP_OPTION_INT(settings, small, "small", 0, 9, "of type int"), .range_error = "0 to 9"},
	{HP_OPTION_INT(settings, large, "large", 1, ZEND_LONG_MAX, "above 0"),
		.given_offset = offsetof(settings, has_large)},
	{HP_OPTION_WORD(settings, color, "color", colors, "red or green")},
};

#define OPTIONS (sizeof(options) / sizeof(options[0]))

/* Of an array with one key, which it releases. */
static const char *read_one(const char *key, zval *value, settings *into, bool *is_range)
{
	static char text[HP_OPTION_ERROR_BYTES];
	const char *error;
	zval array;

	array_init(&array);
	add_assoc_zval(&array, key, value);
	error = hp_option_read(options, OPTIONS, Z_ARRVAL(array), into, is_range, text);
	zval_ptr_dtor(&array);

	return error;
}

static bool is_error(const char *error, const char *wanted)
{
	return error != NULL && strcmp(error, wanted) == 0;
}

static void option_reads_each_type(void)
{
	settings into = {.small = 7, .color = RED};
	char error[HP_OPTION_ERROR_BYTES];
	zval array;

	CHECK(hp_option_read(options, OPTIONS, NULL, &into, NULL, error) == NULL);
	array_init(&array);
	add_assoc_bool(&array, "loud", true);
	add_assoc_long(&array, "large", ZEND_LONG_MAX);
	add_assoc_string(&array, "color", "green");
	add_assoc_null(&array, "other");
	CHECK(hp_option_read(options, OPTIONS, Z_ARRVAL(array), &into, NULL, error) == NULL);
	CHECK(!hp_option_knows_all(options, OPTIONS, Z_ARRVAL(array)));
	zend_hash_str_del(Z_ARRVAL(array), ZEND_STRL("other"));
	CHECK(hp_option_knows_all(options, OPTIONS, Z_ARRVAL(array)));
	zval_ptr_dtor(&array);
	CHECK(into.is_loud && into.large == ZEND_LONG_MAX && into.has_large && into.color == GREEN);
	CHECK(into.small == 7);
}

static void option_refuses_wrong_values(void)
{
	settings into = {0};
	bool is_range = true;
	zval value;

	ZVAL_LONG(&value, 1);
	CHECK(is_error(
		read_one("loud", &value, &into, &is_range), "option \"loud\" must be of type bool"));
	CHECK(!is_range);
	ZVAL_LONG(&value, 10);
	CHECK(is_error(read_one("small", &value, &into, &is_range), "0 to 9"));
	CHECK(is_range);
	ZVAL_DOUBLE(&value, 1.0);
	CHECK(is_error(
		read_one("small", &value, &into, &is_range), "option \"small\" must be of type int"));
	CHECK(!is_range);
	ZVAL_LONG(&value, 0);
	CHECK(is_error(read_one("large", &value, &into, NULL), "option \"large\" must be above 0"));
	ZVAL_STRING(&value, "blue");
	CHECK(
		is_error(read_one("color", &value, &into, NULL), "option \"color\" must be red or green"));
	ZVAL_STRING(&value, "gren");
	CHECK(is_error(read_one("color", &value, &into, NULL),
		"option \"color\" must be red or green; did you mean \"green\"?"));
	ZVAL_EMPTY_STRING(&value);
	CHECK(read_one("color", &value, &into, NULL) != NULL);
	CHECK(!into.is_loud && into.small == 0 && into.large == 0 && !into.has_large &&
		into.color == RED);
}

static void check_unknown(const char *key, const char *wanted)
{
	static const char *const others[] = {"ignored", NULL};
	zend_string *message;
	zval array;

	array_init(&array);
	add_assoc_bool(&array, key, true);
	message = hp_option_unknown(options, OPTIONS, others, Z_ARRVAL(array), ", which is ignored");
	CHECK((message == NULL) == (wanted == NULL));
	if (message != NULL) {
		CHECK(is_error(ZSTR_VAL(message), wanted));
		zend_string_release(message);
	}
	zval_ptr_dtor(&array);
}

static void option_names_the_nearest(void)
{
	char text[80];

	CHECK_BY(check_unknown("small", NULL));
	CHECK_BY(check_unknown("ignored", NULL));
	check_unknown("smal", "unknown option \"smal\", which is ignored; did you mean \"small\"?");
	check_unknown(
		"colour", "unknown option \"colour\", which is ignored; did you mean \"color\"?");
	check_unknown(
		"ignore", "unknown option \"ignore\", which is ignored; did you mean \"ignored\"?");
	CHECK_BY(check_unknown("x", "unknown option \"x\", which is ignored"));
	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	CHECK_BY(check_unknown(text,
		"unknown option "
		"\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", "
		"which is ignored"));
	CHECK(hp_option_unknown(options, OPTIONS, NULL, NULL, "") == NULL);
	CHECK(hp_option_word(colors, "green", 5) == GREEN);
	CHECK(hp_option_word(colors, "gree", 4) == -1);
	CHECK(hp_option_word(colors, "", 0) == -1);
}

/* duration */

/* Beside tests/cli/durations_settings.phpt: the year, and what no sampler takes. */
static void duration_ends_after_a_year(void)
{
	static const struct {
		const char *text;
		zend_long us; /* -1: refused */
	} known[] = {{"10us", 10}, {"0s", 0}, {"0 NS", 0}, {"1d", 86400000000}, {"1w1h", 608400000000},
		{"8760h", 31536000000000}, {"8761h", -1}, {"525600m", 31536000000000}, {"525601m", -1},
		{"365d", 31536000000000}, {"366d", -1}, {"52w1d", 31536000000000}, {"52w1d1us", -1},
		{"31536000s", 31536000000000}, {"31536001s", -1}, {"31536000000000us", 31536000000000},
		{"31536000000001us", -1}, {"31536000000000000ns", 31536000000000},
		{"31536000000000001ns", -1}, {"31536000.000001s", -1}, {"364d24h", 31536000000000},
		{"0.999999995w", 604799996976}, {"0.999999999w", -1}, {"99999999999999999999us", -1},
		{"9223372036854775808ns", -1}, {"18446744073709551617s", -1}, {"365d365d365d", -1},
		{"10", -1}, {"", -1}, {"1s\n", 1000000}, {"s", -1}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		zend_long us = -1;
		zend_result result = hp_duration_read(known[i].text, &us);

		CHECK_INT(us, known[i].us);
		CHECK_INT(result, known[i].us < 0 ? FAILURE : SUCCESS);
	}
}

/* size */

static void size_has_a_unit_or_none(void)
{
	static const struct {
		const char *word;
		size_t read;
		uint64_t size;
	} known[] = {{"", 0, 0}, {"K", 0, 0}, {"0", 1, 0}, {"14d", 2, 14}, {"2k", 2, 2048},
		{"3M", 2, 3145728}, {"1G,", 2, 1073741824}, {"80%", 2, 80}, {"5/uri", 1, 5},
		{"18446744073709551614", 20, UINT64_MAX - 1}, {"18446744073709551616", 20, UINT64_MAX},
		{"17592186044416M", 15, UINT64_MAX}, {"8796093022207M", 14, UINT64_C(8796093022207) << 20}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		uint64_t size = 1;

		CHECK_INT(hp_size_read(known[i].word, strlen(known[i].word), &size), known[i].read);
		CHECK(size == known[i].size);
	}
}

/* random */

static void random_is_splitmix64(void)
{
	hp_random random = {1234567};

	/* The author's own test vector. */
	CHECK(hp_random_next(&random) == UINT64_C(6457827717110365317));
	CHECK(hp_random_next(&random) == UINT64_C(3203168211198807973));
	CHECK(hp_random_next(&random) == UINT64_C(9817491932198370423));
}

static void random_stays_around_its_mean(void)
{
	uint64_t least = UINT64_MAX, most = 0;
	hp_random random = {1};
	double sum = 0, units = 0;

	for (int i = 0; i < 10000; i++) {
		uint64_t number = hp_random_around(&random, 1001);
		double one = hp_random_unit(&random);

		CHECK(one > 0 && one <= 1);
		units += one;
		sum += (double) number;
		least = MIN(least, number);
		most = MAX(most, number);
	}
	CHECK(least >= 500 && least <= 505);
	CHECK(most <= 1501 && most >= 1496);
	CHECK_NEAR(sum / 10000, 1000.5, 9);
	CHECK_NEAR(units / 10000, 0.5, 0.01);
	CHECK_INT(hp_random_around(&random, 0), 0);
	CHECK(hp_random_is_one_in(1));
}

/* nearest */

static void nearest_is_the_word_with_the_fewest_changes(void)
{
	static const struct {
		const char *wanted;
		const char *hint;
	} known[] = {{"tre", "; did you mean \"tree\"?"}, {"TREE", "; did you mean \"tree\"?"},
		{"tere", ""}, {"timelime", "; did you mean \"timeline\"?"},
		{"smaple", "; did you mean \"sample\"?"}, {"xyz", ""}, {"", ""}};
	hp_nearest nearest;

	CHECK_INT(nearest_distance("kitten", 6, "sitting", 7), 3);
	CHECK_INT(nearest_distance("", 0, "abc", 3), 3);
	CHECK_INT(nearest_distance("abc", 3, "", 0), 3);
	CHECK_INT(nearest_distance("abcd", 4, "bcde", 4), 2);
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		hp_nearest_among(
			&nearest, known[i].wanted, strlen(known[i].wanted), "timeline, tree, sample");
		CHECK_TEXT(hp_nearest_hint(&nearest), known[i].hint);
	}
}

/* key */

static void key_has_no_numbers_and_ids(void)
{
	static const struct {
		const char *text;
		const char *shape;
	} known[] = {{"user:17:name", "user:?:name"}, {"v2/items/305x7", "v?/items/?x?"},
		{"deadbee1", "?"}, {"deadbeef", "deadbeef"}, {"abcdefgh1", "abcdefgh?"},
		{"ABCDEFGH1", "ABCDEFGH?"}, {"deadbe1", "deadbe?"}, {"aB3xK9pQ", "?"},
		{"aB3xK9p", "aB?xK?p"}, {"123e4567-e89b-12d3-a456-426614174000", "?"},
		{"mail:me@host.org|x", "mail:?|x"}, {"a=b,c", "?,c"}, {"abcdefghijklmnopqrs1", "?"},
		{"abcdefghijklmnopqrst", "abcdefghijklmnopqrst"}, {"caf\xc3\xa9/x", "?/x"}, {"", ""}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		smart_str text = {NULL, 0};

		hp_key_append(&text, known[i].text, strlen(known[i].text), 100);
		smart_str_appendc_ex(&text, '.', true);
		CHECK_BYTES(ZSTR_VAL(text.s), ZSTR_LEN(text.s) - 1, known[i].shape);
		smart_str_free_ex(&text, true);
	}
}

static void key_is_cut_behind_a_whole_part(void)
{
	static const struct {
		size_t limit;
		const char *shape;
	} known[] = {
		{11, "one:two:ten"}, {10, "one:two:"}, {8, "one:two:"}, {7, "one:"}, {3, "?"}, {0, "?"}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		smart_str text = {NULL, 0};

		hp_key_append(&text, "one:two:ten", 11, known[i].limit);
		CHECK_BYTES(ZSTR_VAL(text.s), ZSTR_LEN(text.s), known[i].shape);
		smart_str_free_ex(&text, true);
	}
}

/* call_text: each call is read in place and in copies. */

/* A frame with its arguments. */
typedef struct call_frame {
	zend_execute_data frame;
	zval arguments[3];
} call_frame;

/* Puts the values of a list into the frame's arguments, without a reference of its own. */
static uint32_t call_with(call_frame *call, const zval *values)
{
	uint32_t count = 0;
	zval *value;

	memset(call, 0, sizeof(*call));
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(values), value) {
		ZVAL_COPY_VALUE(ZEND_CALL_ARG(&call->frame, 1 + count), value);
		count++;
	}
	ZEND_HASH_FOREACH_END();

	return count;
}

static bool call_copy(void *to, const void *from, size_t bytes)
{
	memcpy(to, from, bytes);
	return true;
}

static bool call_copy_nothing(void *to, const void *from, size_t bytes)
{
	return false;
}

static void check_call(const hp_call_text *call, const char *name, hp_detail_action action,
	uint32_t argument, const char *expected)
{
	smart_str text = {NULL, 0};
	hp_call_text named = *call;
	bool has_text;

	named.name = name;
	has_text = hp_call_text_append(&named, action, argument, &text);
	CHECK_INT(has_text, expected != NULL);
	if (has_text && expected != NULL) {
		CHECK_BYTES(ZSTR_VAL(text.s), ZSTR_LEN(text.s), expected);
	}
	smart_str_free_ex(&text, true);
}

/* The arguments are PHP code. text: NULL: none. */
static const struct call_case {
	const char *name;
	hp_detail_action action;
	uint32_t argument;
	const char *arguments;
	const char *text;
} call_cases[] = {
	{"f", HP_DETAIL_SQL, 1, "['SELECT * FROM t WHERE id = 7']", "SELECT * FROM t WHERE id = ?"},
	{"f", HP_DETAIL_SQL, 2, "[0, 'SELECT 1']", "SELECT ?"},
	{"f", HP_DETAIL_SQL, 2, "['SELECT 1']", NULL},
	{"f", HP_DETAIL_SQL, 1, "[7]", NULL},
	{"f", HP_DETAIL_SQL, 1, "(function () { $a = ['SELECT 1']; $b = &$a[0]; return $a; })()",
		"SELECT ?"},
	{"f", HP_DETAIL_SQL, 1,
		"['SELECT name_of_a_column_0123456789, b FROM t' . str_repeat(' ', 5000)]",
		"SELECT name_of_a_column_0123456789, b…"},
	{"f", HP_DETAIL_PG_QUERY, 1, "['SELECT 1']", "SELECT ?"},
	{"f", HP_DETAIL_PG_QUERY, 1, "[new stdClass, 'SELECT 1']", "SELECT ?"},
	{"f", HP_DETAIL_PG_QUERY, 1, "[new stdClass]", NULL},
	{"f", HP_DETAIL_URL, 1, "['https://u:p@host/orders/4711?id=7#x']",
		"https://host/orders/??id=?"},
	{"f", HP_DETAIL_URL, 1, "['/etc/passwd']", NULL},
	{"Redis::get", HP_DETAIL_REDIS, 1, "['user:17:name']", "GET user:?:name"},
	{"Redis::get", HP_DETAIL_REDIS, 1, "['']", "GET"},
	{"Redis::get", HP_DETAIL_REDIS, 1, "[]", "GET"},
	{"Redis::mget", HP_DETAIL_REDIS, 1, "[['a:1', 'secret']]", "MGET a:?"},
	{"Redis::mget", HP_DETAIL_REDIS, 1, "[[]]", "MGET"},
	{"Redis::mget", HP_DETAIL_REDIS, 1,
		"(function () { $a = ['secret', 'a:1']; unset($a[0]); return [$a]; })()", "MGET a:?"},
	{"Redis::mset", HP_DETAIL_REDIS, 1, "[['b:1' => 'secret']]", "MSET b:?"},
	{"Redis::ping", HP_DETAIL_REDIS, 0, "['secret']", "PING"},
	{"Memcached::getMulti", HP_DETAIL_MEMCACHED, 1, "[['k:1']]", "getMulti k:?"},
};

static void call_text_is_the_same_in_place_and_in_copies(void)
{
	char buffer[HP_CALL_TEXT_BYTES];

	for (size_t i = 0; i < sizeof(call_cases) / sizeof(call_cases[0]); i++) {
		const struct call_case *given = &call_cases[i];
		call_frame frame;
		zval values;
		hp_call_text call = {.frame = &frame.frame, .buffer = buffer, .most_bytes = 40};

		if (zend_eval_string((char *) given->arguments, &values, (char *) "units") == FAILURE) {
			CHECK(!"arguments");
			continue;
		}
		call.arguments = call_with(&frame, &values);
		check_call(&call, given->name, given->action, given->argument, given->text);
		call.copy = call_copy;
		check_call(&call, given->name, given->action, given->argument, given->text);
		zval_ptr_dtor(&values);
	}
}

static void call_text_ends_where_memory_does(void)
{
	char buffer[HP_CALL_TEXT_BYTES];
	call_frame frame;
	zval values;
	hp_call_text call = {
		.frame = &frame.frame, .copy = call_copy_nothing, .buffer = buffer, .most_bytes = 40};

	if (zend_eval_string((char *) "['a:1', ['a:1']]", &values, (char *) "units") == FAILURE) {
		CHECK(!"arguments");
		return;
	}
	call.arguments = call_with(&frame, &values);
	check_call(&call, "f", HP_DETAIL_SQL, 1, NULL);
	check_call(&call, "Redis::get", HP_DETAIL_REDIS, 1, "GET");
	check_call(&call, "Redis::mget", HP_DETAIL_REDIS, 2, "MGET");
	zval_ptr_dtor(&values);
}

/* text, utf8, title */

/* The shape of a text that was cut at a limit, or not if the limit is longer. */
static void check_url(const char *text, size_t limit, const char *expected)
{
	smart_str shape = {NULL, 0};

	hp_url_append(&shape, text, strlen(text), limit);
	smart_str_0(&shape);
	CHECK_TEXT(ZSTR_VAL(shape.s), expected);
	smart_str_free_ex(&shape, true);
}

/* What is a host in a whole text may be a name or a password where one is cut. */
static void url_shows_no_host_that_may_be_cut(void)
{
	CHECK_BY(check_url("http://joe", 11, "http://joe"));
	CHECK_BY(check_url("http://joe", 10, "http://?"));
	CHECK_BY(check_url("http://joe:secret@h/", 14, "http://?"));
	CHECK_BY(check_url("http://joe:secret@h/", 64, "http://h/"));
	CHECK_BY(check_url("http://joe:se#cret@h/", 64, "http://?"));
	CHECK_BY(check_url("http://h:8080/a?b=c", 64, "http://h:8080/a?b=?"));
}

static void text_has_no_zero_bytes(void)
{
	zend_string *text = zend_string_init("\0a\0", 3, false), *clean = hp_text_without_zero(text),
				*same;

	CHECK_BYTES(ZSTR_VAL(clean), ZSTR_LEN(clean), "_a_");
	CHECK_INT(ZSTR_VAL(text)[0], 0);
	same = hp_text_without_zero(clean);
	CHECK(same == clean);
	zend_string_release(same);
	zend_string_release(clean);
	zend_string_release(text);
}

static void utf8_is_what_php_takes(void)
{
	static const struct {
		const char *text;
		size_t length; /* of the first character; 0: it is none */
	} known[] = {{"a", 1}, {"\xc3\xa9", 2}, {"\xe2\x82\xac", 3}, {"\xf0\x9f\x98\x80", 4},
		{"\xc3", 0}, {"\xa9", 0}, {"\xc0\x80", 0}, {"\xe2\x82", 0}, {"\xed\xa0\x80", 0},
		{"\xf5\x80\x80\x80", 0}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		CHECK_INT(hp_utf8_length(known[i].text, strlen(known[i].text)), known[i].length);
		CHECK_INT(hp_utf8_is(known[i].text, strlen(known[i].text)), known[i].length > 0);
	}
	CHECK(hp_utf8_is("", 0) && hp_utf8_is("a\xc3\xa9z", 4) && !hp_utf8_is("a\xc3\xa9z", 2));
}

static void utf8_brings_each_latin1_byte_back(void)
{
	char text[257];

	for (int byte = 128; byte < 256; byte++) {
		CHECK_INT(hp_utf8_byte(text + 2 * (byte - 128), (unsigned char) byte, false), 2);
	}
	CHECK(hp_utf8_is(text, 256));
	CHECK_INT(hp_utf8_to_latin1(text, 256), 128);
	for (int i = 0; i < 128; i++) {
		CHECK_INT((unsigned char) text[i], i + 128);
	}
	strcpy(text, "a\xc3");
	CHECK_INT(hp_utf8_to_latin1(text, 2), 2);
}

static void utf8_in_json_is_read_by_one_rule(void)
{
	static const struct {
		const char *text;
		const char *json;
	} known[] = {{"f", "f"}, {"f\xc3\xa9", "f\xc3\xa9"},
		{"f\xc3\xa9\xff", "f\xc3\x83\xc2\xa9\xc3\xbf"},
		{"\n\"\\/\x7f", "\\u000a\\\"\\\\/\\u007f"}};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		bool is_utf8 = hp_utf8_is(known[i].text, strlen(known[i].text));
		char text[64];
		size_t length = 0;

		for (const char *at = known[i].text; *at != '\0'; at++) {
			length += hp_utf8_json(text + length, (unsigned char) *at, is_utf8);
		}
		text[length] = '\0';
		CHECK_TEXT(text, known[i].json);
	}
}

static void utf8_is_cut_between_characters(void)
{
	static const char text[] = "\xe2\x82\xac\xf0\x9f\x98\x80z";
	static const size_t lengths[] = {0, 0, 0, 3, 3, 3, 3, 7, 8, 8};

	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		CHECK_INT(hp_utf8_cut(text, strlen(text), i), lengths[i]);
	}
	CHECK_INT(hp_utf8_cut("\x80\x80\x80\x80\x80", 5, 4), 4);
}

static void check_varint(uint64_t number, const char *expected)
{
	unsigned char bytes[HP_VARINT_BYTES];
	char hex[2 * HP_VARINT_BYTES + 1];
	size_t length = hp_varint_write(bytes, number);

	for (size_t i = 0; i < length; i++) {
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	}
	CHECK_BYTES(hex, 2 * length, expected);
}

static void varint_has_seven_bits_a_byte(void)
{
#define VARINT(number, bytes) CHECK_BY(check_varint(UINT64_C(number), bytes));
#define ZIGZAG(number, bytes) CHECK_BY(check_varint(hp_varint_zigzag(INT64_C(number)), bytes));
#include "tests/base/varints.inc"
#undef VARINT
#undef ZIGZAG
}

static void title_names_a_pool(void)
{
	static const struct {
		const char *title;
		const char *pool;
	} known[] = {{"php-fpm: pool www", "www"}, {"php-fpm8.2: pool www      ", "www"},
		{"php-fpm: master process (/etc/x)", ""}, {"other: pool www", ""}, {"php-fpm: pool ", ""},
		{"php-fpm: pool longname", "longnam"}};
	char pool[8];

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		hp_title_pool(pool, sizeof(pool), known[i].title);
		CHECK_TEXT(pool, known[i].pool);
	}
}

/* pattern, filter */

static bool fits(const char *pattern, const char *name)
{
	zend_string *text = zend_string_init(pattern, strlen(pattern), false);
	bool is_match = hp_pattern_matches(text, name, strlen(name));

	zend_string_release(text);

	return is_match;
}

static bool is_pattern(const char *entry)
{
	zend_string *text = zend_string_init(entry, strlen(entry), false);
	bool is_pattern = hp_pattern_is(text);

	zend_string_release(text);

	return is_pattern;
}

static void pattern_matches_as_the_command_does(void)
{
#define PATTERN(kind, pattern, text, is_match) \
	CHECK(hp_pattern_matches_glob(pattern, strlen(pattern), text, strlen(text), \
			  HP_PATTERN_##kind) == (is_match));
#include "tests/base/patterns.inc"
#undef PATTERN
}

static void pattern_of_a_list_may_be_a_regular_expression(void)
{
	CHECK(is_pattern("a*") && is_pattern("a?") && is_pattern("/a/") && !is_pattern("a\\b::c/"));
	CHECK(fits("f?", "f1") && fits("f*", "f1") && !fits("f?", "f"));
	CHECK(fits("/^a.c$/i", "ABC") && !fits("/^a.c$/", "ABC") && fits("/b/", "abc"));
}

/* The part of the path that a pattern stands for; "-" for none. */
static void check_path(const char *pattern, const char *path, const char *expected)
{
	zend_string *text = zend_string_init(pattern, strlen(pattern), false);
	size_t length = 0;
	const char *part = hp_pattern_find_path(text, path, strlen(path), &length);

	CHECK_BYTES(part == NULL ? "-" : part, part == NULL ? 1 : length, expected);
	zend_string_release(text);
}

static void pattern_finds_folders(void)
{
	CHECK_BY(check_path("vendor/*", "/app/vendor/symfony/a.php", "vendor/symfony"));
	CHECK_BY(check_path("vendor/", "/app/vendor/symfony/a.php", "vendor"));
	CHECK_BY(check_path("vendor/", "/app/vendors/a.php", "-"));
	CHECK_BY(check_path("/app", "/app/vendor/a.php", "/app"));
	CHECK_BY(check_path("/vendor", "/app/vendor/a.php", "-"));
	CHECK_BY(check_path("a*/c", "/x/abc/c/d", "abc/c"));
	CHECK_BY(check_path("a*c", "/a/c", "-"));
	CHECK_BY(check_path("vendor/*", "/vendor", "-"));
	CHECK_BY(check_path("vendor", "vendor", "vendor"));
}

static const char *filter_option(hp_filter *filter, const char *const *names)
{
	const char *error;
	zval list, options;

	array_init(&list);
	for (; *names != NULL; names++) {
		add_next_index_string(&list, *names);
	}
	add_assoc_string(&list, "key", "keyed");
	array_init(&options);
	add_assoc_zval(&options, "ignored_functions", &list);
	error = hp_filter_add_option(filter, Z_ARRVAL(options));
	zval_ptr_dtor(&options);

	return error;
}

static bool has_name(const hp_filter *filter, const char *name)
{
	return hp_filter_has(filter, name, strlen(name));
}

static void filter_has_names_and_patterns(void)
{
	static const char *const names[] = {"strlen", "main()", "my*", "/^A::/", NULL},
							 *const all[] = {"*", NULL}, *const wrong[] = {"/(/", NULL};
	hp_filter filter;

	hp_filter_init(&filter);
	CHECK(!has_name(&filter, "strlen"));
	CHECK(filter_option(&filter, names) == NULL);
	CHECK(has_name(&filter, "strlen") && !has_name(&filter, "Strlen") &&
		!has_name(&filter, "strlens"));
	CHECK(
		has_name(&filter, "mysort") && has_name(&filter, "A::b") && !has_name(&filter, "B::A::b"));
	CHECK(!has_name(&filter, "main()") && !has_name(&filter, "keyed"));
	CHECK(filter_option(&filter, all) == NULL);
	CHECK(has_name(&filter, "anything") && !has_name(&filter, "main()"));
	CHECK(filter_option(&filter, wrong) != NULL && EG(exception) != NULL);
	zend_clear_exception();
	hp_filter_free(&filter);
}

/* hp_timer */

/* Each of the reads takes a step of the fake clock. */
static void timer_has_cpu_time_beside_absences(void)
{
	hp_timer_cpu clock;
	uint64_t cpu_ticks;

	hp_timer_cpu_start(&clock);
	hp_timer_fake_advance(3000000, 2000000);
	cpu_ticks = hp_timer_cpu_ask(&clock, hp_timer_ticks());
	CHECK_NEAR(cpu_ticks, 2000000, 2 * HP_TIMER_FAKE_STEP_NS);
	hp_timer_fake_advance(70000, 0);
	CHECK_NEAR(hp_timer_cpu_ask(&clock, hp_timer_ticks()), cpu_ticks, 3 * HP_TIMER_FAKE_STEP_NS);
}

/* The kernel's clock of a forked process begins at zero. Time goes on from what its parent had. */
static void timer_goes_on_in_a_forked_process(void)
{
	hp_timer_cpu clock;
	uint64_t before_ticks, forked_ticks;

	hp_timer_cpu_start(&clock);
	hp_timer_fake_advance(2000000, 2000000);
	before_ticks = hp_timer_cpu_ask(&clock, hp_timer_ticks());
	timer_fake_cpu_ns = 300;
	hp_timer_fake_advance(40000, 20000);
	forked_ticks = hp_timer_cpu_ask(&clock, hp_timer_ticks());
	CHECK_NEAR(forked_ticks, before_ticks, 3 * HP_TIMER_FAKE_STEP_NS);
	hp_timer_fake_advance(60000, 50000);
	CHECK_NEAR(hp_timer_cpu_ask(&clock, hp_timer_ticks()), forked_ticks + 50000,
		3 * HP_TIMER_FAKE_STEP_NS);
}

/* lock */

static hp_lock lock_held = HP_LOCK_FREE, lock_other = HP_LOCK_FREE;

static void *lock_hold(void *has_begun)
{
	hp_lock_take(&lock_held);
	HP_SHARED_WRITE((bool *) has_begun, true);
	usleep(200000);
	hp_lock_release(&lock_held);

	return NULL;
}

/* In the child: an alarm ends it if a lock is never free. */
static void lock_take_all(void)
{
	alarm(20);
	hp_lock_take(&lock_other);
	hp_lock_release(&lock_other);
	hp_lock_take(&lock_held);
	_exit(0);
}

static void lock_is_free_in_a_forked_child(void)
{
	bool has_begun = false;
	pthread_t thread;
	int status = 0;
	pid_t child;

	hp_lock_startup();
	hp_lock_startup();
	hp_lock_take(&lock_other);
	hp_lock_release(&lock_other);
	CHECK_INT(pthread_create(&thread, NULL, lock_hold, &has_begun), 0);
	while (!HP_SHARED_READ(&has_begun)) {
		usleep(100);
	}
	child = fork();
	if (child == 0) {
		lock_take_all();
	}
	CHECK_INT(waitpid(child, &status, 0), child);
	CHECK_INT(status, 0);
	pthread_join(thread, NULL);
	/* The parent has them again, too. */
	hp_lock_take(&lock_held);
	hp_lock_release(&lock_held);
}

/* proc */

/* A stat text of a program with this name, in state S. The parent is 17, it began at 4200, and its
 * last CPU is 0. */
static const char *stat_of(const char *name)
{
	static char text[HP_PROC_STAT_BYTES];

	snprintf(text, sizeof(text),
		"5 (%s) S 17 5 5 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 4200 9 10 11 1 1 1 1 1 1 0 0 0 0 0 "
		"0 17 0 0 0\n",
		name);

	return text;
}

static void proc_stat_has_any_name(void)
{
	static const char *const names[] = {"php", "", "a b", "a) R 1 2", "((", "))", ") R 1 1\n) T"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		CHECK_INT(hp_proc_stat_state(stat_of(names[i])), 'S');
		CHECK_INT(hp_proc_stat_number(stat_of(names[i]), HP_PROC_PARENT), 17);
		CHECK_INT(hp_proc_stat_number(stat_of(names[i]), HP_PROC_START_TICKS), 4200);
		CHECK_INT(hp_proc_stat_number(stat_of(names[i]), HP_PROC_CPU), 0);
	}
}

static void proc_stat_may_be_short(void)
{
	char text[HP_PROC_STAT_BYTES];

	for (size_t length = 0; length < strlen(stat_of("a b")); length++) {
		size_t start = (size_t) (strstr(stat_of("a b"), "4200 ") - stat_of("a b"));

		snprintf(text, length + 1, "%s", stat_of("a b"));
		CHECK_INT(hp_proc_stat_state(text), length > strlen("5 (a b) ") ? 'S' : 0);
		CHECK_INT(hp_proc_stat_number(text, HP_PROC_START_TICKS),
			length > start + strlen("4200") ? 4200 : -1);
	}
	CHECK_INT(hp_proc_stat_number("5 (a) S 17\n", HP_PROC_PARENT), 17);
	CHECK_INT(hp_proc_stat_number("5 (a) S x 1\n", HP_PROC_PARENT), -1);
	CHECK_INT(hp_proc_stat_number("5 (a) S 17\n", 200), -1);
}

static void proc_schedstat_has_three_numbers(void)
{
	uint64_t numbers[3];

	CHECK(hp_proc_schedstat("18446744073709551615 20 3\n", numbers));
	CHECK(numbers[0] == UINT64_MAX && numbers[1] == 20 && numbers[2] == 3);
	CHECK(!hp_proc_schedstat("1000 20\n", numbers));
	CHECK(numbers[0] == 0 && numbers[1] == 0 && numbers[2] == 0);
	CHECK(!hp_proc_schedstat("", numbers));
}

/* A child that has ended is a zombie until its parent asks for it, and then gone. */
static void proc_of_a_process_that_is_gone(void)
{
#ifdef __linux__
	char text[HP_PROC_STAT_BYTES] = "left", byte[2];
	pid_t child = fork();
	int file = hp_proc_open("/proc/%d/stat", (int) child);
	siginfo_t ended;

	if (child == 0) {
		_exit(0);
	}
	waitid(P_PID, (id_t) child, &ended, WEXITED | WNOWAIT);
	CHECK(hp_proc_read_open(file, text, sizeof(text)) > 0);
	CHECK_INT(hp_proc_stat_state(text), 'Z');
	CHECK_INT(hp_proc_stat_number(text, HP_PROC_PARENT), getpid());
	CHECK(hp_proc_start_ticks(child) >= hp_proc_start_ticks(0));
	CHECK_INT(hp_proc_read(byte, sizeof(byte), "/proc/%d/stat", (int) child), 1);
	waitpid(child, NULL, 0);
	CHECK_INT(hp_proc_start_ticks(child), 0);
	CHECK_INT(hp_proc_threads(child, NULL, SIZE_MAX), 0);
	CHECK(hp_proc_read_open(file, text, sizeof(text)) < 0 && *text == '\0');
	CHECK(hp_proc_read(text, sizeof(text), "/proc/%d/stat", (int) child) < 0 && errno == ENOENT);
	CHECK(hp_proc_read_open(-1, text, sizeof(text)) < 0);
	CHECK(hp_proc_start_ticks(0) > 0 && hp_proc_start_ticks(0) == hp_proc_start_ticks(getpid()));
	close(file);
#endif
}

static void proc_lists_threads_up_to_a_limit(void)
{
#ifdef __linux__
	pid_t tids[2] = {0, -1};

	CHECK_INT(hp_proc_threads(0, tids, 1), 1);
	CHECK(tids[0] > 0 && tids[1] == -1);
	CHECK(hp_proc_threads(getpid(), NULL, SIZE_MAX) >= 1);
	CHECK_INT(hp_proc_threads(0, tids, 0), 0);
#endif
}

static const unit base_units[] = {
	UNIT(table_keeps_rows_while_it_grows),
	UNIT(table_finds_what_is_left_after_a_removal),
	UNIT(table_closes_gaps_among_rows_of_one_place),
	UNIT(table_has_rows_of_four_bytes),
	UNIT(table_stays_as_it_was_without_memory),
	UNIT(vector_keeps_rows_while_it_grows),
	UNIT(vector_reserves_what_is_wanted),
	UNIT(wrap_goes_on_at_the_other_end),
	UNIT(pool_gives_zeroed_aligned_memory),
	UNIT(pool_keeps_lines_of_the_cache_together),
	UNIT(pool_packs_by_eight_bytes),
	UNIT(inflate_unpacks_each_kind_of_block),
	UNIT(option_reads_each_type),
	UNIT(option_refuses_wrong_values),
	UNIT(option_names_the_nearest),
	UNIT(duration_ends_after_a_year),
	UNIT(size_has_a_unit_or_none),
	UNIT(random_is_splitmix64),
	UNIT(random_stays_around_its_mean),
	UNIT(nearest_is_the_word_with_the_fewest_changes),
	UNIT(key_has_no_numbers_and_ids),
	UNIT(key_is_cut_behind_a_whole_part),
	UNIT(url_shows_no_host_that_may_be_cut),
	UNIT(call_text_is_the_same_in_place_and_in_copies),
	UNIT(call_text_ends_where_memory_does),
	UNIT(text_has_no_zero_bytes),
	UNIT(utf8_is_what_php_takes),
	UNIT(utf8_brings_each_latin1_byte_back),
	UNIT(utf8_in_json_is_read_by_one_rule),
	UNIT(utf8_is_cut_between_characters),
	UNIT(varint_has_seven_bits_a_byte),
	UNIT(title_names_a_pool),
	UNIT(pattern_matches_as_the_command_does),
	UNIT(pattern_of_a_list_may_be_a_regular_expression),
	UNIT(pattern_finds_folders),
	UNIT(filter_has_names_and_patterns),
	UNIT(timer_has_cpu_time_beside_absences),
	UNIT(timer_goes_on_in_a_forked_process),
	UNIT(lock_is_free_in_a_forked_child),
	UNIT(proc_stat_has_any_name),
	UNIT(proc_stat_may_be_short),
	UNIT(proc_schedstat_has_three_numbers),
	UNIT(proc_of_a_process_that_is_gone),
	UNIT(proc_lists_threads_up_to_a_limit),
};

ZEND_BEGIN_ARG_INFO_EX(units_arguments, 0, 0, 0)
ZEND_END_ARG_INFO()

static void run(const unit *units, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		failures = 0;
		units[i].run();
		php_printf("%s: %s\n", units[i].name, failures == 0 ? "ok" : "FAILED");
	}
}

PHP_FUNCTION(base_units)
{
	ZEND_PARSE_PARAMETERS_NONE();

	run(base_units, UNITS(base_units));
	run(alloc_units, UNITS(alloc_units));
	run(profile_units, UNITS(profile_units));
	run(trace_units, UNITS(trace_units));
	run(sampler_units, UNITS(sampler_units));
	run(live_units, UNITS(live_units));
	run(event_units, UNITS(event_units));
	run(attach_units, UNITS(attach_units));
	run(format_units, UNITS(format_units));
	run(heap_units, UNITS(heap_units));
}

static const zend_function_entry units_functions[] = {
	PHP_FE(base_units, units_arguments) PHP_FE_END};

static zend_module_entry units_module = {STANDARD_MODULE_HEADER, "base_units", units_functions,
	NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_DLEXPORT zend_module_entry *get_module(void)
{
	return &units_module;
}
