#include "live/confine.h"

#include "base/descriptor.h"
#include "base/proc.h"

#ifdef __linux__

# include <linux/audit.h>
# include <linux/filter.h>
# include <linux/seccomp.h>
# include <signal.h>
# include <stddef.h>
# include <sys/mman.h>
# include <sys/prctl.h>
# include <sys/resource.h>
# include <sys/syscall.h>
# include <unistd.h>

/* Sanitizers make system calls of their own, and reserve terabytes of address space. */
# if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#  define CONFINE_IS_SANITIZED 1
# elif defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
	  __has_feature(memory_sanitizer)
#   define CONFINE_IS_SANITIZED 1
#  endif
# endif
# ifndef CONFINE_IS_SANITIZED
#  define CONFINE_IS_SANITIZED 0
# endif

# if defined(__x86_64__) && !defined(__ILP32__)
#  define CONFINE_ARCHITECTURE AUDIT_ARCH_X86_64
# elif defined(__aarch64__) && defined(__AARCH64EL__)
#  define CONFINE_ARCHITECTURE AUDIT_ARCH_AARCH64
# endif

# ifndef SECCOMP_RET_KILL_PROCESS
#  define SECCOMP_RET_KILL_PROCESS \
   0x80000000U /* since Linux 4.14; older kernels kill the thread, the only one */
# endif

/* Returns the size of the process's address space in bytes; 0 if it is not known. */
static uint64_t confine_size(void)
{
	char text[64];

	hp_proc_read(text, sizeof(text), "/proc/self/statm");

	return strtoull(text, NULL, 10) * (uint64_t) sysconf(_SC_PAGESIZE);
}

static void confine_limit(uint32_t cpu_s)
{
	struct rlimit none = {0, 0}, cpu = {cpu_s, cpu_s}, memory;
	uint64_t size = CONFINE_IS_SANITIZED ? 0 : confine_size();

	memory.rlim_cur = memory.rlim_max = (rlim_t) (size + HP_LIVE_CONFINE_BYTES);
	setrlimit(RLIMIT_CPU, &cpu);
	setrlimit(RLIMIT_CORE, &none);
	setrlimit(RLIMIT_FSIZE, &none);
	setrlimit(RLIMIT_NOFILE, &none);
	setrlimit(RLIMIT_NPROC, &none);
	if (size > 0) {
		setrlimit(RLIMIT_AS, &memory);
	}
}

# ifdef CONFINE_ARCHITECTURE

/* Loads the lower half of an argument that holds a 32-bit number. */
#  define CONFINE_ARGUMENT(number) \
   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[number]))
#  define CONFINE_LOAD(field) \
   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#  define CONFINE_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#  define CONFINE_KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#  define CONFINE_IF(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), CONFINE_ALLOW

/* Allows a call that sets the protection of memory, unless it makes the memory executable. */
#  define CONFINE_IF_DATA(number) \
   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 4), CONFINE_ARGUMENT(2), \
	   BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), CONFINE_KILL, CONFINE_ALLOW

static bool confine_calls(int peer)
{
	/* malloc() of glibc and of musl must work: with threads of PHP it needs mprotect(). mmap() may
	 * map neither code nor files. */
	struct sock_filter filter[] = {
		CONFINE_LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CONFINE_ARCHITECTURE, 1, 0),
		CONFINE_KILL,
		CONFINE_LOAD(nr),
		CONFINE_IF(__NR_pread64),
		CONFINE_IF(__NR_exit_group),
		CONFINE_IF(__NR_brk),
		CONFINE_IF(__NR_munmap),
		CONFINE_IF(__NR_mremap),
		CONFINE_IF(__NR_madvise),
		CONFINE_IF(__NR_nanosleep),
		CONFINE_IF(__NR_clock_nanosleep),
		CONFINE_IF_DATA(__NR_mprotect),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 6),
		CONFINE_ARGUMENT(2),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 3, 0),
		CONFINE_ARGUMENT(3),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1),
		CONFINE_ALLOW,
		CONFINE_KILL,
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_read, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_write, 0, 3),
		CONFINE_ARGUMENT(0),
		CONFINE_IF((uint32_t) peer),
		CONFINE_KILL,
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

# else

static bool confine_calls(int peer)
{
	return false;
}

# endif

bool hp_live_confine(int *files, uint32_t count, int peer, uint32_t cpu_s)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	confine_limit(cpu_s);
	hp_descriptor_close_others(files, count);

	return !CONFINE_IS_SANITIZED && confine_calls(peer);
}

#endif
