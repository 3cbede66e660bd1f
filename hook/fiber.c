/* fiber.c: follows the switches between fibers. */
#include "hook/fiber.h"

#include "hook/event.h"
#include "hook/state.h"
#include "trace/fiber.h"
#include "php_xhprof.h"

#include "Zend/zend_fibers.h"
#include "Zend/zend_observer.h"

void hp_hook_fiber_switch(const void *to, bool is_over)
{
	hp_tracer *tracer = XHPROF_G(tracer);

	if (!hp_tracer_has_calls(tracer)) {
		return;
	}
	hp_fiber_switch(tracer, to, is_over);
	hp_hook_in_force()->follow(tracer);
}

static void hook_fiber_switched(zend_fiber_context *from, zend_fiber_context *to)
{
	bool is_over = from->status == ZEND_FIBER_STATUS_DEAD;

	if (is_over) {
		hp_hook_event_fiber_over(from);
	}
	hp_hook_fiber_switch(to, is_over);
}

static void hook_fiber_destroyed(zend_fiber_context *context)
{
	hp_tracer *tracer = XHPROF_G(tracer);

	if (tracer->is_armed) {
		hp_fiber_drop(tracer, context);
	}
}

void hp_hook_fiber_startup(void)
{
	zend_observer_fiber_switch_register(hook_fiber_switched);
	zend_observer_fiber_destroy_register(hook_fiber_destroyed);
}

/* Adds the fibers that resumed this one, from the outermost, then this one. The main program was
 * resumed by none. */
static void hook_fiber_add(hp_tracer *tracer, zend_fiber_context *context)
{
	if (context != EG(main_fiber_context) && context->kind == zend_ce_fiber) {
		zend_fiber *fiber = (zend_fiber *) ((char *) context - offsetof(zend_fiber, context));

		if (fiber->caller != NULL) {
			hook_fiber_add(tracer, fiber->caller);
		}
	}
	hp_fiber_add(tracer, context);
}

bool hp_hook_fiber_has_frames(hp_tracer *tracer)
{
	hp_entry_stack *stack = tracer->stack;
	zend_vm_stack page = EG(vm_stack);

	stack->vm_page = page;
	while (page->prev != NULL) {
		page = page->prev;
	}
	if (stack->vm_root == NULL) {
		stack->vm_root = page;
	}

	return stack->vm_root == page;
}

void hp_hook_fiber_add_all(hp_tracer *tracer)
{
	hook_fiber_add(tracer, EG(current_fiber_context));
	hp_hook_fiber_has_frames(tracer);
}
