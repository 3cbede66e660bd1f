/* units.c: unit tests of format/load*: what a file becomes, to the unit, and what is refused, in
 * which words. tests/base/units.c includes it. */
#include "event/registry.h"

#include "tests/base/units.h"

/* Stand-ins for the events of a system. */
static const hp_event known_events[] = {
	{.name = "page-faults", .unit = HP_EVENT_UNIT_COUNT},
	{.name = "allocated-bytes", .unit = HP_EVENT_UNIT_BYTES},
};

const hp_event *hp_event_at(uint32_t number)
{
	return number < UNITS(known_events) ? &known_events[number] : NULL;
}

const hp_event *hp_event_find(const char *name, size_t length)
{
	for (uint32_t i = 0; i < UNITS(known_events); i++) {
		if (strlen(known_events[i].name) == length &&
			memcmp(known_events[i].name, name, length) == 0) {
			return &known_events[i];
		}
	}

	return NULL;
}

#include "format/columns.c"
#include "format/load.c"
#include "format/load_check.c"
#include "format/load_pairs.c"
#include "format/load_stacks.c"
#include "format/processes.c"
#include "profile/component_rules.c"

/* Names that load.c has as well. */
#define load_text json_load_text
#define load_end json_load_end
#include "format/load_json.c"
#undef load_text
#undef load_end

/* Files of json */

#define NOT_A_RUN "it is JSON, but not a run of xhprof, or incomplete"
#define DAMAGED "it is damaged"
#define TOO_LARGE "its numbers are too large"
#define NO_MAIN "some of its calls are not below main()"
#define NEWER "it was written by a newer xhprof, in a version that this one cannot read"

#define NUMBERS \
 "\"started_ns\":7,\"unrecorded_calls\":3,\"truncated_calls\":4,\"call_cost_ps\":5,\"runs\":2"
#define RUN_HEAD "{\"format\":\"xhprof\",\"version\":1," NUMBERS ",\n"
#define FUNCTIONS \
 "\"functions\":{\"name\":[\"main()\",\"f\"],\"file\":[null,\"/a.php\"],\"line\":[0,3]}"
#define PAIRS \
 "\"pairs\":{\"caller\":[0,null],\"caller_level\":[0,0],\"callee\":[1,0],\"callee_level\":[0,0]," \
 "\"calls\":[2,1],\"wall_ns\":[30,100],\"cpu_ns\":[-1,90]}"
#define NODES \
 "\"nodes\":{\"parent\":[null,0],\"function\":[0,1],\"level\":[0,0],\"line\":[0,8]," \
 "\"calls\":[1,2],\"min_wall_ns\":[100,10],\"max_wall_ns\":[100,20]," \
 "\"wall_ns\":[100,30],\"cpu_ns\":[90,-1]}"
#define RUN RUN_HEAD FUNCTIONS ",\n" PAIRS ",\n" NODES "}\n"
#define RUN_ROWS 6 /* a row takes LOAD_ROW_BYTES */

/* A run of samples, to be in another, and by itself. */
#define SAMPLES ",\"samples\":3,\"displaced\":0,\"interval_ns\":10"
#define SAMPLED_NODES \
 "\"nodes\":{\"parent\":[null,0],\"function\":[0,1],\"level\":[0,0],\"line\":[0,8]," \
 "\"calls\":[1,2],\"min_wall_ns\":[null,null],\"max_wall_ns\":[null,null]," \
 "\"wall_ns\":[30,20],\"cpu_ns\":[30,20]}"
#define SAMPLED \
 "{\"format\":\"xhprof\",\"version\":1," NUMBERS SAMPLES ",\n" FUNCTIONS ",\n" PAIRS \
 ",\n" SAMPLED_NODES "}"

#define ROOM (1 << 20)

/* The text with the first part that is "from" made "to". */
static zend_string *changed(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	smart_str result = {NULL, 0};

	CHECK(at != NULL);
	if (at == NULL) {
		return zend_string_init(text, strlen(text), false);
	}
	smart_str_appendl(&result, text, (size_t) (at - text));
	smart_str_appends(&result, to);
	smart_str_appends(&result, at + strlen(from));

	return smart_str_extract(&result);
}

static hp_profile *loaded_bytes(const char *bytes, size_t length, size_t most, hp_load_error *error)
{
	zend_string *text = zend_string_init(bytes, length, false);
	hp_profile *profile = hp_load(text, most, error);

	CHECK(profile != NULL || error->reason != NULL);
	zend_string_release(text);

	return profile;
}

/* The error, or "loaded". */
static const char *load_said(const char *bytes, size_t length, size_t most)
{
	hp_load_error error;
	hp_profile *profile = loaded_bytes(bytes, length, most, &error);

	if (profile != NULL) {
		hp_profile_free(profile);
	}

	return profile != NULL ? "loaded" : error.reason;
}

static void check_text_said(const char *text, const char *expected)
{
	CHECK_TEXT(load_said(text, strlen(text), ROOM), expected);
}

static void check_said(const char *text, const char *from, const char *to, const char *expected)
{
	zend_string *other = changed(text, from, to);

	CHECK_TEXT(load_said(ZSTR_VAL(other), ZSTR_LEN(other), ROOM), expected);
	zend_string_release(other);
}

/* The run, which must be one; an empty one if it is not. */
static hp_profile *loaded(const char *text, const char *from, const char *to)
{
	zend_string *other = changed(text, from, to);
	hp_load_error error = {"none", 0};
	hp_profile *profile = loaded_bytes(ZSTR_VAL(other), ZSTR_LEN(other), ROOM, &error);

	zend_string_release(other);
	if (profile == NULL) {
		CHECK_TEXT(error.reason, "loaded");
	}

	return profile != NULL ? profile : hp_profile_new(0, 0);
}

static void check_pair(const hp_profile *profile, uint32_t number, const char *caller,
	const char *callee, int64_t calls, int64_t wall_ns)
{
	const hp_profile_pair *pair;

	CHECK(number < profile->pairs.count);
	if (number >= profile->pairs.count) {
		return;
	}
	pair = &profile->pairs.rows[number];
	CHECK_TEXT(pair->caller == HP_PROFILE_NONE
			? "-"
			: ZSTR_VAL(profile->functions.rows[pair->caller].name),
		caller);
	CHECK_TEXT(ZSTR_VAL(profile->functions.rows[pair->callee].name), callee);
	CHECK_INT(pair->count, calls);
	CHECK_INT(pair->sum.wall_ns, wall_ns);
}

/* That it is RUN, whatever stands around and in between. */
static void check_is_run(hp_profile *profile)
{
	CHECK_INT(profile->started_ns, 7);
	CHECK_INT(profile->calls.unrecorded, 3);
	CHECK_INT(profile->calls.truncated, 4);
	CHECK_INT(profile->calls.cost_ps, 5);
	CHECK_INT(profile->runs, 2);
	CHECK_INT(profile->metrics, HP_METRIC_CPU);
	CHECK_INT(profile->features, HP_PROFILE_TREE);
	CHECK_INT(profile->functions.count, 2);
	CHECK_INT(profile->pairs.count, 2);
	CHECK_INT(profile->nodes.count, 2);
	check_pair(profile, 0, "main()", "f", 2, 30);
	check_pair(profile, 1, "-", "main()", 1, 100);
	if (profile->functions.count == 2 && profile->pairs.count == 2 && profile->nodes.count == 2) {
		const hp_profile_node *node = &profile->nodes.rows[1];

		CHECK(profile->functions.rows[0].file == NULL);
		CHECK_TEXT(ZSTR_VAL(profile->functions.rows[1].file), "/a.php");
		CHECK_INT(profile->functions.rows[1].line, 3);
		CHECK_INT(profile->pairs.rows[0].sum.cpu_ns, -1);
		CHECK(node->parent == 0 && node->function == 1 && node->level == 0 && node->line == 8);
		CHECK(node->count == 2 && node->min_ns == 10 && node->max_ns == 20);
		CHECK(node->sum.wall_ns == 30 && node->sum.cpu_ns == -1);
		CHECK(profile->nodes.rows[0].parent == HP_PROFILE_NONE);
	}
	hp_profile_free(profile);
}

static void json_keeps_each_number(void)
{
	CHECK_BY(check_is_run(loaded(RUN, "\n", "\n")));
	CHECK_BY(check_is_run(loaded(RUN, "\n", "\r\n\t ")));
}

