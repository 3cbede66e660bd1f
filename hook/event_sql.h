/* event_sql.h: sees the execution of SQL statements: see hook/event.h. */
#ifndef HP_HOOK_EVENT_SQL_H
#define HP_HOOK_EVENT_SQL_H

/* In post_startup: replaces the handlers of the functions that execute SQL. */
void hp_hook_event_sql_startup(void);

#endif /* HP_HOOK_EVENT_SQL_H */
