#include "heap/record.h"

#include "base/utf8.h"

static char *record_number(char *to, uint64_t number)
{
	char digits[20];
	size_t count = 0;

	do {
		digits[count++] = (char) ('0' + number % 10);
		number /= 10;
	} while (number != 0);
	while (count > 0) {
		*to++ = digits[--count];
	}

	return to;
}

static char *record_letter(char *to, char letter)
{
	*to++ = '\t';
	*to++ = letter;

	return to;
}

/* Writes a number field. 0 is an empty field. */
static char *record_field(char *to, uint64_t number)
{
	*to++ = '\t';

	return number == 0 ? to : record_number(to, number);
}

static char *record_hex(char *to, uint64_t number)
{
	*to++ = '\t';
	for (int shift = 60; shift >= 0; shift -= 4) {
		if (number >> shift != 0) {
			*to++ = "0123456789abcdef"[number >> shift & 15];
		}
	}

	return to;
}

static char *record_plain(char *to, const char *text)
{
	while (*text != '\0') {
		*to++ = *text++;
	}

	return to;
}

static char *record_plain_field(char *to, const char *text)
{
	*to++ = '\t';

	return record_plain(to, text);
}

/* Writes a text. Bytes that would end a field or a line, and the backslash, become \xHH. */
static char *record_text(char *to, const char *text, size_t length, size_t most)
{
	for (size_t i = 0; i < MIN(length, most); i++) {
		unsigned char byte = (unsigned char) text[i];

		if (EXPECTED(byte >= ' ' && byte != 0x7f && byte != '\\')) {
			*to++ = (char) byte;
			continue;
		}
		*to++ = '\\';
		*to++ = 'x';
		*to++ = "0123456789abcdef"[byte >> 4];
		*to++ = "0123456789abcdef"[byte & 15];
	}

	return to;
}

static char *record_text_field(char *to, const char *text, size_t length)
{
	*to++ = '\t';

	return record_text(to, text, length, HP_HEAP_TEXT);
}

static char *record_string(char *to, const zend_string *text)
{
	return text == NULL ? to : record_text(to, ZSTR_VAL(text), ZSTR_LEN(text), HP_HEAP_TEXT);
}

static char *record_begin(hp_heap_record *record, char type)
{
	char *to = hp_heap_file_room(&record->file);

	*to++ = type;

	return to;
}

static void record_finish(hp_heap_record *record, char *end)
{
	*end++ = '\n';
	hp_heap_file_wrote(&record->file, end);
}

void hp_heap_record_start(hp_heap_record *record)
{
	record_finish(record, record_plain(hp_heap_file_room(&record->file), "xhprof-heap\t1"));
}

void hp_heap_record_meta(hp_heap_record *record, const char *name, const char *value)
{
	char *to = record_plain_field(record_begin(record, 'm'), name);

	record_finish(record, record_text_field(to, value, strlen(value)));
}

void hp_heap_record_meta_number(hp_heap_record *record, const char *name, uint64_t value)
{
	char digits[21];

	*record_number(digits, value) = '\0';
	hp_heap_record_meta(record, name, digits);
}

uint32_t hp_heap_record_name(
	hp_heap_record *record, const void *owner, const char *text, size_t length)
{
	uint32_t *number = hp_address_map_place(&record->names, owner);

	if (number == NULL || *number != 0) {
		return number == NULL ? 0 : *number;
	}
	*number = ++record->last_name;
	record_finish(
		record, record_text_field(record_field(record_begin(record, 's'), *number), text, length));

	return *number;
}

static char *record_flags(char *to, uint32_t flags)
{
	static const char letters[] = "imkgdxlweo";

	*to++ = '\t';
	for (size_t i = 0; flags >> i != 0; i++) {
		if (flags >> i & 1) {
			*to++ = letters[i];
		}
	}

	return to;
}

void hp_heap_record_node(hp_heap_record *record, const hp_heap_node *node)
{
	char *to = record_field(record_begin(record, 'n'), node->id);

	to = record_letter(to, (char) node->kind);
	to = record_hex(to, (uintptr_t) node->address);
	to = record_field(to, node->bytes);
	to = record_field(to, node->refcount);
	to = record_field(to, node->count);
	to = record_field(to, node->capacity);
	to = record_flags(to, node->flags);
	to = record_field(to, node->class_name);
	to = record_hex(to, node->digest);
	to = record_field(to, node->site);
	if (node->value != NULL) {
		to = record_text_field(to, node->value, node->value_length);
	}
	record_finish(record, to);
	record->counts.nodes++;
	record->counts.bytes += node->bytes;
}

