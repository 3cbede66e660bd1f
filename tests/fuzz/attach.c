/* For memfd_create(). */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif

#include "attach.h"

#include "attach/image.h"
#include "attach/writer.h"

#include "main/SAPI.h"
#include "main/php.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

/* No process has it. */
#define FUZZ_PID 0x7FFFFFFE

/* Where the other process has its memory: at the end of the address space, so that sums of
 * addresses overflow. */
#define FUZZ_BYTES 65536u
#define FUZZ_BASE (UINTPTR_MAX - FUZZ_BYTES + 1)

/* Changes that come while the memory is read: one for each reading. */
#define FUZZ_LATE 16

/* Where its parts are. */
enum {
	FUZZ_EXECUTOR = 0,
	FUZZ_COMPILER = 0x2000,
	FUZZ_SAPI = 0x3000,
	FUZZ_STACK = 0x4000,
	FUZZ_FUNCTIONS = 0x8000,
	FUZZ_CODE = 0x9000,
	FUZZ_CLASS = 0xA000,
	FUZZ_STRINGS = 0xB000,
	FUZZ_IMAGE = 0xC000
};

typedef struct fuzz_change {
	uint16_t at;
	uint64_t value; /* below 2^32: the lower half is an address in the memory */
} fuzz_change;

static char memory[FUZZ_BYTES];
static const uint8_t *late;
static size_t late_length;

ssize_t __real_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long local_count,
	const struct iovec *remote, unsigned long remote_count, unsigned long flags);
ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long local_count,
	const struct iovec *remote, unsigned long remote_count, unsigned long flags);

static void change(const uint8_t *bytes)
{
	fuzz_change one;

	memcpy(&one.at, bytes, sizeof(one.at));
	memcpy(&one.value, bytes + sizeof(one.at), sizeof(one.value));
	if (one.value <= UINT32_MAX) {
		one.value = one.value % 2 == 0 ? FUZZ_BASE + (one.value >> 1) % FUZZ_BYTES : one.value >> 1;
	}
	memcpy(memory + MIN(one.at, FUZZ_BYTES - sizeof(one.value)), &one.value, sizeof(one.value));
}

/* The linker puts this before the system's: memory that is not there ends the reading. */
ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long local_count,
	const struct iovec *remote, unsigned long remote_count, unsigned long flags)
{
	ssize_t done = 0;

	if (pid != FUZZ_PID) {
		return __real_process_vm_readv(pid, local, local_count, remote, remote_count, flags);
	}
	for (unsigned long i = 0; i < remote_count; i++) {
		uintptr_t from = (uintptr_t) remote[i].iov_base;

		if (from < FUZZ_BASE || remote[i].iov_len > FUZZ_BYTES - (from - FUZZ_BASE)) {
			errno = EFAULT;
			return done > 0 ? done : -1;
		}
		memcpy(local[i].iov_base, memory + (from - FUZZ_BASE), remote[i].iov_len);
		done += (ssize_t) remote[i].iov_len;
	}
	if (late_length >= sizeof(uint16_t) + sizeof(uint64_t)) {
		change(late);
		late += sizeof(uint16_t) + sizeof(uint64_t);
		late_length -= sizeof(uint16_t) + sizeof(uint64_t);
	}

	return done;
}

static uintptr_t address(size_t at)
{
	return FUZZ_BASE + at;
}

static void put(size_t at, uint64_t value)
{
	memcpy(memory + at, &value, sizeof(value));
}

static void put_string(const hp_attach_layout *layout, size_t at, const char *text)
{
	put(at + layout->string_hash, zend_hash_func(text, strlen(text)));
	put(at + layout->string_length, strlen(text));
	memcpy(memory + at + layout->string_text, text, strlen(text) + 1);
}

static void put_functions(const hp_attach_layout *layout)
{
	for (size_t i = 0; i < 4; i++) {
		size_t at = FUZZ_FUNCTIONS + i * 512;

		memory[at] = i == 0 ? ZEND_INTERNAL_FUNCTION : ZEND_USER_FUNCTION;
		put(at + layout->function_name, i == 3 ? 0 : address(FUZZ_STRINGS));
		put(at + layout->function_scope, i == 1 ? address(FUZZ_CLASS) : 0);
		if (i > 0) {
			put(at + layout->code_filename, address(FUZZ_STRINGS + 64));
			put(at + layout->code_opcodes, address(FUZZ_CODE));
			put(at + layout->code_vars, address(FUZZ_CLASS + 512));
			memory[at + layout->code_last] = 8;
			memory[at + layout->code_last_var] = 2;
		}
	}
	put(FUZZ_CLASS + layout->class_name, address(FUZZ_STRINGS));
	put(FUZZ_CLASS + 512, address(FUZZ_STRINGS));
	put(FUZZ_CLASS + 520, address(FUZZ_STRINGS));
	for (size_t i = 0; i < 8; i++) {
		memory[FUZZ_CODE + i * layout->op_bytes + layout->op_opcode] = (char) ZEND_DO_FCALL;
	}
}

