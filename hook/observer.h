/* observer.h: sees calls with the engine's Observer API. */
#ifndef HP_HOOK_OBSERVER_H
#define HP_HOOK_OBSERVER_H

#include "hook/state.h"

extern const hp_hook hp_hook_observer;

/* When all modules have their functions. */
void hp_hook_observer_post_startup(void);

#endif /* HP_HOOK_OBSERVER_H */
