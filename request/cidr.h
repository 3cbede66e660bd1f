/* cidr.h: addresses and networks, "10.0.0.0/8, 192.168.1.7, fd00::/8". */
#ifndef HP_REQUEST_CIDR_H
#define HP_REQUEST_CIDR_H

#include "base/compat.h"

/* Whether one of the list is the address, or a network that it is in. IPv4 is the same as it is within
 * IPv6, ::ffff:10.0.0.1. What is neither address nor network matches nothing. */
bool hp_cidr_has(const char *list, const char *address);

/* Whether all of the list can be read. */
bool hp_cidr_is_valid(const char *list);

#endif /* HP_REQUEST_CIDR_H */
