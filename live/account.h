/* account.h: the time of ended requests that no sample accounts for, by kind of request. Requests
 * of one kind have the same tags or, without tags, the same method and URI.
 *
 * Short requests get their time this way: it waits for a sample in a request of their kind. Kinds
 * beyond HP_LIVE_ACCOUNTS share an account: a new kind takes over the account, and the time owed in
 * it, of the kind that has not been seen for the longest time. */
#ifndef HP_LIVE_ACCOUNT_H
#define HP_LIVE_ACCOUNT_H

#include "base/compat.h"
#include "live/format.h"

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_LIVE_ACCOUNTS 128u

typedef struct hp_live_accounts {
	uint64_t kinds[HP_LIVE_ACCOUNTS]; /* 0: the place is free */
	uint64_t used[HP_LIVE_ACCOUNTS]; /* the number of the last request of this kind */
	hp_sampler_account of[HP_LIVE_ACCOUNTS];
	/* The first request of each kind. This is the last member, so that unused places take no
	 * memory. */
	hp_live_slot slots[HP_LIVE_ACCOUNTS];
} hp_live_accounts;

/* Returns the account of the request's kind. Never NULL. */
hp_sampler_account *hp_live_account_of(hp_live_accounts *accounts, const hp_live_slot *slot);

/* Called for each kind with the time it is owed, in nanoseconds. slot has what the requests have in
 * common, and the number of the last one. */
typedef void (*hp_live_account_pay)(
	void *owner, const hp_live_slot *slot, uint64_t cpu_ns, uint64_t off_ns);

/* Calls pay for every account, and empties them all. If samples account for too much time of some
 * kinds, the payments of the others are scaled down, so that the sum is right. */
void hp_live_account_close(hp_live_accounts *accounts, hp_live_account_pay pay, void *owner);

#endif

#endif /* HP_LIVE_ACCOUNT_H */