static void put_stack(const hp_attach_layout *layout)
{
	for (size_t i = 0; i < 4; i++) {
		size_t at = FUZZ_STACK + 1024 - i * 256;

		put(at + layout->frame_func, address(FUZZ_FUNCTIONS + i * 512));
		put(at + layout->frame_opline, address(FUZZ_CODE + i * layout->op_bytes));
		put(at + layout->frame_prev, i == 3 ? 0 : address(at - 256));
	}
	put(FUZZ_EXECUTOR + layout->current_execute_data, address(FUZZ_STACK + 1024));
	put(FUZZ_EXECUTOR + layout->vm_stack, address(FUZZ_STACK));
	put(FUZZ_EXECUTOR + layout->vm_stack_end, address(FUZZ_STACK + 0x4000));
	put(FUZZ_COMPILER + layout->compiled_file, address(FUZZ_STRINGS + 64));
	put(FUZZ_SAPI, address(FUZZ_CLASS));
	put(FUZZ_SAPI + layout->request_method, address(FUZZ_STRINGS + layout->string_text));
	put(FUZZ_SAPI + layout->request_uri, address(FUZZ_STRINGS + 64 + layout->string_text));
}

static void put_image(void)
{
	Elf64_Ehdr *head = (Elf64_Ehdr *) (memory + FUZZ_IMAGE);
	Elf64_Phdr *segments = (Elf64_Phdr *) (head + 1);
	Elf64_Dyn *names = (Elf64_Dyn *) (segments + 2);

	memcpy(head->e_ident, ELFMAG, SELFMAG);
	head->e_ident[EI_CLASS] = ELFCLASS64;
	head->e_phoff = sizeof(*head);
	head->e_phentsize = sizeof(*segments);
	head->e_phnum = 2;
	segments[0].p_type = PT_LOAD;
	segments[0].p_filesz = 4096;
	segments[1].p_type = PT_DYNAMIC;
	segments[1].p_vaddr = (Elf64_Addr) ((char *) names - (char *) head);
	segments[1].p_memsz = 4 * sizeof(*names);
	names[0] = (Elf64_Dyn){DT_SYMTAB, {1024}};
	names[1] = (Elf64_Dyn){DT_STRTAB, {2048}};
	names[2] = (Elf64_Dyn){DT_GNU_HASH, {3072}};
	memory[FUZZ_IMAGE + 3072] = memory[FUZZ_IMAGE + 3076] = memory[FUZZ_IMAGE + 3088] = 1;
}

static void use_image(hp_attach_memory *read)
{
	hp_attach_image image;
	char text[64];

	read->left = HP_ATTACH_OPEN_BUDGET;
	if (hp_attach_image_open(&image, read, address(FUZZ_IMAGE))) {
		hp_attach_image_symbol(&image, "executor_globals");
		hp_attach_image_text(&image, "PHP/", text, sizeof(text));
	}
}

static void use_locals(const hp_attach_process *process)
{
	hp_locals_file file;

	process->memory->left = HP_ATTACH_LOOK_BUDGET;
	if (hp_locals_file_begin(&file, 1, HP_LIVE_LOCALS_VALUES) == SUCCESS) {
		hp_attach_locals_read(&file, process);
		hp_locals_file_free(&file);
	}
}

/* As hp_attach_writer_open(), for a process that is not there. All inputs share the ring. */
static hp_attach_writer *writer_of(const hp_attach_process *process)
{
	static hp_attach_writer writer;
	static hp_live_ring ring;

	if (ring.header == NULL) {
		int file = memfd_create("ring", MFD_CLOEXEC);

		if (ftruncate(file, (off_t) hp_live_ring_file_bytes(HP_ATTACH_RING_BYTES)) != 0 ||
			hp_live_ring_map(&ring, file, HP_ATTACH_RING_BYTES) == FAILURE) {
			abort();
		}
	}
	writer = (hp_attach_writer){.process = *process, .functions = writer.functions, .ring = ring};
	if (writer.functions.rows == NULL && hp_attach_functions_init(&writer.functions) == FAILURE) {
		abort();
	}
	writer.clock.schedstat = writer.clock.stat = -1;
	writer.waits.call = writer.waits.process.file = HP_DESCRIPTOR_NONE;
	writer.files.folder = writer.files.control = HP_DESCRIPTOR_NONE;
	writer.files.data = -1;
	writer.wish.is_on = true;
	writer.wish.interval_ns = 1000000;

	return &writer;
}

static void use_writer(const hp_attach_process *process)
{
	static struct hp_attach_walk *walk;
	hp_attach_writer *writer = writer_of(process);

	walk = walk == NULL ? hp_attach_walk_new() : walk;
	for (uint64_t i = 1; i < 4; i++) {
		hp_attach_writer_look(writer, walk, i);
	}
	writer->ring = (hp_live_ring){NULL};
}

void fuzz_memory(const uint8_t *bytes, size_t length)
{
	const size_t each = sizeof(uint16_t) + sizeof(uint64_t);
	hp_attach_memory read = {.pid = FUZZ_PID};
	hp_attach_process process = {.memory = &read,
		.pid = FUZZ_PID,
		.tid = FUZZ_PID,
		.php = PHP_VERSION_ID,
		.layout = hp_attach_layout_of(PHP_VERSION_ID, false),
		.executor_globals = address(FUZZ_EXECUTOR),
		.compiler_globals = address(FUZZ_COMPILER),
		.sapi_globals = address(FUZZ_SAPI),
		.heap = address(FUZZ_CLASS),
		.is_collecting = address(FUZZ_CLASS + 8),
		.sapi = "fpm-fcgi"};

	memset(memory, 0, sizeof(memory));
	put_string(process.layout, FUZZ_STRINGS, "executor_globals");
	put_string(process.layout, FUZZ_STRINGS + 64, "/file.php");
	put_functions(process.layout);
	put_stack(process.layout);
	put_image();
	late_length = MIN(length / each, FUZZ_LATE) * each;
	for (size_t at = late_length; at + each <= length; at += each) {
		change(bytes + at);
	}
	late = bytes;
	use_image(&read);
	use_writer(&process);
	use_locals(&process);
}