static void json_takes_members_in_any_order(void)
{
	CHECK_BY(check_is_run(loaded("{" PAIRS "," NODES "," FUNCTIONS "," NUMBERS
								 ",\"version\":1,\"format\":\"xhprof\"}",
		"{", "{")));
	CHECK_BY(check_is_run(loaded(RUN, "\"file\":[null,\"/a.php\"],\"line\":[0,3]",
		"\"line\":[0,3],\"file\":[null,\"/a.php\"]")));
	CHECK_BY(check_is_run(loaded("{" NODES "," NUMBERS "," FUNCTIONS ",\"format\":\"xhprof\"," PAIRS
								 ",\"version\":1}",
		"{", "{")));
	/* The first column says which table it is. */
	CHECK_BY(check_said(RUN, "\"caller\":[0,null],\"caller_level\":[0,0]",
		"\"caller_level\":[0,0],\"caller\":[0,null]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"functions\":{", "\"pairs\":{", NOT_A_RUN));
}

static void json_passes_over_what_it_does_not_know(void)
{
	CHECK_BY(check_is_run(loaded(RUN, "\"runs\":2", "\"runs\":2,\"later\":[1,{\"a\":{}}]")));
	CHECK_BY(check_is_run(loaded(RUN, "\"runs\":2", "\"runs\":2,\"total\":{\"calls\":9}")));
	CHECK_BY(check_is_run(loaded(RUN, "\"line\":[0,3]", "\"line\":[0,3],\"later\":[\"x\"]")));
	CHECK_BY(check_is_run(loaded(RUN, "\"calls\":[2,1]", "\"later\":5,\"calls\":[2,1]")));
	CHECK_BY(check_is_run(
		loaded(RUN, "\"pairs\":", "\"tables\":{\"later\":[1],\"name\":[2]},\"pairs\":")));
	CHECK_BY(check_is_run(loaded(RUN, "\"runs\":2", "\"runs\":2,\"sources\":{\"moon\":{}}")));
}

static void json_refuses_what_is_there_twice(void)
{
	CHECK_BY(check_said(RUN, "\"line\":[0,3]", "\"line\":[0,3],\"line\":[0,3]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"calls\":[2,1]", "\"calls\":[2,1],\"calls\":[2,1]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"pairs\":", FUNCTIONS ",\"pairs\":", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"nodes\":", PAIRS ",\"nodes\":", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"main()\",\"f\"", "\"main()\",\"main()\"", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"caller\":[0,null],\"caller_level\":[0,0],\"callee\":[1,0]",
		"\"caller\":[null,null],\"caller_level\":[0,0],\"callee\":[0,0]", NOT_A_RUN));
	/* Of other members the last counts, as for PHP. */
	CHECK_BY(
		check_is_run(loaded(RUN, "\"started_ns\":7", "\"started_ns\":\"x\",\"started_ns\":7")));
}

static void json_needs_each_member(void)
{
	static const char *const needed[] = {"\"started_ns\":7,", "\"unrecorded_calls\":3,",
		"\"truncated_calls\":4,", "\"call_cost_ps\":5,", "\"format\":\"xhprof\",", "\"version\":1,",
		",\"file\":[null,\"/a.php\"]", ",\"line\":[0,3]", ",\"caller_level\":[0,0]",
		",\"callee\":[1,0]", ",\"calls\":[2,1]", ",\"wall_ns\":[30,100]", ",\"function\":[0,1]",
		",\"min_wall_ns\":[100,10]", ",\n" PAIRS, "\"main()\",", ",30"};

	for (size_t i = 0; i < UNITS(needed); i++) {
		CHECK_BY(check_said(RUN, needed[i], "", NOT_A_RUN));
	}
	CHECK_BY(check_said(RUN, ",\"runs\":2", "", NOT_A_RUN));
	CHECK_BY(check_said(RUN, ",\n" NODES, "", "loaded"));
	/* A metric that a table has, all of its columns have, but each table by itself. */
	CHECK_BY(check_said(RUN, ",\"cpu_ns\":[-1,90]", "", "loaded"));
	CHECK_BY(check_said(RUN, "\"cpu_ns\":[-1,90]",
		"\"allocs\":[1,1],\"frees\":[1,1],\"alloc_bytes\":[8,8]", NOT_A_RUN));
}

/* Another number in the place of one. */
static void check_number(const char *from, const char *format, const char *number, bool is_good)
{
	char to[128];

	snprintf(to, sizeof(to), format, number);
	check_said(RUN, from, to, is_good ? "loaded" : NOT_A_RUN);
}

static void json_has_whole_numbers(void)
{
	static const char *const none[] = {"1.0", "1e2", "1e300", "-1e-300", "9223372036854775808",
		"-9223372036854775809", "99999999999999999999999999", "\"1\"", "true", "[1]", "{}"};
	static const char *const no_numbers[] = {
		"NaN", "nan", "Infinity", "-", "+1", "01", "0x1", "1.", ".5", "1e", ""};

	for (size_t i = 0; i < UNITS(none); i++) {
		CHECK_BY(check_number("\"started_ns\":7", "\"started_ns\":%s", none[i], false));
		CHECK_BY(check_number("\"calls\":[2,1]", "\"calls\":[%s,1]", none[i], false));
		CHECK_BY(check_number("\"wall_ns\":[30,", "\"wall_ns\":[%s,", none[i], false));
		CHECK_BY(check_number("\"cpu_ns\":[-1,", "\"cpu_ns\":[%s,", none[i], false));
		CHECK_BY(check_number("\"line\":[0,3]", "\"line\":[0,%s]", none[i], false));
		CHECK_BY(check_number("\"caller\":[0,", "\"caller\":[%s,", none[i], false));
		CHECK_BY(check_number("\"min_wall_ns\":[100,", "\"min_wall_ns\":[%s,", none[i], false));
	}
	for (size_t i = 0; i < UNITS(no_numbers); i++) {
		char to[64];

		snprintf(to, sizeof(to), "\"calls\":[%s,1]", no_numbers[i]);
		CHECK_BY(check_said(RUN, "\"calls\":[2,1]", to, DAMAGED));
	}
}

static void json_has_numbers_up_to_their_limits(void)
{
	hp_profile *profile = loaded(RUN, "\"calls\":[2,1]", "\"calls\":[9007199254740993,1]");

	CHECK_BY(check_pair(profile, 0, "main()", "f", INT64_C(9007199254740993), 30));
	hp_profile_free(profile);
	profile = loaded(RUN, "\"started_ns\":7", "\"started_ns\":-9223372036854775808");
	CHECK_INT(profile->started_ns, INT64_MIN);
	hp_profile_free(profile);
	profile = loaded(RUN, "\"call_cost_ps\":5", "\"call_cost_ps\":9223372036854775807");
	CHECK_INT(profile->calls.cost_ps, INT64_MAX);
	hp_profile_free(profile);
	CHECK_BY(check_number("\"call_cost_ps\":5", "\"call_cost_ps\":%s", "-1", false));
	CHECK_BY(check_number("\"line\":[0,3]", "\"line\":[0,%s]", "4294967294", true));
	CHECK_BY(check_number("\"line\":[0,3]", "\"line\":[0,%s]", "4294967295", false));
	CHECK_BY(check_number("\"line\":[0,3]", "\"line\":[0,%s]", "null", false));
	CHECK_BY(check_number("\"line\":[0,8]", "\"line\":[0,%s]", "-1", false));
	CHECK_BY(check_number("\"wall_ns\":[30,100]", "\"wall_ns\":[30,%s]", "-1", false));
	CHECK_BY(check_number("\"calls\":[2,1]", "\"calls\":[2,%s]", "null", false));
	CHECK_BY(check_number("\"max_wall_ns\":[100,20]", "\"max_wall_ns\":[100,%s]", "null", true));
	CHECK_BY(check_number("\"max_wall_ns\":[100,20]", "\"max_wall_ns\":[100,%s]", "-1", false));
	CHECK_BY(check_number("\"callee\":[1,0]", "\"callee\":[%s,0]", "2", false));
	CHECK_BY(check_number("\"function\":[0,1]", "\"function\":[0,%s]", "2", false));
}

static void json_sums_stay_below_2_62(void)
{
	/* Half of an int: the difference of two sums is one, too. */
	CHECK_BY(check_said(RUN, "\"calls\":[2,1]", "\"calls\":[4611686018427387392,0]", "loaded"));
	CHECK_BY(check_said(RUN, "\"calls\":[2,1]", "\"calls\":[4611686018427387904,0]", TOO_LARGE));
	CHECK_BY(check_said(
		RUN, "\"calls\":[2,1]", "\"calls\":[2305843009213693952,2305843009213693952]", TOO_LARGE));
	CHECK_BY(
		check_said(RUN, "\"wall_ns\":[30,100]", "\"wall_ns\":[0,4611686018427387392]", "loaded"));
	CHECK_BY(
		check_said(RUN, "\"wall_ns\":[30,100]", "\"wall_ns\":[0,9223372036854775807]", TOO_LARGE));
	CHECK_BY(
		check_said(RUN, "\"cpu_ns\":[-1,90]", "\"cpu_ns\":[-4611686018427387392,0]", "loaded"));
	CHECK_BY(
		check_said(RUN, "\"cpu_ns\":[-1,90]", "\"cpu_ns\":[-4611686018427387904,0]", TOO_LARGE));
	/* One that is taken from another is as large as both. */
	CHECK_BY(check_said(RUN, "\"cpu_ns\":[-1,90]",
		"\"cpu_ns\":[-2305843009213693952,2305843009213693952]", TOO_LARGE));
}

