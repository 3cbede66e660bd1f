#include "request/live.h"

#include "request/meta.h"
#include "request/sapi.h"

#include "SAPI.h"

/* As xhprof.meta allows. */
static zend_string *live_uri(zend_long meta)
{
	if (meta == HP_REQUEST_META_OFF) {
		return ZSTR_EMPTY_ALLOC();
	}

	return meta == HP_REQUEST_META_FULL ? hp_sapi_uri() : hp_sapi_path();
}

void hp_request_live_begin_request(
	struct hp_live_thread *thread, const php_xhprof_settings *settings)
{
	hp_live_request request;
	zend_string *uri;

	if (hp_sapi_is_preload()) {
		return;
	}
	uri = live_uri(settings->meta);
	request.method = hp_sapi_is_web() ? SG(request_info).request_method : "cli";
	request.uri = ZSTR_VAL(uri);
	hp_live_thread_begin(thread, &request);
	zend_string_release(uri);
}
