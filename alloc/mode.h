/* mode.h: the blocks of memory that a run records: see alloc/live.h. */
#ifndef HP_ALLOC_MODE_H
#define HP_ALLOC_MODE_H

typedef enum hp_live_mode {
	HP_LIVE_OFF,
	HP_LIVE_FULL,
	HP_LIVE_SAMPLED
} hp_live_mode;

#endif /* HP_ALLOC_MODE_H */