static void json_calls_are_below_one_main(void)
{
	CHECK_BY(check_said(RUN, "\"main()\"", "\"main\"", NO_MAIN));
	CHECK_BY(check_said(RUN, "\"callee_level\":[0,0]", "\"callee_level\":[0,1]", NO_MAIN));
	CHECK_BY(check_said(RUN_HEAD FUNCTIONS "," PAIRS "}", "\"caller\":[0,null]",
		"\"caller\":[null,null]", NO_MAIN));
	CHECK_BY(check_said(
		RUN_HEAD FUNCTIONS "," PAIRS "}", "\"caller\":[0,null]", "\"caller\":[0,0]", NO_MAIN));
	CHECK_BY(check_said(
		RUN_HEAD FUNCTIONS "," PAIRS "}", "\"caller\":[0,null]", "\"caller\":[0,1]", NO_MAIN));
	CHECK_BY(check_said(RUN_HEAD FUNCTIONS "," PAIRS "}",
		"\"caller\":[0,null],\"caller_level\":[0,0],\"callee\":[1,0]",
		"\"caller\":[null,null],\"caller_level\":[0,0],\"callee\":[0,1]", NO_MAIN));
	/* Wherever main() stands, it becomes the last. */
	CHECK_BY(check_is_run(loaded(RUN,
		"\"caller\":[0,null],\"caller_level\":[0,0],\"callee\":[1,0],\"callee_level\":[0,0],"
		"\"calls\":[2,1],\"wall_ns\":[30,100],\"cpu_ns\":[-1,90]",
		"\"caller\":[null,0],\"caller_level\":[0,0],\"callee\":[0,1],\"callee_level\":[0,0],"
		"\"calls\":[1,2],\"wall_ns\":[100,30],\"cpu_ns\":[90,-1]")));
	/* A call path's caller stands in front of it. */
	CHECK_BY(check_said(RUN, "\"parent\":[null,0]", "\"parent\":[null,1]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"parent\":[null,0]", "\"parent\":[null,null]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"parent\":[null,0]", "\"parent\":[0,0]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"parent\":[null,0]", "\"parent\":[1,null]", NOT_A_RUN));
}

/* The bytes of the second function's name. */
static void check_name(const char *written, const char *bytes, size_t length)
{
	char to[128];
	hp_profile *profile;

	snprintf(to, sizeof(to), "\"main()\",%s", written);
	profile = loaded(RUN, "\"main()\",\"f\"", to);
	CHECK_INT(profile->functions.count, 2);
	if (profile->functions.count == 2) {
		zend_string *name = profile->functions.rows[1].name;

		CHECK_INT(ZSTR_LEN(name), length);
		CHECK(ZSTR_LEN(name) == length && memcmp(ZSTR_VAL(name), bytes, length) == 0);
		CHECK(ZSTR_VAL(name)[ZSTR_LEN(name)] == '\0');
	}
	hp_profile_free(profile);
}

static void json_names_have_any_bytes(void)
{
	static const char *const refused[] = {
		"null", "5", "[]", "{}", "{\"utf8\":\"f\"}", "{\"latin1\":5}", "{\"latin1\":null}"};

	CHECK_BY(check_name("\"\"", "", 0));
	CHECK_BY(check_name("\"a\\u0000b\"", "a\0b", 3));
	CHECK_BY(check_name("\"\\u00e9\\ud83d\\ude00\"", "\xc3\xa9\xf0\x9f\x98\x80", 6));
	CHECK_BY(check_name("\"a==>b@1#c\"", "a==>b@1#c", 9));
	CHECK_BY(check_name("{\"latin1\":\"\\u00ff\\u0080a\"}",
		"\xff\x80"
		"a",
		3));
	CHECK_BY(check_name("{\"latin1\":\"\"}", "", 0));
	CHECK_BY(check_name("{\"later\":1,\"latin1\":\"\\u00e9\"}", "\xe9", 1));
	for (size_t i = 0; i < UNITS(refused); i++) {
		char to[64];

		snprintf(to, sizeof(to), "\"main()\",%s", refused[i]);
		CHECK_BY(check_said(RUN, "\"main()\",\"f\"", to, NOT_A_RUN));
	}
	CHECK_BY(check_said(RUN, "\"f\"", "\"\xff\"", DAMAGED));
	CHECK_BY(check_said(RUN, "\"f\"", "\"\\ud800\"", DAMAGED));
	CHECK_BY(check_said(RUN, "\"f\"", "\"\n\"", DAMAGED));
	CHECK_BY(check_said(RUN, "\"/a.php\"", "{\"latin1\":\"\\u00e9\"}", "loaded"));
	CHECK_BY(check_said(RUN, "\"/a.php\"", "7", NOT_A_RUN));
}

/* Part of a file is not a run, wherever it ends. */
static void json_is_whole_or_damaged(void)
{
	const char *run = RUN_HEAD FUNCTIONS ",\n" PAIRS ",\n" NODES ",\n\"sampled\":" SAMPLED "}";
	size_t length = strlen(run);

	CHECK_TEXT(load_said(run, length, ROOM), "loaded");
	for (size_t i = 1; i < length; i++) {
		const char *said = load_said(run, i, ROOM);

		if (strcmp(said, DAMAGED) != 0) {
			CHECK_INT(i, -1);
			CHECK_TEXT(said, DAMAGED);
		}
	}
	CHECK_BY(check_said(RUN, "}\n", "}}\n", DAMAGED));
	CHECK_BY(check_said(RUN, "}\n", "}\n{}", DAMAGED));
	CHECK_BY(check_said(RUN, "]", "", DAMAGED));
	CHECK_TEXT(load_said(RUN "\0", sizeof(RUN), ROOM), DAMAGED);
}

static void load_names_files_of_others(void)
{
	const char *other =
		"it is not json of xhprof, the format that can be loaded; pprof and others are for other "
		"tools";

	CHECK_BY(check_text_said("", other));
	CHECK_BY(check_text_said("[1]", other));
	CHECK_BY(check_text_said(" {}", other));
	CHECK_BY(check_text_said("\xef\xbb\xbf{}", other));
	CHECK_BY(check_text_said("a:0:{}",
		"it is a serialized array; pass the result of unserialize() to "
		"XHProf\\Profile::fromPairs()"));
	CHECK_BY(check_text_said("{\"profile\":{}",
		"it is a line for XHGui; decode it by json_decode(), and pass \"profile\" and \"meta\" to "
		"XHProf\\Profile::fromPairs()"));
	CHECK_BY(check_text_said("{\"profiles\":[]}", NOT_A_RUN));
	CHECK_BY(check_text_said("{", DAMAGED));
	CHECK_TEXT(load_said("\x1f\x8b", 2, ROOM),
		"it is compressed with gzip, but this xhprof was built without zlib");
}

static void json_is_of_this_version(void)
{
	CHECK_BY(check_said(RUN, "\"version\":1", "\"version\":2", NEWER));
	CHECK_BY(check_said(RUN, "\"version\":1", "\"version\":9223372036854775807", NEWER));
	CHECK_BY(check_said(RUN, "\"version\":1,", "\"version\":2,\"later\":[{}],", NEWER));
	CHECK_BY(check_text_said("{\"format\":\"xhprof\",\"version\":2}", NEWER));
	/* Whatever else it has. */
	CHECK_BY(check_said(RUN_HEAD "\"functions\":{\"name\":5},\"pairs\":{\"caller\":[true]}}",
		"\"version\":1", "\"version\":2", NEWER));
	CHECK_BY(check_said(RUN, "\"version\":1", "\"version\":0", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"version\":1", "\"version\":-1", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"version\":1", "\"version\":\"1\"", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"version\":1", "\"version\":1.0", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"format\":\"xhprof\"", "\"format\":\"XHProf\"", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"format\":\"xhprof\",\"version\":1",
		"\"format\":\"xhprof-set\",\"version\":2", NOT_A_RUN));
}

