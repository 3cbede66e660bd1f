#include "event/perf.h"

#include "base/descriptor.h"
#include "event/fork.h"
#include "event/usage.h"

#include <errno.h>

#if defined(__linux__) && __has_include(<linux/perf_event.h>)
# define PERF_IS_THERE 1
# include <linux/perf_event.h>
# include <sys/ioctl.h>
# include <sys/mman.h>
# include <unistd.h>
#endif

const char *hp_event_perf_reason(int number)
{
	switch (number) {
		case EACCES:
			return "only privileged users may count it; set "
				   "kernel.perf_event_paranoid=1 by sysctl (2 counts without the kernel's part), "
				   "or grant CAP_PERFMON";
		case EPERM:
			return "seccomp or another policy forbids perf_event_open(); allow it in the "
				   "container's seccomp profile, or grant CAP_PERFMON";
		case ENOENT:
		case ENODEV:
		case EOPNOTSUPP:
			return "there are no hardware counters, as in most virtual machines; give the machine "
				   "a virtual PMU";
		case EBUSY:
			return "all counters of the CPU are in use; count fewer events, or set "
				   "kernel.nmi_watchdog=0";
		case EMFILE:
			return "too many files are open; raise the limit, ulimit -n";
		case ENOSYS:
			return "the kernel has no perf_event_open(), or seccomp hides it";
		default:
			return "the kernel refused perf_event_open()";
	}
}

#ifdef PERF_IS_THERE

/* Size of a record in the ring of events: only a header, as sample_type is 0. */
# define PERF_RECORD_BYTES sizeof(struct perf_event_header)

static bool perf_is_software(const hp_event *event)
{
	return event->perf_type == PERF_TYPE_SOFTWARE;
}

static int perf_open_with(const hp_event_counter *counter, bool has_user_only)
{
	struct perf_event_attr attributes;
	bool is_software = perf_is_software(counter->event);

	memset(&attributes, 0, sizeof(attributes));
	attributes.size = sizeof(attributes);
	attributes.type = counter->event->perf_type;
	attributes.config = counter->event->perf_config;
	attributes.exclude_kernel = has_user_only;
	attributes.exclude_hv = has_user_only;
	if (is_software) {
		attributes.sample_period = 1;
		attributes.wakeup_events = UINT32_MAX; /* nothing waits for the ring */
		attributes.disabled = 1;
	} else {
		attributes.read_format = PERF_FORMAT_GROUP;
		attributes.pinned = counter->group == NULL; /* counts all the time or not at all */
	}

	return hp_descriptor_open_perf(
		&attributes, 0, counter->group == NULL ? -1 : counter->group->file.number);
}

/* True for events that happen only in the kernel, such as switches: without the kernel's part there
 * would be none. */
static bool perf_is_of_kernel(const hp_event *event)
{
	return perf_is_software(event) &&
		(event->perf_config == PERF_COUNT_SW_CONTEXT_SWITCHES ||
			event->perf_config == PERF_COUNT_SW_CPU_MIGRATIONS);
}

static zend_result perf_open(hp_event_counter *counter)
{
	counter->has_user_only = false;
	counter->file = hp_descriptor_keep(perf_open_with(counter, false));
	if (counter->file.number < 0 && errno == EACCES && !perf_is_of_kernel(counter->event)) {
		counter->has_user_only = true;
		counter->file = hp_descriptor_keep(perf_open_with(counter, true));
	}
	counter->refusal = counter->file.number < 0 ? hp_event_perf_reason(errno) : NULL;

	return counter->file.number < 0 ? FAILURE : SUCCESS;
}

/* Returns the size of the mapping. The ring has one page after the first. Mapped read-only, it
 * overwrites itself. */
static size_t perf_page_bytes(const hp_event_counter *counter)
{
	return (size_t) sysconf(_SC_PAGESIZE) * (perf_is_software(counter->event) ? 2 : 1);
}

static void perf_map(hp_event_counter *counter)
{
	counter->page =
		mmap(NULL, perf_page_bytes(counter), PROT_READ, MAP_SHARED, counter->file.number, 0);
	if (counter->page == MAP_FAILED) {
		counter->page = NULL;
	}
}

static const char *perf_means(const hp_event_counter *counter)
{
	static const char *const means[][2] = {
		{"perf_event_open, mapped", "perf_event_open, mapped, without the kernel's part"},
		{"perf_event_open, rdpmc", "perf_event_open, rdpmc, without the kernel's part"},
		{"perf_event_open, read", "perf_event_open, read, without the kernel's part"},
	};
	const struct perf_event_mmap_page *page = counter->page;
	int kind = page == NULL                ? 2
		: perf_is_software(counter->event) ? 0
		: page->cap_user_rdpmc             ? 1
										   : 2;

	return means[kind][counter->has_user_only];
}

