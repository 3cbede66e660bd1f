/* account.h: what samples owe to requests that are over, by kind of request: those of the same tags, or without tags of the
 * same method and URI.
 *
 * So short requests have the time that is theirs: it waits for a sample in one of their kind. Kinds beyond
 * HP_LIVE_ACCOUNTS share: one that is new takes over what one was owed that came last the longest time ago. */
#ifndef HP_LIVE_ACCOUNT_H
#define HP_LIVE_ACCOUNT_H

#include "live/format.h"

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_LIVE_ACCOUNTS 128u

typedef struct hp_live_accounts {
	uint64_t kinds[HP_LIVE_ACCOUNTS]; /* 0: a free place */
	uint64_t used[HP_LIVE_ACCOUNTS]; /* the request that was the last one */
	hp_sampler_account of[HP_LIVE_ACCOUNTS];
	/* The first request of each kind. This is the last member, so that what is not used takes no memory. */
	hp_live_slot slots[HP_LIVE_ACCOUNTS];
} hp_live_accounts;

/* The account of a request. */
hp_sampler_account *hp_live_account_of(hp_live_accounts *accounts, const hp_live_slot *slot);

/* So much time belongs to requests of a kind; slot: what they have in common, and the number of the last one. */
typedef void (*hp_live_account_pay)(
	void *owner, const hp_live_slot *slot, uint64_t cpu_ns, uint64_t off_ns);

/* Pays all of them, and forgets them. What samples account for too much of is taken off the others: the sum is right. */
void hp_live_account_close(hp_live_accounts *accounts, hp_live_account_pay pay, void *owner);

#endif

#endif /* HP_LIVE_ACCOUNT_H */
