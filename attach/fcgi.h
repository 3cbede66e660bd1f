/* fcgi.h: reads the parameters of a FastCGI request of another process, as main/fastcgi.c keeps
 * them. php-fpm itself keeps the script's name in place of the URI. */
#ifndef HP_ATTACH_FCGI_H
#define HP_ATTACH_FCGI_H

#include "attach/process.h"

#ifdef __linux__

/* Returns the address of the text of REQUEST_URI; 0: there is none. request is the address of the
 * server's own request. in is the address of the bucket that had it in the last request, where the
 * next request mostly has it, too; 0: none. */
uintptr_t hp_attach_fcgi_uri(uintptr_t *in, const hp_attach_process *process, uintptr_t request);

#endif

#endif /* HP_ATTACH_FCGI_H */
