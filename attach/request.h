/* request.h: reads the request that another process works on, as far as its SAPI knows it. */
#ifndef HP_ATTACH_REQUEST_H
#define HP_ATTACH_REQUEST_H

#include "attach/fcgi.h"

#include "live/format.h"

#ifdef __linux__

typedef struct hp_attach_request {
	uintptr_t server; /* address of the server's own request */
	uintptr_t method, path, uri; /* addresses of texts in its memory; 0: none */
	uintptr_t uri_in; /* see hp_attach_fcgi_uri() */
	double time; /* when it began, Unix time; 0: the program has not asked for it */
	char uri_text[HP_LIVE_URI_BYTES];
	char method_text[HP_LIVE_METHOD_BYTES];
} hp_attach_request;

/* Reads the request that the process works on now. Returns true if that is another one than
 * before. */
bool hp_attach_request_read(hp_attach_request *request, const hp_attach_process *process);

#endif

#endif /* HP_ATTACH_REQUEST_H */
