#include "format/protobuf.h"

#include "base/utf8.h"

#define PROTOBUF_BYTES 2u /* the wire type of what has a length */

void hp_protobuf_grow(hp_protobuf *message, size_t more)
{
	message->size = 2 * message->size + more + 256;
	message->bytes = perealloc(message->bytes, message->size, true);
}

void hp_protobuf_bytes(hp_protobuf *message, uint32_t field, const void *bytes, size_t length)
{
	hp_protobuf_varint(message, field << 3 | PROTOBUF_BYTES);
	hp_protobuf_varint(message, length);
	hp_protobuf_reserve(message, length);
	if (length > 0) {
		memcpy(message->bytes + message->length, bytes, length);
	}
	message->length += length;
}

void hp_protobuf_text(hp_protobuf *message, uint32_t field, const char *text, size_t length)
{
	size_t more = 0;

	if (hp_utf8_is(text, length)) {
		hp_protobuf_bytes(message, field, text, length);
		return;
	}
	for (size_t i = 0; i < length; i++) {
		more += (unsigned char) text[i] >= 0x80;
	}
	hp_protobuf_varint(message, field << 3 | PROTOBUF_BYTES);
	hp_protobuf_varint(message, length + more);
	hp_protobuf_reserve(message, length + more);
	for (size_t i = 0; i < length; i++) {
		message->length +=
			hp_utf8_byte((char *) message->bytes + message->length, (unsigned char) text[i], false);
	}
}

void hp_protobuf_nest(hp_protobuf *message, uint32_t field, hp_protobuf *inner)
{
	hp_protobuf_bytes(message, field, inner->bytes, inner->length);
	inner->length = 0;
}

void hp_protobuf_send(hp_writer *writer, uint32_t field, hp_protobuf *message)
{
	hp_writer_varint(writer, field << 3 | PROTOBUF_BYTES);
	hp_writer_varint(writer, message->length);
	hp_writer_bytes(writer, (const char *) message->bytes, message->length);
	message->length = 0;
}

void hp_protobuf_free(hp_protobuf *message)
{
	pefree(message->bytes, true);
	memset(message, 0, sizeof(*message));
}
