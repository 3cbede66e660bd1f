#include "attach/request.h"

#ifdef __linux__

/* Reads a text that ends with a zero byte, or at the end of what can be read. */
static void request_text(const hp_attach_process *process, uintptr_t from, char *text, size_t room)
{
	size_t page = 4096 - from % 4096, first = MIN(room - 1, page);

	memset(text, 0, room);
	if (from == 0 || !hp_attach_read(process->memory, from, text, first)) {
		return;
	}
	if (memchr(text, '\0', first) == NULL && first < room - 1 &&
		!hp_attach_read(process->memory, from + first, text + first, room - 1 - first)) {
		memset(text + first, 0, room - first);
	}
}

/* Keeps only the path of a URL, because a secret may follow it. Control characters become "?". */
static void request_clean(char *uri)
{
	uri[strcspn(uri, "?#")] = '\0';
	for (char *at = uri; *at != '\0'; at++) {
		if ((unsigned char) *at < ' ' || *at == 127) {
			*at = '?';
		}
	}
}

static bool request_is_fcgi(const hp_attach_process *process)
{
	return strcmp(process->sapi, "fpm-fcgi") == 0 || strcmp(process->sapi, "cgi-fcgi") == 0;
}

bool hp_attach_request_read(hp_attach_request *request, const hp_attach_process *process)
{
	const hp_attach_layout *layout = process->layout;
	hp_attach_request found = {.uri_in = request->uri_in};
	uintptr_t globals = process->sapi_globals;
	hp_attach_piece pieces[] = {
		{globals, &found.server, sizeof(found.server)}, /* server_context, the first member */
		{globals + layout->request_method, &found.method, sizeof(found.method)},
		{globals + layout->request_uri, &found.uri, sizeof(found.uri)},
		{globals + layout->request_path, &found.path, sizeof(found.path)},
		{globals + layout->request_time, &found.time, sizeof(found.time)},
	};
	size_t count = layout->request_time == UINT16_MAX ? 4 : 5;
	bool is_new;

	if (globals == 0 || hp_attach_read_pieces(process->memory, pieces, count) != count) {
		return false;
	}
	if (found.method == 0) {
		memcpy(found.method_text, "cli", sizeof("cli"));
		request_text(process, found.path, found.uri_text, sizeof(found.uri_text));
	} else {
		uintptr_t uri =
			request_is_fcgi(process) ? hp_attach_fcgi_uri(&found.uri_in, process, found.server) : 0;

		found.uri = uri != 0 ? uri : found.uri;
		request_text(process, found.method, found.method_text, sizeof(found.method_text));
		request_text(process, found.uri, found.uri_text, sizeof(found.uri_text));
		request_clean(found.uri_text);
	}
	request_clean(found.method_text);
	is_new = (found.time != request->time && request->time != 0) ||
		strcmp(found.uri_text, request->uri_text) != 0 ||
		strcmp(found.method_text, request->method_text) != 0;
	*request = found;

	return is_new;
}

#endif
