/* fcgi.h: the parameters of a FastCGI request of another process, as of main/fastcgi.c: php-fpm itself keeps the script's
 * name for the URI. */
#ifndef HP_ATTACH_FCGI_H
#define HP_ATTACH_FCGI_H

#include "attach/process.h"

#ifdef __linux__

typedef struct hp_attach_fcgi {
	uintptr_t
		bucket; /* of the URI in the last request, where that of the next mostly is; 0: none */
} hp_attach_fcgi;

/* The address of the text of REQUEST_URI; 0: there is none. request is the address of what serves it. */
uintptr_t hp_attach_fcgi_uri(
	hp_attach_fcgi *fcgi, const hp_attach_process *process, uintptr_t request);

#endif

#endif /* HP_ATTACH_FCGI_H */
