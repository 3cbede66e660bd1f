#include "sampler/stack_links.h"

#ifdef __linux__

/* The number of innermost frames whose pages the next attempt copies together. */
# define STACK_LINKS_INNERMOST 16u

/* If the thread has run for this many times the median during a copy, the copy is not of one
 * moment: the helper lost its CPU meanwhile. How long a copy takes depends on the machine and its
 * load. The median counts as at least STACK_LINKS_LEAST_NS. */
# define STACK_LINKS_MOST_TIMES 4u
# define STACK_LINKS_LEAST_NS 1250u

/* One copy moves the median by one of this many parts of it. */
# define STACK_LINKS_MEDIAN_PARTS 8u

/* The walk gives up if the thread has entered more frames than this since the copy. */
# define STACK_LINKS_STEPS 64u

/* The most pages of callers that one call reads. */
# define STACK_LINKS_MOST_BELOW 8u

/* The bytes at the beginning of a frame up to the pointer to its caller. */
# define STACK_LINKS_HEAD_BYTES \
  (offsetof(zend_execute_data, prev_execute_data) + sizeof(zend_execute_data *))

static uintptr_t stack_links_page_of(const void *address)
{
	return (uintptr_t) address - (uintptr_t) address % HP_STACK_WALK_PAGE_BYTES;
}

/* Copies the wanted pages right after the pointer to the innermost frame: the kernel reads in that
 * order. Returns the number of bytes that could be read, including the pointer, or -1. */
static ssize_t stack_links_copy_wanted(hp_stack_walk *walk, const zend_execute_data **top)
{
	struct iovec here[1 + HP_STACK_WALK_COPIES] = {{top, sizeof(*top)}};
	struct iovec there[1 + HP_STACK_WALK_COPIES] = {{(void *) walk->current, sizeof(*top)}};
	unsigned long count = 0;

	for (; count < HP_STACK_WALK_COPIES && walk->wanted[count] != 0; count++) {
		here[1 + count] = (struct iovec){walk->copies[count].bytes, HP_STACK_WALK_PAGE_BYTES};
		there[1 + count] = (struct iovec){(void *) walk->wanted[count], HP_STACK_WALK_PAGE_BYTES};
	}

	return hp_stack_memory_peek(walk, here, there, 1 + count);
}

/* Makes the pages that were read part of this walk. The first that could not be read does not exist
 * any more. */
static void stack_links_keep_copies(hp_stack_walk *walk, size_t bytes)
{
	size_t read = bytes / HP_STACK_WALK_PAGE_BYTES;

	for (size_t i = 0; i < HP_STACK_WALK_COPIES; i++) {
		walk->copied[i] = i < read ? walk->wanted[i] : 0;
		walk->copies[i].address = walk->copied[i];
	}
	if (read < HP_STACK_WALK_COPIES) {
		walk->wanted[read] = 0;
	}
}

bool hp_stack_links_is_copied(const hp_stack_walk *walk, const void *address)
{
	uintptr_t page = stack_links_page_of(address);

	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		if (walk->copied[i] == page) {
			return true;
		}
	}

	return false;
}

/* Adds a page to the list, unless it is there already or the list is full. */
static void stack_links_add_wanted(uintptr_t *pages, int *count, uintptr_t page)
{
	for (int i = 0; i < *count; i++) {
		if (pages[i] == page) {
			return;
		}
	}
	if (page != 0 && *count < HP_STACK_WALK_COPIES) {
		pages[(*count)++] = page;
	}
}

void hp_stack_links_choose(hp_stack_walk *walk, const zend_execute_data *top)
{
	uintptr_t wanted[HP_STACK_WALK_COPIES] = {0};
	int count = 0;

	stack_links_add_wanted(wanted, &count, stack_links_page_of(top));
	for (uint32_t i = 0; i < MIN(walk->links_count, STACK_LINKS_INNERMOST); i++) {
		stack_links_add_wanted(wanted, &count, stack_links_page_of(walk->links[i].frame));
	}
	for (int i = 0; i < HP_STACK_WALK_COPIES; i++) {
		stack_links_add_wanted(wanted, &count, walk->wanted[i]);
	}
	memcpy(walk->wanted, wanted, sizeof(wanted));
}

