#include "attach/image.h"

#ifdef __linux__

# include <elf.h>
# include <stdlib.h>

# define IMAGE_MAX_SEGMENTS 64
# define IMAGE_MAX_DYNAMIC 128
# define IMAGE_MAX_CHAIN 100000u
# define IMAGE_CHUNK_BYTES ((size_t) 1 << 20)

typedef struct image_segments {
	Elf64_Phdr rows[IMAGE_MAX_SEGMENTS];
	uint32_t count;
} image_segments;

static bool image_read_segments(
	const hp_attach_image *image, image_segments *segments, uint16_t *machine)
{
	Elf64_Ehdr head;

	if (!hp_attach_read(image->memory, image->start, &head, sizeof(head)) ||
		memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
		head.e_phentsize != sizeof(Elf64_Phdr) || head.e_phnum > IMAGE_MAX_SEGMENTS) {
		return false;
	}
	segments->count = head.e_phnum;
	*machine = head.e_machine;

	return hp_attach_read(image->memory, image->start + head.e_phoff, segments->rows,
		segments->count * sizeof(segments->rows[0]));
}

static const Elf64_Phdr *image_segment(const image_segments *segments, uint32_t type)
{
	for (uint32_t i = 0; i < segments->count; i++) {
		if (segments->rows[i].p_type == type) {
			return &segments->rows[i];
		}
	}

	return NULL;
}

/* Returns the address in the process for a value of the dynamic section. glibc has put addresses of
 * the process there; musl leaves those of the file. */
static uintptr_t image_address(const hp_attach_image *image, uint64_t value)
{
	return value == 0 || value >= image->bias ? value : image->bias + value;
}

static void image_take(hp_attach_image *image, const Elf64_Dyn *entry)
{
	uintptr_t address = image_address(image, entry->d_un.d_ptr);

	switch (entry->d_tag) {
		case DT_SYMTAB:
			image->symbols = address;
			break;
		case DT_STRTAB:
			image->names = address;
			break;
		case DT_GNU_HASH:
			image->gnu_hash = address;
			break;
		case DT_HASH:
			image->hash = address;
			break;
		default:
			break;
	}
}

bool hp_attach_image_open(hp_attach_image *image, hp_attach_memory *memory, uintptr_t start)
{
	Elf64_Dyn entries[IMAGE_MAX_DYNAMIC];
	const Elf64_Phdr *first, *dynamic;
	image_segments segments;
	size_t count;

	*image = (hp_attach_image){.memory = memory, .start = start};
	if (!image_read_segments(image, &segments, &image->machine)) {
		return false;
	}
	first = image_segment(&segments, PT_LOAD);
	dynamic = image_segment(&segments, PT_DYNAMIC);
	if (first == NULL || dynamic == NULL) {
		return false;
	}
	image->bias = start - (first->p_vaddr - first->p_offset);
	count = MIN(dynamic->p_memsz / sizeof(entries[0]), IMAGE_MAX_DYNAMIC);
	if (!hp_attach_read(
			memory, image->bias + dynamic->p_vaddr, entries, count * sizeof(entries[0]))) {
		return false;
	}
	for (size_t i = 0; i < count && entries[i].d_tag != DT_NULL; i++) {
		image_take(image, &entries[i]);
	}

	return image->symbols != 0 && image->names != 0 && (image->gnu_hash != 0 || image->hash != 0);
}

/* Returns the address of a symbol if it has that name, else 0. */
static uintptr_t image_compare(const hp_attach_image *image, uint32_t number, const char *name)
{
	size_t length = strlen(name) + 1;
	char found[128];
	Elf64_Sym symbol;

	if (length > sizeof(found) ||
		!hp_attach_read(image->memory, image->symbols + (uintptr_t) number * sizeof(symbol),
			&symbol, sizeof(symbol)) ||
		symbol.st_shndx == SHN_UNDEF ||
		!hp_attach_read(image->memory, image->names + symbol.st_name, found, length) ||
		memcmp(found, name, length) != 0) {
		return 0;
	}

	return image->bias + symbol.st_value;
}

