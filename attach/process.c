#include "attach/process.h"

#include "attach/image.h"
#include "base/descriptor.h"

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

/* Field 22 of its stat file; 0: there is no such process. */
static uint64_t process_start_ticks(pid_t pid)
{
	char text[1024], *at;
	int field = 2;

	process_read_file(pid, "stat", text, sizeof(text));
	at = strrchr(text, ')');
	while (at != NULL && field < 22) {
		at = strchr(at + 1, ' ');
		field++;
	}

	return at == NULL ? 0 : strtoull(at, NULL, 10);
}

static int process_ptrace_scope(void)
{
	char text[16] = "";
	int file = hp_descriptor_open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY, 0);
	ssize_t length = file < 0 ? -1 : read(file, text, sizeof(text) - 1);

	if (file >= 0) {
		close(file);
	}

	return length > 0 ? atoi(text) : 0;
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
	unsigned major, minor, release;

	return sscanf(text, "%u.%u.%u", &major, &minor, &release) == 3 && major < 100 && minor < 100 &&
			release < 100
		? major * 10000 + minor * 100 + release
		: 0;
}

/* FAILURE with an empty error: it is not in this image. */
static zend_result process_take_image(
	hp_attach_process *process, const hp_attach_image *image, char *error)
{
	char version[64];
	bool is_zts = false;

	process->executor_globals = hp_attach_image_symbol(image, "executor_globals");
	if (process->executor_globals == 0) {
		is_zts = hp_attach_image_symbol(image, "executor_globals_offset") != 0;
		if (!is_zts) {
			return FAILURE;
		}
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
	if (process->layout == NULL || is_zts) {
		snprintf(error, HP_ATTACH_ERROR_BYTES,
			"it is PHP %.32s%s; versions %s without threads can be read from outside", version,
			is_zts ? " with threads (ZTS)" : "", hp_attach_layout_versions());
		return FAILURE;
	}
	process->compiler_globals = hp_attach_image_symbol(image, "compiler_globals");
	process->sapi_globals = hp_attach_image_symbol(image, "sapi_globals");

	return SUCCESS;
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

/* A line of /proc/PID/maps that may be the program, or a library with PHP in it: "55d0c7a00000-55d0c7b2a000 r--p 00000000
 * fe:00 1234   /usr/bin/php8.2". */
static bool process_map_start(const char *line, bool is_program, uintptr_t *start)
{
	const char *path = strchr(line, '/');
	unsigned long offset;
	const char *name;

	if (path == NULL || sscanf(line, "%lx-%*x %*s %lx", start, &offset) != 2 || offset != 0) {
		return false;
	}
	name = strrchr(path, '/');

	return is_program || strstr(name, "php") != NULL;
}

static zend_result process_search(hp_attach_process *process, char *error)
{
	char path[64], line[4352];
	zend_result result = FAILURE;
	bool is_program = true;
	hp_attach_image image;
	uintptr_t start;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int) process->pid);
	maps = fopen(path, "re");
	while (maps != NULL && result == FAILURE && *error == '\0' &&
		fgets(line, sizeof(line), maps) != NULL) {
		if (!process_map_start(line, is_program, &start)) {
			continue;
		}
		is_program = false;
		if (hp_attach_image_open(&image, process->pid, start)) {
			result = process_take_image(process, &image, error);
		}
	}
	if (maps != NULL) {
		fclose(maps);
	}
	if (result == SUCCESS) {
		process_take_sapi(process, &image);
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

bool hp_attach_process_is_same(const hp_attach_process *process)
{
	uintptr_t probe;

	return process_start_ticks(process->pid) == process->start_ticks &&
		hp_attach_read(process->pid, process->executor_globals, &probe, sizeof(probe));
}

#endif
