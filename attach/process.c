#include "attach/process.h"

#include "attach/image.h"
#include "attach/maps.h"
#include "base/descriptor.h"
#include "live/files.h"

#ifdef __linux__

# include <errno.h>
# include <fcntl.h>
# include <stdlib.h>
# include <sys/stat.h>
# include <unistd.h>

# define PROCESS_VERSION "X-Powered-By: PHP/"

static ssize_t process_read_file(pid_t pid, const char *name, char *text, size_t room)
{
	char path[64];
	ssize_t length;
	int file;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int) pid, name);
	file = hp_descriptor_open(path, O_RDONLY, 0);
	length = file < 0 ? -1 : read(file, text, room - 1);
	if (file >= 0) {
		close(file);
	}
	text[length < 0 ? 0 : length] = '\0';

	return length;
}

static uint64_t process_start_ticks(pid_t pid)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/stat", (int) pid);

	return hp_live_files_start_ticks(path);
}

static int process_ptrace_scope(void)
{
	char text[16] = "";
	int file = hp_descriptor_open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY, 0);
	ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);

	if (file >= 0) {
		close(file);
	}

	return length > 0 ? (int) strtol(text, NULL, 10) : 0;
}

static void process_say_forbidden(const hp_attach_process *process, char *error)
{
	int scope = process_ptrace_scope();

	if (process->uid != geteuid() && geteuid() != 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it is of user %u, and this is user %u: run this command as root, by sudo",
			process->uid, (unsigned) geteuid());
	} else if (geteuid() == 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"the kernel forbids it to root as well, as in a container without the capability "
			"SYS_PTRACE: docker run --cap-add SYS_PTRACE, or run this command on the host");
	} else if (scope > 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"kernel.yama.ptrace_scope is %d here: run this command as root, by sudo, or set "
			"sysctl kernel.yama.ptrace_scope=0",
			scope);
	} else {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it has changed its user, as workers of php-fpm do: run this command as root, by sudo, "
			"or set process.dumpable = yes in the pool");
	}
}

/* 8.2.36 from "8.2.36-1~deb12u1"; 0: it is none. */
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

/* A number that the image exports, such as an offset; 0: it does not. */
static uintptr_t process_number(const hp_attach_image *image, const char *name)
{
	uintptr_t symbol = hp_attach_image_symbol(image, name), number = 0;

	return symbol != 0 && hp_attach_read(image->pid, symbol, &number, sizeof(number)) ? number : 0;
}

static void process_take_globals(hp_attach_process *process, const hp_attach_image *image)
{
	process->executor_globals = hp_attach_image_symbol(image, "executor_globals");
	process->compiler_globals = hp_attach_image_symbol(image, "compiler_globals");
	process->sapi_globals = hp_attach_image_symbol(image, "sapi_globals");
}

static void process_take_offsets(hp_attach_process *process, const hp_attach_image *image)
{
	process->executor_globals = process_number(image, "executor_globals_offset");
	process->compiler_globals = process_number(image, "compiler_globals_offset");
	process->sapi_globals = process_number(image, "sapi_globals_offset");
}

/* FAILURE with an empty error: it is not in this image. */
static zend_result process_take_image(
	hp_attach_process *process, const hp_attach_image *image, char *error)
{
	char version[64];
	bool is_zts = false;

	process_take_globals(process, image);
	if (process->executor_globals == 0) {
		process_take_offsets(process, image);
		is_zts = true;
	}
	if (process->executor_globals == 0) {
		return FAILURE;
	}
	process->php = hp_attach_image_text(image, PROCESS_VERSION, version, sizeof(version))
		? process_version(version)
		: 0;
	if (process->php == 0) {
		snprintf(
			error, HP_ATTACH_ERROR_BYTES, "it has PHP's engine, but not the text of its version");
		return FAILURE;
	}
	process->layout = hp_attach_layout_of(process->php, is_zts);
	if (process->layout == NULL || process->layout->code_bytes > HP_ATTACH_FUNCTION_BYTES) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it is PHP %.32s; versions %s can be read from outside", version,
			hp_attach_layout_versions());
		return FAILURE;
	}

	return SUCCESS;
}

