/* The least that any sampling by signals costs here: the kernel's CPU clock of a thread (perf)
 * sends it SIGURG, as to xhprof, and the handler only counts. To compare xhprof with:
 * bench/sample.php. Linux only. */
#define _GNU_SOURCE 1
#include "php.h"
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile zend_long empty_handler_count;
static int empty_handler_event = -1;

static void empty_handler_handle(int signal_number)
{
	(void) signal_number;
	empty_handler_count++;
}

static void empty_handler_listen(void)
{
	struct sigaction action = {
		.sa_handler = empty_handler_handle, .sa_flags = SA_RESTART | SA_ONSTACK};

	sigemptyset(&action.sa_mask);
	sigaction(SIGURG, &action, NULL);
}

/* To this thread, not to any of the process. */
static void empty_handler_aim(int event)
{
	struct f_owner_ex owner = {F_OWNER_TID, (pid_t) syscall(SYS_gettid)};

	fcntl(event, F_SETOWN_EX, &owner);
	fcntl(event, F_SETSIG, SIGURG);
	fcntl(event, F_SETFL, O_ASYNC);
	ioctl(event, PERF_EVENT_IOC_ENABLE, 0);
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(empty_handler_start_arguments, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, interval_us, IS_LONG, 0)
ZEND_END_ARG_INFO()

/* False: the kernel gives no such clock. */
static PHP_FUNCTION(empty_handler_start)
{
	struct perf_event_attr wanted = {.type = PERF_TYPE_SOFTWARE, .size = sizeof(wanted),
		.config = PERF_COUNT_SW_TASK_CLOCK, .disabled = 1, .exclude_kernel = 1, .exclude_hv = 1};
	zend_long interval_us;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(interval_us)
	ZEND_PARSE_PARAMETERS_END();
	wanted.sample_period = 1000 * (uint64_t) interval_us;
	empty_handler_event =
		(int) syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (empty_handler_event < 0) {
		RETURN_FALSE;
	}
	empty_handler_count = 0;
	empty_handler_listen();
	empty_handler_aim(empty_handler_event);
	RETURN_TRUE;
}

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(empty_handler_stop_arguments, 0, 0, IS_LONG, 0)
ZEND_END_ARG_INFO()

/* How often it was called. */
static PHP_FUNCTION(empty_handler_stop)
{
	ZEND_PARSE_PARAMETERS_NONE();
	close(empty_handler_event);
	empty_handler_event = -1;
	RETURN_LONG(empty_handler_count);
}

static const zend_function_entry empty_handler_functions[] = {
	PHP_FE(empty_handler_start, empty_handler_start_arguments)
	PHP_FE(empty_handler_stop, empty_handler_stop_arguments)
	PHP_FE_END
};

zend_module_entry empty_handler_module_entry = {STANDARD_MODULE_HEADER, "empty_handler",
	empty_handler_functions, NULL, NULL, NULL, NULL, NULL, "1", STANDARD_MODULE_PROPERTIES};

ZEND_GET_MODULE(empty_handler)
