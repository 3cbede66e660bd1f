/* Has a page that looks like the begin of a library of PHP and that nobody can read: whoever tries waits until this ends.
 * Says "ready"; status 77: that is not possible here. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	int faults = (int) syscall(SYS_userfaultfd, O_CLOEXEC), file = memfd_create("php", MFD_CLOEXEC);
	struct uffdio_api api = {.api = UFFD_API};
	struct uffdio_register page = {.mode = UFFDIO_REGISTER_MODE_MISSING};

	if (faults < 0 || file < 0 || ftruncate(file, 4096) != 0 || ioctl(faults, UFFDIO_API, &api) != 0) {
		return 77;
	}
	page.range.start =
		(unsigned long) mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	page.range.len = 4096;
	if (ioctl(faults, UFFDIO_REGISTER, &page) != 0) {
		return 77;
	}
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF) {
	}

	return 0;
}
