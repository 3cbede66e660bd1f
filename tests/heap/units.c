/* units.c: unit tests of heap/: a snapshot's lines, in memory. tests/base/units.c includes it. */
#include "heap/record.h"

#include "tests/base/units.h"

/* Stand-ins for the file. */
static char heap_text[HP_HEAP_FILE_LINE];

char *hp_heap_file_room(hp_heap_file *file)
{
	return heap_text;
}

void hp_heap_file_wrote(hp_heap_file *file, const char *end)
{
	file->used = (size_t) (end - heap_text);
}

#include "heap/address_map.c"

static bool heap_is_full;

static uint32_t *heap_place(hp_address_map *map, const void *address)
{
	return heap_is_full ? NULL : hp_address_map_place(map, address);
}

#define hp_address_map_place heap_place
#include "heap/record.c"
#undef hp_address_map_place

static void check_edge_of_key(const char *key, const char *shown)
{
	hp_heap_record record = {.has_keys = true};
	zend_string *text = zend_string_init(key, strlen(key), true);
	char line[128];

	hp_heap_record_edge_key(&record, 3, 4, text);
	snprintf(line, sizeof(line), "e\t3\t4\t%c\t=%s\n", (char) HP_HEAP_EDGE_ELEMENT, shown);
	CHECK_BYTES(heap_text, record.file.used, line);
	zend_string_release(text);
}

/* One byte more than fits is cut off, and with it the character that it belongs to. */
static void keys_are_cut_behind_a_whole_character(void)
{
	static const char *const characters[] = {"b", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
	char key[128], shown[128];

	for (size_t bytes = 1; bytes <= 4; bytes++) {
		for (size_t letters = HP_HEAP_KEY - 5; letters <= HP_HEAP_KEY + 1; letters++) {
			size_t cut = letters + bytes <= HP_HEAP_KEY ? HP_HEAP_KEY : MIN(letters, HP_HEAP_KEY);

			memset(key, 'a', letters);
			snprintf(key + letters, sizeof(key) - letters, "%s", characters[bytes - 1]);
			snprintf(shown, sizeof(shown), "%.*s\xE2\x80\xA6", (int) cut, key);
			CHECK_BY(check_edge_of_key(key, strlen(key) <= HP_HEAP_KEY ? key : shown));
			snprintf(key + letters, sizeof(key) - letters, "%scccccc", characters[bytes - 1]);
			snprintf(shown, sizeof(shown), "%.*s\xE2\x80\xA6", (int) cut, key);
			CHECK_BY(check_edge_of_key(key, shown));
		}
	}
}

static void texts_end_no_field(void)
{
	check_edge_of_key("a\tb\n\\\x7F", "a\\x09b\\x0a\\x5c\\x7f");
}

/* What begins at the same node as the last one does not name it again. */
static void edges_name_a_node_once(void)
{
	hp_heap_record record = {.has_keys = false};
	zend_string *key = zend_string_init(ZEND_STRL("secret"), true);

	hp_heap_record_edge_index(&record, 7, 8, -5);
	CHECK(memcmp(heap_text, "e\t7\t8\t", 6) == 0);
	CHECK_BYTES(heap_text + 7, record.file.used - 7, "\t-5\n");
	hp_heap_record_edge_key(&record, 7, 9, key);
	CHECK(memcmp(heap_text, "e\t\t9\t", 5) == 0);
	CHECK_BYTES(heap_text + 6, record.file.used - 6, "\t=?\n");
	hp_heap_record_edge(&record, 7, 0, HP_HEAP_EDGE_ELEMENT);
	CHECK_INT(record.counts.edges, 2);
	zend_string_release(key);
}

static void names_are_written_once(void)
{
	hp_heap_record record = {.has_keys = true};
	const char owners[2] = {0};
	char name[HP_HEAP_TEXT + 2] = {0}, line[HP_HEAP_TEXT + 16];

	CHECK_INT(hp_heap_record_name(&record, &owners[0], "A", 1), 1);
	CHECK_BYTES(heap_text, record.file.used, "s\t1\tA\n");
	/* One byte more than fits is cut off. */
	memset(name, 'b', sizeof(name) - 1);
	snprintf(line, sizeof(line), "s\t2\t%.*s\n", (int) HP_HEAP_TEXT, name);
	CHECK_INT(hp_heap_record_name(&record, &owners[1], name, HP_HEAP_TEXT + 1), 2);
	CHECK_BYTES(heap_text, record.file.used, line);
	CHECK_INT(hp_heap_record_name(&record, &owners[0], "other", 5), 1);
	heap_is_full = true;
	CHECK_INT(hp_heap_record_name(&record, &owners[1], "A", 1), 0);
	heap_is_full = false;
	CHECK_BYTES(heap_text, record.file.used, line);
	CHECK_INT(record.last_name, 2);
	hp_address_map_free(&record.names);
}

static void nodes_have_each_field(void)
{
	hp_heap_record record = {.has_keys = true};
	hp_heap_node node = {.id = 10, .kind = HP_HEAP_ARRAY};

	hp_heap_record_node(&record, &node);
	CHECK_BYTES(heap_text, record.file.used, "n\t10\ta\t\t\t\t\t\t\t\t\t\n");
	node = (hp_heap_node){.id = 11,
		.kind = HP_HEAP_STRING,
		.address = (const void *) (uintptr_t) 0x70a0,
		.bytes = 32,
		.refcount = 2,
		.count = 3,
		.capacity = 8,
		.flags = HP_HEAP_IS_INTERNED | HP_HEAP_IS_OUTSIDE,
		.class_name = 4,
		.digest = 0xf0,
		.site = 5,
		.value = "a\0c",
		.value_length = 3};
	hp_heap_record_node(&record, &node);
	CHECK_BYTES(
		heap_text, record.file.used, "n\t11\ts\t70a0\t32\t2\t3\t8\tio\t4\tf0\t5\ta\\x00c\n");
	hp_heap_record_region(&record, "chunks", 100, 0);
	CHECK_BYTES(heap_text, record.file.used, "g\tchunks\t100\t0\n");
	hp_heap_record_edge_name(&record, 11, 0, HP_HEAP_EDGE_PROPERTY, 7);
	hp_heap_record_edge_name(&record, 11, 10, HP_HEAP_EDGE_PROPERTY, 7);
	CHECK_BYTES(heap_text, record.file.used, "e\t11\t10\tp\t#7\n");
	hp_heap_record_root(&record, 0, "global", NULL, "x", NULL);
	hp_heap_record_root(&record, 11, "global", NULL, "x", NULL);
	CHECK_BYTES(heap_text, record.file.used, "r\t11\tglobal\tx\n");
	record.counts.truncated = UINT64_MAX;
	hp_heap_record_end(&record);
	CHECK_BYTES(heap_text, record.file.used, "z\t2\t1\t1\t132\t18446744073709551615\n");
}

static const unit heap_units[] = {
	UNIT(keys_are_cut_behind_a_whole_character),
	UNIT(texts_end_no_field),
	UNIT(edges_name_a_node_once),
	UNIT(names_are_written_once),
	UNIT(nodes_have_each_field),
};