static void load_takes_no_more_bytes_than_allowed(void)
{
	size_t length = strlen(RUN), most = length + RUN_ROWS * LOAD_ROW_BYTES;

	CHECK_TEXT(load_said(RUN, length, most), "loaded");
	for (size_t i = 1; i <= most; i++) {
		if (strcmp(load_said(RUN, length, most - i), HP_LOAD_TOO_LARGE_REASON) != 0) {
			CHECK_INT(most - i, -1);
		}
	}
	/* Those of an event are counted once for all of its table. */
	most += 2 * sizeof(hp_counts);
	{
		zend_string *run = changed(
			RUN, "\"calls\":[2,1]", "\"calls\":[2,1],\"page-faults\":[4,5],\"moons\":[6,7]");
		zend_string *more = changed(
			ZSTR_VAL(run), "\n", "\"events\":{\"page-faults\":\"count\",\"moons\":\"ns\"},\n");
		zend_string *all = changed(ZSTR_VAL(more), "\"calls\":[1,2]",
			"\"calls\":[1,2],\"page-faults\":[5,4],\"moons\":[7,6]");

		most += ZSTR_LEN(all) - length + 2 * sizeof(hp_counts);
		CHECK_TEXT(load_said(ZSTR_VAL(all), ZSTR_LEN(all), most), "loaded");
		CHECK_TEXT(load_said(ZSTR_VAL(all), ZSTR_LEN(all), most - 1), HP_LOAD_TOO_LARGE_REASON);
		zend_string_release(run);
		zend_string_release(more);
		zend_string_release(all);
	}
}

/* "meta" of so many levels, lists or objects. */
static const char *meta_said(uint32_t levels, const char *open, const char *close)
{
	smart_str text = {NULL, 0};
	const char *said;

	smart_str_appends(&text, RUN_HEAD FUNCTIONS "," PAIRS ",\"meta\":{\"a\":");
	for (uint32_t i = 1; i < levels; i++) {
		smart_str_appends(&text, open);
	}
	smart_str_appendc(&text, '1');
	for (uint32_t i = 1; i < levels; i++) {
		smart_str_appends(&text, close);
	}
	smart_str_appends(&text, "}}");
	smart_str_0(&text);
	said = load_said(ZSTR_VAL(text.s), ZSTR_LEN(text.s), ROOM);
	smart_str_free(&text);

	return said;
}

static void json_is_nested_no_deeper_than_meta(void)
{
	CHECK_TEXT(meta_said(1, "", ""), "loaded");
	CHECK_TEXT(meta_said(129, "[", "]"), "loaded");
	CHECK_TEXT(meta_said(129, "{\"a\":", "}"), "loaded");
	CHECK_TEXT(meta_said(130, "[", "]"), NOT_A_RUN);
	CHECK_TEXT(meta_said(130, "{\"a\":", "}"), NOT_A_RUN);
	CHECK_TEXT(meta_said(131, "[", "]"), DAMAGED);
	CHECK_TEXT(meta_said(131, "{\"a\":", "}"), DAMAGED);
	CHECK_TEXT(meta_said(100000, "[", "]"), DAMAGED);
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"meta\":[]", "loaded"));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"meta\":null", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"meta\":{\"url\":5}", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"meta\":{\"url\":\"/\"}", "loaded"));
}

/* A meta may begin with what a table, or samples, begin with. */
static void json_tells_meta_from_tables(void)
{
	static const char *const firsts[] = {"\"format\":\"x\"", "\"name\":\"x\"", "\"caller\":\"x\"",
		"\"name\":[1]", "\"parent\":{}", "\"line\":null"};

	for (size_t i = 0; i < UNITS(firsts); i++) {
		char to[64];

		snprintf(to, sizeof(to), "\"runs\":2,\"meta\":{%s,\"url\":\"/\"}", firsts[i]);
		/* Writers begin with "url"; that these three are refused is all that the order costs. */
		CHECK_BY(
			check_said(RUN, "\"runs\":2", to, i == 0 || i == 3 || i == 4 ? NOT_A_RUN : "loaded"));
	}
	CHECK_BY(check_said(RUN, "\"runs\":2",
		"\"runs\":2,\"meta\":{\"url\":\"/\",\"format\":\"x\",\"name\":[1],\"get\":{\"name\":[2]}}",
		"loaded"));
}

static void json_keys_are_limited(void)
{
	const char *said[2];

	for (uint32_t i = 0; i < 2; i++) {
		smart_str text = {NULL, 0};
		/* Those of the run: 7 + 1 and 3, 1 and 7, 1 for "meta", and that behind the last. */
		uint32_t count = LOAD_KEYS_MAX - 20 + i;

		smart_str_appends(&text, RUN_HEAD FUNCTIONS "," PAIRS ",\"meta\":{\"k\":1");
		for (uint32_t key = 0; key < count; key++) {
			smart_str_appendc(&text, ',');
			smart_str_appendc(&text, '"');
			smart_str_append_unsigned(&text, key);
			smart_str_appends(&text, "x\":1");
		}
		smart_str_appends(&text, "}}");
		smart_str_0(&text);
		said[i] = load_said(ZSTR_VAL(text.s), ZSTR_LEN(text.s), ROOM);
		smart_str_free(&text);
	}
	CHECK_TEXT(said[0], "loaded");
	CHECK_TEXT(said[1], NOT_A_RUN);
}

#define WITH_SAMPLED RUN_HEAD FUNCTIONS "," PAIRS ",\"sampled\":" SAMPLED "}"

static void json_has_samples_of_the_same_run(void)
{
	hp_profile *profile = loaded(WITH_SAMPLED, "\n", "\n"), *sampled = profile->sampled;

	CHECK(sampled != NULL);
	if (sampled != NULL) {
		CHECK_INT(sampled->samples.count, 3);
		CHECK_INT(sampled->samples.interval_ns, 10);
		CHECK_INT(sampled->nodes.count, 2);
		CHECK_INT(sampled->nodes.rows[1].sum.wall_ns, 20);
		CHECK(hp_profile_missing(
				  sampled, HP_PROFILE_SAMPLED | HP_PROFILE_TREE | HP_PROFILE_LINES) == 0);
	}
	CHECK_BY(check_pair(profile, 0, "main()", "f", 2, 30));
	CHECK_INT(profile->nodes.count, 0);
	CHECK_INT(profile->features, 0);
	hp_profile_free(profile);
	CHECK_BY(check_text_said(SAMPLED, "loaded"));
	/* It is one of samples, with call paths, in one of calls, and there is one. */
	CHECK_BY(check_said(WITH_SAMPLED, SAMPLES, "", NOT_A_RUN));
	CHECK_BY(check_said(WITH_SAMPLED, ",\n" SAMPLED_NODES, "", NOT_A_RUN));
	CHECK_BY(check_said(WITH_SAMPLED, "\"wall_ns\":[30,100],\"cpu_ns\":[-1,90]},\n\"nodes\"",
		"\"wall_ns\":[0,4611686018427387904],\"cpu_ns\":[-1,90]},\n\"nodes\"", TOO_LARGE));
	CHECK_BY(check_said(WITH_SAMPLED, "\"sampled\"", "\"samplings\"", NOT_A_RUN));
	CHECK_BY(check_said(WITH_SAMPLED, "\"runs\":2", "\"runs\":2" SAMPLES, NOT_A_RUN));
	CHECK_BY(check_said(WITH_SAMPLED, "}}", "},\"sampled\":" SAMPLED "}", "loaded"));
	CHECK_BY(check_said(WITH_SAMPLED, SAMPLED_NODES,
		SAMPLED_NODES ",\"sampled\":{\"format\":\"xhprof\"}", "loaded"));
	CHECK_BY(check_said("{\"sampled\":" SAMPLED "," NUMBERS "," FUNCTIONS "," PAIRS
						",\"version\":1,\"format\":\"xhprof\"}",
		"{", "{", "loaded"));
}

#define WITH_EVENTS \
 "{\"format\":\"xhprof\",\"version\":1," NUMBERS ",\"events\":{\"moons\":\"bytes\"}," FUNCTIONS \
 "," PAIRS "}"
#define CALLS "\"calls\":[2,1]"

