/* load.c: libFuzzer calls this with inputs of one kind, which XHPROF_FUZZ names. It reads a run, by
 * fromPairs() what PHP reads, and uses it in all ways; or a ring, changes of another process'
 * memory, or a text of a request. Built and started by tools/fuzz-load.sh, with the extension's own
 * files and PHP as a library. */
#include "config.h"

#include "attach.h"
#include "texts.h"

#include "base/random.h"

#include "format/format.h"
#include "format/load.h"
#include "format/load_pairs.h"
#include "live/sums_profile.h"
#include "live/tally.h"
#include "profile/flat.h"
#include "profile/merge.h"
#include "profile/rows.h"

#include "Zend/zend_exceptions.h"
#include "ext/json/php_json.h"
#include "ext/standard/php_var.h"
#include "sapi/embed/php_embed.h"

#include <fcntl.h>
#include <sanitizer/lsan_interface.h>
#include <stdlib.h>
#include <unistd.h>

extern __thread uintptr_t __sancov_lowest_stack;
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* A ring changes while it is read: the last bytes of an input are what head and reserved become,
 * one after the other, as they are read; 0 leaves a number as it stands in the file. The linker
 * puts this before the system's pread(). */
#define MOVES 8
static uint64_t moves[MOVES];
static uint32_t moves_done;

ssize_t __real_pread(int file, void *copy, size_t bytes, off_t at);
ssize_t __wrap_pread(int file, void *copy, size_t bytes, off_t at);

ssize_t __wrap_pread(int file, void *copy, size_t bytes, off_t at)
{
	ssize_t got = __real_pread(file, copy, bytes, at);
	bool is_position =
		at == offsetof(hp_live_header, head) || at == offsetof(hp_live_header, reserved);

	if (is_position && got == sizeof(uint64_t)) {
		uint64_t move = moves[moves_done++ % MOVES];

		memcpy(copy, move == 0 ? copy : &move, sizeof(move));
	}

	return got;
}

/* Chance and clocks are the same in each process, so that the same inputs take the same paths.
 * Nobody waits for a writer, as there is none. The linker puts the first two before ours and the
 * system's, and the compiler the third. */
void __wrap_hp_random_bytes(void *bytes, size_t count);
int __wrap_usleep(useconds_t time_us);
int fuzz_clock_gettime(clockid_t clock, struct timespec *now);

void __wrap_hp_random_bytes(void *bytes, size_t count)
{
	memset(bytes, 0x55, count);
}

int __wrap_usleep(useconds_t time_us)
{
	(void) time_us;

	return 0;
}

int fuzz_clock_gettime(clockid_t clock, struct timespec *now)
{
	static uint64_t now_us;

	(void) clock;
	now_us++;
	now->tv_sec = (time_t) (now_us / 1000000);
	now->tv_nsec = (long) (now_us % 1000000) * 1000;

	return 0;
}

static void export_all(const hp_profile *profile)
{
	zend_string *names = hp_format_names();
	const char *list = ZSTR_VAL(names);
	const hp_format *format;

	while ((format = hp_format_next(&list, NULL)) != NULL) {
		zend_string *text = NULL;
		hp_writer writer;

		/* Packing says nothing new, and a page is mostly the viewer. */
		if ((format->bits & HP_FORMAT_PACKED) || strcmp(format->name, "html") == 0 ||
			hp_format_missing(format, profile) != 0) {
			continue;
		}
		hp_writer_open_text(&writer);
		hp_format_write(format, profile, &writer);
		hp_writer_close(&writer, &text);
		zend_string_release(text);
	}
	zend_string_release(names);
}

static void use(hp_profile *profile)
{
	hp_flat flat = hp_flat_new(profile, true), levels = hp_flat_new(profile, false);
	hp_flat diff = hp_flat_diff(profile, profile);
	hp_profile *sum = hp_profile_new(profile->metrics, profile->features);
	zval rows;

	hp_profile_rows(profile, &rows, false);
	zval_ptr_dtor(&rows);
	hp_profile_add(sum, profile);
	hp_profile_add(sum, profile);
	hp_profile_finish(sum);
	export_all(sum);
	export_all(profile);
	hp_profile_free(sum);
	hp_flat_free(&flat);
	hp_flat_free(&levels);
	hp_flat_free(&diff);
}

/* As the command line tool does: unserialize() and json_decode(), and the array to fromPairs(). */
static hp_profile *load_by_php(const zend_string *file)
{
	hp_load_fault fault = {NULL, NULL, NULL, NULL};
	hp_profile *profile = NULL;
	zval options, decoded, *pairs = &decoded;

	ZVAL_NULL(&decoded);
	if (ZSTR_VAL(file)[0] == 'a') {
		array_init(&options);
		add_assoc_bool(&options, "allowed_classes", false);
		php_unserialize_with_options(
			&decoded, ZSTR_VAL(file), ZSTR_LEN(file), Z_ARRVAL(options), "unserialize");
		zval_ptr_dtor(&options);
	} else {
		php_json_decode_ex(&decoded, ZSTR_VAL(file), ZSTR_LEN(file), PHP_JSON_OBJECT_AS_ARRAY, 128);
		pairs = Z_TYPE(decoded) == IS_ARRAY
			? zend_hash_str_find(Z_ARRVAL(decoded), ZEND_STRL("profile"))
			: NULL;
	}
	if (pairs != NULL && Z_TYPE_P(pairs) == IS_ARRAY) {
		profile = hp_load_pairs(Z_ARRVAL_P(pairs), &fault);
		if (profile == NULL && fault.wanted == NULL) {
			abort();
		}
	}
	zval_ptr_dtor(&decoded);

	return profile;
}

