#include "live/label.h"

#include "live/trace.h"

void hp_live_label_free(hp_live_label *label)
{
	zend_string *texts[] = {label->method, label->uri, label->tags};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i] != NULL) {
			zend_string_release(texts[i]);
		}
	}
	memset(label, 0, sizeof(*label));
}

/* Returns the text up to the first zero byte, or NULL if it is empty. *bytes moves behind it. */
static zend_string *label_text(const char **bytes, const char *end)
{
	size_t length = strnlen(*bytes, (size_t) (end - *bytes));
	zend_string *text = length == 0 ? NULL : zend_string_init(*bytes, length, true);

	*bytes += MIN(length + 1, (size_t) (end - *bytes));

	return text;
}

void hp_live_label_read(hp_live_label *label, const hp_live_record *record)
{
	const char *bytes = (const char *) (record + 1), *end;

	hp_live_label_free(label);
	end = hp_live_trace_of(&label->trace, record, sizeof(*record));
	label->request = record->request;
	label->method = label_text(&bytes, end);
	label->uri = label_text(&bytes, end);
	label->tags = zend_string_init(bytes, (size_t) (end - bytes), true);
}

/* Fills in an empty label from the slot. The request's record was overwritten, or will be written
 * with the next sample. */
static void label_of_slot(hp_live_label *label, const hp_live_slot *slot)
{
	const char *method = slot->method, *uri = slot->uri;

	label->method = label_text(&method, slot->method + sizeof(slot->method));
	label->uri = label_text(&uri, slot->uri + sizeof(slot->uri));
	label->tags = zend_string_init(slot->tags, slot->tag_bytes, true);
	label->trace = slot->trace;
}

void hp_live_label_find(hp_live_label *label, const hp_live_reader *reader, uint64_t request)
{
	hp_live_header header;
	bool is_torn;

	hp_live_label_free(label);
	label->request = request;
	if (hp_live_reader_header(reader, &header, &is_torn) == SUCCESS && !is_torn &&
		header.slot.request == request) {
		label_of_slot(label, &header.slot);
	}
}

zend_string *hp_live_label_tag(const hp_live_label *label, const zend_string *wanted)
{
	const char *bytes = label->tags == NULL ? NULL : ZSTR_VAL(label->tags);
	const char *end = label->tags == NULL ? NULL : bytes + ZSTR_LEN(label->tags);
	zend_string *key, *value;

	while (bytes < end && *bytes != '\0') {
		bool is_wanted;

		key = label_text(&bytes, end);
		value = bytes < end ? label_text(&bytes, end) : NULL;
		is_wanted = zend_string_equals_cstr(key, ZSTR_VAL(wanted), ZSTR_LEN(wanted));
		zend_string_release(key);
		if (is_wanted) {
			return value;
		}
		if (value != NULL) {
			zend_string_release(value);
		}
	}

	return NULL;
}

zend_string *hp_live_label_tags(const hp_live_label *label)
{
	const char *begin = ZSTR_VAL(label->tags), *at = begin, *whole = begin;
	const char *end = begin + ZSTR_LEN(label->tags);

	while (at < end && *at != '\0') {
		for (int i = 0; i < 2 && at < end; i++) {
			const char *zero = memchr(at, '\0', (size_t) (end - at));

			at = zero == NULL ? end : zero + 1;
			whole = zero != NULL && i == 1 ? at : whole;
		}
	}

	return zend_string_init(begin, (size_t) (whole - begin), true);
}
