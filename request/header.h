/* header.h: names the run that a client requested, in headers of the response. */
#ifndef HP_REQUEST_HEADER_H
#define HP_REQUEST_HEADER_H

#include "base/compat.h"

/* In MINIT and MSHUTDOWN. Adds the headers when the SAPI sends all others: the program can neither
 * see nor remove them, and the wall time is known. */
void hp_header_startup(void);
void hp_header_shutdown(void);

#endif /* HP_REQUEST_HEADER_H */
