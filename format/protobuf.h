/* protobuf.h: messages of protocol buffers, built field by field in memory outside PHP's allocator.
 *
 *   hp_protobuf message = {0};
 *   hp_protobuf_number(&message, 1, 150);
 *   hp_protobuf_nest(&outer, 3, &message);      message is empty again
 *   hp_protobuf_send(writer, 1, &outer);        so is outer
 *   hp_protobuf_free(&message); hp_protobuf_free(&outer);
 */
#ifndef HP_FORMAT_PROTOBUF_H
#define HP_FORMAT_PROTOBUF_H

#include "base/varint.h"
#include "base/writer.h"

/* All zeros is an empty message. */
typedef struct hp_protobuf {
	unsigned char *bytes; /* owned */
	size_t length; /* bytes that were written */
	size_t size; /* bytes that there is room for */
} hp_protobuf;

/* Makes room for more bytes. */
void hp_protobuf_grow(hp_protobuf *message, size_t more);

static zend_always_inline void hp_protobuf_reserve(hp_protobuf *message, size_t more)
{
	if (UNEXPECTED(message->size - message->length < more)) {
		hp_protobuf_grow(message, more);
	}
}

/* A number without a field, as in packed fields. */
static zend_always_inline void hp_protobuf_varint(hp_protobuf *message, uint64_t number)
{
	hp_protobuf_reserve(message, HP_VARINT_BYTES);
	message->length += hp_varint_write(message->bytes + message->length, number);
}

/* A field of type uint32, uint64, int32, int64, bool or an enum. */
static zend_always_inline void hp_protobuf_number(
	hp_protobuf *message, uint32_t field, uint64_t number)
{
	hp_protobuf_varint(message, field << 3);
	hp_protobuf_varint(message, number);
}

/* A field of type bytes, string or a message. bytes may be NULL if length is 0. */
void hp_protobuf_bytes(hp_protobuf *message, uint32_t field, const void *bytes, size_t length);

/* Adds a string. A text that is not UTF-8 is read as Latin-1 as a whole, as in JSON. */
void hp_protobuf_text(hp_protobuf *message, uint32_t field, const char *text, size_t length);

/* Moves a message into a field of another; empties it. */
void hp_protobuf_nest(hp_protobuf *message, uint32_t field, hp_protobuf *inner);

/* Writes a message as a field of the outermost one; empties it. */
void hp_protobuf_send(hp_writer *writer, uint32_t field, hp_protobuf *message);

void hp_protobuf_free(hp_protobuf *message);

#endif /* HP_FORMAT_PROTOBUF_H */