static void json_has_events_by_name(void)
{
	hp_profile *profile = loaded(WITH_EVENTS, CALLS, CALLS ",\"moons\":[6,7]");

	CHECK_INT(profile->counted.events.count, 1);
	CHECK_INT(hp_profile_counts(&profile->counted.pairs, 0)->of[0], 6);
	CHECK_INT(hp_profile_counts(&profile->counted.pairs, 1)->of[0], 7);
	CHECK_INT(profile->counted.events.units[0], HP_EVENT_UNIT_BYTES);
	hp_profile_free(profile);
	CHECK_BY(check_said(WITH_EVENTS, CALLS, CALLS, NOT_A_RUN));
	CHECK_BY(check_said(WITH_EVENTS, CALLS, CALLS ",\"moons\":[6]", NOT_A_RUN));
	CHECK_BY(check_said(WITH_EVENTS, CALLS, CALLS ",\"moons\":5", NOT_A_RUN));
	CHECK_BY(check_said(WITH_EVENTS, CALLS, CALLS ",\"moons\":[6,-1]", NOT_A_RUN));
	CHECK_BY(check_said(WITH_EVENTS, CALLS, CALLS ",\"moons\":[6,7],\"moons\":[6,7]", NOT_A_RUN));
	CHECK_BY(check_said(
		WITH_EVENTS, CALLS, CALLS ",\"moons\":[0,36028797018963967]", "loaded")); /* 2**55 - 1 */
	CHECK_BY(check_said(WITH_EVENTS, CALLS, CALLS ",\"moons\":[0,36028797018963968]", NOT_A_RUN));
	/* An event that no row has, or with another unit or name, or behind the tables. */
	CHECK_BY(
		check_said(RUN, "\"runs\":2", "\"runs\":2,\"events\":{\"moons\":\"count\"}", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"events\":{}", "loaded"));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"events\":[\"count\"]", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"events\":5", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"nodes\":", "\"events\":{},\"nodes\":", NOT_A_RUN));
	for (uint32_t i = 0; i < 4; i++) {
		static const char *const wrong[] = {"\"Moons\":\"bytes\"", "\"moons\":\"pounds\"",
			"\"moons\":5", "\"moons\":\"bytes\",\"moons\":\"bytes\""};

		/* PHP keeps one of two equal keys. */
		CHECK_BY(check_said(WITH_EVENTS, "\"moons\":\"bytes\"", wrong[i], NOT_A_RUN));
	}
	CHECK_BY(check_said(RUN, "\"runs\":2",
		"\"runs\":2,\"events\":{\"a\":\"ns\",\"b\":\"ns\",\"c\":\"ns\",\"d\":\"ns\",\"e\":\"ns\","
		"\"f\":\"ns\",\"g\":\"ns\",\"h\":\"ns\",\"i\":\"ns\"}",
		NOT_A_RUN));
}

#define ALLOCS(allocs, frees, bytes, freed) \
 CALLS ",\"allocs\":[" allocs ",0],\"frees\":[" frees ",0],\"alloc_bytes\":[" bytes \
	   ",0],\"freed_bytes\":[" freed ",0],\"live_at_peak_bytes\":[1,0],\"temporary\":[2,0]"
#define WITH_ALLOCS \
 "{\"format\":\"xhprof\",\"version\":1," NUMBERS \
 ",\"alloc_interval\":1,\"alloc_change_bytes\":-5,\"alloc_peak_bytes\":6,\"outside_frees\":7," \
 "\"outside_bytes\":8,\"lost_allocs\":9," FUNCTIONS "," PAIRS "}"

static void json_frees_no_more_than_was_allocated(void)
{
	hp_profile *profile = loaded(WITH_ALLOCS, CALLS, ALLOCS("3", "3", "64", "64"));
	const hp_alloc_counts *allocs = hp_profile_allocs(&profile->allocated.pairs, 0);

	CHECK(allocs->allocs == 3 && allocs->frees == 3 && allocs->alloc_bytes == 64 &&
		allocs->freed_bytes == 64 && allocs->peak_bytes == 1 && allocs->temporary == 2);
	CHECK(profile->allocated.totals.interval_bytes == 1 &&
		profile->allocated.totals.change_bytes == -5 && profile->allocated.totals.peak_bytes == 6 &&
		profile->allocated.totals.outside_frees == 7 &&
		profile->allocated.totals.outside_bytes == 8 && profile->allocated.totals.lost == 9);
	hp_profile_free(profile);
	CHECK_BY(check_said(WITH_ALLOCS, CALLS, ALLOCS("3", "4", "64", "64"), NOT_A_RUN));
	CHECK_BY(check_said(WITH_ALLOCS, CALLS, ALLOCS("3", "3", "64", "65"), NOT_A_RUN));
	CHECK_BY(check_said(WITH_ALLOCS, CALLS, ALLOCS("549755813887", "0", "0", "0"), "loaded"));
	CHECK_BY(check_said(WITH_ALLOCS, CALLS, ALLOCS("549755813888", "0", "0", "0"), NOT_A_RUN));
	CHECK_BY(check_said(WITH_ALLOCS, "\"outside_bytes\":8,", "", "loaded"));
	CHECK_BY(check_said(RUN, CALLS, ALLOCS("3", "3", "64", "64"), NOT_A_RUN));
}

#define TIMELINE(nodes, steps) \
 NODES ",\"timeline\":{\"begins\":[" nodes "],\"since_ns\":[" steps \
	   "]},\"curve\":{\"since_ns\":[5],\"cpu_ns\":[4]}"
#define WITH_TIMELINE \
 "{\"format\":\"xhprof\",\"version\":1," NUMBERS ",\"lost_timeline_events\":1," FUNCTIONS \
 "," PAIRS "," NODES "}"

static void json_times_are_steps_of_a_century(void)
{
	hp_profile *profile = loaded(WITH_TIMELINE, NODES, TIMELINE("1,2,0,0", "0,10,20,70"));

	CHECK_INT(profile->timeline.events.count, 4);
	if (profile->timeline.events.count == 4) {
		CHECK(profile->timeline.events.rows[1].node == 1 &&
			profile->timeline.events.rows[1].at_ns == 10);
		CHECK(profile->timeline.events.rows[2].node == HP_PROFILE_NONE &&
			profile->timeline.events.rows[2].at_ns == 30 &&
			profile->timeline.events.rows[3].at_ns == 100);
	}
	CHECK(profile->timeline.points.count == 1 && profile->timeline.points.rows[0].cpu_ns == 4);
	CHECK_INT(profile->timeline.lost_events, 1);
	hp_profile_free(profile);
	CHECK_BY(check_said(WITH_TIMELINE, NODES, TIMELINE("3", "0"), NOT_A_RUN));
	CHECK_BY(check_said(WITH_TIMELINE, NODES, TIMELINE("1", "-1"), NOT_A_RUN));
	CHECK_BY(check_said(WITH_TIMELINE, NODES, TIMELINE("1,0", "1,3155759999999999999"), "loaded"));
	CHECK_BY(check_said(WITH_TIMELINE, NODES, TIMELINE("1,0", "1,3155760000000000000"), NOT_A_RUN));
	CHECK_BY(check_said(WITH_TIMELINE, NODES, TIMELINE("1", "1,2"), NOT_A_RUN));
}

#define MOMENTS(at, nodes, off) \
 SAMPLED_NODES ",\"moments\":{\"at_ns\":[" at "],\"node\":[" nodes \
			   "],\"samples\":[1,2],\"off_cpu\":[" off "]}"

static void json_moments_are_in_order(void)
{
	hp_profile *profile = loaded(SAMPLED, SAMPLED_NODES, MOMENTS("10,30", "0,1", "0,1"));

	CHECK_INT(profile->samples.moments.count, 2);
	if (profile->samples.moments.count == 2) {
		CHECK(profile->samples.moments.rows[0].wall_ns == 10 &&
			profile->samples.moments.rows[1].wall_ns == 20);
		CHECK(profile->samples.moments.rows[1].off_cpu == 1 &&
			profile->samples.moments.rows[1].node == 1);
	}
	hp_profile_free(profile);
	CHECK_BY(check_said(SAMPLED, SAMPLED_NODES, MOMENTS("10,10", "0,1", "0,0"), "loaded"));
	CHECK_BY(check_said(SAMPLED, SAMPLED_NODES, MOMENTS("10,9", "0,1", "0,0"), NOT_A_RUN));
	CHECK_BY(check_said(SAMPLED, SAMPLED_NODES, MOMENTS("10,30", "0,2", "0,0"), NOT_A_RUN));
	CHECK_BY(check_said(SAMPLED, SAMPLED_NODES, MOMENTS("-1,30", "0,1", "0,0"), NOT_A_RUN));
	/* Calls have none. */
	CHECK_BY(check_said(RUN, NODES, MOMENTS("10,30", "0,1", "0,0"), NOT_A_RUN));
}

#define WITH_SOURCE(source) \
 "{\"format\":\"xhprof\",\"version\":1," NUMBERS SAMPLES ",\"sources\":{" source "},\n" FUNCTIONS \
 ",\n" PAIRS ",\n" SAMPLED_NODES "}"

