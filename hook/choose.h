/* choose.h: chooses how calls are seen in this process, from php.ini alone. */
#ifndef HP_HOOK_CHOOSE_H
#define HP_HOOK_CHOOSE_H

#include "base/compat.h"

typedef enum hp_hook_kind {
	HP_HOOK_NONE,
	HP_HOOK_OFF,
	HP_HOOK_EX,
	HP_HOOK_OBSERVER
} hp_hook_kind;

typedef struct hp_hook_choice {
	hp_hook_kind kind; /* HP_HOOK_NONE: nothing is prepared */
	const char *reason;
	const char *cost; /* in English: the cost while no profile runs, and other effects */
	bool has_opcache; /* unless the program switches it off for itself */
	bool may_jit; /* the JIT is on, or ini_set() may switch it on */
	bool is_beside_jit; /* "ex" is used although the JIT may run: see hook/bypass.h */
} hp_hook_choice;

/* Chooses by the value of xhprof.hook. In MINIT, before opcache starts. */
hp_hook_choice hp_hook_choose(const char *wanted);

#endif /* HP_HOOK_CHOOSE_H */
