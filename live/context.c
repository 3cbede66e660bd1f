#include "live/context.h"

#ifdef __linux__

# include "base/descriptor.h"
# include "base/lock.h"
# include "base/peek.h"
# include "base/seccomp.h"
# include "base/varint.h"
# include "live/tags.h"
# include "live/trace.h"
# include "php_xhprof.h"

# include <dlfcn.h>
# include <fcntl.h>
# include <link.h>
# include <sys/mman.h>
# include <sys/prctl.h>
# include <sys/syscall.h>
# include <time.h>
# include <unistd.h>

# ifndef PR_SET_VMA
#  define PR_SET_VMA 0x53564d41
#  define PR_SET_VMA_ANON_NAME 0
# endif

# define CONTEXT_VARIABLE "otel_thread_ctx_v1"
# define CONTEXT_LIBRARY "xhprof_context.so.1"
# define CONTEXT_MAPPING "OTEL_CTX"
# define CONTEXT_VERSION 2u
# define CONTEXT_BYTES 2u /* protocol buffers' type of a field that has a length */

/* Indexes into context_keys. */
enum {
	CONTEXT_METHOD,
	CONTEXT_PATH,
	CONTEXT_ROUTE
};

/* The context of a thread, as readers want it. Each attribute is the index of its key, its length
 * and its text. */
typedef struct context_record {
	uint8_t trace[16];
	uint8_t span[8];
	uint8_t is_valid;
	uint8_t trace_flags;
	uint16_t attribute_bytes;
	uint8_t attributes[HP_LIVE_CONTEXT_BYTES - 28];
} context_record;

typedef char context_record_fits[sizeof(context_record) == HP_LIVE_CONTEXT_BYTES ? 1 : -1];

/* A protocol buffer message that is being built, such as a ProcessContext. */
typedef struct context_message {
	size_t length;
	unsigned char bytes[1024];
} context_message;

/* The mapping in which a process publishes its context. */
typedef struct context_header {
	uint64_t signature; /* the text CONTEXT_MAPPING, written last */
	uint32_t version;
	uint32_t payload_bytes;
	uint64_t published_ns;
	const unsigned char *payload;
	unsigned char message[sizeof(((context_message *) NULL)->bytes)];
} context_header;

static const char *const context_keys[] = {"http.request.method", "url.path", "http.route"};

static hp_lock context_lock = HP_LOCK_FREE;
static bool context_is_known; /* context_tracer and context_own are set */
static void *context_tracer; /* the library that exports the variable; NULL: none */
static const void **(*context_own)(
	void); /* returns the variable of our own library; NULL: not needed, or missing */
static pid_t context_pid; /* the process whose context is published */

static void *context_find(const char *file)
{
	void *library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);

	/* Our own library may still be loaded from an earlier start of PHP in this process. */
	if (library != NULL &&
		(dlsym(library, CONTEXT_VARIABLE) == NULL ||
			(file != NULL && strstr(file, CONTEXT_LIBRARY) != NULL))) {
		dlclose(library);
		library = NULL;
	}

	return library;
}

/* File names, each with its zero byte. */
typedef struct context_files {
	char *text;
	size_t bytes;
} context_files;

static int context_add_file(struct dl_phdr_info *object, size_t bytes, void *to)
{
	context_files *files = to;
	size_t length = object->dlpi_name == NULL ? 0 : strlen(object->dlpi_name) + 1;
	char *text = length < 2 ? NULL : realloc(files->text, files->bytes + length);

	if (text != NULL) {
		memcpy(text + files->bytes, object->dlpi_name, length);
		files->text = text;
		files->bytes += length;
	}

	return 0;
}

/* Returns the library that exports the variable, or the program itself, which has no name; NULL if
 * neither does. */
static void *context_find_tracer(void)
{
	context_files files = {NULL, 0};
	void *library = context_find(NULL);

	dl_iterate_phdr(context_add_file, &files);
	for (size_t at = 0; at < files.bytes && library == NULL; at += strlen(files.text + at) + 1) {
		library = context_find(files.text + at);
	}
	free(files.text);

	return library;
}

