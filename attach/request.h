/* request.h: the request that another process works on, by what its SAPI knows of it. */
#ifndef HP_ATTACH_REQUEST_H
#define HP_ATTACH_REQUEST_H

#include "attach/fcgi.h"

#include "live/format.h"

#ifdef __linux__

typedef struct hp_attach_request {
	uintptr_t server; /* the server's own request */
	uintptr_t method, path, uri; /* of texts in its memory; 0: none */
	hp_attach_fcgi fcgi;
	double time; /* when it began, Unix time; 0: the program has not asked for it */
	char uri_text[HP_LIVE_URI_BYTES];
	char method_text[HP_LIVE_METHOD_BYTES];
} hp_attach_request;

/* Reads what it works on now. True: that is another request than before. */
bool hp_attach_request_read(hp_attach_request *request, const hp_attach_process *process);

#endif

#endif /* HP_ATTACH_REQUEST_H */
