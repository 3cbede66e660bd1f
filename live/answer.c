#include "live/answer.h"

#ifdef HP_LIVE_HAS_RINGS

# include "live/thread_state.h"

/* A reader's request for variables expires after this time. Readers do not wait that long. */
# define ANSWER_LOCALS_NS UINT64_C(2000000000)

static void answer_set_armed(hp_live_thread *thread, uint32_t requests)
{
	HP_SHARED_WRITE(&thread->armed, requests);
	HP_SHARED_WRITE(&thread->ring.header->armed, requests);
}

/* In the helper thread, with the lock: asks the thread of PHP for variables, if a request is
 * open. */
static void answer_ask_locals(hp_live_thread *thread)
{
	if (thread->sink.sampler.is_open) {
		thread->locals_until_ns = hp_live_ring_now_ns() + ANSWER_LOCALS_NS;
		HP_SHARED_WRITE(&thread->wants_locals, true);
		hp_sampler_ask_interrupt(&thread->sink.sampler);
	}
}

void hp_live_answer_ask(hp_live_helper *helper)
{
	hp_live_thread *thread = helper->owner;
	hp_live_control *control = &helper->control;

	hp_sampler_lock(&thread->sink.sampler);
	if (control->wants_arm) {
		answer_set_armed(thread, control->arm_requests);
		memcpy(thread->armed_uri, control->arm_uri, sizeof(thread->armed_uri));
	}
	if (control->wants_snapshot) {
		HP_SHARED_WRITE(&thread->wants_snapshot, true);
		hp_sampler_ask_interrupt(&thread->sink.sampler);
	}
	if (control->wants_locals) {
		answer_ask_locals(thread);
	}
	control->wants_arm = control->wants_snapshot = control->wants_locals = false;
	hp_sampler_unlock(&thread->sink.sampler);
}

void hp_live_answer_forget_locals(hp_live_thread *thread)
{
	if (UNEXPECTED(thread->has_locals) && hp_live_ring_now_ns() > thread->locals_until_ns) {
		thread->has_locals = false;
		hp_live_files_remove_locals(&thread->files);
	}
}

const char *hp_live_answer_armed(hp_live_thread *thread)
{
	bool is_armed;

	if (!hp_live_thread_has_ring(thread) || HP_SHARED_READ(&thread->armed) == 0) {
		return NULL;
	}
	hp_sampler_lock(&thread->sink.sampler);
	is_armed = thread->armed > 0;
	memcpy(thread->taken_uri, thread->armed_uri, sizeof(thread->taken_uri));
	hp_sampler_unlock(&thread->sink.sampler);

	return is_armed ? thread->taken_uri : NULL;
}

void hp_live_answer_take_armed(hp_live_thread *thread)
{
	hp_sampler_lock(&thread->sink.sampler);
	if (thread->armed > 0) {
		answer_set_armed(thread, thread->armed - 1);
	}
	hp_sampler_unlock(&thread->sink.sampler);
}

bool (*hp_live_answer_snapshot)(const zend_execute_data *from);

void (*hp_live_answer_locals)(
	const hp_live_locals_question *question, const zend_execute_data *from);

static void answer_locals(hp_live_thread *thread, const zend_execute_data *execute_data)
{
	hp_live_locals_question question = {
		.folder = thread->files.folder.number,
		.name = thread->files.name,
		.request = thread->slot.request,
	};
	bool is_late;

	hp_sampler_lock(&thread->sink.sampler);
	HP_SHARED_WRITE(&thread->wants_locals, false);
	is_late = hp_live_ring_now_ns() > thread->locals_until_ns;
	hp_sampler_unlock(&thread->sink.sampler);
	if (!is_late && hp_live_answer_locals != NULL && hp_descriptor_is_kept(&thread->files.folder)) {
		thread->has_locals = true;
		hp_live_answer_locals(&question, execute_data);
	}
}

void hp_live_answer_give(hp_live_thread *thread, const zend_execute_data *execute_data)
{
	hp_live_header *header = thread->ring.header;

	if (UNEXPECTED(HP_SHARED_READ(&thread->wants_snapshot)) && hp_live_answer_snapshot != NULL) {
		HP_SHARED_WRITE(&thread->wants_snapshot, false);
		if (!hp_live_answer_snapshot(execute_data)) {
			HP_SHARED_WRITE(&header->snapshots_refused, header->snapshots_refused + 1);
		}
	}
	if (UNEXPECTED(HP_SHARED_READ(&thread->wants_locals))) {
		answer_locals(thread, execute_data);
	}
}

#endif
