/* image.h: finds exported names and texts in a program or library that another process has loaded.
 * It reads memory only: the file may be gone. */
#ifndef HP_ATTACH_IMAGE_H
#define HP_ATTACH_IMAGE_H

#include "attach/memory.h"

#ifdef __linux__

typedef struct hp_attach_image {
	hp_attach_memory *memory;
	uintptr_t start; /* of its first mapping, where the ELF header is */
	uintptr_t bias; /* what to add to addresses in the file to get those in memory */
	/* addresses of the tables of exported names; 0: none */
	uintptr_t symbols, names, gnu_hash, hash;
	uint16_t machine;
} hp_attach_image;

/* Opens the image at that address. Returns false if there is no 64-bit ELF that exports names. */
bool hp_attach_image_open(hp_attach_image *image, hp_attach_memory *memory, uintptr_t start);

/* Returns the address of an exported name; 0: there is none. */
uintptr_t hp_attach_image_symbol(const hp_attach_image *image, const char *name);

/* Copies the text that follows the text `before` in the image's constants, up to a zero byte or
 * room - 1 bytes. Returns false if `before` is not there. */
bool hp_attach_image_text(
	const hp_attach_image *image, const char *before, char *text, size_t room);

#endif

#endif /* HP_ATTACH_IMAGE_H */
