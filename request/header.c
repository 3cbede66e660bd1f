#include "request/header.h"

#include "request/request.h"
#include "php_xhprof.h"

#include "SAPI.h"

static int (*header_next_send)(sapi_headers_struct *headers);

/* Does what PHP's sapi_header_op() does, which refuses as soon as headers are being sent. */
static void header_add(sapi_headers_struct *headers, char *text)
{
	sapi_header_struct header = {text, strlen(text)};

	if (sapi_module.header_handler == NULL ||
		(sapi_module.header_handler(&header, SAPI_HEADER_ADD, headers) & SAPI_HEADER_ADD)) {
		zend_llist_add_element(&headers->headers, &header);
	} else {
		efree(text);
	}
}

static int header_send(sapi_headers_struct *headers)
{
	const hp_request *request = XHPROF_G(request);

	if (UNEXPECTED(request->run_id[0] != '\0' && request->trigger.is_asked) &&
		(request->trigger.is_armed || hp_trigger_refuse_uri(request->settings) == NULL)) {
		char *text;

		spprintf(&text, 0, "X-XHProf-Run: %s", request->run_id);
		header_add(headers, text);
		/* "%.3f" would write the comma of the program's locale. */
		spprintf(&text, 0, "Server-Timing: xhprof;desc=\"%s\";dur=%.3F", request->run_id,
			hp_request_wall_ns(request) / 1e6);
		header_add(headers, text);
	}

	return header_next_send(headers);
}

void hp_header_startup(void)
{
	if (sapi_module.send_headers != NULL) {
		header_next_send = sapi_module.send_headers;
		sapi_module.send_headers = header_send;
	}
}

void hp_header_shutdown(void)
{
	if (sapi_module.send_headers == header_send) {
		sapi_module.send_headers = header_next_send;
	}
}
