#include "live/reader.h"

#include "base/descriptor.h"

#ifndef PHP_WIN32
# include <fcntl.h>
# include <unistd.h>
#endif

/* No writer creates larger parts. Readers must refuse them, because anyone can create a huge sparse
 * file at no cost. */
#define READER_MAX_RING_BYTES (UINT64_C(1) << 30)
#define READER_MAX_FUNCTIONS ((uint32_t) 1 << 16)
#define READER_MAX_TEXT_BYTES (UINT64_C(1) << 24)
#define READER_MAX_TEXTS_AT_ONCE (UINT64_C(1) << 20)

/* No writer gets this far: at a gigabyte a second it would take a century. It keeps sums of
 * positions from overflowing. */
#define READER_MAX_POSITION (UINT64_C(1) << 62)

/* The bytes that are copied at once: whole blocks. */
#define READER_PART_BYTES (4 * (uint64_t) HP_LIVE_BLOCK_BYTES)

/* The bytes that one look reads at most, so that it ends soon: four seconds of the deepest stacks
 * at the shortest interval. The rest stays for the next look. */
#define READER_LOOK_BYTES (UINT64_C(1) << 24)

/* The reader tries READER_TRIES times to copy the slot while it is not being written. It waits
 * before the later attempts, those after READER_SPINS. The writer needs less than a microsecond. */
#define READER_SPINS 20
#define READER_TRIES 30
#define READER_WAIT_US 200

/* HP_LIVE_MAGIC in the other byte order. */
#define READER_SWAPPED_MAGIC UINT64_C(0x5848504c49564531)

/* The offsets of format.h, on which all readers rely, also those in other languages. */
ZEND_STATIC_ASSERT(offsetof(hp_live_header, reserved) == 256, "the ring's numbers are at 256");
ZEND_STATIC_ASSERT(offsetof(hp_live_header, is_on) == 312, "sampling is at 312");
ZEND_STATIC_ASSERT(offsetof(hp_live_header, slot) == 512, "the slot is at 512");
ZEND_STATIC_ASSERT(sizeof(hp_live_header) <= HP_LIVE_HEADER_BYTES, "the header has room");
ZEND_STATIC_ASSERT(sizeof(hp_live_function) == 16, "a function has 16 bytes");
ZEND_STATIC_ASSERT(offsetof(hp_live_sample_record, frame) == 40, "frames begin at 40");
ZEND_STATIC_ASSERT(sizeof(hp_live_end_record) == 64, "texts of a request that is over begin at 64");
ZEND_STATIC_ASSERT(sizeof(hp_live_message) == 256, "a message has 256 bytes");

#ifdef PHP_WIN32
static zend_string *reader_open_file(hp_live_reader *reader, const char *path, uint64_t *bytes)
{
	return zend_string_init(ZEND_STRL("this system has no rings"), false);
}

static bool reader_copy(const hp_live_reader *reader, void *copy, uint64_t bytes, uint64_t at)
{
	return false;
}

static void reader_close_file(int file)
{
}

static void reader_wait(void)
{
}

#else
/* Opens a regular file. O_NONBLOCK is set because opening a FIFO would wait for its writer. Returns
 * NULL, or the reason for the failure. */
static zend_string *reader_open_file(hp_live_reader *reader, const char *path, uint64_t *bytes)
{
	struct stat status;

	reader->file = hp_descriptor_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0);
	if (reader->file == -1) {
		return errno == ELOOP ? zend_string_init(ZEND_STRL("it is a symlink"), false)
							  : strpprintf(0, "%s", hp_compat_error(errno));
	}
	if (fstat(reader->file, &status) == -1 || !S_ISREG(status.st_mode)) {
		return zend_string_init(ZEND_STRL("it is not a regular file"), false);
	}
	*bytes = (uint64_t) status.st_size;

	return NULL;
}