/* Begins an edge's line. If the last edge came from the same node, that field is left empty. */
static char *record_edge(hp_heap_record *record, uint32_t from, uint32_t to_id, hp_heap_edge kind)
{
	char *to = record_begin(record, 'e');

	to = record_field(to, from == record->last_from ? 0 : from);
	to = record_field(to, to_id);
	record->last_from = from;
	record->counts.edges++;

	return record_letter(to, (char) kind);
}

void hp_heap_record_edge(hp_heap_record *record, uint32_t from, uint32_t to, hp_heap_edge kind)
{
	if (to != 0) {
		record_finish(record, record_edge(record, from, to, kind));
	}
}

static void record_edge_number(hp_heap_record *record, uint32_t from, uint32_t to,
	hp_heap_edge kind, char letter, uint64_t number)
{
	if (to != 0) {
		char *end = record_letter(record_edge(record, from, to, kind), letter);

		record_finish(record, record_number(end, number));
	}
}

void hp_heap_record_edge_index(hp_heap_record *record, uint32_t from, uint32_t to, int64_t index)
{
	record_edge_number(record, from, to, HP_HEAP_EDGE_ELEMENT, index < 0 ? '-' : '+',
		index < 0 ? 0 - (uint64_t) index : (uint64_t) index);
}

void hp_heap_record_edge_name(
	hp_heap_record *record, uint32_t from, uint32_t to, hp_heap_edge kind, uint32_t name)
{
	record_edge_number(record, from, to, kind, '#', name);
}

/* Writes a key. A truncated key ends in "…", after its last whole character. */
static char *record_key(char *to, const zend_string *key)
{
	size_t length = ZSTR_LEN(key);

	if (length <= HP_HEAP_KEY) {
		return record_text(to, ZSTR_VAL(key), length, HP_HEAP_KEY);
	}
	length = hp_utf8_cut(ZSTR_VAL(key), length, HP_HEAP_KEY);

	return record_plain(record_text(to, ZSTR_VAL(key), length, HP_HEAP_KEY), "\xE2\x80\xA6");
}

void hp_heap_record_edge_key(
	hp_heap_record *record, uint32_t from, uint32_t to, const zend_string *key)
{
	if (to != 0) {
		char *end = record_letter(record_edge(record, from, to, HP_HEAP_EDGE_ELEMENT), '=');

		record_finish(record, record->has_keys ? record_key(end, key) : record_plain(end, "?"));
	}
}

void hp_heap_record_root(hp_heap_record *record, uint32_t to, const char *kind,
	const zend_string *before, const char *between, const zend_string *after)
{
	char *end;

	if (to == 0) {
		return;
	}
	end = record_plain_field(record_field(record_begin(record, 'r'), to), kind);
	*end++ = '\t';
	end = record_plain(record_string(end, before), between);
	record_finish(record, record_string(end, after));
	record->counts.roots++;
}

static char *record_function(char *to, const zend_function *function)
{
	*to++ = '\t';
	if (function->common.scope != NULL) {
		to = record_plain(record_string(to, function->common.scope->name), "::");
	}

	return function->common.function_name != NULL
		? record_string(to, function->common.function_name)
		: record_plain(to, "{main}");
}

void hp_heap_record_frame(hp_heap_record *record, uint32_t id, int64_t depth,
	const zend_function *function, uint32_t line)
{
	char *to = record_field(record_begin(record, 'f'), id);

	*to++ = '\t';
	to = depth < 0 ? record_plain(to, "-") : record_number(to, (uint64_t) depth);
	to = record_function(to, function);
	*to++ = '\t';
	if (ZEND_USER_CODE(function->type)) {
		to = record_string(to, function->op_array.filename);
	}
	record_finish(record, record_field(to, line));
	record->counts.frames++;
}

void hp_heap_record_region(
	hp_heap_record *record, const char *name, uint64_t bytes, uint64_t blocks)
{
	char *to = record_plain_field(record_begin(record, 'g'), name);

	*to++ = '\t';
	to = record_number(to, bytes);
	*to++ = '\t';
	record_finish(record, record_number(to, blocks));
	record->counts.bytes += bytes;
}

void hp_heap_record_site(hp_heap_record *record, uint32_t site, const char *name)
{
	char *to = record_field(record_begin(record, 'a'), site);

	record_finish(record, record_text_field(to, name, strlen(name)));
}

void hp_heap_record_end(hp_heap_record *record)
{
	char *to = record_begin(record, 'z');

	to = record_field(to, record->counts.nodes);
	to = record_field(to, record->counts.edges);
	to = record_field(to, record->counts.roots);
	to = record_field(to, record->counts.bytes);
	record_finish(record, record_field(to, record->counts.truncated));
}
