/* cidr.h: addresses and networks, "10.0.0.0/8, 192.168.1.7, fd00::/8". */
#ifndef HP_REQUEST_CIDR_H
#define HP_REQUEST_CIDR_H

#include "base/compat.h"

/* True if the list names the address or a network that contains it. IPv4 equals its form within
 * IPv6, ::ffff:10.0.0.1. A word that is neither address nor network matches nothing. */
bool hp_cidr_has(const char *list, const char *address);

/* True if each word of the list is an address or a network. */
bool hp_cidr_is_valid(const char *list);

#endif /* HP_REQUEST_CIDR_H */
