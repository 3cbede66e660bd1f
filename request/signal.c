#include "request/signal.h"

#include "base/interrupt.h"
#include "base/seccomp.h"

#ifndef PHP_WIN32

# include "SAPI.h"
# include "php_ini.h"
# include "Zend/zend_observer.h"
# include "Zend/zend_signal.h"

# include <pthread.h>
# include <signal.h>
# include <time.h>
# include <unistd.h>

/* The longest wait for a safe point: C code that waits for something else may never come to one. It
 * is cut into turns, and each gives the program the CPU again. So the run is saved if the process
 * was stopped, or a busy machine had no CPU for it, for longer than the whole wait. */
# define SIGNAL_TURN_NS 500000000
# define SIGNAL_TURNS 4

static struct {
	int number;
	bool is_ours; /* the handler */
# ifdef __linux__
	timer_t timer;
# endif
} signals[] = {{.number = SIGINT}, {.number = SIGTERM}};

# define SIGNALS_COUNT (sizeof(signals) / sizeof(signals[0]))

# define SIGNAL_SAVER "XHProf\\Cli\\Prelude::last" /* of cli/prelude.php */

static bool signal_has_saver; /* the setting xhprof.run is there */
static bool (*signal_save)(void); /* NULL: no handlers */
static zend_executor_globals *signal_globals; /* of the thread that has the handlers */
static pid_t signal_pid; /* of the process that the timers and the saver are of */
static bool signal_is_saving;
static volatile sig_atomic_t signal_number; /* of the one that arrived, or 0 */
static volatile sig_atomic_t signal_turns; /* that have passed since then */

