/* Preloaded by tools/test-web.sh and tests: each file that is renamed into place, as a saved run,
 * waits while the file that HOLD_SAVES names is there. So a test sees what happens before, however
 * slow the machine is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int renameat(int old_folder, const char *old_name, int new_folder, const char *new_name)
{
	const char *file = getenv("HOLD_SAVES");

	while (file != NULL && access(file, F_OK) == 0) {
		usleep(10000);
	}

	return (int) syscall(SYS_renameat2, old_folder, old_name, new_folder, new_name, 0);
}

/* A stock PHP before 8.5 opens modules by RTLD_DEEPBIND, so that they would not see renameat(). */
void *dlopen(const char *file, int mode)
{
	static void *(*next)(const char *, int);

	if (next == NULL) {
		next = (void *(*) (const char *, int)) dlsym(RTLD_NEXT, "dlopen");
	}

	return next(file, mode & ~RTLD_DEEPBIND);
}
