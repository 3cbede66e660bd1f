/* Preloaded. With TRACER it is a tracer whose thread is in a trace; else, or beside that, SIGUSR1
 * writes the record of the thread's context, as readers from outside see it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct record {
	uint8_t trace[16], span[8], is_valid, flags;
	uint16_t bytes;
	uint8_t attributes[612];
} record;

#ifdef TRACER
__thread const record *otel_thread_ctx_v1;

static record tracers;

/* The trace of the digits; all of the same: none. */
void tracer_set(int digits)
{
	memset(tracers.trace, digits, sizeof(tracers.trace));
	memset(tracers.span, digits, sizeof(tracers.span));
	tracers.is_valid = 1;
	otel_thread_ctx_v1 = &tracers;
}
#endif

static void on_signal(int number)
{
	static const char *const libraries[] = {"xhprof_context.so.1", NULL};
	char text[2048];
	int length = 0;
	const record **variable, *of;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096], *path;
	void *library = NULL;

	(void) number;
#ifdef TRACER
	static int digits = 0xab;
	tracer_set(digits++);
	(void) libraries;
	(void) text;
#endif
	while (library == NULL && fgets(line, sizeof(line), maps) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		path = strchr(line, '/');
		if (path != NULL && strstr(path, libraries[0]) != NULL) {
			library = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
		}
	}
	fclose(maps);
	variable = library == NULL ? NULL : (const record **) dlsym(library, "otel_thread_ctx_v1");
	of = variable == NULL ? NULL : *variable;
	if (of == NULL) {
		length = snprintf(text, sizeof(text), "no record\n");
	} else {
		for (int i = 0; i < 24; i++) {
			length += snprintf(text + length, sizeof(text) - length, "%02x",
				(i < 16 ? of->trace : of->span - 16)[i]);
		}
		length += snprintf(text + length, sizeof(text) - length, " valid %d flags %d",
			of->is_valid, of->flags);
		for (int at = 0; at < of->bytes; at += 2 + of->attributes[at + 1]) {
			length += snprintf(text + length, sizeof(text) - length, " %d=%.*s",
				of->attributes[at], of->attributes[at + 1], of->attributes + at + 2);
		}
		length += snprintf(text + length, sizeof(text) - length, "\n");
	}
	write(1, text, length);
}

__attribute__((constructor)) static void begin(void)
{
	signal(SIGUSR1, on_signal);
}
