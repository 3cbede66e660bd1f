#include "request/cidr.h"

#include "base/words.h"

#ifdef PHP_WIN32
# include <winsock2.h>
# include <ws2tcpip.h>
#else
# include <arpa/inet.h>
# include <sys/socket.h>
#endif

/* Has room for the longest: an IPv6 address that ends in an IPv4 one, and a prefix. */
#define CIDR_TEXT_MAX 64
#define CIDR_BITS 128u

typedef struct cidr_network {
	unsigned char bytes[CIDR_BITS / 8];
	uint32_t bits; /* the first ones, which must match */
} cidr_network;

/* Parses an address. IPv4 becomes its IPv6 form, whose last bits are the same. Returns false if the
 * text is no address. */
static bool cidr_read_address(cidr_network *network, const char *text, uint32_t *bits)
{
	static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

	if (inet_pton(AF_INET, text, network->bytes + sizeof(mapped)) == 1) {
		memcpy(network->bytes, mapped, sizeof(mapped));
		*bits = 32;
		return true;
	}
	*bits = CIDR_BITS;

	return inet_pton(AF_INET6, text, network->bytes) == 1;
}

/* "/8", or nothing. */
static bool cidr_read_prefix(cidr_network *network, const char *text, uint32_t bits)
{
	unsigned long prefix;
	char *end;

	network->bits = CIDR_BITS;
	if (*text == '\0') {
		return true;
	}
	prefix = strtoul(text + 1, &end, 10);
	if (text[1] < '0' || text[1] > '9' || *end != '\0' || prefix > bits) {
		return false;
	}
	network->bits = CIDR_BITS - bits + (uint32_t) prefix;

	return true;
}

static bool cidr_read(cidr_network *network, const char *word, size_t length)
{
	char text[CIDR_TEXT_MAX];
	size_t prefix;
	uint32_t bits;
	char slash;

	if (length >= sizeof(text)) {
		return false;
	}
	memcpy(text, word, length);
	text[length] = '\0';
	prefix = strcspn(text, "/");
	slash = text[prefix];
	text[prefix] = '\0';
	if (!cidr_read_address(network, text, &bits)) {
		return false;
	}
	text[prefix] = slash;

	return cidr_read_prefix(network, text + prefix, bits);
}

static bool cidr_contains(const cidr_network *network, const cidr_network *address)
{
	uint32_t whole = network->bits / 8, rest = network->bits % 8;

	if (memcmp(network->bytes, address->bytes, whole) != 0) {
		return false;
	}

	return rest == 0 || (network->bytes[whole] ^ address->bytes[whole]) >> (8 - rest) == 0;
}

bool hp_cidr_has(const char *list, const char *address)
{
	cidr_network sought, network;
	const char *word;
	size_t length;

	/* Ignores the zone of a link-local address, "%eth0". */
	if (strchr(address, '/') != NULL || !cidr_read(&sought, address, strcspn(address, "%"))) {
		return false;
	}
	while ((word = hp_words_next(&list, &length)) != NULL) {
		if (cidr_read(&network, word, length) && cidr_contains(&network, &sought)) {
			return true;
		}
	}

	return false;
}

bool hp_cidr_is_valid(const char *list)
{
	cidr_network network;
	const char *word;
	size_t length;

	while ((word = hp_words_next(&list, &length)) != NULL) {
		if (!cidr_read(&network, word, length)) {
			return false;
		}
	}

	return true;
}