/* Async-signal-safe. Ends the process. */
static void signal_raise(int number)
{
	struct sigaction action;
	sigset_t set;

	memset(&action, 0, sizeof(action));
	action.sa_handler = SIG_DFL;
	sigaction(number, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(number);
}

/* Sends the signal once more, in that time; 0: never. */
static void signal_set_timer(int number, long ns)
{
# ifdef __linux__
	struct itimerspec wait = {{0, 0}, {0, ns}};

	timer_settime(signals[number == signals[1].number].timer, 0, &wait, NULL);
# endif
}

/* A forked child has our handler until it executes another program, which may be all that it does:
 * the signal is as without us, until PHP runs there. */
static void signal_arrived(int number, siginfo_t *info, void *context)
{
	if (signal_pid != getpid()) {
		signal_raise(number);
	}
	if (signal_number == 0) {
		signal_number = number;
	} else if (info->si_code != SI_TIMER || ++signal_turns == SIGNAL_TURNS) {
		signal_raise(signal_number);
	}
	hp_interrupt_ask(signal_globals);
	signal_set_timer(number, SIGNAL_TURN_NS);
}

/* False: the wait would have no bound. */
static bool signal_create_timer(size_t i)
{
# ifdef __linux__
	struct sigevent notice;

	memset(&notice, 0, sizeof(notice));
	notice.sigev_notify = SIGEV_SIGNAL;
	notice.sigev_signo = signals[i].number;

	return !hp_seccomp_kills_timers() &&
		timer_create(CLOCK_MONOTONIC, &notice, &signals[i].timer) == 0;
# else
	return true;
# endif
}

/* Without SA_RESTART: a system call that waits must not keep the program from its safe point. */
static void signal_install(size_t i)
{
	struct sigaction action;

	if (!signal_create_timer(i)) {
		return;
	}
	memset(&action, 0, sizeof(action));
	action.sa_sigaction = signal_arrived;
	action.sa_flags = SA_SIGINFO;
	sigemptyset(&action.sa_mask);
	zend_sigaction(signals[i].number, &action, NULL);
	signals[i].is_ours = true;
}

void hp_signal_catch(bool (*save)(void))
{
	if (strcmp(sapi_module.name, "cli") != 0 || signal_save != NULL) {
		return;
	}
	signal_save = save;
	signal_pid = getpid();
	signal_globals = hp_compat_executor_globals();
	for (size_t i = 0; i < SIGNALS_COUNT; i++) {
		struct sigaction before;

		zend_sigaction(signals[i].number, NULL, &before);
		if ((before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL) {
			signal_install(i);
		}
	}
}

static void signal_reset(size_t i)
{
	struct sigaction action;

	signals[i].is_ours = false;
	zend_sigaction(signals[i].number, NULL, &action);
	if ((action.sa_flags & SA_SIGINFO) && action.sa_sigaction == signal_arrived) {
		memset(&action, 0, sizeof(action));
		action.sa_handler = SIG_DFL;
		zend_sigaction(signals[i].number, &action, NULL);
	}
}

static void signal_uninstall(size_t i)
{
	signal_reset(i);
# ifdef __linux__
	if (signal_pid == getpid()) {
		timer_delete(signals[i].timer);
	}
# endif
}

void hp_signal_end(void)
{
	if (EXPECTED(signal_save == NULL) || signal_globals != hp_compat_executor_globals()) {
		return;
	}
	for (size_t i = 0; i < SIGNALS_COUNT; i++) {
		if (signals[i].is_ours) {
			signal_uninstall(i);
		}
	}
	signal_save = NULL;
	if (signal_number != 0) {
		signal_raise(signal_number);
	}
}

void hp_signal_release(bool (*save)(void))
{
	if (signal_save == save && !signal_is_saving) {
		hp_signal_end();
	}
}

int hp_signal_number(void)
{
	return signal_is_saving && signal_globals == hp_compat_executor_globals() ? signal_number : 0;
}

static void signal_finish(int number)
{
	volatile bool is_saved = true; /* or cannot be */

	signal_is_saving = true;
	signal_set_timer(number, 0);
	EG(exit_status) = 128 + number; /* as a shell has it, for what is saved */
	zend_try {
		is_saved = signal_save();
	}
	zend_end_try();
	if (is_saved) {
		signal_raise(number);
	}
	signal_set_timer(number, SIGNAL_TURN_NS);
	signal_is_saving = false;
}

/* A forked child has no timer of its parent's. */
static void signal_adopt(void)
{
	for (size_t i = 0; i < SIGNALS_COUNT; i++) {
		if (signals[i].is_ours && !signal_create_timer(i)) {
			signal_reset(i);
		}
	}
	signal_pid = getpid();
}

static void signal_forked(void)
{
	if (signal_save != NULL) {
		hp_interrupt_ask(signal_globals);
	}
}

static bool signal_interrupt(zend_execute_data *execute_data)
{
	if (signal_save == NULL || signal_globals != hp_compat_executor_globals()) {
		return true;
	}
	if (UNEXPECTED(signal_pid != getpid())) {
		signal_adopt();
	}
	if (UNEXPECTED(signal_number != 0) && !signal_is_saving) {
		signal_finish(signal_number);
	}

	return true;
}

/* A system call that our signal has ended fails, and its function says so: without us the process
 * would have ended in the call. Nor does anything else that the program does on its way to the safe
 * point show up. */
static void signal_error(int type, zend_string *file, uint32_t line, zend_string *message)
{
	if (UNEXPECTED(signal_number != 0) && (type & E_FATAL_ERRORS) == 0 && !CG(in_compilation)) {
		signal_interrupt(EG(current_execute_data));
	}
}

static bool signal_call_saver(void)
{
	zval name, result;

	ZVAL_STRING(&name, SIGNAL_SAVER);
	ZVAL_UNDEF(&result);
	call_user_function(NULL, NULL, &name, &result, 0, NULL);

	return Z_TYPE(result) != IS_FALSE;
}

void hp_signal_begin(void)
{
	if (UNEXPECTED(signal_has_saver)) {
		hp_signal_catch(signal_call_saver);
	}
}

void hp_signal_startup(void)
{
	static bool is_started;
	char *run;

	signal_has_saver = cfg_get_string("xhprof.run", &run) == SUCCESS && run[0] != '\0';
	hp_interrupt_add(signal_interrupt);
	zend_observer_error_register(signal_error);
	if (!is_started) {
		is_started = true;
		pthread_atfork(NULL, NULL, signal_forked);
	}
}

#endif