/* True if a copy is short enough to show one moment. ran_ns is the thread's CPU time during it. */
static bool stack_links_is_quick(hp_stack_walk *walk, uint64_t ran_ns)
{
	uint64_t median_ns = MAX(STACK_LINKS_LEAST_NS, walk->copy_ns);
	uint64_t step_ns = median_ns / STACK_LINKS_MEDIAN_PARTS;

	if (ran_ns > 0) {
		walk->copy_ns = ran_ns > median_ns ? median_ns + step_ns : median_ns - step_ns;
	}

	return ran_ns < STACK_LINKS_MOST_TIMES * median_ns;
}

bool hp_stack_links_copy(hp_stack_walk *walk, const hp_sample_thread *thread,
	const zend_execute_data **top, bool *is_running)
{
	/* The page of the innermost frame is copied right after the pointer, as far as it can be
	 * foreseen. */
	walk->links_count = 0;
	if (hp_stack_memory_read_raw(walk, top, walk->current, sizeof(*top)) && *top != NULL) {
		hp_stack_links_choose(walk, *top);
	}
	for (int i = 0; i < HP_STACK_LINKS_TRIES; i++) {
		uint64_t cpu_ns = hp_sample_source_cpu_ns(thread);
		ssize_t bytes = stack_links_copy_wanted(walk, top) - (ssize_t) sizeof(*top);
		bool is_quick;

		cpu_ns = hp_sample_source_cpu_ns(thread) - cpu_ns;
		is_quick = stack_links_is_quick(walk, cpu_ns);
		*is_running = cpu_ns > 0;
		if (bytes < 0) {
			return false;
		}
		stack_links_keep_copies(walk, (size_t) bytes);
		if (*top == NULL || hp_stack_links_is_copied(walk, *top)) {
			return is_quick;
		}
		hp_stack_links_choose(walk, *top);
	}

	return false;
}

/* Reads count pages with one call: this one and those below it, where a deep stack has its
 * callers. */
static void stack_links_read_below(hp_stack_walk *walk, uintptr_t page, uint32_t count)
{
	struct iovec here[STACK_LINKS_MOST_BELOW], there[STACK_LINKS_MOST_BELOW];
	hp_stack_walk_page *slots[STACK_LINKS_MOST_BELOW];
	ssize_t bytes;

	for (uint32_t i = 0; i < count; i++, page -= HP_STACK_WALK_PAGE_BYTES) {
		slots[i] = hp_stack_memory_slot(walk, page);
		slots[i]->address = page;
		slots[i]->walk = walk->walks;
		here[i] = (struct iovec){slots[i]->bytes, HP_STACK_WALK_PAGE_BYTES};
		there[i] = (struct iovec){(void *) page, HP_STACK_WALK_PAGE_BYTES};
	}
	bytes = hp_stack_memory_peek(walk, here, there, count);
	for (uint32_t i = 0; i < count; i++) {
		if (bytes < ((ssize_t) i + 1) * HP_STACK_WALK_PAGE_BYTES) {
			slots[i]->address = 0;
		}
	}
}

/* The page of the next caller; NULL: it cannot be read. The deeper a stack is, the more pages one
 * call reads. */
static const hp_stack_walk_page *stack_links_page_of_caller(
	hp_stack_walk *walk, uintptr_t page, uint32_t *below)
{
	const hp_stack_walk_page *read = hp_stack_memory_page_read(walk, page);

	if (read == NULL) {
		stack_links_read_below(walk, page, *below);
		*below = MIN(2 * *below, STACK_LINKS_MOST_BELOW);
		read = hp_stack_memory_page_read(walk, page);
	}

	return read;
}

