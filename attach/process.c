#include "attach/process.h"

#include "attach/image.h"
#include "attach/maps.h"
#include "base/proc.h"
#include "base/title.h"

#ifdef __linux__

# include <errno.h>
# include <stdlib.h>
# include <sys/stat.h>
# include <unistd.h>

# define PROCESS_VERSION "X-Powered-By: PHP/"

static int process_ptrace_scope(void)
{
	char text[16];

	hp_proc_read(text, sizeof(text), "/proc/sys/kernel/yama/ptrace_scope");

	return (int) strtol(text, NULL, 10);
}

static void process_say_forbidden(const hp_attach_process *process, char *error)
{
	int scope = process_ptrace_scope();

	if (scope > 2) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"kernel.yama.ptrace_scope is %d here, which forbids this even to root: set it to 2 or "
			"less in /etc/sysctl.d, and reboot the machine",
			scope);
	} else if (process->uid != geteuid() && geteuid() != 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it belongs to user %u, and this is user %u: run this command as root, with sudo",
			process->uid, (unsigned) geteuid());
	} else if (geteuid() == 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"the kernel forbids this even to root, as in a container without the capability "
			"SYS_PTRACE: docker run --cap-add SYS_PTRACE, or run this command on the host");
	} else if (scope > 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"kernel.yama.ptrace_scope is %d here: run this command as root, with sudo, or set "
			"sysctl kernel.yama.ptrace_scope=0",
			scope);
	} else {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it changed its user, as workers of php-fpm do, or has capabilities: run this "
			"command as root, with sudo, or set process.dumpable = yes in the pool");
	}
}

/* Says why no engine was found. */
static void process_say_why(const hp_attach_process *process, char *error)
{
	char byte[2];

	if (process->memory->left == 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it has more to read than any PHP, or takes longer, as if it tried to keep its "
			"reader busy");
		return;
	}
	if (hp_proc_read(byte, sizeof(byte), "/proc/%d/maps", (int) process->pid) >= 0) {
		hp_attach_read(process->memory, 0, byte, 1);
	}
	switch (errno) {
		case EFAULT:
			snprintf(error, HP_ATTACH_ERROR_BYTES,
				"it does not run PHP, or a PHP without exported symbols, as if linked statically");
			break;
		case ENOENT:
		case ESRCH:
			snprintf(error, HP_ATTACH_ERROR_BYTES, "it has ended");
			break;
		case ENOSYS:
			snprintf(error, HP_ATTACH_ERROR_BYTES,
				"process_vm_readv() is not available here, as in an emulated machine");
			break;
		default:
			process_say_forbidden(process, error);
			break;
	}
}

/* Parses a version: returns 80236 for "8.2.36-1~deb12u1"; 0: it is none. */
static uint32_t process_version(const char *text)
{
	unsigned long numbers[3] = {0};
	char *end;

	for (size_t i = 0; i < 3; i++) {
		numbers[i] = strtoul(text, &end, 10);
		if (end == text || numbers[i] > 99 || (i < 2 && *end != '.')) {
			return 0;
		}
		text = end + 1;
	}

	return (uint32_t) (numbers[0] * 10000 + numbers[1] * 100 + numbers[2]);
}

/* Finds a variable, unless it is known. A program that refers to a variable of a library contains
 * the variable itself, so it may be in one image and missing in another. */
static void process_find(uintptr_t *address, const hp_attach_image *image, const char *name)
{
	if (*address == 0) {
		*address = hp_attach_image_symbol(image, name);
	}
}

/* Reads a number that the image exports, such as an offset, unless it is known. */
static void process_find_number(uintptr_t *number, const hp_attach_image *image, const char *name)
{
	uintptr_t symbol = *number == 0 ? hp_attach_image_symbol(image, name) : 0;

	if (symbol != 0 && !hp_attach_read(image->memory, symbol, number, sizeof(*number))) {
		*number = 0;
	}
}

/* Returns the address from which a function loads what it returns. 0: the function does something
 * else as well, or there is no such function. */