/* Copies bytes of the file. Returns false if the file ends before. */
static bool reader_copy(const hp_live_reader *reader, void *copy, uint64_t bytes, uint64_t at)
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t got =
			pread(reader->file, (char *) copy + done, (size_t) bytes - done, (off_t) (at + done));

		if (got <= 0 && !(got == -1 && errno == EINTR)) {
			return false;
		}
		done += got > 0 ? (size_t) got : 0;
	}

	return true;
}

static void reader_close_file(int file)
{
	close(file);
}

static void reader_wait(void)
{
	usleep(READER_WAIT_US);
}
#endif

/* Separates two copies that must happen in this order. TSan does not know fences. */
static void reader_fence(void)
{
#ifdef __SANITIZE_THREAD__
	static uint32_t order;

	__atomic_fetch_add(&order, 0, __ATOMIC_SEQ_CST);
#elif defined(__GNUC__)
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

static zend_string *reader_check_magic(const hp_live_header *header)
{
	if (header->magic == 0) {
		return zend_string_init(
			ZEND_STRL("it is not complete yet: its process is creating it, or died doing so"),
			false);
	}
	if (header->magic == READER_SWAPPED_MAGIC) {
		return zend_string_init(
			ZEND_STRL("it was written on a machine with the other byte order"), false);
	}
	if (header->magic != HP_LIVE_MAGIC) {
		return zend_string_init(ZEND_STRL("it is not a ring of xhprof"), false);
	}
	if (header->version != HP_LIVE_VERSION) {
		return strpprintf(0,
			"it has version %u of the format, and this xhprof reads version %u; use the xhprof "
			"that the process loads",
			header->version, HP_LIVE_VERSION);
	}

	return NULL;
}

static bool reader_has_part(uint64_t at, uint64_t bytes, uint64_t file_bytes)
{
	return at >= HP_LIVE_HEADER_BYTES && at % 8 == 0 && at <= file_bytes &&
		bytes <= file_bytes - at;
}

static zend_string *reader_check_sizes(const hp_live_header *header, uint64_t file_bytes)
{
	bool is_sane = header->header_bytes == HP_LIVE_HEADER_BYTES &&
		header->block_bytes == HP_LIVE_BLOCK_BYTES &&
		header->ring_bytes >= 2 * (uint64_t) HP_LIVE_BLOCK_BYTES &&
		header->ring_bytes <= READER_MAX_RING_BYTES &&
		(header->ring_bytes & (header->ring_bytes - 1)) == 0 &&
		header->functions_size <= READER_MAX_FUNCTIONS &&
		header->text_bytes <= READER_MAX_TEXT_BYTES;

	if (!is_sane) {
		return zend_string_init(ZEND_STRL("its header is damaged: it has impossible sizes"), false);
	}
	if (!reader_has_part(header->ring_at, header->ring_bytes, file_bytes) ||
		!reader_has_part(header->functions_at,
			header->functions_size * (uint64_t) sizeof(hp_live_function), file_bytes) ||
		!reader_has_part(header->texts_at, header->text_bytes, file_bytes)) {
		return zend_string_init(
			ZEND_STRL("it is truncated: it is shorter than its header says"), false);
	}

	return NULL;
}

zend_string *hp_live_reader_open(hp_live_reader *reader, const char *path)
{
	uint64_t file_bytes = 0;
	zend_string *error;

	memset(reader, 0, sizeof(*reader));
	reader->file = -1;
	error = reader_open_file(reader, path, &file_bytes);
	if (error == NULL && !reader_copy(reader, &reader->sizes, sizeof(reader->sizes), 0)) {
		error = strpprintf(
			0, "it is not a ring of xhprof, or truncated: it has %" PRIu64 " bytes", file_bytes);
	}
	error = error == NULL ? reader_check_magic(&reader->sizes) : error;
	error = error == NULL ? reader_check_sizes(&reader->sizes, file_bytes) : error;
	if (error != NULL) {
		hp_live_reader_close(reader);
		return error;
	}
	reader->block = pemalloc(reader->sizes.block_bytes, true);
	reader->position = hp_live_reader_head(reader);

	return NULL;
}

void hp_live_reader_close(hp_live_reader *reader)
{
	if (reader->file != -1) {
		reader_close_file(reader->file);
		reader->file = -1;
	}
	pefree(reader->block, true);
	reader->block = NULL;
}

/* Copies the head of the ring. Returns false if the file was cut off, or if no writer can have made
 * that head: writers store reserved first, and it only grows. */
static bool reader_copy_head(const hp_live_reader *reader, uint64_t *head)
{
	uint64_t reserved = 0;

	if (!reader_copy(reader, head, sizeof(*head), offsetof(hp_live_header, head))) {
		return false;
	}
	reader_fence();
	/* like all lengths, a multiple of 8; otherwise records would be unaligned */
	*head &= ~UINT64_C(7);

	return reader_copy(reader, &reserved, sizeof(reserved), offsetof(hp_live_header, reserved)) &&
		*head <= reserved && *head <= READER_MAX_POSITION;
}

bool hp_live_reader_is_position(uint64_t position)
{
	return position <= READER_MAX_POSITION && position % 8 == 0;
}

uint64_t hp_live_reader_head(const hp_live_reader *reader)
{
	uint64_t head;

	return reader_copy_head(reader, &head) ? head : reader->position;
}

uint64_t hp_live_reader_interval_ns(const hp_live_reader *reader)
{
	uint64_t interval_ns = 0;

	return reader_copy(
			   reader, &interval_ns, sizeof(interval_ns), offsetof(hp_live_header, interval_ns))
		? interval_ns
		: 0;
}

/* Returns the first position that cannot be overwritten at this moment. */
static uint64_t reader_oldest(const hp_live_reader *reader)
{
	uint64_t reserved = 0;

	reader_fence();
	if (!reader_copy(reader, &reserved, sizeof(reserved), offsetof(hp_live_header, reserved))) {
		return 0;
	}
	reserved = MIN(reserved, READER_MAX_POSITION);

	return reserved > reader->sizes.ring_bytes ? reserved - reader->sizes.ring_bytes : 0;
}

static uint64_t reader_block_begin(const hp_live_reader *reader, uint64_t position)
{
	return position & ~((uint64_t) reader->sizes.block_bytes - 1);
}

/* Returns where the next block after the position begins. */
static uint64_t reader_block_end(const hp_live_reader *reader, uint64_t position)
{
	return reader_block_begin(reader, position) + reader->sizes.block_bytes;
}

void hp_live_reader_rewind(hp_live_reader *reader)
{
	uint64_t oldest = reader_oldest(reader);

	hp_live_reader_seek(reader, oldest == 0 ? 0 : reader_block_end(reader, oldest - 1));
}

void hp_live_reader_seek(hp_live_reader *reader, uint64_t position)
{
	uint64_t head = hp_live_reader_head(reader); /* once: the writer moves it meanwhile */

	reader->position = MIN(position & ~UINT64_C(7), head);
}

static bool reader_copy_slot(const hp_live_reader *reader, hp_live_slot *slot)
{
	uint32_t before = 1, after = 0;

	if (!reader_copy(reader, &before, sizeof(before), offsetof(hp_live_header, slot.sequence))) {
		return false;
	}
	reader_fence();
	if (!reader_copy(reader, slot, sizeof(*slot), offsetof(hp_live_header, slot))) {
		return false;
	}
	reader_fence();

	return reader_copy(reader, &after, sizeof(after), offsetof(hp_live_header, slot.sequence)) &&
		before == after && before % 2 == 0;
}

static void reader_terminate(hp_live_header *header)
{
	hp_live_slot *slot = &header->slot;

	header->sapi[sizeof(header->sapi) - 1] = '\0';
	header->pool[sizeof(header->pool) - 1] = '\0';
	slot->method[sizeof(slot->method) - 1] = '\0';
	slot->uri[sizeof(slot->uri) - 1] = '\0';
	slot->tag_bytes = MIN(slot->tag_bytes, sizeof(slot->tags));
}

zend_result hp_live_reader_header(
	const hp_live_reader *reader, hp_live_header *header, bool *is_torn)
{
	if (!reader_copy(reader, header, sizeof(*header), 0)) {
		return FAILURE;
	}
	*is_torn = true;
	for (unsigned int i = 0; i < READER_TRIES && *is_torn; i++) {
		if (i > READER_SPINS) {
			reader_wait();
		}
		*is_torn = !reader_copy_slot(reader, &header->slot);
	}
	reader_terminate(header);

	return SUCCESS;
}

/* Copies a part of the ring that does not wrap around. Returns false if the file was cut off. */
static bool reader_copy_part(
	const hp_live_reader *reader, uint64_t *copy, uint64_t position, uint64_t end)
{
	uint64_t at = position & (reader->sizes.ring_bytes - 1);

	return reader_copy(reader, copy, end - position, reader->sizes.ring_at + at);
}

static bool reader_is_whole(const hp_live_record *record, uint64_t room)
{
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;

	if (record->bytes < sizeof(*record) || record->bytes % 8 != 0 || record->bytes > room) {
		return false;
	}

	if (record->kind == HP_LIVE_END) {
		return record->bytes >= sizeof(hp_live_end_record);
	}

	return record->kind != HP_LIVE_SAMPLE ||
		(record->bytes >= sizeof(*sample) &&
			sample->frames <= (record->bytes - sizeof(*sample)) / sizeof(sample->frame[0]));
}

const hp_live_record *hp_live_reader_record(
	const uint64_t *copy, uint64_t offset, uint64_t bytes, bool *is_damaged)
{
	const hp_live_record *record = (const hp_live_record *) (copy + offset / 8);

	if (bytes - offset < 8 || record->bytes == 0) {
		return NULL;
	}
	if (bytes - offset < sizeof(*record) || !reader_is_whole(record, bytes - offset)) {
		*is_damaged = true;
		return NULL;
	}

	return record;
}

/* Calls the function for the records of a copied part of a block. */
static void reader_each_record(hp_live_reader *reader, const uint64_t *part, uint64_t bytes,
	hp_live_record_function function, void *context)
{
	const hp_live_record *record;
	uint64_t offset = 0;
	bool is_damaged = false;

	while ((record = hp_live_reader_record(part, offset, bytes, &is_damaged)) != NULL) {
		if (record->kind >= HP_LIVE_SAMPLE && record->kind <= HP_LIVE_MARK) {
			function(context, record);
		}
		offset += record->bytes;
	}
	reader->damaged += is_damaged;
}

/* Calls the function for the records of several copied blocks, and moves the position to their
 * end. */
static void reader_each_block(hp_live_reader *reader, const uint64_t *copy, uint64_t end,
	hp_live_record_function function, void *context)
{
	while (reader->position < end) {
		uint64_t next = MIN(reader_block_end(reader, reader->position), end);

		reader_each_record(reader, copy, next - reader->position, function, context);
		copy += (next - reader->position) / 8;
		reader->position = next;
	}
}

/* Moves to the first whole block that is not overwritten. */
static void reader_skip(hp_live_reader *reader, uint64_t oldest)
{
	uint64_t next = reader_block_end(reader, oldest - 1), lost = next - reader->position;

	reader->lost_bytes += MIN(lost, UINT64_MAX - reader->lost_bytes);
	reader->position = next;
}

/* Returns where the part that is copied next ends. Several blocks are copied at once, because each
 * copy is a system call, and so is checking what was overwritten meanwhile. */
static uint64_t reader_part_end(const hp_live_reader *reader, uint64_t head)
{
	uint64_t end = reader_block_end(reader, reader->position);

	while (end < head && end - reader->position < READER_PART_BYTES - HP_LIVE_BLOCK_BYTES &&
		(end & (reader->sizes.ring_bytes - 1)) != 0) {
		end += reader->sizes.block_bytes;
	}

	return MIN(end, head);
}

static void reader_each_part(hp_live_reader *reader, uint64_t head, uint64_t *copy,
	hp_live_record_function function, void *context)
{
	while (reader->position < head) {
		uint64_t end = reader_part_end(reader, head), oldest;
		bool is_there = reader_copy_part(reader, copy, reader->position, end);

		oldest = reader_oldest(reader);
		if (oldest > reader->position) {
			reader_skip(reader, oldest);
			continue;
		}
		if (is_there) {
			reader_each_block(reader, copy, end, function, context);
		}
		reader->damaged += !is_there;
		reader->position = end;
	}
}

void hp_live_reader_each(hp_live_reader *reader, hp_live_record_function function, void *context)
{
	uint64_t head, *copy;

	if (!reader_copy_head(reader, &head)) {
		reader->damaged++;
		return;
	}
	if (head < reader->position) {
		reader->damaged++; /* no writer goes back */
		reader->position = head;
	}
	if (head - reader->position > reader->sizes.ring_bytes) {
		reader_skip(reader, head - reader->sizes.ring_bytes);
	}
	if (reader->position < head) {
		copy = pemalloc(READER_PART_BYTES, true);
		reader_each_part(reader,
			MIN(head, reader_block_begin(reader, reader->position) + READER_LOOK_BYTES), copy,
			function, context);
		pefree(copy, true);
	}
}

/* Calls the function for the records of the copied block, the last one first. Returns false if the
 * function wants no more. */
static bool reader_each_backwards(
	const hp_live_reader *reader, uint64_t bytes, hp_live_newest_function function, void *context)
{
	const hp_live_record *records[HP_LIVE_BLOCK_BYTES / sizeof(hp_live_record)];
	const hp_live_record *record;
	uint64_t offset = 0;
	uint32_t count = 0;
	bool is_damaged = false, is_wanted = true;

	while ((record = hp_live_reader_record(reader->block, offset, bytes, &is_damaged)) != NULL) {
		records[count++] = record;
		offset += record->bytes;
	}
	while (count > 0 && is_wanted) {
		is_wanted = function(context, records[--count]);
	}

	return is_wanted;
}

void hp_live_reader_newest(
	hp_live_reader *reader, uint64_t before, hp_live_newest_function function, void *context)
{
	uint64_t blocks = MIN(reader->sizes.ring_bytes, READER_LOOK_BYTES) / reader->sizes.block_bytes;
	uint64_t end = before;

	for (uint64_t i = 0; i < blocks && end > 0; i++) {
		uint64_t begin = reader_block_begin(reader, end - 1);
		bool is_there = reader_copy_part(reader, reader->block, begin, end);

		if (reader_oldest(reader) > begin ||
			(is_there && !reader_each_backwards(reader, end - begin, function, context))) {
			return;
		}
		end = begin;
	}
}

/* Computed unsigned, because the times of a hostile ring may wrap around. */
int64_t hp_live_reader_unix_offset_ns(const hp_live_reader *reader)
{
	return (int64_t) (reader->sizes.made_unix_us * UINT64_C(1000) - reader->sizes.made_ns);
}

/* Returns true if the block is still there and all its records are from this time on. */
static bool reader_is_block_since(const hp_live_reader *reader, uint64_t begin, uint64_t since_ns)
{
	hp_live_record first;

	return reader_copy_part(reader, (uint64_t *) &first, begin, begin + sizeof(first)) &&
		reader_oldest(reader) <= begin && first.time_ns >= since_ns;
}

void hp_live_reader_since(hp_live_reader *reader, uint64_t since_ns)
{
	uint64_t blocks = MIN(reader->sizes.ring_bytes, READER_LOOK_BYTES) / reader->sizes.block_bytes;
	uint64_t begin;

	reader->since_ns = since_ns;
	if (reader->position == 0) {
		return;
	}
	begin = reader_block_begin(reader, reader->position - 1);
	for (uint64_t i = 1; i < blocks && begin > 0 && reader_is_block_since(reader, begin, since_ns);
		 i++) {
		begin -= reader->sizes.block_bytes;
	}
	reader->position = begin;
	if (reader_oldest(reader) > begin) {
		hp_live_reader_rewind(reader);
	}
}

static uint32_t reader_text_bytes(const hp_live_function *function)
{
	return (uint32_t) function->class_length + function->name_length + function->file_length;
}

uint64_t hp_live_reader_texts_end(const hp_live_function *functions, uint32_t count)
{
	uint64_t end = 0;

	for (uint32_t i = 0; i < count; i++) {
		end = MAX(end, (uint64_t) functions[i].text + reader_text_bytes(&functions[i]));
	}

	return end;
}

bool hp_live_reader_function(const hp_live_reader *reader, uint32_t number, uint64_t most_bytes,
	hp_live_function *function, zend_string **texts)
{
	uint64_t at = reader->sizes.functions_at + number * (uint64_t) sizeof(*function);
	uint32_t count = 0, bytes;

	if (number >= reader->sizes.functions_size ||
		!reader_copy(reader, &count, sizeof(count), offsetof(hp_live_header, functions_count)) ||
		number >= count) {
		return false;
	}
	reader_fence();
	if (!reader_copy(reader, function, sizeof(*function), at)) {
		return false;
	}
	bytes = reader_text_bytes(function);
	if (function->text > reader->sizes.text_bytes ||
		bytes > MIN(most_bytes, reader->sizes.text_bytes - function->text)) {
		return false;
	}
	*texts = zend_string_alloc(bytes, true);
	ZSTR_VAL(*texts)[bytes] = '\0';
	if (!reader_copy(reader, ZSTR_VAL(*texts), bytes, reader->sizes.texts_at + function->text)) {
		zend_string_free(*texts);
		return false;
	}

	return true;
}

/* Finds where the texts of the functions lie in the table of texts, and makes their offsets
 * relative to that. Returns false if some are not in the table. */
static bool reader_join_texts(const hp_live_reader *reader, hp_live_function *functions,
	uint32_t count, uint32_t *at, uint64_t *bytes)
{
	uint64_t end = hp_live_reader_texts_end(functions, count), sum = 0;

	*at = functions[0].text;
	for (uint32_t i = 0; i < count; i++) {
		*at = MIN(*at, functions[i].text);
		sum += reader_text_bytes(&functions[i]);
	}
	for (uint32_t i = 0; i < count; i++) {
		functions[i].text -= *at;
	}
	*bytes = end - *at;

	/* If texts overlapped, the names would have more bytes than the table. */
	return end <= reader->sizes.text_bytes && sum <= *bytes;
}

uint32_t hp_live_reader_functions(
	const hp_live_reader *reader, uint32_t first, hp_live_function **functions, char **texts)
{
	uint64_t at = reader->sizes.functions_at + first * (uint64_t) sizeof(**functions), bytes = 0;
	uint32_t count = 0, text;

	if (!reader_copy(reader, &count, sizeof(count), offsetof(hp_live_header, functions_count))) {
		return 0;
	}
	count = MIN(count, reader->sizes.functions_size);
	count = count > first ? MIN(count - first, HP_LIVE_READER_FUNCTIONS) : 0;
	if (count == 0) {
		return 0;
	}
	reader_fence();
	*functions = pemalloc(count * sizeof(**functions), true);
	*texts = NULL;
	if (reader_copy(reader, *functions, count * sizeof(**functions), at) &&
		reader_join_texts(reader, *functions, count, &text, &bytes) &&
		bytes <= READER_MAX_TEXTS_AT_ONCE) {
		*texts = pemalloc((size_t) bytes + 1, true);
		if (reader_copy(reader, *texts, bytes, reader->sizes.texts_at + text)) {
			return count;
		}
	}
	pefree(*functions, true);
	pefree(*texts, true);

	return 0;
}
