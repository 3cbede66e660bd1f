#include "base/inflate.h"

#define INFLATE_MAX_BITS 15 /* longest code */
#define INFLATE_LITERALS 288
#define INFLATE_DISTANCES 30
#define INFLATE_END 256 /* the literal that ends a block */

typedef struct inflate_stream {
	const uint8_t *from, *from_end;
	char *start, *to, *to_end;
	uint32_t bits; /* bits that were read but not used yet */
	uint32_t bits_count;
	bool is_broken;
} inflate_stream;

/* Codes by RFC 1951, 3.2.2: the symbols in the order of their codes, and the number of codes of
 * each length. */
typedef struct inflate_codes {
	uint16_t counts[INFLATE_MAX_BITS + 1];
	uint16_t symbols[INFLATE_LITERALS];
} inflate_codes;

/* A length or a distance: its least value, and the number of bits that are added to it. */
typedef struct inflate_extra {
	uint16_t base;
	uint8_t bits;
} inflate_extra;

static const inflate_extra inflate_lengths[] = {{3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0},
	{9, 0}, {10, 0}, {11, 1}, {13, 1}, {15, 1}, {17, 1}, {19, 2}, {23, 2}, {27, 2}, {31, 2},
	{35, 3}, {43, 3}, {51, 3}, {59, 3}, {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5},
	{195, 5}, {227, 5}, {258, 0}};