static void json_has_sources_with_reasons(void)
{
	hp_profile *profile =
		loaded(WITH_SOURCE("\"timer\":{\"runs\":2,\"reason\":\"the system does not permit perf\"}"),
			"{", "{");

	CHECK_INT(profile->samples.sources.of[HP_SOURCE_TIMER].runs, 2);
	CHECK_INT(profile->samples.sources.of[HP_SOURCE_TIMER].why, HP_WHY_NO_PERF);
	hp_profile_free(profile);
	profile = loaded(WITH_SOURCE("\"perf\":{\"runs\":1,\"reason\":\"to come\"}"), "{", "{");
	CHECK_INT(profile->samples.sources.of[HP_SOURCE_PERF].runs, 1);
	CHECK_INT(profile->samples.sources.of[HP_SOURCE_PERF].why, HP_WHY_UNKNOWN);
	hp_profile_free(profile);
	CHECK_BY(check_text_said(WITH_SOURCE("\"perf\":{\"runs\":0}"), NOT_A_RUN));
	CHECK_BY(check_text_said(WITH_SOURCE("\"perf\":{}"), NOT_A_RUN));
	CHECK_BY(check_text_said(WITH_SOURCE("\"perf\":1"), NOT_A_RUN));
	CHECK_BY(check_text_said(WITH_SOURCE("\"perf\":{\"runs\":1,\"reason\":5}"), "loaded"));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"sources\":5", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"components\":\"/a/=A\"", "loaded"));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"components\":\"=A\"", NOT_A_RUN));
	CHECK_BY(check_said(RUN, "\"runs\":2", "\"runs\":2,\"components\":null", NOT_A_RUN));
	/* Parts of a run that were added up are one. */
	profile = loaded(RUN, "\"runs\":2", "\"runs\":0");
	CHECK_INT(profile->runs, 1);
	hp_profile_free(profile);
}

/* Classic arrays */

/* The array that JSON has. */
static void array_of(const char *json, zval *array)
{
	CHECK(php_json_decode_ex(array, json, strlen(json), PHP_JSON_OBJECT_AS_ARRAY, 512) == SUCCESS);
	CHECK(Z_TYPE_P(array) == IS_ARRAY);
	if (Z_TYPE_P(array) != IS_ARRAY) {
		array_init(array);
	}
}

/* The message names what is wanted, the column and the row: "an int as|ct|main()". */
static const char *fault_text(const hp_load_fault *fault)
{
	static char text[256];

	snprintf(text, sizeof(text), "%s|%s|%s", fault->wanted,
		fault->column == NULL ? "" : fault->column, fault->row == NULL ? "" : ZSTR_VAL(fault->row));

	return text;
}

static hp_profile *pairs_of(const char *json)
{
	hp_load_fault fault = {.wanted = "nothing"};
	hp_profile *profile;
	zval array;

	array_of(json, &array);
	profile = hp_load_pairs(Z_ARRVAL(array), &fault);
	if (profile == NULL) {
		CHECK_TEXT(fault_text(&fault), "");
		profile = hp_profile_new(0, 0);
	}
	zval_ptr_dtor(&array);

	return profile;
}

static void check_fault(const char *json, const char *expected)
{
	hp_load_fault fault = {.wanted = "nothing"};
	hp_profile *profile;
	zval array;

	array_of(json, &array);
	profile = hp_load_pairs(Z_ARRVAL(array), &fault);
	CHECK_TEXT(profile == NULL ? fault_text(&fault) : "loaded", expected);
	if (profile != NULL) {
		hp_profile_free(profile);
	}
	zval_ptr_dtor(&array);
}

static void pairs_keep_each_number(void)
{
	hp_profile *profile =
		pairs_of("{\"main()==>f\":{\"ct\":2,\"wt\":3,\"cpu\":-4,\"mu\":-5,\"pmu\":6,\"later\":[]},"
				 "\"main()\":{\"ct\":1,\"wt\":9,\"cpu\":8,\"mu\":7,\"pmu\":6}}");
	const hp_profile_pair *pair = profile->pairs.rows;

	CHECK_BY(check_pair(profile, 0, "main()", "f", 2, 3000));
	CHECK_BY(check_pair(profile, 1, "-", "main()", 1, 9000));
	CHECK_INT(profile->metrics, HP_METRIC_CPU | HP_METRIC_MEMORY | HP_METRIC_PEAK);
	CHECK(pair != NULL && pair->sum.cpu_ns == -4000 && pair->sum.memory_bytes == -5 &&
		pair->sum.peak_bytes == 6);
	hp_profile_free(profile);
	/* Memory is both numbers, or none. */
	profile = pairs_of("{\"main()\":{\"wt\":9,\"ct\":0,\"pmu\":7}}");
	CHECK_INT(profile->metrics, 0);
	hp_profile_free(profile);
	profile = pairs_of("{\"main()\":{\"wt\":9,\"ct\":0,\"mu\":7}}");
	CHECK_INT(profile->metrics, 0);
	CHECK_BY(check_pair(profile, 0, "-", "main()", 0, 9000));
	hp_profile_free(profile);
	/* main() is the last, wherever it stands, and names may be empty, or have a NUL. */
	profile = pairs_of("{\"main()\":{\"ct\":1,\"wt\":9},\"==>a\\u0000b\":{\"ct\":1,\"wt\":1},"
					   "\"main()==>\":{\"ct\":1,\"wt\":2}}");
	CHECK_BY(check_pair(profile, 2, "-", "main()", 1, 9000));
	CHECK_INT(profile->pairs.count, 3);
	CHECK_INT(profile->functions.count, 3);
	hp_profile_free(profile);
}

static void pairs_count_known_events(void)
{
	hp_profile *profile =
		pairs_of("{\"main()==>f\":{\"ct\":1,\"wt\":1,\"page-faults\":5,\"moons\":\"x\"},"
				 "\"main()\":{\"ct\":1,\"wt\":2,\"page-faults\":7,\"moons\":1}}");

	CHECK_INT(profile->counted.events.count, 1);
	CHECK_INT(hp_profile_counts(&profile->counted.pairs, 0)->of[0], 5);
	CHECK_INT(hp_profile_counts(&profile->counted.pairs, 1)->of[0], 7);
	hp_profile_free(profile);
	CHECK_BY(check_fault("{\"main()==>f\":{\"ct\":1,\"wt\":1},\"main()\":{\"ct\":1,\"wt\":2,"
						 "\"page-faults\":7}}",
		"an int as|page-faults|main()==>f"));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":2,\"page-faults\":-1}}",
		"a number of 0 or more as|page-faults|main()"));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":2,\"page-faults\":36028797018963968}}",
		"a number of 0 or more as|page-faults|main()"));
}

/* Callees as "name level", separated by ";". */
static void check_levels(const char *json, const char *expected)
{
	hp_profile *profile = pairs_of(json);
	smart_str text = {NULL, 0};

	for (uint32_t i = 0; i + 1 < profile->pairs.count; i++) {
		const hp_profile_pair *pair = &profile->pairs.rows[i];

		smart_str_appends(&text, ZSTR_VAL(profile->functions.rows[pair->callee].name));
		smart_str_appendc(&text, ' ');
		smart_str_append_unsigned(&text, pair->callee_level);
		smart_str_appendc(&text, ';');
	}
	smart_str_0(&text);
	CHECK_TEXT(text.s == NULL ? "" : ZSTR_VAL(text.s), expected);
	smart_str_free(&text);
	hp_profile_free(profile);
}

#define ROW "{\"ct\":1,\"wt\":1}"

static void pairs_have_levels_of_names_that_are_there(void)
{
	CHECK_BY(check_levels("{\"f@1==>f@2\":" ROW ",\"f==>f@1\":" ROW ",\"main()==>f\":" ROW
						  ",\"main()\":" ROW "}",
		"f 2;f 1;f 0;"));
	CHECK_BY(check_levels("{\"main()==>f@1\":" ROW ",\"main()\":" ROW "}", "f@1 0;"));
	CHECK_BY(check_levels(
		"{\"f==>f@2\":" ROW ",\"main()==>f\":" ROW ",\"main()\":" ROW "}", "f@2 0;f 0;"));
	CHECK_BY(check_levels("{\"f==>f@01\":" ROW ",\"main()==>f\":" ROW ",\"main()==>f@0\":" ROW
						  ",\"main()==>f@\":" ROW ",\"main()==>@1\":" ROW ",\"main()==>1\":" ROW
						  ",\"main()\":" ROW "}",
		"f@01 0;f 0;f@0 0;f@ 0;@1 0;1 0;"));
	/* Nine digits, so that no number is too large. */
	CHECK_BY(check_levels("{\"main()==>f@999999998\":" ROW ",\"main()==>f@999999999\":" ROW
						  ",\"main()==>f@9999999999\":" ROW ",\"main()\":" ROW "}",
		"f@999999998 0;f 999999999;f@9999999999 0;"));
	CHECK_BY(check_levels("{\"main()==>f@1410065406\":" ROW ",\"main()==>f@9999999999\":" ROW
						  ",\"main()\":" ROW "}",
		"f@1410065406 0;f@9999999999 0;"));
	/* The name of level 0 may end as one of a level does. */
	CHECK_BY(check_levels(
		"{\"f@1==>f@1@1\":" ROW ",\"main()==>f@1\":" ROW ",\"main()\":" ROW "}", "f@1 1;f@1 0;"));
	/* The first arrow parts them. */
	CHECK_BY(check_levels("{\"a==>b==>c\":" ROW ",\"main()\":" ROW "}", "b==>c 0;"));
}