static uint32_t image_gnu_hash(const char *name)
{
	uint32_t hash = 5381;

	for (; *name != '\0'; name++) {
		hash = hash * 33 + (unsigned char) *name;
	}

	return hash;
}

static uintptr_t image_symbol_gnu(const hp_attach_image *image, const char *name)
{
	uint32_t head[4], hash = image_gnu_hash(name), number,
					  found; /* head: buckets, first, bloom words, shift */
	uintptr_t buckets, chains;

	if (!hp_attach_read(image->memory, image->gnu_hash, head, sizeof(head)) || head[0] == 0) {
		return 0;
	}
	buckets = image->gnu_hash + sizeof(head) + (uintptr_t) head[2] * sizeof(uint64_t);
	chains = buckets + (uintptr_t) head[0] * sizeof(uint32_t);
	if (!hp_attach_read(
			image->memory, buckets + hash % head[0] * sizeof(uint32_t), &number, sizeof(number)) ||
		number < head[1]) {
		return 0;
	}
	for (uint32_t i = 0; i < IMAGE_MAX_CHAIN; i++, number++) {
		uintptr_t address;

		if (!hp_attach_read(image->memory, chains + (uintptr_t) (number - head[1]) * sizeof(found),
				&found, sizeof(found))) {
			return 0;
		}
		address = (found | 1) == (hash | 1) ? image_compare(image, number, name) : 0;
		if (address != 0 || (found & 1) != 0) {
			return address;
		}
	}

	return 0;
}

static uintptr_t image_symbol_all(const hp_attach_image *image, const char *name)
{
	uint32_t head[2]; /* buckets, symbols */
	uintptr_t address = 0;

	if (!hp_attach_read(image->memory, image->hash, head, sizeof(head))) {
		return 0;
	}
	for (uint32_t i = 1; i < MIN(head[1], IMAGE_MAX_CHAIN) && address == 0; i++) {
		address = image_compare(image, i, name);
	}

	return address;
}

uintptr_t hp_attach_image_symbol(const hp_attach_image *image, const char *name)
{
	return image->gnu_hash != 0 ? image_symbol_gnu(image, name) : image_symbol_all(image, name);
}

/* Searches one segment piece by piece. The pieces overlap by as much as a text may have. */
static bool image_search(const hp_attach_image *image, const Elf64_Phdr *segment,
	const char *before, char *text, size_t room)
{
	size_t length = strlen(before), keep = length + room;
	char *chunk = malloc(IMAGE_CHUNK_BYTES);
	bool is_found = false;

	for (size_t at = 0; chunk != NULL && !is_found && at < segment->p_filesz;
		 at += IMAGE_CHUNK_BYTES - keep) {
		size_t bytes = MIN(IMAGE_CHUNK_BYTES, segment->p_filesz - at);
		const char *found;

		if (!hp_attach_read(image->memory, image->bias + segment->p_vaddr + at, chunk, bytes)) {
			break;
		}
		found = memmem(chunk, bytes, before, length);
		if (found != NULL && (size_t) (found - chunk) + keep <= bytes) {
			memcpy(text, found + length, room);
			text[room - 1] = '\0';
			is_found = true;
		}
	}
	free(chunk);

	return is_found;
}

bool hp_attach_image_text(const hp_attach_image *image, const char *before, char *text, size_t room)
{
	image_segments segments;
	uint16_t machine;

	if (!image_read_segments(image, &segments, &machine)) {
		return false;
	}
	for (uint32_t i = 0; i < segments.count; i++) {
		if (segments.rows[i].p_type == PT_LOAD && (segments.rows[i].p_flags & PF_W) == 0 &&
			image_search(image, &segments.rows[i], before, text, room)) {
			return true;
		}
	}

	return false;
}

#endif
