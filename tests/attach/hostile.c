/* Maps files that look like libraries of PHP, whose tables of names have no end, and waits for the
 * end of its input. */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define BYTES (1 << 20)

/* All that is not set is zero: a chain of hashes goes on at zeros. */
static void forge(const char *path)
{
	struct {
		Elf64_Ehdr head;
		Elf64_Phdr segments[2];
		Elf64_Dyn names[4];
		/* One bucket, the first symbol is 1, no bloom filter; the bucket begins at 1. */
		uint32_t hash[5];
	} image = {
		.head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64},
			.e_phoff = sizeof(Elf64_Ehdr),
			.e_phentsize = sizeof(Elf64_Phdr),
			.e_phnum = 2},
		.segments = {{.p_type = PT_LOAD, .p_filesz = BYTES}, {.p_type = PT_DYNAMIC}},
		.hash = {1, 1, 0, 0, 1},
	};
	char *at = (char *) &image;
	int file = open(path, O_RDWR | O_CREAT, 0600);

	image.segments[1].p_vaddr = (Elf64_Addr) ((char *) image.names - at);
	image.segments[1].p_memsz = sizeof(image.names);
	image.names[0] = (Elf64_Dyn){DT_SYMTAB, {BYTES / 2}};
	image.names[1] = (Elf64_Dyn){DT_STRTAB, {BYTES / 2}};
	image.names[2] = (Elf64_Dyn){DT_GNU_HASH, {(Elf64_Xword) ((char *) image.hash - at)}};
	if (ftruncate(file, BYTES) != 0 || pwrite(file, &image, sizeof(image), 0) != sizeof(image) ||
		mmap(NULL, BYTES, PROT_READ, MAP_SHARED, file, 0) == MAP_FAILED) {
		_exit(1);
	}
	close(file);
}

int main(int argc, char **argv)
{
	char path[4096];

	for (int i = 0; i < 20; i++) {
		snprintf(path, sizeof(path), "%s/php%d", argv[1], i);
		forge(path);
	}
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF) {
	}

	return argc == 2 ? 0 : 1;
}