static void perf_close(hp_event_counter *counter)
{
	if (counter->page != NULL) {
		munmap(counter->page, perf_page_bytes(counter));
		counter->page = NULL;
	}
	hp_descriptor_drop(&counter->file);
}

/* Reads the whole group into its first counter. Returns false if the CPU has no room for it,
 * because others count too. */
static bool perf_read_group(hp_event_counter *first)
{
	uint64_t data[1 + HP_EVENT_MAX];
	ssize_t length = read(first->file.number, data, sizeof(data));

	if (length < (ssize_t) (2 * sizeof(uint64_t))) {
		return false;
	}
	memcpy(first->group_values, &data[1], MIN((size_t) length, sizeof(data)) - sizeof(uint64_t));

	return true;
}

# if defined(__x86_64__) || defined(__i386__)

/* Reads the CPU's counter as linux/perf_event.h describes. Returns false if that is not possible
 * now. */
static bool perf_read_pmc(const hp_event_counter *counter, uint64_t *count)
{
	const volatile struct perf_event_mmap_page *page = counter->page;
	uint32_t sequence, index;

	do {
		sequence = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
		index = page->index;
		if (!page->cap_user_rdpmc || index == 0) {
			return false;
		}
		*count = (uint64_t) page->offset +
			(uint64_t) ((int64_t) ((uint64_t) __builtin_ia32_rdpmc((int) index - 1)
							<< (64 - page->pmc_width)) >>
				(64 - page->pmc_width));
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (page->lock != sequence);

	return true;
}

# else

static bool perf_read_pmc(const hp_event_counter *counter, uint64_t *count)
{
	return false;
}

# endif

static uint64_t perf_read_hardware(hp_event_counter *counter)
{
	hp_event_counter *first = counter->group == NULL ? counter : counter->group;
	uint64_t count;

	if (counter->page != NULL && perf_read_pmc(counter, &count)) {
		return counter->base + count;
	}
	if (counter == first && !perf_read_group(first)) {
		return counter->last;
	}

	return counter->base + first->group_values[counter->group_at];
}

static uint64_t perf_read_software(hp_event_counter *counter)
{
	const struct perf_event_mmap_page *page = counter->page;
	uint64_t count = 0;

	if (page != NULL) {
		count = (uint64_t) __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE) / PERF_RECORD_BYTES;
	} else if (counter->file.number >= 0 &&
		read(counter->file.number, &count, sizeof(count)) != sizeof(count)) {
		return counter->last;
	}

	return counter->base + count;
}

static void perf_begin(hp_event_counter *counter)
{
	perf_map(counter);
	counter->means = perf_means(counter);
	if (perf_is_software(counter->event)) {
		ioctl(counter->file.number, PERF_EVENT_IOC_ENABLE, 0);
	}
	hp_event_fork_add(counter);
}

/* True if the counter counts. A group is scheduled at once or not at all. */
static bool perf_is_counting(hp_event_counter *counter)
{
	return perf_is_software(counter->event) ||
		perf_read_group(counter->group == NULL ? counter : counter->group);
}

static zend_result perf_enable(hp_event_counter *counter)
{
	if (perf_is_software(counter->event)) {
		counter->group = NULL;
	}
	if (perf_open(counter) == FAILURE && (errno != EINVAL || counter->group == NULL)) {
		return FAILURE;
	}
	if (counter->file.number < 0 || !perf_is_counting(counter)) {
		counter->refusal = hp_event_perf_reason(EBUSY);
		hp_descriptor_drop(&counter->file);
		return FAILURE;
	}
	counter->group_at = counter->group == NULL ? 0 : counter->group->group_count++;
	counter->group_count = counter->group == NULL;
	perf_begin(counter);

	return SUCCESS;
}

static void perf_disable(hp_event_counter *counter)
{
	hp_event_fork_remove(counter);
	if (counter->file.number >= 0) {
		perf_close(counter);
	}
}

/* Restarts a counter in a forked child: the mapping is gone, and the file belongs to the parent.
 * The parent's count is kept. */
static void perf_restart(hp_event_counter *counter)
{
	hp_descriptor_drop(&counter->file);
	counter->page = NULL;
	counter->base = counter->last;
	memset(counter->group_values, 0, sizeof(counter->group_values));
	if (perf_open(counter) == SUCCESS) {
		perf_map(counter);
		ioctl(counter->file.number, PERF_EVENT_IOC_ENABLE, 0);
	}
}

hp_event_counter *hp_event_perf_group(hp_event_counter *counters, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (counters[i].event->is_of_kernel && !perf_is_software(counters[i].event)) {
			return &counters[i];
		}
	}

	return NULL;
}

# define PERF_SOFTWARE(number) .perf_type = PERF_TYPE_SOFTWARE, .perf_config = (number)
# define PERF_HARDWARE(number) \
  .is_of_kernel = true, .enable = perf_enable, .disable = perf_disable, \
  .read = perf_read_hardware, .restart = perf_restart, .perf_type = PERF_TYPE_HARDWARE, \
  .perf_config = (number)

