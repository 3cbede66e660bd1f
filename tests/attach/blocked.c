/* Has a page that looks like the begin of a library of PHP and that nobody can read: whoever tries
 * waits until this ends. With the argument "pair" there are two such processes, and a reader waits
 * until the other one has a reader, too. With the argument "slow" there are 100 such pages, and
 * each takes half a second; it says at the end how many were read. Each says "ready PID"; status
 * 77: that is not possible here. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int faults = -1, other = -1, answered;
static struct uffdio_register page = {.mode = UFFDIO_REGISTER_MODE_MISSING};

static int make_page(void)
{
	int file = memfd_create("php", MFD_CLOEXEC);
	struct uffdio_api api = {.api = UFFD_API};

	if (faults < 0) {
		faults = (int) syscall(SYS_userfaultfd, O_CLOEXEC);
		if (faults < 0 || ioctl(faults, UFFDIO_API, &api) != 0) {
			return -1;
		}
	}
	if (file < 0 || ftruncate(file, 4096) != 0) {
		return -1;
	}
	page.range.start =
		(unsigned long) mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	page.range.len = 4096;

	return ioctl(faults, UFFDIO_REGISTER, &page);
}

static void *serve(void *argument)
{
	struct uffdio_zeropage zero = {.range = page.range};
	struct uffd_msg fault;
	char byte = 1;

	if (read(faults, &fault, sizeof(fault)) == sizeof(fault) && write(other, &byte, 1) == 1 &&
		read(other, &byte, 1) == 1) {
		ioctl(faults, UFFDIO_ZEROPAGE, &zero);
	}

	return NULL;
}

static void *serve_slowly(void *argument)
{
	struct uffd_msg fault;

	while (read(faults, &fault, sizeof(fault)) == sizeof(fault)) {
		struct uffdio_zeropage zero = {
			.range = {fault.arg.pagefault.address & ~4095ULL, 4096}};

		usleep(500000);
		answered++;
		ioctl(faults, UFFDIO_ZEROPAGE, &zero);
	}

	return NULL;
}

/* With a page between two of them that belongs to neither: else they were one. */
static int be_slow(void)
{
	pthread_t thread;

	for (int i = 0; i < 100; i++) {
		if (make_page() != 0 ||
			mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) {
			return 77;
		}
	}
	if (pthread_create(&thread, NULL, serve_slowly, NULL) != 0) {
		return 77;
	}
	printf("ready %d\n", (int) getpid());
	fflush(stdout);
	while (getchar() != EOF) {
	}
	printf("%d\n", answered);

	return 0;
}

int main(int count, char **arguments)
{
	pthread_t thread;
	pid_t child = -1;
	int ends[2];

	if (count > 1 && strcmp(arguments[1], "slow") == 0) {
		return be_slow();
	}
	if (count > 1) {
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || (child = fork()) < 0) {
			return 77;
		}
		other = ends[child == 0];
		close(ends[child != 0]);
	}
	if (make_page() != 0 || (count > 1 && pthread_create(&thread, NULL, serve, NULL) != 0)) {
		return 77;
	}
	printf("ready %d\n", (int) getpid());
	fflush(stdout);
	while (getchar() != EOF) {
	}
	if (child > 0) {
		wait(NULL);
	}

	return 0;
}
