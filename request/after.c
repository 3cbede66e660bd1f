#include "request/after.h"

#include "base/bailout.h"

#include "SAPI.h"

/* Apache handles requests in threads only with a PHP that has threads. */
#if !defined(ZTS) && !defined(PHP_WIN32)
# define AFTER_HAS_APACHE 1
# include <dlfcn.h>
#else
# define AFTER_HAS_APACHE 0
#endif

static void (*after_save)(void); /* NULL: the SAPI has no such moment */
static int (*after_next_deactivate)(void); /* of FPM and php-cgi */

/* Ends the response. A bailout if the client has gone. */
static void after_respond(void *context)
{
	after_next_deactivate();
}

static void after_responded(void *context)
{
	after_save();
}

static int after_deactivate(void)
{
	hp_bailout(after_respond, after_responded, NULL);

	return SUCCESS;
}

/* A web server that starts php-cgi for one request describes the request in its environment, and waits for its
 * end. The variables are those by which php-cgi tells that from FastCGI. */
static bool after_is_plain_cgi(void)
{
	/* NOLINTBEGIN(concurrency-mt-unsafe) */
	return SG(request_info).request_method == NULL || getenv("SERVER_SOFTWARE") != NULL ||
		getenv("SERVER_NAME") != NULL || getenv("GATEWAY_INTERFACE") != NULL ||
		getenv("REQUEST_METHOD") != NULL;
	/* NOLINTEND(concurrency-mt-unsafe) */
}

static bool after_is(const char *sapi)
{
	return strcmp(sapi_module.name, sapi) == 0;
}

#if AFTER_HAS_APACHE

/* The begin of apache2handler's server context, and of Apache's request: alike in all versions of PHP from 5 on and of
 * Apache from 2.0 on. */
typedef struct after_request {
	void *pool;
} after_request;

typedef struct after_context {
	int state;
	const after_request *request;
} after_context;

typedef int (*after_cleanup)(void *data);

/* APR's. Apache frees the pool of a request when its response is out, after which it writes its own log. */
static void (*after_register)(
	void *pool, const void *data, after_cleanup plain, after_cleanup child);
static after_cleanup after_no_cleanup;

static int after_clean_up(void *data)
{
	after_save();

	return 0;
}

static void after_find_apache(void)
{
	void *function = dlsym(RTLD_DEFAULT, "apr_pool_cleanup_register");

	memcpy(&after_register, &function, sizeof(function));
	function = dlsym(RTLD_DEFAULT, "apr_pool_cleanup_null");
	memcpy(&after_no_cleanup, &function, sizeof(function));
}

static bool after_expect_apache(void)
{
	const after_context *context = SG(server_context);

	if (after_register == NULL || after_no_cleanup == NULL || context == NULL ||
		context->request == NULL) {
		return false;
	}
	after_register(context->request->pool, NULL, after_clean_up, after_no_cleanup);

	return true;
}

#else

static void after_find_apache(void)
{
}

static bool after_expect_apache(void)
{
	return false;
}

#endif

void hp_after_startup(void (*save)(void))
{
	if ((after_is("fpm-fcgi") || after_is("cgi-fcgi")) && sapi_module.deactivate != NULL) {
		after_save = save;
		after_next_deactivate = sapi_module.deactivate;
		sapi_module.deactivate = after_deactivate;
	} else if (after_is("apache2handler")) {
		after_save = save;
		after_find_apache();
	}
}

void hp_after_shutdown(void)
{
	if (after_save != NULL) {
		after_save();
	}
	if (sapi_module.deactivate == after_deactivate) {
		sapi_module.deactivate = after_next_deactivate;
	}
}

bool hp_after_expect(void)
{
	if (after_save == NULL) {
		return false;
	}
	if (after_next_deactivate == NULL) {
		return after_expect_apache();
	}

	return after_is("fpm-fcgi") || !after_is_plain_cgi();
}