/* Loads our own library, which lies beside this module. Returns NULL if that fails. */
static void *context_load_own(void)
{
	char file[MAXPATHLEN];
	Dl_info own;
	const char *end;

	if (dladdr(context_keys, &own) == 0 || own.dli_fname == NULL) {
		return NULL;
	}
	end = strrchr(own.dli_fname, '/');
	if (end == NULL ||
		snprintf(file, sizeof(file), "%.*s/" CONTEXT_LIBRARY, (int) (end - own.dli_fname),
			own.dli_fname) >= (int) sizeof(file)) {
		return NULL;
	}

	return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

/* Adds a field that is a text or a message. It is left out if there is no room. */
static void context_put(context_message *to, uint32_t field, const void *bytes, size_t length)
{
	unsigned char head[2 * HP_VARINT_BYTES];
	size_t head_length = hp_varint_write(head, field << 3 | CONTEXT_BYTES);

	head_length += hp_varint_write(head + head_length, length);
	if (to->length + head_length + length > sizeof(to->bytes)) {
		return;
	}
	memcpy(to->bytes + to->length, head, head_length);
	memcpy(to->bytes + to->length + head_length, bytes, length);
	to->length += head_length + length;
}

static void context_nest(context_message *to, uint32_t field, const context_message *message)
{
	context_put(to, field, message->bytes, message->length);
}

/* Adds a KeyValue. Its value is an AnyValue: a text is in field 1 of that, an array in field 5. */
static void context_put_pair(
	context_message *to, uint32_t field, const char *key, const context_message *value)
{
	context_message pair = {0};

	context_put(&pair, 1, key, strlen(key));
	context_nest(&pair, 2, value);
	context_nest(to, field, &pair);
}

static void context_put_text(context_message *to, uint32_t field, const char *key, const char *text)
{
	context_message value = {0};

	context_put(&value, 1, text, strlen(text));
	context_put_pair(to, field, key, &value);
}

static void context_put_keys(context_message *to, uint32_t field)
{
	context_message array = {0}, value = {0};

	for (size_t i = 0; i < sizeof(context_keys) / sizeof(context_keys[0]); i++) {
		context_message text = {0};

		context_put(&text, 1, context_keys[i], strlen(context_keys[i]));
		context_nest(&array, 1, &text);
	}
	context_nest(&value, 5, &array);
	context_put_pair(to, field, "threadlocal.attribute_key_map", &value);
}

static void context_make_message(context_message *message)
{
	context_message resource = {0};

	memset(message, 0, sizeof(*message));
	context_put_text(&resource, 1, "process.runtime.name", "php");
	context_put_text(&resource, 1, "process.runtime.version", zend_get_module_version("standard"));
	context_put_text(&resource, 1, "telemetry.sdk.language", "php");
	context_put_text(&resource, 1, "telemetry.sdk.name", "xhprof");
	context_put_text(&resource, 1, "telemetry.sdk.version", PHP_XHPROF_VERSION);
	context_nest(message, 1, &resource);
	context_put_text(message, 2, "threadlocal.schema_version", "tlsdesc_v1_dev");
	context_put_keys(message, 2);
}

/* Returns true if another library has published the context of this process: there may be only
 * one. */
static bool context_is_published(void)
{
	char text[8192];
	size_t kept = 0;
	ssize_t bytes;
	bool is_found = false;
	int file = hp_descriptor_open("/proc/self/maps", O_RDONLY, 0);

	while (
		file >= 0 && !is_found && (bytes = read(file, text + kept, sizeof(text) - 1 - kept)) > 0) {
		kept += (size_t) bytes;
		text[kept] = '\0';
		is_found = strstr(text, CONTEXT_MAPPING) != NULL;
		/* The name may be split between two reads. */
		if (kept > sizeof(CONTEXT_MAPPING)) {
			memmove(text, text + kept - sizeof(CONTEXT_MAPPING), sizeof(CONTEXT_MAPPING));
			kept = sizeof(CONTEXT_MAPPING);
		}
	}
	if (file >= 0) {
		close(file);
	}

	return is_found;
}

static context_header *context_map(void)
{
	int file = hp_descriptor_open_memory(CONTEXT_MAPPING, sizeof(context_header));
	void *at = mmap(NULL, sizeof(context_header), PROT_READ | PROT_WRITE,
		file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_PRIVATE, file, 0);

	if (file >= 0) {
		close(file);
	}
	if (at == MAP_FAILED) {
		return NULL;
	}
	if (madvise(at, sizeof(context_header), MADV_DONTFORK) != 0) {
		munmap(at, sizeof(context_header));
		return NULL;
	}

	return at;
}

static void context_publish(void)
{
	context_header *header = context_is_published() ? NULL : context_map();
	context_message message;
	struct timespec now = {0, 1};
	uint64_t signature;

	if (header == NULL) {
		return;
	}
	context_make_message(&message);
	clock_gettime(CLOCK_BOOTTIME, &now);
	memcpy(header->message, message.bytes, message.length);
	header->version = CONTEXT_VERSION;
	header->payload_bytes = (uint32_t) message.length;
	header->payload = header->message;
	header->published_ns = (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
	memcpy(&signature, CONTEXT_MAPPING, sizeof(signature));
	__atomic_store_n(&header->signature, signature, __ATOMIC_RELEASE);
	/* Readers that watch for this call notice it even where the kernel cannot name such
	 * mappings. */
	prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, header, sizeof(*header), CONTEXT_MAPPING);
}

/* Finds the tracer, or else loads our own library, once per process. Our own context is published
 * again in a forked child. */
static void context_prepare(void)
{
	void *own;

	if (!context_is_known) {
		context_is_known = true;
		context_tracer = context_find_tracer();
		own = context_tracer == NULL ? context_load_own() : NULL;
		*(void **) &context_own = own == NULL ? NULL : dlsym(own, "xhprof_thread_context");
	}
	if (context_own != NULL && context_pid != getpid()) {
		context_pid = getpid();
		context_publish();
	}
}

void hp_live_context_open(hp_live_context *context)
{
	hp_lock_take(&context_lock);
	context_prepare();
	hp_lock_release(&context_lock);
	context->theirs = context_tracer == NULL || hp_seccomp_kills(SYS_process_vm_readv)
		? NULL
		: (const void *const *) dlsym(context_tracer, CONTEXT_VARIABLE);
	context->ours = context_own == NULL ? NULL : context_own();
}

static void context_add(context_record *record, uint8_t key, const char *text, size_t length)
{
	size_t at = record->attribute_bytes;

	length = MIN(length, UINT8_MAX);
	if (length == 0 || at + 2 + length > sizeof(record->attributes)) {
		return;
	}
	record->attributes[at] = key;
	record->attributes[at + 1] = (uint8_t) length;
	memcpy(record->attributes + at + 2, text, length);
	record->attribute_bytes = (uint16_t) (at + 2 + length);
}

void hp_live_context_set(hp_live_context *context, const hp_live_slot *slot)
{
	context_record *record = (context_record *) context->record;
	const char *route;
	size_t path = strcspn(slot->uri, "?");

	if (context->ours == NULL) {
		return;
	}
	HP_SHARED_WRITE(&record->is_valid, 0);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	memset(record, 0, offsetof(context_record, attributes));
	/* Readers want both trace and span, or neither. */
	if (memcmp(slot->trace.span, record->span, sizeof(record->span)) != 0) {
		memcpy(record->trace, slot->trace.id, sizeof(record->trace));
		memcpy(record->span, slot->trace.span, sizeof(record->span));
	}
	if (*slot->method < 'a') { /* otherwise it is a command or a job */
		context_add(record, CONTEXT_METHOD, slot->method, strlen(slot->method));
		context_add(record, CONTEXT_PATH, slot->uri, path);
	}
	route = hp_live_tags_find(slot->tags, slot->tag_bytes, "route");
	if (route != NULL) {
		context_add(record, CONTEXT_ROUTE, route, strlen(route));
	}
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	HP_SHARED_WRITE(&record->is_valid, 1);
	*context->ours = record;
}

void hp_live_context_clear(hp_live_context *context)
{
	if (context->ours != NULL) {
		*context->ours = NULL;
	}
}

bool hp_live_context_read(const hp_live_context *context, hp_live_trace *trace)
{
	const context_record *from;
	context_record record;

	if (EXPECTED(context->theirs == NULL)) {
		return false;
	}
	from = HP_SHARED_READ(context->theirs);
	if (from == NULL) {
		return false;
	}
	if (!hp_peek(getpid(), from, &record, offsetof(context_record, attributes))) {
		return false;
	}
	memcpy(trace->id, record.trace, sizeof(trace->id));
	memcpy(trace->span, record.span, sizeof(trace->span));

	return record.is_valid == 1 && hp_live_trace_is_set(trace);
}

#endif
