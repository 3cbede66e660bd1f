#include "request/after.h"

#include "base/bailout.h"

#include "SAPI.h"

static int (*after_next_deactivate)(void);
static void (*after_save)(void);

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

void hp_after_startup(void (*save)(void))
{
	/* Other SAPIs end the response elsewhere. */
	if (strcmp(sapi_module.name, "fpm-fcgi") == 0 && sapi_module.deactivate != NULL) {
		after_save = save;
		after_next_deactivate = sapi_module.deactivate;
		sapi_module.deactivate = after_deactivate;
	}
}

void hp_after_shutdown(void)
{
	if (sapi_module.deactivate == after_deactivate) {
		sapi_module.deactivate = after_next_deactivate;
	}
}

bool hp_after_is_there(void)
{
	return after_next_deactivate != NULL;
}