static const inflate_extra inflate_distances[INFLATE_DISTANCES] = {{1, 0}, {2, 0}, {3, 0}, {4, 0},
	{5, 1}, {7, 1}, {9, 2}, {13, 2}, {17, 3}, {25, 3}, {33, 4}, {49, 4}, {65, 5}, {97, 5}, {129, 6},
	{193, 6}, {257, 7}, {385, 7}, {513, 8}, {769, 8}, {1025, 9}, {1537, 9}, {2049, 10}, {3073, 10},
	{4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};

static uint32_t inflate_bits(inflate_stream *stream, uint32_t count)
{
	uint32_t bits;

	while (stream->bits_count < count && !stream->is_broken) {
		stream->is_broken = stream->from == stream->from_end;
		stream->bits |= stream->is_broken ? 0 : (uint32_t) *stream->from++ << stream->bits_count;
		stream->bits_count += 8;
	}
	bits = stream->bits & ((1u << count) - 1);
	stream->bits >>= count;
	stream->bits_count -= MIN(count, stream->bits_count);

	return bits;
}

static void inflate_make_codes(inflate_codes *codes, const uint8_t *lengths, uint32_t count)
{
	uint16_t next[INFLATE_MAX_BITS + 1] = {0};

	memset(codes, 0, sizeof(*codes));
	for (uint32_t i = 0; i < count; i++) {
		codes->counts[lengths[i]]++;
	}
	codes->counts[0] = 0; /* symbols without a code */
	for (uint32_t i = 1; i <= INFLATE_MAX_BITS; i++) {
		next[i] = (uint16_t) (next[i - 1] + codes->counts[i - 1]);
	}
	for (uint32_t i = 0; i < count; i++) {
		if (lengths[i] != 0) {
			codes->symbols[next[lengths[i]]++] = (uint16_t) i;
		}
	}
}

static uint32_t inflate_symbol(inflate_stream *stream, const inflate_codes *codes)
{
	int32_t code = 0, first = 0, index = 0;

	for (uint32_t length = 1; length <= INFLATE_MAX_BITS && !stream->is_broken; length++) {
		int32_t count = codes->counts[length];

		code |= (int32_t) inflate_bits(stream, 1);
		if (code < first + count) {
			return codes->symbols[index + code - first];
		}
		index += count;
		first = (first + count) << 1;
		code <<= 1;
	}
	stream->is_broken = true;

	return INFLATE_END;
}

static uint32_t inflate_add(inflate_stream *stream, const inflate_extra *extra)
{
	return extra->base + inflate_bits(stream, extra->bits);
}

static void inflate_repeat(
	inflate_stream *stream, const inflate_codes *distances, uint32_t length_symbol)
{
	size_t length, distance;
	uint32_t symbol;

	if (length_symbol >= sizeof(inflate_lengths) / sizeof(inflate_lengths[0])) {
		stream->is_broken = true;
		return;
	}
	length = inflate_add(stream, &inflate_lengths[length_symbol]);
	symbol = inflate_symbol(stream, distances);
	distance = symbol < INFLATE_DISTANCES ? inflate_add(stream, &inflate_distances[symbol]) : 0;
	if (distance == 0 || distance > (size_t) (stream->to - stream->start) ||
		length > (size_t) (stream->to_end - stream->to)) {
		stream->is_broken = true;
		return;
	}
	for (; length > 0; length--, stream->to++) {
		*stream->to = *(stream->to - distance);
	}
}

static void inflate_block(
	inflate_stream *stream, const inflate_codes *literals, const inflate_codes *distances)
{
	while (!stream->is_broken) {
		uint32_t symbol = inflate_symbol(stream, literals);

		if (symbol == INFLATE_END) {
			return;
		}
		if (symbol > INFLATE_END) {
			inflate_repeat(stream, distances, symbol - INFLATE_END - 1);
		} else if (stream->to < stream->to_end) {
			*stream->to++ = (char) symbol;
		} else {
			stream->is_broken = true;
		}
	}
}

static void inflate_stored(inflate_stream *stream)
{
	size_t length;

	stream->bits = stream->bits_count = 0; /* a stored block begins at a whole byte */
	length = inflate_bits(stream, 16);
	inflate_bits(stream, 16); /* the same, negated */
	if (stream->is_broken || length > (size_t) (stream->from_end - stream->from) ||
		length > (size_t) (stream->to_end - stream->to)) {
		stream->is_broken = true;
		return;
	}
	memcpy(stream->to, stream->from, length);
	stream->from += length;
	stream->to += length;
}

static void inflate_fixed(inflate_stream *stream)
{
	uint8_t lengths[INFLATE_LITERALS];
	inflate_codes literals, distances;

	memset(lengths, 8, 144);
	memset(lengths + 144, 9, 112);
	memset(lengths + 256, 7, 24);
	memset(lengths + 280, 8, 8);
	inflate_make_codes(&literals, lengths, INFLATE_LITERALS);
	memset(lengths, 5, INFLATE_DISTANCES);
	inflate_make_codes(&distances, lengths, INFLATE_DISTANCES);
	inflate_block(stream, &literals, &distances);
}

/* Reads the lengths of both alphabets' codes, which are compressed too. */
static void inflate_read_lengths(
	inflate_stream *stream, const inflate_codes *codes, uint8_t *lengths, uint32_t count)
{
	for (uint32_t at = 0; at < count && !stream->is_broken;) {
		uint32_t symbol = inflate_symbol(stream, codes), times = 1;
		uint8_t length = (uint8_t) symbol;

		if (symbol == 16) {
			stream->is_broken |= at == 0;
			length = at == 0 ? 0 : lengths[at - 1];
			times = 3 + inflate_bits(stream, 2);
		} else if (symbol > 16) {
			length = 0;
			times = symbol == 17 ? 3 + inflate_bits(stream, 3) : 11 + inflate_bits(stream, 7);
		}
		stream->is_broken |= times > count - at;
		for (; times > 0 && !stream->is_broken; times--) {
			lengths[at++] = length;
		}
	}
}

static void inflate_dynamic(inflate_stream *stream)
{
	static const uint8_t order[] = {
		16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
	uint8_t lengths[INFLATE_LITERALS + 32] = {0};
	uint32_t literals_count = 257 + inflate_bits(stream, 5);
	uint32_t distances_count = 1 + inflate_bits(stream, 5);
	uint32_t count = 4 + inflate_bits(stream, 4);
	inflate_codes literals, distances;

	for (uint32_t i = 0; i < count; i++) {
		lengths[order[i]] = (uint8_t) inflate_bits(stream, 3);
	}
	inflate_make_codes(&literals, lengths, sizeof(order));
	if (literals_count > INFLATE_LITERALS) {
		stream->is_broken = true;
		return;
	}
	memset(lengths, 0, sizeof(lengths));
	inflate_read_lengths(stream, &literals, lengths, literals_count + distances_count);
	inflate_make_codes(&literals, lengths, literals_count);
	inflate_make_codes(&distances, lengths + literals_count, distances_count);
	inflate_block(stream, &literals, &distances);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the stream writes there. */
bool hp_inflate(char *to, size_t to_bytes, const uint8_t *from, size_t from_bytes)
{
	static void (*const blocks[])(inflate_stream *) = {
		inflate_stored, inflate_fixed, inflate_dynamic};
	inflate_stream stream = {.from = from,
		.from_end = from + from_bytes,
		.start = to,
		.to = to,
		.to_end = to + to_bytes};
	bool is_last = false;

	while (!is_last && !stream.is_broken) {
		uint32_t type;

		is_last = inflate_bits(&stream, 1);
		type = inflate_bits(&stream, 2);
		if (type == 3) {
			return false;
		}
		blocks[type](&stream);
	}

	return !stream.is_broken && stream.to == stream.to_end;
}