static bool pass_stack(void *context, const hp_live_record *record)
{
	hp_live_tally *tally = context;
	const hp_live_sample_record *sample = (const hp_live_sample_record *) record;

	for (uint32_t i = 0; record->kind == HP_LIVE_SAMPLE && i < sample->frames; i++) {
		hp_live_symbols_get(&tally->symbols, tally->samples.reader, sample->frame[i].function);
	}

	return true;
}

static void use_sums(hp_live_tally *tally, const zend_string *label)
{
	hp_live_sums_part *parts;
	hp_live_sums sums;
	uint32_t count;

	hp_live_reader_rewind(tally->samples.reader);
	hp_live_sums_init(&sums);
	hp_live_sums_read(&sums, tally, label);
	parts = hp_live_sums_parts(&sums, &count);
	for (uint32_t i = 0; i < count; i++) {
		use(parts[i].profile);
		hp_profile_free(parts[i].profile);
	}
	pefree(parts, true);
	hp_live_sums_free(&sums);
}

static void use_ring(hp_live_reader *reader)
{
	zend_string *tag = zend_string_init("route", 5, false), *key;
	hp_live_header header;
	hp_live_tally tally;
	hp_profile *profile;
	bool is_torn;

	hp_live_reader_rewind(reader);
	hp_live_tally_init(&tally, reader);
	hp_live_reader_header(reader, &header, &is_torn);
	hp_live_reader_newest(reader, hp_live_reader_head(reader), pass_stack, &tally);
	hp_live_tally_read(&tally, HP_LIVE_BY_TAG, tag);
	while ((profile = hp_live_tally_take(&tally, &key)) != NULL) {
		use(profile);
		hp_profile_free(profile);
		zend_string_release(key);
	}
	use_sums(&tally, tag);
	hp_live_tally_free(&tally);
	hp_live_reader_close(reader);
	zend_string_release(tag);
}

/* In the folder that the fuzzer runs in. */
static void fuzz_rings(const uint8_t *bytes, size_t length)
{
	hp_live_reader reader;
	zend_string *error;
	char path[32];
	int file;

	snprintf(path, sizeof(path), "%010d.ring", (int) getpid());
	file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (file < 0 || write(file, bytes, length) != (ssize_t) length) {
		abort();
	}
	close(file);
	memset(moves, 0, sizeof(moves));
	memcpy(moves, bytes + length - MIN(length, sizeof(moves)), MIN(length, sizeof(moves)));
	moves_done = 0;
	error = hp_live_reader_open(&reader, path);
	unlink(path);
	if (error == NULL) {
		use_ring(&reader);
	} else {
		zend_string_release(error);
	}
}

static void fuzz_runs(const uint8_t *bytes, size_t length)
{
	zend_string *file = zend_string_init((const char *) bytes, length, false);
	hp_load_error error;
	hp_profile *profile = NULL;

	zend_try {
		profile = hp_load(file, (size_t) 256 << 20, &error);
		if (profile == NULL && length > 0 && (bytes[0] == 'a' || bytes[0] == '{')) {
			profile = load_by_php(file);
		}
	}
	zend_end_try();
	if (EG(exception)) {
		zend_clear_exception();
	}
	if (profile != NULL) {
		use(profile);
		hp_profile_free(profile);
	} else if (error.reason == NULL) {
		abort();
	}
	zend_string_release(file);
}

/* The folders of tests/fuzz/corpus. */
static const struct {
	const char *name;
	void (*try)(const uint8_t *bytes, size_t length);
} kinds[] = {{"runs", fuzz_runs}, {"rings", fuzz_rings}, {"memory", fuzz_memory}, {"sql", fuzz_sql},
	{"urls", fuzz_urls}, {"traces", fuzz_traces}, {"cidr", fuzz_cidr}};
static size_t kind;

static void find_kind(const char *name)
{
	for (kind = 0; kind < sizeof(kinds) / sizeof(kinds[0]); kind++) {
		if (name != NULL && strcmp(kinds[kind].name, name) == 0) {
			return;
		}
	}
	fprintf(stderr, "XHPROF_FUZZ names no kind of inputs\n");
	exit(1);
}

/* The sanitizer is to see each block by itself. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	find_kind(getenv("XHPROF_FUZZ"));
	setenv("USE_ZEND_ALLOC", "0", 1);
	php_embed_module.php_ini_ignore = 1;
	php_embed_module.ini_entries = "error_reporting=0\n";
	/* What PHP allocates when it starts lives to the end. To name that to the sanitizer takes a
	 * program that knows symbols. */
	__lsan_disable();
	php_embed_init(*count, *arguments);
	__lsan_enable();

	return 0;
}

/* libFuzzer takes a greater depth of the stack for something new. Where frames are aligned, that
 * depends on the address of the stack, so that it is to see none. */
__attribute__((no_sanitize("coverage"))) int LLVMFuzzerTestOneInput(
	const uint8_t *bytes, size_t length)
{
	uintptr_t stack = __sancov_lowest_stack;

	kinds[kind].try(bytes, length);
	__sancov_lowest_stack = stack;

	return 0;
}
