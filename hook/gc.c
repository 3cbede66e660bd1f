/* gc.c: sees runs of the garbage collector, as calls of "{gc}".
 *
 * It is in place from startup on, because the engine has one pointer for all threads, and because
 * samples may be requested at any moment. A collection walks thousands of values; this adds one
 * test and a setjmp(). */
#include "hook/gc.h"

#include "event/mark.h"
#include "hook/within.h"
#include "profile/wait.h"
#include "sampler/stack_walk.h"
#include "php_xhprof.h"

#include "Zend/zend_gc.h"

static int (*hook_gc_next)(void);

typedef struct hook_gc_work {
	/* the frame of an outer collection: one within its destructors does nothing */
	const zend_execute_data *outer;
	int freed;
} hook_gc_work;

static void hook_gc_go_on(void *context)
{
	((hook_gc_work *) context)->freed = hook_gc_next();
}

static void hook_gc_record(void *context)
{
	hp_tracer *tracer = XHPROF_G(tracer);
	hp_symbol *symbol = tracer->is_recording
		? hp_naming_of_text(&tracer->naming, ZEND_STRL(HP_PROFILE_GC_NAME))
		: NULL;

	hp_hook_within(symbol, hook_gc_go_on, context);
}

static void hook_gc_end(void *context)
{
	hp_stack_walk_end_gc(((hook_gc_work *) context)->outer);
}

static void hook_gc_work_off(hook_gc_work *work)
{
	work->outer = hp_stack_walk_begin_gc(EG(current_execute_data));
	hp_bailout(hook_gc_record, hook_gc_end, work);
}

static uint32_t hook_gc_runs(void)
{
	zend_gc_status status;

	zend_gc_get_status(&status);

	return status.runs;
}

/* Emits a mark if the collector ran. It does not run without garbage, or in a destructor that
 * another collection calls. */
static void hook_gc_mark(hook_gc_work *work)
{
	uint32_t runs = hook_gc_runs();
	uint64_t began_ns = zend_hrtime();
	hp_mark mark = {.kind = HP_MARK_GC};

	hook_gc_work_off(work);
	mark.count = hook_gc_runs() - runs;
	if (mark.count > 0) {
		mark.duration_ns = zend_hrtime() - began_ns;
		mark.amount = (uint64_t) work->freed;
		hp_mark_emit(&mark);
	}
}

static int hook_gc_collect(void)
{
	hook_gc_work work = {NULL, 0};

	if (hp_mark_is_wanted()) {
		hook_gc_mark(&work);
	} else {
		hook_gc_work_off(&work);
	}

	return work.freed;
}

void hp_hook_gc_startup(void)
{
	hp_stack_walk_startup();
	hook_gc_next = gc_collect_cycles;
	gc_collect_cycles = hook_gc_collect;
}

void hp_hook_gc_shutdown(void)
{
	/* An extension that hooked in later has our function in its chain, and it must stay there. */
	if (gc_collect_cycles == hook_gc_collect) {
		gc_collect_cycles = hook_gc_next;
	}
}

void hp_hook_gc_read(hp_gc_status *status)
{
	zend_gc_status now;

	memset(status, 0, sizeof(*status));
	zend_gc_get_status(&now);
	status->runs = now.runs;
	status->collected = now.collected;
	status->threshold = now.threshold;
	status->roots = now.num_roots;
#if PHP_VERSION_ID >= 80300
	status->collector_ns = now.collector_time;
	status->destructor_ns = now.dtor_time;
	status->free_ns = now.free_time;
#endif
}

void hp_hook_gc_describe(hp_profile *profile, const hp_gc_status *before, const hp_gc_status *after)
{
	hp_profile_gc *gc = &profile->gc;

	profile->features |=
		PHP_VERSION_ID >= 80300 ? HP_PROFILE_GC | HP_PROFILE_GC_TIMES : HP_PROFILE_GC;
	gc->runs = after->runs - before->runs;
	gc->collected = after->collected - before->collected;
	gc->collector_ns = after->collector_ns - before->collector_ns;
	gc->destructor_ns = after->destructor_ns - before->destructor_ns;
	gc->free_ns = after->free_ns - before->free_ns;
	gc->threshold_before = before->threshold;
	gc->threshold = after->threshold;
	gc->roots_before = before->roots;
	gc->roots = after->roots;
}