static uintptr_t process_loaded(
	const hp_attach_image *image, const char *function, const unsigned char load[3])
{
# ifdef __x86_64__
	static const unsigned char mark[] = {0xF3, 0x0F, 0x1E, 0xFA}, leave = 0xC3;
	uintptr_t code = hp_attach_image_symbol(image, function);
	unsigned char bytes[12];
	int32_t distance;
	size_t at;

	if (code == 0 || !hp_attach_read(image->memory, code, bytes, sizeof(bytes))) {
		return 0;
	}
	at = memcmp(bytes, mark, sizeof(mark)) == 0 ? sizeof(mark) : 0;
	if (memcmp(bytes + at, load, 3) != 0 || (at == 0 && bytes[7] != leave)) {
		return 0;
	}
	memcpy(&distance, bytes + at + 3, sizeof(distance));

	return code + at + 7 + (uintptr_t) (intptr_t) distance;
# else
	return 0;
# endif
}

/* Finds variables that the engine does not export, by the functions that return them: mov
 * heap(%rip),%rax and movzbl enabled(%rip),%eax. The byte that the garbage collector sets while it
 * runs lies between the two that are found this way. */
static void process_take_private(hp_attach_process *process, const hp_attach_image *image)
{
	static const unsigned char pointer[3] = {0x48, 0x8B, 0x05}, byte[3] = {0x0F, 0xB6, 0x05};
	uintptr_t enabled;

	if (process->heap == 0) {
		process->heap = process_loaded(image, "zend_mm_get_heap", pointer);
	}
	enabled = process->is_collecting == 0 ? process_loaded(image, "gc_enabled", byte) : 0;
	if (enabled != 0 && process_loaded(image, "gc_protected", byte) == enabled + 2) {
		process->is_collecting = enabled + 1;
	}
}

/* Reads the name of the SAPI: sapi_module points to a struct that begins with it. */
static void process_take_sapi(hp_attach_process *process, const hp_attach_image *image)
{
	uintptr_t symbol = hp_attach_image_symbol(image, "sapi_module"), name;

	if (symbol == 0 || process->sapi[0] != '\0' ||
		!hp_attach_read(process->memory, symbol, &name, sizeof(name)) ||
		!hp_attach_read(process->memory, name, process->sapi, sizeof(process->sapi) - 1)) {
		return;
	}
	process->sapi[strspn(process->sapi, "abcdefghijklmnopqrstuvwxyz0123456789-")] = '\0';
}

/* Takes from an image what it exports of PHP. Until an image has exported the engine's globals,
 * nothing but those is searched for. */
static void process_take_image(hp_attach_process *process, const hp_attach_image *image)
{
	if (!process->is_zts) {
		process_find(&process->executor_globals, image, "executor_globals");
		process_find(&process->compiler_globals, image, "compiler_globals");
		process_find(&process->sapi_globals, image, "sapi_globals");
	}
	if (process->is_zts || process->executor_globals == 0) {
		process_find_number(&process->executor_globals, image, "executor_globals_offset");
		process_find_number(&process->compiler_globals, image, "compiler_globals_offset");
		process_find_number(&process->sapi_globals, image, "sapi_globals_offset");
		process->is_zts = process->executor_globals != 0;
	}
	if (process->executor_globals != 0) {
		process_take_sapi(process, image);
		if (process->php == 0 &&
			hp_attach_image_text(
				image, PROCESS_VERSION, process->version, sizeof(process->version))) {
			process->php = process_version(process->version);
		}
	}
	if (process->executor_globals != 0 && !process->is_zts) {
		process_take_private(process, image);
	}
}

static void process_take_pool(hp_attach_process *process)
{
	char title[256];

	hp_proc_read(title, sizeof(title), "/proc/%d/cmdline", (int) process->pid);
	hp_title_pool(process->pool, sizeof(process->pool), title);
}