static void pairs_say_what_is_missing(void)
{
	static const struct {
		const char *row, *fault;
	} rows[] = {
		{"5", "an array||main()"},
		{"{}", "an int as|ct|main()"},
		{"{\"ct\":1}", "an int as|wt|main()"},
		{"{\"ct\":null,\"wt\":1}", "an int as|ct|main()"},
		{"{\"ct\":\"1\",\"wt\":1}", "an int as|ct|main()"},
		{"{\"ct\":1.0,\"wt\":1}", "an int as|ct|main()"},
		{"{\"ct\":1e300,\"wt\":1}", "an int as|ct|main()"},
		{"{\"ct\":-1,\"wt\":1}", "a number of 0 or more as|ct|main()"},
		{"{\"ct\":1,\"wt\":-1}", "a number from 0 to 9223372036854775 as|wt|main()"},
		{"{\"ct\":1,\"wt\":9223372036854776}", "a number from 0 to 9223372036854775 as|wt|main()"},
		{"{\"ct\":1,\"wt\":9223372036854775807}",
			"a number from 0 to 9223372036854775 as|wt|main()"},
		{"{\"ct\":1,\"wt\":1,\"cpu\":\"x\"}", "an int as|cpu|main()"},
		{"{\"ct\":1,\"wt\":1,\"cpu\":9223372036854776}",
			"a number from -9223372036854775 to 9223372036854775 as|cpu|main()"},
		{"{\"ct\":1,\"wt\":1,\"cpu\":-9223372036854775808}",
			"a number from -9223372036854775 to 9223372036854775 as|cpu|main()"},
		{"{\"ct\":1,\"wt\":1,\"mu\":1.5}", "an int as|mu|main()"},
		{"{\"ct\":1,\"wt\":1,\"mu\":1,\"pmu\":[]}", "an int as|pmu|main()"},
		{"{\"ct\":\"a\",\"wt\":\"b\"}", "an int as|ct|main()"},
	};
	char json[256];

	for (size_t i = 0; i < UNITS(rows); i++) {
		snprintf(json, sizeof(json), "{\"main()\":%s}", rows[i].row);
		CHECK_BY(check_fault(json, rows[i].fault));
	}
	CHECK_BY(check_fault("{}", "a row \"main()\"||"));
	CHECK_BY(check_fault("[]", "a row \"main()\"||"));
	CHECK_BY(check_fault("{\"main()\":" ROW ",\"f\":" ROW "}", "a caller||f"));
	CHECK_BY(check_fault("{\"main()\":" ROW ",\"main()@1\":" ROW "}", "a caller||main()@1"));
	CHECK_BY(check_fault("{\"main()\":" ROW ",\"7\":" ROW "}", "names as keys||"));
	/* The first fault in the order of the array. */
	CHECK_BY(check_fault("{\"main()==>f\":{},\"main()\":{}}", "an int as|ct|main()==>f"));
}

static void pairs_sums_stay_below_2_62(void)
{
	const char *fault = "numbers whose sum is below 2**62||";

	/* Microseconds: 2**62 - 904 and more nanoseconds. */
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":4611686018427387}}", "loaded"));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":4611686018427388}}", fault));
	CHECK_BY(check_fault("{\"main()==>f\":{\"ct\":1,\"wt\":2305843009213694},"
						 "\"main()\":{\"ct\":1,\"wt\":2305843009213694}}",
		fault));
	/* The greatest numbers of a row. */
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":9223372036854775}}", fault));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":1,\"cpu\":9223372036854775}}", fault));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":1,\"wt\":1,\"cpu\":-9223372036854775}}", fault));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":9223372036854775807,\"wt\":1}}", fault));
	CHECK_BY(check_fault(
		"{\"main()\":{\"ct\":1,\"wt\":0,\"page-faults\":36028797018963967}}", "loaded"));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":4611686018427387392,\"wt\":1}}", "loaded"));
	CHECK_BY(check_fault("{\"main()\":{\"ct\":4611686018427387904,\"wt\":1}}", fault));
	CHECK_BY(check_fault(
		"{\"main()\":{\"ct\":1,\"wt\":1,\"mu\":-9223372036854775808,\"pmu\":0}}", fault));
	CHECK_BY(
		check_fault("{\"main()==>f\":{\"ct\":1,\"wt\":1,\"mu\":-4611686018427387392,\"pmu\":1},"
					"\"main()\":{\"ct\":1,\"wt\":1,\"mu\":4611686018427387392,\"pmu\":1}}",
			fault));
}

/* Stacks */

#define STACK(frames, samples, wall_ns, cpu_ns) \
 "{\"frames\":[" frames "],\"samples\":" samples ",\"wall_ns\":" wall_ns ",\"cpu_ns\":" cpu_ns "}"

static hp_profile *stacks_of(const char *json, hp_load_fault *fault)
{
	hp_profile *profile;
	zval array;

	array_of(json, &array);
	profile = hp_load_stacks(Z_ARRVAL(array), fault);
	zval_ptr_dtor(&array);

	return profile;
}

static void stacks_become_a_tree(void)
{
	hp_load_fault fault;
	hp_profile *profile =
		stacks_of("[" STACK("\"main()\",\"a\",\"b\"", "2", "20", "5") "," STACK("\"a\",\"b\"", "1",
					  "10", "0") "," STACK("\"a\"", "4", "40", "4") "," STACK("\"main()\"", "8",
					  "80", "8") "," STACK("\"b\",\"a\",\"b\"", "16", "160", "16") "]",
			&fault);

	CHECK(profile != NULL);
	if (profile == NULL) {
		return;
	}
	CHECK_INT(profile->samples.count, 31);
	CHECK_INT(hp_profile_root(profile)->sum.wall_ns, 310);
	CHECK_INT(hp_profile_root(profile)->sum.cpu_ns, 33);
	CHECK_INT(profile->nodes.count, 6);
	CHECK_INT(profile->nodes.rows[1].sum.wall_ns, 70); /* main() > a, with its callee */
	CHECK_INT(profile->nodes.rows[1].count, 4);
	CHECK_INT(profile->nodes.rows[2].count, 3);
	CHECK_INT(profile->nodes.rows[5].level, 1);
	CHECK_INT(own_of(profile, "b").wall_ns, 190);
	CHECK_INT(own_of(profile, "main()").wall_ns, 80);
	CHECK_BY(check_conserved(profile, 310, 33));
	hp_profile_free(profile);
	profile = stacks_of("[]", &fault);
	CHECK(profile != NULL && profile->samples.count == 0 && profile->nodes.count == 1);
	hp_profile_free(profile);
	/* Further in, main() is a name as any other. */
	profile = stacks_of("[" STACK("\"a\",\"main()\"", "1", "1", "1") "]", &fault);
	CHECK(profile != NULL && profile->nodes.count == 3 && profile->nodes.rows[2].level == 1);
	hp_profile_free(profile);
}

/* Behind a frame that differs all do. What has no sample has no place in the order. */
static void stacks_part_where_they_differ(void)
{
	hp_load_fault fault;
	hp_profile *profile = stacks_of("[" STACK("\"a\",\"b\",\"c\"", "1", "1", "0") "," STACK(
										"\"d\",\"b\",\"c\"", "0", "2", "0") "]",
		&fault);

	CHECK(profile != NULL);
	if (profile == NULL) {
		return;
	}
	CHECK_INT(profile->nodes.count, 7);
	CHECK_INT(profile->samples.order.count, 1);
	CHECK_INT(profile->nodes.rows[1].sum.wall_ns, 1); /* main() > a */
	CHECK_INT(profile->nodes.rows[4].sum.wall_ns, 2); /* main() > d */
	CHECK_INT(profile->nodes.rows[6].parent, 5);
	hp_profile_free(profile);
}