/* The heap is private to the engine, but for a function that returns it: mov heap(%rip),%rax; ret. */
static void process_take_heap(hp_attach_process *process, const hp_attach_image *image)
{
# ifdef __x86_64__
	static const unsigned char mark[] = {0xF3, 0x0F, 0x1E, 0xFA}, load[] = {0x48, 0x8B, 0x05};
	uintptr_t code = hp_attach_image_symbol(image, "zend_mm_get_heap");
	unsigned char bytes[12];
	int32_t distance;
	size_t at;

	if (code == 0 || !hp_attach_read(process->pid, code, bytes, sizeof(bytes))) {
		return;
	}
	at = memcmp(bytes, mark, sizeof(mark)) == 0 ? sizeof(mark) : 0;
	if (memcmp(bytes + at, load, sizeof(load)) == 0 && (at > 0 || bytes[7] == 0xC3)) {
		memcpy(&distance, bytes + at + sizeof(load), sizeof(distance));
		process->heap = code + at + 7 + (uintptr_t) (intptr_t) distance;
	}
# else
	(void) process;
	(void) image;
# endif
}

/* The name of the SAPI: sapi_module points to its struct, which begins with that. */
static void process_take_sapi(hp_attach_process *process, const hp_attach_image *image)
{
	uintptr_t symbol = hp_attach_image_symbol(image, "sapi_module"), name;
	char *end = process->sapi + sizeof(process->sapi) - 1;

	if (symbol == 0 || !hp_attach_read(process->pid, symbol, &name, sizeof(name)) ||
		!hp_attach_read(process->pid, name, process->sapi, sizeof(process->sapi) - 1)) {
		process->sapi[0] = '\0';
		return;
	}
	*end = '\0';
	for (char *at = process->sapi; *at != '\0'; at++) {
		if ((*at < 'a' || *at > 'z') && (*at < '0' || *at > '9') && *at != '-') {
			*at = '\0';
			break;
		}
	}
}

/* The title of a worker is "php-fpm: pool www". */
static void process_take_pool(hp_attach_process *process)
{
	char title[256];
	const char *name;

	process_read_file(process->pid, "cmdline", title, sizeof(title));
	name = strncmp(title, "php-fpm", 7) == 0 ? strstr(title, "pool ") : NULL;
	snprintf(process->pool, sizeof(process->pool), "%s", name == NULL ? "" : name + 5);
	process->pool[strcspn(process->pool, " ")] = '\0';
}

/* The program, or a library that may have PHP in it: mod_php, libphp.so. */
static bool process_may_be_php(const hp_attach_maps *maps, bool is_program)
{
	const char *name = strrchr(maps->path, '/');

	return name != NULL && maps->offset == 0 && (is_program || strstr(name, "php") != NULL);
}

static zend_result process_search(hp_attach_process *process, char *error)
{
	zend_result result = FAILURE;
	bool is_program = true;
	hp_attach_image image;
	hp_attach_maps maps;

	if (!hp_attach_maps_open(&maps, process->pid)) {
		return FAILURE;
	}
	while (result == FAILURE && *error == '\0' && hp_attach_maps_next(&maps)) {
		if (process_may_be_php(&maps, is_program)) {
			is_program = false;
			result = hp_attach_image_open(&image, process->pid, maps.start)
				? process_take_image(process, &image, error)
				: FAILURE;
		}
	}
	hp_attach_maps_close(&maps);
	if (result == SUCCESS) {
		process_take_sapi(process, &image);
		if (!process->layout->is_zts) {
			process_take_heap(process, &image);
		}
	}

	return result;
}

zend_result hp_attach_process_open(hp_attach_process *process, pid_t pid, char *error)
{
	struct stat status;
	char path[64], probe[8];

	*error = '\0';
	*process = (hp_attach_process){.pid = pid, .tid = pid};
	snprintf(path, sizeof(path), "/proc/%d", (int) pid);
	process->start_ticks = process_start_ticks(pid);
	if (process->start_ticks == 0 || stat(path, &status) != 0) {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "there is no such process here");
		return FAILURE;
	}
	process->uid = (uint32_t) status.st_uid;
	if (process_search(process, error) == SUCCESS) {
		process_take_pool(process);
		return SUCCESS;
	}
	if (*error == '\0' && process_read_file(pid, "maps", path, sizeof(path)) < 0 &&
		errno != ENOENT) {
		process_say_forbidden(process, error);
	} else if (*error == '\0' && !hp_attach_read(pid, 0, probe, 1) && errno == EPERM) {
		process_say_forbidden(process, error);
	} else if (*error == '\0') {
		snprintf(error, HP_ATTACH_ERROR_BYTES, "it does not run PHP");
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

	return access(path, F_OK) == 0 && process_start_ticks(process->pid) == process->start_ticks &&
		hp_attach_read(process->pid, process->executor_globals, &probe, sizeof(probe));
}

#endif