/* Returns true for the program, and for a library that may have PHP in it: mod_php, libphp.so. */
static bool process_may_be_php(const hp_attach_maps *maps, bool is_program)
{
	const char *name = strrchr(maps->path, '/');

	return name != NULL && maps->offset == 0 && (is_program || strstr(name, "php") != NULL);
}

/* Searches the images of the process. Returns false if the process cannot be read. */
static bool process_take_images(hp_attach_process *process)
{
	bool is_program = true;
	hp_attach_image image;
	hp_attach_maps maps;

	if (!hp_attach_maps_open(&maps, process->pid)) {
		return false;
	}
	while (process->php == 0 && process->memory->left > 0 && hp_attach_maps_next(&maps)) {
		if (process_may_be_php(&maps, is_program)) {
			is_program = false;
			if (hp_attach_image_open(&image, process->memory, maps.start)) {
				process_take_image(process, &image);
			}
		}
	}
	hp_attach_maps_close(&maps);

	return true;
}

/* Returns true if the process runs code in memory that processes share, which only the JIT has, or
 * if that is unknown. */
static bool process_has_jit(const hp_attach_process *process)
{
	bool is_found = false;
	hp_attach_maps maps;

	if (!hp_attach_maps_open(&maps, process->pid)) {
		return true;
	}
	while (!is_found && hp_attach_maps_next(&maps)) {
		is_found = maps.rights[2] == 'x' && maps.rights[3] == 's';
	}
	hp_attach_maps_close(&maps);

	return is_found;
}

/* Searches the process for PHP's engine. FAILURE with an empty error: it has no engine. */
static zend_result process_search(hp_attach_process *process, char *error)
{
	if (!process_take_images(process) || process->executor_globals == 0) {
		return FAILURE;
	}
	if (process->php == 0) {
		snprintf(
			error, HP_ATTACH_ERROR_BYTES, "it has PHP's engine, but its version was not found");
		return FAILURE;
	}
	process->has_jit = process_has_jit(process);
	process->layout = hp_attach_layout_of(process->php, process->is_zts);
	if (process->layout == NULL || process->layout->code_bytes > HP_ATTACH_FUNCTION_BYTES) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it runs PHP %.32s; only versions %s can be read from outside", process->version,
			hp_attach_layout_versions());
		return FAILURE;
	}

	return SUCCESS;
}

zend_result hp_attach_process_open(
	hp_attach_process *process, hp_attach_memory *memory, char *error)
{
	pid_t pid = memory->pid;
	struct stat status;
	char path[64];

	*error = '\0';
	*process = (hp_attach_process){.memory = memory, .pid = pid, .tid = pid};
	memory->left = HP_ATTACH_OPEN_BUDGET;
	snprintf(path, sizeof(path), "/proc/%d", (int) pid);
	process->start_ticks = hp_proc_start_ticks(pid);
	if (process->start_ticks == 0 || stat(path, &status) != 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "there is no such process");
		return FAILURE;
	}
	process->uid = (uint32_t) status.st_uid;
	if (process_search(process, error) == SUCCESS) {
		process_take_pool(process);
		return SUCCESS;
	}
	if (*error == '\0') {
		process_say_why(process, error);
	}

	return FAILURE;
}

hp_attach_process hp_attach_process_of(const hp_attach_process *process, pid_t tid, uintptr_t block)
{
	hp_attach_process thread = *process;

	thread.tid = tid;
	thread.executor_globals += block;
	thread.compiler_globals += thread.compiler_globals == 0 ? 0 : block;
	thread.sapi_globals += thread.sapi_globals == 0 ? 0 : block;

	return thread;
}

bool hp_attach_process_is_same(const hp_attach_process *process)
{
	uintptr_t probe;
	char path[96];

	snprintf(path, sizeof(path), "/proc/%d/task/%d", (int) process->pid, (int) process->tid);

	return access(path, F_OK) == 0 && hp_proc_start_ticks(process->pid) == process->start_ticks &&
		hp_attach_read(process->memory, process->executor_globals, &probe, sizeof(probe));
}

#endif
