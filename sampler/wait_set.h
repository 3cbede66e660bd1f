/* wait_set.h: names the descriptors that a thread waits for together, in poll(), select() or an
 * epoll_wait(): "tcp 10.0.0.5:3306 and 2 more".
 *
 * Names are texts of the caller's, of HP_WAIT_BYTES bytes. Of several names, the first one in
 * alphabetical order stands for all. Each function returns HP_WAIT_NO_FILE if the descriptors are
 * not known; HP_WAIT_WAKER if only another thread of the process can end the wait, and then the
 * name is that of its descriptor; and otherwise HP_WAIT_FILE. A thread that waits for no descriptor
 * waits for time alone, and the name is "sleep". Called by the thread that watches. */
#ifndef HP_SAMPLER_WAIT_SET_H
#define HP_SAMPLER_WAIT_SET_H

#include "sampler/wait_call.h"
#include "sampler/wait_file.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

hp_wait_file hp_wait_set_poll(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES]);
hp_wait_file hp_wait_set_select(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES]);
hp_wait_file hp_wait_set_epoll(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_SET_H */