/* Whatever the stack before was. */
static void stacks_lose_no_time(void)
{
	for (uint32_t round = 0; round < 20; round++) {
		hp_load_fault fault = {.wanted = "nothing"};
		int64_t samples = 0, wall_ns = 0, cpu_ns = 0;
		smart_str text = {NULL, 0};
		hp_profile *profile;

		smart_str_appendc(&text, '[');
		for (uint32_t i = 0; i < 50; i++) {
			char frames[64] = "\"a\"", row[192];
			int64_t count = (int64_t) any(5), time_ns = (int64_t) any(1000);

			for (uint32_t depth = (uint32_t) any(5); depth > 0; depth--) {
				size_t length = strlen(frames);

				snprintf(frames + length, sizeof(frames) - length, ",\"%c\"", (int) ('a' + any(3)));
			}
			snprintf(row, sizeof(row), "%s" STACK("%s", "%" PRId64, "%" PRId64, "%" PRId64),
				i == 0 ? "" : ",", frames, count, time_ns, time_ns / 2);
			smart_str_appends(&text, row);
			samples += count;
			wall_ns += time_ns;
			cpu_ns += time_ns / 2;
		}
		smart_str_appendc(&text, ']');
		smart_str_0(&text);
		profile = stacks_of(ZSTR_VAL(text.s), &fault);
		smart_str_free(&text);
		CHECK(profile != NULL);
		if (profile != NULL) {
			CHECK_INT(profile->samples.count, samples);
			CHECK_BY(check_conserved(profile, wall_ns, cpu_ns));
			hp_profile_free(profile);
		}
	}
}

static void stacks_say_what_is_missing(void)
{
	static const struct {
		const char *row, *fault;
	} rows[] = {
		{"5", "an array||"},
		{"{}", "an array as|frames|"},
		{"{\"frames\":\"a\"}", "an array as|frames|"},
		{"{\"frames\":[]}", "a name or more in|frames|"},
		{"{\"frames\":[\"a\"]}", "an int as|samples|"},
		{STACK("\"a\"", "1.5", "1", "1"), "an int as|samples|"},
		{STACK("\"a\"", "-1", "1", "1"), "a number of 0 or more as|samples|"},
		{STACK("\"a\"", "1", "null", "1"), "an int as|wall_ns|"},
		{STACK("\"a\"", "1", "1", "\"1\""), "an int as|cpu_ns|"},
		{STACK("\"a\"", "1", "1", "-1"), "a number of 0 or more as|cpu_ns|"},
		{STACK("\"a\",\"\"", "1", "1", "1"), "strings, none of them empty, in|frames|"},
		{STACK("\"a\",5", "1", "1", "1"), "strings, none of them empty, in|frames|"},
	};
	char json[256];
	hp_load_fault fault;

	for (size_t i = 0; i < UNITS(rows); i++) {
		snprintf(json, sizeof(json), "[" STACK("\"a\"", "1", "1", "1") ",%s]", rows[i].row);
		CHECK(stacks_of(json, &fault) == NULL);
		CHECK_TEXT(fault_text(&fault), rows[i].fault);
		CHECK(fault.is_numbered);
		CHECK_INT(fault.number, 1);
	}
}

static void stacks_sums_stay_below_2_62(void)
{
	const char *exceeded = "numbers that add up to less than 2**62; they exceed it||";
	hp_load_fault fault = {.wanted = "nothing"};
	hp_profile *profile =
		stacks_of("[" STACK("\"a\"", "4611686018427387902", "4611686018427387903", "0") "," STACK(
					  "\"b\"", "1", "0", "4611686018427387903") "]",
			&fault);

	CHECK(profile != NULL && profile->samples.count == (uint64_t) INT64_MAX / 2);
	hp_profile_free(profile);
	CHECK(stacks_of("[" STACK("\"a\"", "4611686018427387904", "0", "0") "]", &fault) == NULL);
	CHECK_TEXT(fault_text(&fault), exceeded);
	CHECK(stacks_of("[" STACK("\"a\"", "0", "4611686018427387903", "0") "," STACK(
						"\"b\"", "0", "1", "0") "]",
			  &fault) == NULL);
	CHECK_INT(fault.number, 1);
	CHECK(stacks_of("[" STACK("\"a\"", "0", "0", "9223372036854775807") "]", &fault) == NULL);
	CHECK_TEXT(fault_text(&fault), exceeded);
}

/* processes */

void hp_writer_text(hp_writer *writer, const char *text)
{
}

bool hp_writer_goes_on(hp_writer *writer)
{
	return true;
}

static uint32_t processes_count;
static int64_t processes_lost;

static void processes_note(const hp_profile *process, hp_writer *writer)
{
	processes_count++;
	processes_lost += process->timeline.lost_events;
}

/* Each process is written as a run of its own. Lost events are those of the whole recording, and
 * their number must be written once. */
static void processes_share_what_was_lost(void)
{
	hp_profile *profile = moments_run();

	profile->features |= HP_PROFILE_LANES;
	profile->timeline.lost_events = 7;
	for (uint32_t i = 0; i < profile->samples.moments.count; i++) {
		profile->samples.moments.rows[i].lane = i;
	}
	hp_format_processes(profile, NULL, ", ", processes_note);
	CHECK_INT(processes_count, 3);
	CHECK_INT(processes_lost, 7);
	hp_profile_free(profile);
}

static char processes_text[128];

/* Appends "PROCESS: moments / marks; ", each by its time. */
static void processes_print(const hp_profile *process, hp_writer *writer)
{
	smart_str text = {NULL, 0};

	smart_str_append_printf(&text, "%s%u:", processes_text, hp_format_process(process));
	for (uint32_t i = 0; i < process->samples.moments.count; i++) {
		smart_str_append_printf(&text, " %d", (int) process->samples.moments.rows[i].at_ns);
	}
	smart_str_appends(&text, " /");
	for (uint32_t i = 0; i < process->timeline.marks.count; i++) {
		smart_str_append_printf(&text, " %d", (int) process->timeline.marks.rows[i].at_ns);
	}
	smart_str_appends(&text, "; ");
	smart_str_0(&text);
	snprintf(processes_text, sizeof(processes_text), "%s", ZSTR_VAL(text.s));
	smart_str_free(&text);
}

static void check_processes(const hp_profile *profile, const char *expected)
{
	processes_text[0] = '\0';
	hp_format_processes(profile, NULL, ", ", processes_print);
	CHECK_TEXT(processes_text, expected);
}

/* A process may have moments, marks, or both. */
static void processes_have_their_own_rows(void)
{
	static const uint32_t lanes[] = {2, 0, 2}, lanes_of_marks[] = {3, 1, 0, 0, 2};
	hp_profile *profile = moments_run();

	profile->features |= HP_PROFILE_LANES;
	for (uint32_t i = 0; i < 3; i++) {
		profile->samples.moments.rows[i].lane = lanes[i];
	}
	for (uint32_t i = 0; i < 5; i++) {
		hp_profile_add_mark(profile, (hp_profile_mark){.at_ns = i, .lane = lanes_of_marks[i]});
	}
	CHECK_BY(check_processes(profile, "1: 30 / 2 3; 2: / 1; 3: 10 44 / 4; 4: / 0; "));
	profile->timeline.marks.count = 0;
	CHECK_BY(check_processes(profile, "1: 30 /; 3: 10 44 /; "));
	profile->samples.moments.count = 0;
	CHECK_BY(check_processes(profile, "1: /; "));
	profile->samples.moments.count = 3;
	profile->features &= ~HP_PROFILE_LANES;
	CHECK_BY(check_processes(profile, "1: 10 30 44 /; "));
	hp_profile_free(profile);
}

static const unit format_units[] = {
	UNIT(json_keeps_each_number),
	UNIT(json_takes_members_in_any_order),
	UNIT(json_passes_over_what_it_does_not_know),
	UNIT(json_refuses_what_is_there_twice),
	UNIT(json_needs_each_member),
	UNIT(json_has_whole_numbers),
	UNIT(json_has_numbers_up_to_their_limits),
	UNIT(json_sums_stay_below_2_62),
	UNIT(json_calls_are_below_one_main),
	UNIT(json_names_have_any_bytes),
	UNIT(json_is_whole_or_damaged),
	UNIT(load_names_files_of_others),
	UNIT(json_is_of_this_version),
	UNIT(load_takes_no_more_bytes_than_allowed),
	UNIT(json_is_nested_no_deeper_than_meta),
	UNIT(json_tells_meta_from_tables),
	UNIT(json_keys_are_limited),
	UNIT(json_has_samples_of_the_same_run),
	UNIT(json_has_events_by_name),
	UNIT(json_frees_no_more_than_was_allocated),
	UNIT(json_times_are_steps_of_a_century),
	UNIT(json_moments_are_in_order),
	UNIT(json_has_sources_with_reasons),
	UNIT(pairs_keep_each_number),
	UNIT(pairs_count_known_events),
	UNIT(pairs_have_levels_of_names_that_are_there),
	UNIT(pairs_say_what_is_missing),
	UNIT(pairs_sums_stay_below_2_62),
	UNIT(stacks_become_a_tree),
	UNIT(stacks_part_where_they_differ),
	UNIT(stacks_lose_no_time),
	UNIT(stacks_say_what_is_missing),
	UNIT(stacks_sums_stay_below_2_62),
	UNIT(processes_share_what_was_lost),
	UNIT(processes_have_their_own_rows),
};
