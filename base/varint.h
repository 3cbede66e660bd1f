/* varint.h: numbers with 7 bits in each byte, the lowest first (unsigned LEB128): the varints of
 * protocol buffers, and the columns of a report. The command and the viewer have the same cases in
 * their tests: tests/base/varints.inc. */
#ifndef HP_BASE_VARINT_H
#define HP_BASE_VARINT_H

#include "base/compat.h"

/* The most bytes of a number. */
#define HP_VARINT_BYTES 10

/* Writes a number, and returns how many bytes it has. There must be room for HP_VARINT_BYTES. */
static zend_always_inline size_t hp_varint_write(unsigned char *bytes, uint64_t number)
{
	size_t length = 0;

	for (; number >= 0x80; number >>= 7) {
		bytes[length++] = (unsigned char) (number | 0x80);
	}
	bytes[length++] = (unsigned char) number;

	return length;
}

/* Returns 0, 1, 2, 3 ... for 0, -1, 1, -2 ..., so that small negative numbers have few bytes,
 * too. */
static zend_always_inline uint64_t hp_varint_zigzag(int64_t number)
{
	return ((uint64_t) number << 1) ^ (number < 0 ? UINT64_MAX : 0);
}

#endif /* HP_BASE_VARINT_H */