bool hp_stack_links_read(hp_stack_walk *walk, const zend_execute_data *frame)
{
	const hp_stack_walk_page *page = NULL;
	zend_execute_data head;
	uint32_t below = 1;

	for (walk->links_count = 0; frame != NULL; frame = head.prev_execute_data) {
		size_t start = (uintptr_t) frame % HP_STACK_WALK_PAGE_BYTES;

		if (walk->links_count == HP_STACK_WALK_LINKS || !hp_stack_memory_is_pointer(frame)) {
			return false;
		}
		if (page == NULL || page->address != stack_links_page_of(frame)) {
			page = stack_links_page_of_caller(walk, stack_links_page_of(frame), &below);
		}
		if (page == NULL) {
			return false;
		}
		if (start + STACK_LINKS_HEAD_BYTES <= HP_STACK_WALK_PAGE_BYTES) {
			memcpy(&head, page->bytes + start, STACK_LINKS_HEAD_BYTES);
		} else if (!hp_stack_memory_read(walk, &head, frame, STACK_LINKS_HEAD_BYTES)) {
			return false;
		}
		walk->links[walk->links_count++] = (hp_stack_walk_link){
			frame, head.opline, head.func, head.prev_execute_data, ZEND_CALL_INFO(&head), 0};
	}

	return true;
}

/* Follows the thread's present stack to the innermost frame of walk->links that is still open, and
 * returns its index. Returns links_count if none is, or if the thread has entered too many other
 * frames. Compares function and caller too, because another frame may have taken the place of one
 * that was left. */
static uint32_t stack_links_find_open(const hp_stack_walk *walk)
{
	const zend_execute_data *frame;
	zend_execute_data head;
	uint32_t most = MIN(walk->links_count, STACK_LINKS_STEPS);

	if (!hp_stack_memory_read_raw(walk, &frame, walk->current, sizeof(frame))) {
		return walk->links_count;
	}
	for (uint32_t i = 0; i < STACK_LINKS_STEPS && frame != NULL; i++) {
		if (!hp_stack_memory_is_pointer(frame) ||
			!hp_stack_memory_read_raw(walk, &head, frame, STACK_LINKS_HEAD_BYTES)) {
			break;
		}
		for (uint32_t link = 0; link < most; link++) {
			if (walk->links[link].frame == frame && walk->links[link].function == head.func &&
				walk->links[link].caller == head.prev_execute_data) {
				return link;
			}
		}
		frame = head.prev_execute_data;
	}

	return walk->links_count;
}

/* The index of the address's page among the first count pages that are read again; count: it is
 * none of them. */
static uint32_t stack_links_again(const hp_stack_walk *walk, uint32_t count, const void *address)
{
	uintptr_t page = stack_links_page_of(address);

	for (uint32_t i = count; i-- > 0;) {
		if (walk->again[i].address == page) {
			return i;
		}
	}

	return count;
}

/* Adds the address's page to those that are read again. Fails if there is no room. */
static bool stack_links_want_again(hp_stack_walk *walk, uint32_t *count, const void *address)
{
	if (stack_links_again(walk, *count, address) < *count) {
		return true;
	}
	if (*count == HP_STACK_WALK_AGAIN) {
		return false;
	}
	walk->again[(*count)++].address = stack_links_page_of(address);

	return true;
}

/* Reads again the pages of as many frames as there is room for, from the first one outwards.
 * Returns the index after the last of these frames, or first if the pages cannot be read. */
static uint32_t stack_links_read_again(hp_stack_walk *walk, uint32_t first, uint32_t *count)
{
	struct iovec here[HP_STACK_WALK_AGAIN], there[HP_STACK_WALK_AGAIN];
	uint32_t end = first;

	*count = 0;
	for (; end < walk->links_count; end++) {
		const char *frame = (const char *) walk->links[end].frame;

		if (!stack_links_want_again(walk, count, frame) ||
			!stack_links_want_again(walk, count, frame + STACK_LINKS_HEAD_BYTES - 1)) {
			break;
		}
	}
	for (uint32_t i = 0; i < *count; i++) {
		here[i] = (struct iovec){walk->again[i].bytes, HP_STACK_WALK_PAGE_BYTES};
		there[i] = (struct iovec){(void *) walk->again[i].address, HP_STACK_WALK_PAGE_BYTES};
	}

	if (hp_stack_memory_peek(walk, here, there, *count) !=
		(ssize_t) *count * HP_STACK_WALK_PAGE_BYTES) {
		return first;
	}
	for (uint32_t i = 0; i < *count; i++) {
		const hp_stack_walk_page *before = hp_stack_memory_page_read(walk, walk->again[i].address);

		walk->again[i].walk = before != NULL &&
			memcmp(before->bytes, walk->again[i].bytes, HP_STACK_WALK_PAGE_BYTES) == 0;
	}

	return end;
}