#else

hp_event_counter *hp_event_perf_group(hp_event_counter *counters, uint32_t count)
{
	return NULL;
}

static zend_result perf_enable(hp_event_counter *counter)
{
	counter->refusal = "this system cannot count it";

	return FAILURE;
}

static void perf_disable(hp_event_counter *counter)
{
	hp_event_fork_remove(counter);
}

static uint64_t perf_read_software(hp_event_counter *counter)
{
	return counter->last;
}

static void perf_restart(hp_event_counter *counter)
{
}

# define PERF_SOFTWARE(number) .perf_type = 0 /* the constant does not exist here */
# define PERF_HARDWARE(number) .enable = NULL

#endif

/* Counts through the kernel's ring, or else with getrusage(). */
static zend_result perf_enable_software(hp_event_counter *counter)
{
	if (perf_enable(counter) == SUCCESS) {
		return SUCCESS;
	}
	if (hp_event_usage_enable(counter) == FAILURE) {
		return FAILURE;
	}
	hp_event_fork_add(counter);

	return SUCCESS;
}

static bool perf_is_usage(const hp_event_counter *counter)
{
	return counter->file.number < 0 && counter->event->usage != HP_EVENT_USAGE_NONE;
}

static uint64_t perf_read_either(hp_event_counter *counter)
{
	return perf_is_usage(counter) ? hp_event_usage_read(counter) : perf_read_software(counter);
}

static void perf_restart_either(hp_event_counter *counter)
{
	if (perf_is_usage(counter)) {
		hp_event_usage_restart(counter);
		return;
	}
	perf_restart(counter);
	if (counter->file.number < 0) {
		hp_event_usage_restart(counter);
	}
}

/* A sample's signal would end the sleep that switches the thread, with EINTR. */
#define PERF_UNSAMPLED "a sample would interrupt what the program waits for; count it instead"

#define PERF_EVENT_SOFTWARE(number) \
 .is_of_kernel = true, .enable = perf_enable_software, .disable = perf_disable, \
 .read = perf_read_either, .restart = perf_restart_either, PERF_SOFTWARE(number)

const hp_event hp_event_page_faults = {.name = "page-faults",
	.title = "first access to a page of memory that was not mapped yet",
	.usage = HP_EVENT_USAGE_FAULTS,
	PERF_EVENT_SOFTWARE(PERF_COUNT_SW_PAGE_FAULTS)};

const hp_event hp_event_minor_faults = {.name = "minor-faults",
	.title = "page fault without reading from disk",
	.usage = HP_EVENT_USAGE_MINOR_FAULTS,
	PERF_EVENT_SOFTWARE(PERF_COUNT_SW_PAGE_FAULTS_MIN)};

const hp_event hp_event_major_faults = {.name = "major-faults",
	.title = "page fault that read from disk",
	.usage = HP_EVENT_USAGE_MAJOR_FAULTS,
	PERF_EVENT_SOFTWARE(PERF_COUNT_SW_PAGE_FAULTS_MAJ)};

const hp_event hp_event_context_switches = {.name = "context-switches",
	.title = "switch from this thread to another, or to none",
	.usage = HP_EVENT_USAGE_SWITCHES,
	.unsampled = PERF_UNSAMPLED,
	PERF_EVENT_SOFTWARE(PERF_COUNT_SW_CONTEXT_SWITCHES)};

const hp_event hp_event_cpu_migrations = {.name = "cpu-migrations",
	.title = "move to another CPU",
	.unsampled = PERF_UNSAMPLED,
	PERF_EVENT_SOFTWARE(PERF_COUNT_SW_CPU_MIGRATIONS)};

const hp_event hp_event_instructions = {.name = "instructions",
	.title = "instruction of the CPU",
	PERF_HARDWARE(PERF_COUNT_HW_INSTRUCTIONS)};

const hp_event hp_event_cycles = {
	.name = "cycles", .title = "cycle of the CPU", PERF_HARDWARE(PERF_COUNT_HW_CPU_CYCLES)};

const hp_event hp_event_cache_references = {.name = "cache-references",
	.title = "access to the CPU's last cache",
	PERF_HARDWARE(PERF_COUNT_HW_CACHE_REFERENCES)};

const hp_event hp_event_cache_misses = {.name = "cache-misses",
	.title = "access to memory that no cache had",
	PERF_HARDWARE(PERF_COUNT_HW_CACHE_MISSES)};

const hp_event hp_event_branches = {.name = "branches",
	.title = "branch of the CPU's program",
	PERF_HARDWARE(PERF_COUNT_HW_BRANCH_INSTRUCTIONS)};

const hp_event hp_event_branch_misses = {.name = "branch-misses",
	.title = "branch that the CPU predicted wrongly",
	PERF_HARDWARE(PERF_COUNT_HW_BRANCH_MISSES)};
