/* header.h: tells the client of the run that it asked for, in headers of the response. */
#ifndef HP_REQUEST_HEADER_H
#define HP_REQUEST_HEADER_H

#include "base/compat.h"

/* In MINIT and MSHUTDOWN. The headers are added when the SAPI sends all others, so that the program can
 * neither see nor remove them, and the time until then is known. */
void hp_header_startup(void);
void hp_header_shutdown(void);

#endif /* HP_REQUEST_HEADER_H */