/* True if the whole page of this address has not changed. */
static bool stack_links_is_unchanged(const hp_stack_walk *walk, uint32_t count, const void *address)
{
	return walk->again[stack_links_again(walk, count, address)].walk != 0;
}

/* Copies the head of a frame out of the pages that were read again. It may span two pages. */
static void stack_links_copy_again(
	const hp_stack_walk *walk, uint32_t count, zend_execute_data *head, const void *frame)
{
	size_t start = (uintptr_t) frame % HP_STACK_WALK_PAGE_BYTES;
	size_t here = MIN(STACK_LINKS_HEAD_BYTES, HP_STACK_WALK_PAGE_BYTES - start);

	memcpy(head, walk->again[stack_links_again(walk, count, frame)].bytes + start, here);
	if (here < STACK_LINKS_HEAD_BYTES) {
		memcpy((char *) head + here,
			walk->again[stack_links_again(walk, count, (const char *) frame + here)].bytes,
			STACK_LINKS_HEAD_BYTES - here);
	}
}

/* Reads frames again, from the first one outwards. *join moves outwards: past the last frame that
 * has become a different one, or to a frame that has moved on because its callee was left. Returns
 * the index after the last frame that was read, or first if it cannot be read. */
static uint32_t stack_links_compare(hp_stack_walk *walk, uint32_t first, uint32_t *join)
{
	uint32_t count, end = stack_links_read_again(walk, first, &count);

	for (uint32_t i = first; i < end; i++) {
		const hp_stack_walk_link *link = &walk->links[i];
		const char *frame = (const char *) link->frame;
		zend_execute_data head;

		if (stack_links_is_unchanged(walk, count, frame) &&
			stack_links_is_unchanged(walk, count, frame + STACK_LINKS_HEAD_BYTES - 1)) {
			continue;
		}
		stack_links_copy_again(walk, count, &head, frame);
		if (head.func != link->function || head.prev_execute_data != link->caller) {
			*join = i + 1;
		} else if (head.opline != link->opline) {
			*join = i;
		}
	}

	return end;
}

uint32_t hp_stack_links_rejoin(hp_stack_walk *walk)
{
	uint32_t join = walk->links_count == 0 ? 0 : stack_links_find_open(walk);

	for (uint32_t first = join, end; first < walk->links_count; first = end) {
		end = stack_links_compare(walk, first, &join);
		if (end == first) {
			return walk->links_count;
		}
	}

	return join;
}

/* True if the engine was entered with this frame. A link that ends at a generator is not
 * outermost. */
static bool stack_links_is_outermost(const hp_stack_walk_link *link)
{
	return (link->info & ZEND_CALL_TOP) != 0 && (link->info & ZEND_CALL_GENERATOR) == 0;
}

/* True if all frames that were left before the whole stack was read are in the one copy. */
static bool stack_links_are_copied(const hp_stack_walk *walk)
{
	for (uint32_t i = 0; i < walk->joined; i++) {
		const char *frame = (const char *) walk->links[i].frame;

		if (!hp_stack_links_is_copied(walk, frame) ||
			!hp_stack_links_is_copied(walk, frame + STACK_LINKS_HEAD_BYTES - 1)) {
			return false;
		}
	}

	return true;
}

bool hp_stack_links_join(hp_stack_walk *walk)
{
	const zend_execute_data *top;

	walk->joined = 0;
	if (walk->links_count == 0) {
		return hp_stack_memory_read_raw(walk, &top, walk->current, sizeof(top)) && top == NULL;
	}
	walk->joined = hp_stack_links_rejoin(walk);

	return walk->joined < walk->links_count &&
		stack_links_is_outermost(&walk->links[walk->links_count - 1]) &&
		stack_links_are_copied(walk);
}

#endif
