#include "sampler/wait_own.h"

#ifdef __linux__

# include "base/seccomp.h"
# include "sampler/wait_call.h"

# include "SAPI.h"

# include <pthread.h>
# include <unistd.h>

static hp_descriptor_kept wait_own_file = {.number = -1};
static pid_t wait_own_tid;

static void wait_own_forked(void)
{
	hp_descriptor_drop(&wait_own_file);
	if (geteuid() == 0) {
		wait_own_tid = getpid();
		wait_own_file = hp_wait_call_open("/proc/self", wait_own_tid);
	}
}

void hp_wait_own_startup(void)
{
	if (strcmp(sapi_module.name, "fpm-fcgi") == 0 ||
		strcmp(sapi_module.name, "apache2handler") == 0) {
		pthread_atfork(NULL, NULL, wait_own_forked);
		hp_seccomp_startup();
	}
}

hp_descriptor_kept hp_wait_own_call(pid_t tid)
{
	return tid == wait_own_tid ? wait_own_file : HP_DESCRIPTOR_NONE;
}

bool hp_wait_own_has(int number)
{
	return number == wait_own_file.number;
}

int hp_wait_own_file(void)
{
	bool is_there = wait_own_tid == getpid() && hp_descriptor_is_kept(&wait_own_file);

	return is_there ? wait_own_file.number : -1;
}

#else /* other kernels do not report system calls */

void hp_wait_own_startup(void)
{
}

#endif
