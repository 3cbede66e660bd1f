/* limit.h: writes a file while the fatal error of a memory limit is being raised. */
#ifndef HP_REQUEST_LIMIT_H
#define HP_REQUEST_LIMIT_H

/* xhprof.on_memory_limit */
typedef enum hp_limit_action {
	HP_LIMIT_OFF,
	HP_LIMIT_PROFILE,
	HP_LIMIT_SNAPSHOT
} hp_limit_action;

/* In MINIT: has the allocator's hook report the limit. */
void hp_limit_startup(void);

#endif /* HP_REQUEST_LIMIT_H */
